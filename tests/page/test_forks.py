"""The page of a run that can be repeated shows the command that forks it, and the tree of its forks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from minecrew.agents import goal_task
from minecrew.options import Options
from minecrew.page import write_page
from minecrew.run.manifest import make_manifest
from minecrew.runlog import ClockChanged, ForkChange, ForkOrigin, RunBundle

from .conftest import library_events, opened, write_bundle


def write_strict(root: Path) -> RunBundle:
    bundle = RunBundle.create(root, title="library")
    started, *rest = library_events()
    clock = ClockChanged(state="running", speed="max", thinking="paused", order="strict")
    with bundle.log() as log:
        for event in (started.model_copy(update={"run": bundle.id}), clock, *rest):
            log.append(event)
    return bundle


@pytest.fixture
def bundle(tmp_path: Path) -> RunBundle:
    root = tmp_path / "runs"
    first = write_strict(root)
    for change in (None, ForkChange(kind="silence", agent="Bob")):
        fork = write_strict(root)
        origin = ForkOrigin(run=first.id, at=6, seed=3, change=change)
        task = goal_task({"bookshelf": 1}, agents=2)
        fork.write_manifest(make_manifest(task, Options(), fork.id, forks=(origin,)))
    return first


@pytest.fixture
def page(bundle: RunBundle, browser: Browser, tmp_path: Path) -> Iterator[Page]:
    write_page(tmp_path / "run.html", bundle.read(), ())
    yield from opened(browser, tmp_path / "run.html")


def test_the_command_forks_at_this_event_with_the_chosen_change(page: Page, bundle: RunBundle) -> None:
    said = next(event.seq for event in bundle.read().events if event.kind == "said")
    page.evaluate(f"location.hash = '#{said}'")
    page.locator("#fork summary").click()
    command = page.locator("#fork-command")
    expect(command).to_have_text(f"minecrew fork {bundle.id} --at {said} --silence Alice --times 5")
    page.locator("#fork select[name=change]").select_option("say")
    page.locator("#fork input[name=value]").fill("I don't know.")
    expect(command).to_have_text(
        f"minecrew fork {bundle.id} --at {said} --say Alice 'I don'\\''t know.' --times 5"
    )


def test_the_tree_says_what_was_changed(page: Page) -> None:
    tree = page.get_by_role("list", name="Tree of forks")
    expect(tree).to_contain_text("this run")
    expect(tree).to_contain_text("from event 6, seed 3: no change")
    expect(tree).to_contain_text("from event 6, seed 3: silence Bob")


def test_a_run_that_cannot_be_repeated_offers_no_fork(browser: Browser, tmp_path: Path) -> None:
    other = write_bundle(tmp_path / "runs", library_events())
    write_page(tmp_path / "run.html", other.read(), ())
    for page in opened(browser, tmp_path / "run.html"):
        expect(page.locator("#fork")).to_be_hidden()
