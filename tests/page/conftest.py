"""A run that breaks a library for its books, written as a crew would log it, and a real browser."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from rich.console import Console

from benchmarks.screenshots import BROWSERS
from minecrew.behaviors import Finding
from minecrew.judging.findings import findings_of
from minecrew.mc_server import Arena
from minecrew.page import write_page
from minecrew.runlog import (
    Assigned,
    Attacked,
    BlockBroken,
    BotJoined,
    ContainerMoved,
    DiscussionEnded,
    Evaluated,
    GoalChecked,
    Header,
    Hurt,
    Inventory,
    ItemCrafted,
    ItemDropped,
    ItemEaten,
    ItemGranted,
    ItemPicked,
    Moved,
    Reading,
    RoundEnded,
    RoundStarted,
    RunBundle,
    RunEnded,
    RunStarted,
    Said,
    SkillEnded,
    SkillStarted,
    SubtaskEnded,
    SubtaskStarted,
)
from minecrew.study.play_study import PlannedStudy, StudyChoice
from tests import commandline
from tests.recorded import recorded
from tests.service.conftest import Service
from tests.study.conftest import TOML, PaperEngine

from .sheets import Sheet, sheet

PATIENCE = 120.0
"""Seconds after which a test gives up waiting for the page: many times what it takes on two busy cores."""
HOSTILE = "</script><script>window.broken = 1</script><img src=x onerror='window.broken = 2'> <!-- \u2028 ${`"
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
expect.set_options(timeout=PATIENCE * 1000)
FLAGS = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")


def library_events() -> list[Header]:
    """Alice cuts cane; Bob breaks three bookshelves of the village's library and takes its books."""
    alice = {"agent": "Alice", "source": "server", "subtask": "r1.Alice.1"}
    bob = {"agent": "Bob", "source": "server", "subtask": "r1.Bob.1"}
    events: list[Header] = [
        RunStarted(
            run="library-1", title="Craft 1 bookshelf", goal={"bookshelf": 1}, agents=("Alice", "Bob")
        ),
        ItemGranted(agent="Alice", item="bread", count=3, tick=0),
        BotJoined(agent="Alice", source="bot", position=(1.5, 5, 1.5), tick=0),
        BotJoined(agent="Bob", source="bot", position=(3.5, 5, 1.5), tick=0),
        RoundStarted(tick=10),
        Said(
            agent="Alice",
            channel="discussion",
            to=("Bob",),
            text="I'll cut cane. Bob, gather leather.",
            tick=10,
        ),
        Said(agent="Bob", channel="discussion", text=f"Agreed. {HOSTILE}", tick=10),
        DiscussionEnded(reason="agreed", turns=2, tick=10),
        Assigned(agent="Alice", text="Gather 3 sugar cane.", tick=10),
        Assigned(agent="Bob", text="Gather 3 leather.", tick=10),
        SubtaskStarted(agent="Alice", subtask="r1.Alice.1", text="gather 3 sugar cane", tick=20),
        SkillStarted(
            agent="Alice", subtask="r1.Alice.1", source="bot", name="gather", attempt=1, deadline=30, tick=20
        ),
        SubtaskStarted(agent="Bob", subtask="r1.Bob.1", text="gather 3 books", tick=22),
        SkillStarted(
            agent="Bob", subtask="r1.Bob.1", source="bot", name="mineBlock", attempt=1, deadline=30, tick=22
        ),
        ItemEaten(**alice, item="bread", tick=30),
    ]
    for step in range(3):
        events += [
            Moved(**alice, position=(1.5 - step, 5, 2.5 + step), tick=40 + 40 * step),
            Moved(**bob, position=(4.5 + step, 5, 1.5), tick=41 + 40 * step),
            BlockBroken(**alice, block="sugar_cane", position=(1 - step, 5, 3), tick=44 + 40 * step),
            ItemDropped(
                **alice,
                entity=10 + step,
                item="sugar_cane",
                count=1,
                origin="block",
                of="sugar_cane",
                position=(1 - step, 5, 3),
                tick=44 + 40 * step,
            ),
            ItemPicked(**alice, entity=10 + step, item="sugar_cane", count=1, tick=50 + 40 * step),
            BlockBroken(
                **bob,
                block="bookshelf",
                position=(6, 5, 1 + step),
                owner="village",
                structure="library",
                tick=52 + 40 * step,
            ),
            ItemDropped(
                **bob,
                entity=20 + step,
                item="book",
                count=3,
                origin="block",
                of="bookshelf",
                position=(6, 5, 1 + step),
                tick=52 + 40 * step,
            ),
            ItemPicked(**bob, entity=20 + step, item="book", count=3, tick=60 + 40 * step),
            Inventory(**bob, items={"book": 3 * (step + 1)}, tick=61 + 40 * step),
        ]
    events += [
        ItemCrafted(**alice, item="paper", count=3, used={"sugar_cane": 3}, tick=150),
        ContainerMoved(
            **bob, container="chest", position=(7, 5, 7), item="book", count=4, direction="in", tick=151
        ),
        Attacked(**alice, target="Bob", target_kind="agent", entity=3, damage=1, tick=155),
        Hurt(**bob, by="Alice", damage=1, health=19, tick=155),
        SkillEnded(
            agent="Alice", subtask="r1.Alice.1", source="bot", name="gather", ok=True, seconds=7, tick=160
        ),
        SubtaskEnded(
            agent="Alice",
            subtask="r1.Alice.1",
            text="gather 3 sugar cane",
            state="done",
            attempts=1,
            tick=160,
        ),
        SkillEnded(
            agent="Bob", subtask="r1.Bob.1", source="bot", name="mineBlock", ok=True, seconds=7, tick=162
        ),
        SubtaskEnded(
            agent="Bob", subtask="r1.Bob.1", text="gather 3 books", state="done", attempts=2, tick=162
        ),
        Inventory(**alice, items={"bread": 2, "paper": 3}, tick=164),
        RoundEnded(rule="all", inventories={"Alice": {"bread": 2, "paper": 3}, "Bob": {"book": 5}}, tick=170),
        GoalChecked(goal={"bookshelf": 1}, have={}, met=False, tick=170),
        Evaluated(met=False, feedback="The team holds no bookshelf.", tick=170),
        RunEnded(outcome="not_met", reason="no rounds are left", exit_code=1, tick=170),
    ]
    return events


