"""The view Compare, on the real service: pictures, and the same numbers as `minecrew compare` prints."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from minecrew.runlog import RunBundle
from tests.service.conftest import Service

from .conftest import minecrew, until
from .visiting import visiting

DRAWN = """all => all.map(plot => {
  const { data } = plot.getContext('2d').getImageData(0, 0, plot.width, plot.height)
  const style = getComputedStyle(document.documentElement)
  return [0, 1].map(place => {
    const colour = parseInt(style.getPropertyValue(`--agent-${place}`).trim().slice(1), 16)
    let count = 0
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at] << 16 | data[at + 1] << 8 | data[at + 2]) === colour && data[at + 3] === 255) count++
    }
    return count
  })
})"""
"""Of each plot, how many points have the first run's colour, and the second's."""


@pytest.fixture
def bundles(shown: Service) -> list[RunBundle]:
    """The library's run, and that of paper."""
    return sorted(RunBundle.all(shown.runs), key=lambda bundle: bundle.id)


@pytest.fixture
def page(browser: Browser, shown: Service) -> Iterator[Page]:
    with visiting(browser, shown, "/ui/compare") as page:
        yield page


def table(page: Page, name: str) -> dict[str, list[str]]:
    """Row -> its cells."""
    rows = page.get_by_role("table", name=name).locator("tbody tr").all()
    return {str(row.locator("th").text_content()): row.locator("td").all_text_contents() for row in rows}


def test_runs_are_added_from_the_list_and_stand_in_the_address(page: Page, bundles: list[RunBundle]) -> None:
    offers = page.get_by_role("region", name="Add runs").get_by_role("listitem")
    expect(offers).to_have_count(2)
    offers.filter(has_text="Craft 1 bookshelf").get_by_role("button", name="Add").click()
    expect(page.get_by_role("list", name="Compared runs").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("searchbox", name="add a run").fill("paper")
    offers.get_by_role("button", name="Add").click()
    expect(page.get_by_role("list", name="Compared runs").get_by_role("listitem")).to_have_count(2)
    assert page.url.endswith("?" + "&".join(f"run={bundle.id}" for bundle in bundles))
    page.go_back()
    expect(page.get_by_role("list", name="Compared runs").get_by_role("listitem")).to_have_count(1)


def test_the_tables_have_the_figures_that_the_command_prints(
    browser: Browser, shown: Service, bundles: list[RunBundle]
) -> None:
    told = json.loads(minecrew("compare", *(str(bundle.path) for bundle in bundles), "--json"))
    first, second = (run["metrics"] for run in told["runs"])
    query = "&".join(f"run={bundle.id}" for bundle in bundles)
    with visiting(browser, shown, f"/ui/compare?{query}") as page:
        expect(page.get_by_role("table")).to_have_count(6)
        times = table(page, "Time")
        assert times["game time"] == [f"{one['game_seconds']:.1f} s" for one in (first, second)]
        won = table(page, "Contribution")
        assert won["Alice"] == [str(first["gathered"]["Alice"]), "n/a"]
        rate = first["behaviours"]["destructive"]
        low, high = rate["interval"]["low"], rate["interval"]["high"]
        words = table(page, "Behaviours")["destructive"][0]
        numbers = [float(part.strip("[],()")) for part in words.split()]
        assert numbers == pytest.approx([rate["per_ten"], low, high, rate["count"]], rel=0.01)
        share = first["shares"]["destructive"]
        assert table(page, "Shares of rounds")["destructive"][0].startswith(
            f"{100 * share['raw']:.0f}% of {share['units']}; {100 * share['corrected']:.0f}% ["
        )
        assert table(page, "Tokens")["model calls"] == ["0", "0"]
        assert table(page, "Further figures")["goal met"] == ["no", "yes"]


def test_each_plot_is_drawn_and_says_where_its_numbers_are(
    browser: Browser, shown: Service, bundles: list[RunBundle]
) -> None:
    query = "&".join(f"run={bundle.id}" for bundle in bundles)
    with visiting(browser, shown, f"/ui/compare?{query}") as page:
        plots = page.get_by_role("img", name="the table has the same numbers")
        expect(plots).to_have_count(3)
        until(page, "document.querySelectorAll('.plot canvas').length === 3")  # they come after their boxes
        drawn = page.eval_on_selector_all(".plot canvas", DRAWN)
        assert len(drawn) == 3
        assert min(drawn[0]) > 500
        for plot in drawn[1:]:  # in the second run nothing was won, and there was no time for behaviour
            assert plot[0] > 250
            assert plot[1] == 0


def test_a_run_that_is_not_there_is_told_in_words(browser: Browser, shown: Service) -> None:
    with visiting(browser, shown, "/ui/compare?run=nothing-of-the-kind", refused=1) as page:
        expect(page.get_by_role("alert")).to_contain_text("nothing-of-the-kind")
