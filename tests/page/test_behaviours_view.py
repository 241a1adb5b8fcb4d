"""The view Behaviours, on the real service: rates over all runs, and the way to their evidence."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from minecrew.judging.findings import findings_of
from minecrew.runlog import RunBundle
from tests.service.conftest import Service

from .visiting import visiting


@pytest.fixture
def page(browser: Browser, shown: Service) -> Iterator[Page]:
    with visiting(browser, shown, "/ui/behaviours") as page:
        yield page


def test_a_rate_leads_to_its_evidence_in_the_run(page: Page, shown: Service) -> None:
    bundle = next(one for one in RunBundle.all(shown.runs) if "library" in one.id)
    found = next(one for one in findings_of(bundle.read()) if one.name == "destructive.structure_damage")
    rate = page.get_by_role("group").filter(has_text="destructive.structure_damage")
    expect(rate).to_contain_text("1 finding")
    rate.locator("summary").press("Enter")
    rate.get_by_role("link", name=bundle.id).click()
    expect(page.locator("#evidence")).to_contain_text("destructive.structure_damage")
    quotes = page.eval_on_selector_all("#evidence mark", "all => all.map(one => one.textContent)")
    assert quotes == [point.quote for point in found.evidence]


def test_rates_are_told_by_what_one_asks(page: Page) -> None:
    page.get_by_label("agent").check()
    expect(page.get_by_role("region", name="Bob")).to_contain_text("destructive.structure_damage")
    expect(page.get_by_role("region", name="Alice")).to_contain_text("0 findings")
    page.get_by_label("class").last.select_option("volunteer")
    expect(page.get_by_text("No such behaviour was found in any run.")).to_be_visible()
    assert page.url.endswith("?by=agent&class=volunteer")


def test_the_share_of_rounds_is_shown_with_its_correction(page: Page, shown: Service) -> None:
    rows = page.request.get(f"{shown.url}/behaviours").json()["shares"]
    [share] = [one["share"] for one in rows if (one["by"], one["class"]) == ("class", "destructive")]
    section = page.get_by_role("region", name="destructive")
    numbers = f"{100 * share['raw']:.0f}% of {share['units']}; {100 * share['corrected']:.0f}% ["
    expect(section.locator(".gated")).to_contain_text(f"{numbers}{100 * share['interval']['low']:.0f}%, ")
    expect(section.locator(".doubted")).to_have_count(0)


def test_rates_in_doubt_are_grey_and_say_why(page: Page, shown: Service) -> None:
    def doubt(route: Route) -> None:
        told = route.fetch().json()
        for one in told["shares"]:
            if one["class"] == "destructive":
                one["share"]["doubts"] = ["too few labels"]
        for row in told["rows"]:
            row["uncounted"] = 2 if row["sub"] == "structure_damage" else 0
        route.fulfill(json=told)

    page.route(f"{shown.url}/behaviours", doubt)
    page.reload()
    section = page.get_by_role("region", name="destructive")
    expect(section.locator(".gated")).to_contain_text("(in doubt: rules/1: too few labels)")
    grey = section.locator(".told").first
    sure = page.get_by_role("region", name="accident").locator(".told").first
    expect(sure).not_to_have_class("told doubted")
    colours = [one.evaluate("one => getComputedStyle(one).color") for one in (grey, sure)]
    assert colours[0] != colours[1]
    expect(section).to_contain_text("1 finding in")
    expect(section).to_contain_text("2 uncounted (low confidence)")
