"""A run that has only just begun says what it waits for; nothing on its page is empty without a word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from minecrew.runlog import BotJoined, Log, RoundStarted, RunBundle, RunEnded, RunStarted, Said
from tests.service.conftest import Service

from .conftest import small_arena, until
from .visiting import visiting


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    root = tmp_path_factory.mktemp("begun")
    service = Service(root / "runs", home=root)
    yield service
    service.end()


def glance(page: Page) -> str:
    return str(page.locator("#glance").text_content())


def begin(runs: Path) -> tuple[RunBundle, Log]:
    bundle = RunBundle.create(runs, title="paper")
    return bundle, bundle.log()


def test_each_step_says_what_is_waited_for(browser: Browser, service: Service) -> None:
    bundle, log = begin(service.runs)
    with log, visiting(browser, service, f"/ui/runs/{bundle.id}") as page:
        expect(page.locator("#glance")).to_contain_text("This run is waiting for the world")
        expect(page.locator("#now")).to_contain_text("This run is waiting for the world")
        expect(page.locator("#no-map")).to_be_hidden()
        bundle.write_arena(small_arena())
        log.append(RunStarted(run=bundle.id, title="paper", goal={"paper": 2}, agents=("Alice", "Bob")))
        log.append(BotJoined(agent="Alice", source="bot", position=(1, 5, 1), tick=1))
        log.append(RoundStarted())
        expect(page.locator("#glance")).to_contain_text("waiting for the first agent to speak")
        expect(page.locator("#glance")).to_contain_text("Alice and Bob should hold 2 paper")
        log.append(Said(agent="Alice", channel="discussion", text="I gather cane."))
        expect(page.locator("#glance")).to_contain_text("The crew is talking.")
        expect(page.locator("#no-map")).to_be_hidden()
        log.append(RunEnded(outcome="not_met", reason="told so", exit_code=1))
        log.close()
        expect(page.locator("#glance")).to_contain_text("The goal was not met")
        until(page, "minecrew.map.arena")
        assert "waiting" not in glance(page)


def test_of_a_world_without_a_surface_it_is_said_once_the_run_is_over(
    browser: Browser, service: Service
) -> None:
    bundle, log = begin(service.runs)
    with log:
        log.append(RunStarted(run=bundle.id, title="paper", goal={"paper": 2}, agents=("Alice",)))
        log.append(RunEnded(outcome="not_met", reason="told so", exit_code=1))
    with visiting(browser, service, f"/ui/runs/{bundle.id}") as page:
        expect(page.locator("#no-map")).to_be_visible()
        assert page.evaluate("minecrew.player.at") == 1  # it opens at its end
