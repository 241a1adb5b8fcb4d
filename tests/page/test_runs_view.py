"""The view Runs, on the real service."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from minecrew.runlog import RunBundle
from tests.service.conftest import Service

from .conftest import library_events, write_bundle, write_paper
from .visiting import visiting


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    root = tmp_path_factory.mktemp("service")
    write_bundle(root / "runs", library_events())
    write_paper(root / "runs")
    write_paper(root / "runs", "fault")
    service = Service(root / "runs", home=root)
    yield service
    service.end()


@pytest.fixture
def page(browser: Browser, service: Service) -> Iterator[Page]:
    with visiting(browser, service, "/ui/runs") as page:
        yield page


def test_each_run_tells_what_it_was_and_came_to(page: Page) -> None:
    rows = page.locator("li.run")
    expect(rows).to_have_count(3)
    expect(page.locator("#total")).to_have_text("3 runs")
    library = rows.filter(has_text="Craft 1 bookshelf")
    for told in ("0 of 1 bookshelf", "Alice, Bob", "not met", "1 round"):
        expect(library).to_contain_text(told)
    expect(rows.filter(has_text="fault")).to_contain_text("2 of 2 paper")


def test_filters_narrow_the_list_and_stand_in_the_address(page: Page) -> None:
    rows = page.locator("li.run")
    page.get_by_role("searchbox", name="text").fill("paper")
    expect(rows).to_have_count(2)
    page.get_by_label("state").select_option("fault")
    expect(rows).to_have_count(1)
    page.reload()
    expect(rows).to_have_count(1)
    assert page.url.endswith("?text=paper&outcome=fault")
    page.get_by_label("state").select_option("any")
    expect(rows).to_have_count(2)
    page.get_by_role("searchbox", name="agent").fill("Nobody")
    expect(page.get_by_text("No matching runs.")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(rows).to_have_count(3)
    expect(page.get_by_role("searchbox", name="agent")).to_have_value("")
    assert "?" not in page.url


def test_runs_are_chosen_by_keyboard_and_go_to_compare(page: Page) -> None:
    expect(page.locator("li.run")).to_have_count(3)
    boxes = page.get_by_role("checkbox")
    for place in (0, 2):
        boxes.nth(place).focus()
        page.keyboard.press("Space")
    chosen = [page.locator("li.run").nth(place).get_attribute("data-run") for place in (0, 2)]
    link = page.get_by_role("link", name="Compare", exact=True).last
    assert link.get_attribute("href") == f"/ui/compare?run={chosen[0]}&run={chosen[1]}"


def test_a_run_is_started_from_the_form_and_stopped_from_the_list(page: Page, service: Service) -> None:
    """In `test_skills_view.py` a run that is started here goes to its end."""
    page.get_by_role("button", name="Start a run").press("Enter")
    task = page.locator("#start").get_by_role("combobox", name="task")
    expect(task).to_have_value("bookshelf")
    task.select_option("paper")
    page.get_by_label("seed").fill("2")
    page.get_by_text("More options").press("Enter")
    page.get_by_label("speed").fill("0.1")  # it lasts for minutes if it is not stopped
    page.get_by_role("button", name="Start", exact=True).press("Enter")
    rows = page.locator("li.run")
    expect(rows).to_have_count(4)
    started = rows.first
    expect(started).to_contain_text("Craft 2 paper")
    expect(started.locator(".outcome")).to_have_text("running")
    started.get_by_role("button", name="Stop").click()
    expect(started.locator(".outcome")).to_have_text("interrupted")
    assert len(RunBundle.all(service.runs)) == 4


def test_what_the_command_would_refuse_is_told_at_the_form(browser: Browser, service: Service) -> None:
    with visiting(browser, service, "/ui/runs?start=yes", refused=1) as page:
        page.get_by_text("More options").click()
        page.get_by_label("personas").fill("Alice=lazy")
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text("there is no persona 'lazy'; give one of eager,")