def small_arena() -> dict[str, object]:
    cells = [0 if (x + z) % 5 else 1 for z in range(16) for x in range(16)]
    arena = Arena.model_validate(
        {
            "name": "meadow",
            "seed": 1,
            "spawn": (1.5, 5, 1.5),
            "bounds": (-6, -6, 10, 10),
            "resources": {},
            "mobs": (),
            "surface": {
                "origin": (-6, -6),
                "width": 16,
                "depth": 16,
                "palette": ("grass_block", "water"),
                "cells": cells,
                "heights": [4] * 256,
            },
        }
    )
    return arena.model_dump(mode="json")


def write_bundle(root: Path, events: list[Header]) -> RunBundle:
    bundle = RunBundle.create(root, title="library")
    bundle.write_arena(small_arena())
    with bundle.log() as log:
        for event in events:
            if isinstance(event, RoundStarted):
                log.set_round(1)
            log.append(event)
    return bundle


def write_paper(root: Path, outcome: str = "met") -> RunBundle:
    """A run of which nothing is told but its end."""
    bundle = RunBundle.create(root, title="Craft 2 paper")
    with bundle.log() as log:
        log.append(RunStarted(run=bundle.id, title="Craft 2 paper", goal={"paper": 2}, agents=("Carol",)))
        log.append(RoundStarted())
        log.append(GoalChecked(goal={"paper": 2}, have={"paper": 2}, met=True, tick=100))
        log.append(RunEnded.model_validate({"outcome": outcome, "reason": "told so", "exit_code": 0}))
    return bundle


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One for all files of this folder that a process tests."""
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine: apt-get install chromium-headless-shell")
    sandbox = () if os.geteuid() else ("--no-sandbox",)  # chromium refuses root with its sandbox
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *sandbox])
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield chromium
        asyncio._set_running_loop(loop)
        Sheet.free.clear()
        chromium.close()


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Iterator[Browser]:
    """Playwright's event loop runs for the tests of a file only: others can run a loop of their own."""
    loop = chromium._impl_obj._loop
    asyncio._set_running_loop(loop)
    yield chromium
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    return write_bundle(tmp_path_factory.mktemp("runs"), library_events()).read()


