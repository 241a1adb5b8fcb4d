"""The service's page with many runs in the list: each view at once, and every run within reach."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.service.conftest import Service
from tests.stopwatch import Stopwatch

from .conftest import library_events, until, write_bundle, write_paper, write_study
from .test_views import VIEWS
from .visiting import visiting

MANY = 300
ALL = 2000
"""Runs in the list of every day, and when there is time to write more."""
SECOND = 1000
"""Milliseconds within which a view is there, on two cores."""
TRIES = 5
"""A busy machine makes us wait for more than a processor; a view that is slow is so each time."""
SEEN = """
new MutationObserver((_, observer) => {
  if (!document.querySelector(SELECTOR)) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => { window.seen = performance.now() }))
}).observe(document, { childList: true, subtree: true })
"""
"""Notes when there is something to see, by the browser's own clock since the address was asked for."""


def write_many(root: Path, many: int) -> None:
    """Copies of two runs, a minute apart."""
    templates = [write_bundle(root, library_events()), write_paper(root)]
    latest = datetime(2026, 1, 2, tzinfo=UTC)
    for number in range(many - len(templates)):
        template = templates[number % 2]
        moment = latest - timedelta(minutes=number)
        run = f"{moment:%Y%m%d-%H%M%S}000-{template.id.split('-', 2)[2]}"
        folder = root / run
        folder.mkdir()
        for path in template.path.iterdir():
            if path.is_file():
                text = path.read_text("utf-8").replace(template.id, run)
                (folder / path.name).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Service]:
    root = tmp_path_factory.mktemp("many")
    write_many(root / "runs", request.param)
    if request.param == ALL:
        write_study(root / "studies" / "talk")
    service = Service(root / "runs", home=root)
    yield service
    service.end()


def seen(browser: Browser, service: Service, path: str) -> float:
    """Milliseconds until there is something to see at `path`, but for waits for a processor."""
    script = SEEN.replace("SELECTOR", json.dumps(VIEWS[path]))
    with Stopwatch() as watch, visiting(browser, service, path, script=script) as page:
        until(page, "window.seen > 0", seconds=120)
        return max(0.0, float(page.evaluate("window.seen")) - watch.waited * 1000)


@pytest.mark.parametrize(
    ("service", "path"),
    [(MANY, "/ui/runs"), *(pytest.param(ALL, path, marks=pytest.mark.soak) for path in VIEWS)],
    indirect=["service"],
)
def test_it_is_there_within_a_second_with_so_many_runs(browser: Browser, service: Service, path: str) -> None:
    seen(browser, service, path)  # the first reader of all has the service read what lies there
    assert any(seen(browser, service, path) < SECOND for _ in range(TRIES))


@pytest.mark.parametrize("service", [MANY, pytest.param(ALL, marks=pytest.mark.soak)], indirect=True)
def test_all_can_be_gone_through_and_one_is_found(browser: Browser, service: Service) -> None:
    wanted = sorted({path.name for path in service.runs.iterdir() if path.is_dir()}, reverse=True)
    with visiting(browser, service, "/ui/runs") as page:
        rows = page.locator("li.run")
        expect(page.locator("#total")).to_have_text(f"{len(wanted):,} runs")
        while (before := rows.count()) < len(wanted):
            page.keyboard.press("End")
            until(page, f"document.querySelectorAll('li.run').length > {before}", seconds=120)
        expect(rows).to_have_count(len(wanted))
        expect(page.get_by_role("button", name="Show more")).to_have_count(0)
        names = page.eval_on_selector_all("li.run", "all => all.map(one => one.dataset.run)")
        assert names == wanted
        page.get_by_role("searchbox", name="text").fill(names[-1])
        expect(rows).to_have_count(1, timeout=120_000)