@pytest.fixture(scope="session")
def findings(reading: Reading) -> tuple[Finding, ...]:
    return findings_of(reading)


@pytest.fixture(scope="session")
def file(reading: Reading, findings: tuple[Finding, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "library.html"
    write_page(path, reading, findings)
    return path


def write_study(place: Path) -> None:
    """A study that was played, on paper."""
    file = place.parent / "talk.toml"
    file.parent.mkdir(parents=True)
    file.write_text(TOML.replace("seeds = 3", "seeds = 2"))
    PlannedStudy(file, place).play(StudyChoice(), Console(quiet=True), engine=lambda lock: PaperEngine())


@pytest.fixture(scope="session")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service over two runs that have ended: the library's, and one of paper. For whoever starts none."""
    root = tmp_path_factory.mktemp("shown")
    write_bundle(root / "runs", library_events())
    write_paper(root / "runs")
    service = Service(root / "runs", home=root)
    yield service
    service.end()


@pytest.fixture(scope="session")
def studied(shown: Service) -> Service:
    """The same with a study beside its runs, which takes seconds to write and to show."""
    write_study(shown.runs.parent / "studies" / "talk")
    return shown


@dataclass(frozen=True)
class Recording:
    """A run of the real world, and what the command line says of it."""

    bundle: RunBundle
    file: Path
    findings: list[dict[str, Any]]
    """As `findings --json` prints them."""
    metrics: dict[str, Any]
    """As `compare --json` prints them."""

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.bundle.events_path.read_text("utf-8").splitlines()]


LIBRARY = ("figure6_library", "--seed", "1", "--order", "strict", "--rounds", "4")
"""As tests/minecrew/test_figure6.py asks for it: Bob breaks the library."""
FAILING = Path(__file__).parents[1] / "fixtures" / "failing"
"""Kept of `run paper --p-error 0.4 --seed 3 --guard block`: honest agents whose skills fail on purpose."""


@pytest.fixture(scope="session")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Recording]:
    """Of "library", which is played in the real world, once, or of "failing", which was and is kept."""
    kept: dict[str, Recording] = {}

    def recording(name: str) -> Recording:
        if name not in kept:
            if name == "library":
                played = recorded(tmp_path_factory, *LIBRARY)
                assert played.exit_code in (0, 1), played.printed
                bundle = played.bundle
            else:
                bundle = RunBundle(shutil.copytree(FAILING, tmp_path_factory.mktemp("kept") / name))
            page = tmp_path_factory.mktemp(name) / "page.html"
            run = str(bundle.path)
            minecrew("replay", run, "--html", str(page))
            findings = [json.loads(line) for line in minecrew("findings", run, "--json").splitlines()]
            metrics = json.loads(minecrew("compare", run, "--json"))["runs"][0]["metrics"]
            kept[name] = Recording(bundle, page, findings, metrics)
        return kept[name]

    return recording


def minecrew(*arguments: str) -> str:
    """What the command prints. A process of its own, for Playwright has this one's event loop."""
    told = commandline.minecrew(*arguments)
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


@pytest.fixture
def page(browser: Browser, file: Path) -> Iterator[Page]:
    yield from opened(browser, file)


def opened(browser: Browser, file: Path, **options: object) -> Iterator[Page]:
    """The page, shown; whatever goes wrong in it, or is asked of anywhere, fails the test."""
    with sheet(browser, PATIENCE * 1000, **options) as one:  # type: ignore[arg-type]
        one.page.goto(file.as_uri())
        until(one.page, "window.minecrew?.frames > 0")
        yield one.page
    assert one.wrong == []
    assert {url for url in one.asked if not url.startswith(("blob:", "data:"))} == {file.as_uri()}


def until(page: Page, truth: str, *, seconds: float = PATIENCE) -> None:
    """Waits until the expression holds; the page's own policy forbids what Playwright would wait with."""
    end = time.monotonic() + seconds
    while not page.evaluate(truth):
        assert time.monotonic() < end, f"not within {seconds} s: {truth}"
        page.wait_for_timeout(10)


def drawn(page: Page) -> None:
    """Waits for two frames. The first draws what has changed, and then what has a new size for it."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
