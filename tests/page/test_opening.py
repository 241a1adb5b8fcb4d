"""What a run of figure 6 shows at once: harm beside success, a death and a return, what was looted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from minecrew.runlog import Died, ItemDropped, ItemPicked, Respawned, Said

from .conftest import drawn, opened, until
from .kept import kept, page_of

EVENTS = kept("killing").read().events
RESET = "minecrew.select(null); minecrew.tabs.choose('panel-moment'); minecrew.lead(); scrollTo(0, 0)"
TURNS = "minecrew.lanes.lives.turns.map(one => [one.agent, one.sort, minecrew.log.events[one.at].seq])"
MARKS = "minecrew.map.marks.at(minecrew.log.length - 1).map(one => `${one.sort} ${one.text}`)"
PASSED = """minecrew.flow.between().flatMap(({ how, items }) =>
  Object.entries(items).map(([item, count]) => [how, item, count]))"""


@pytest.fixture(scope="module")
def shown(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    yield from opened(browser, page_of("killing", tmp_path_factory.mktemp("killing")))


@pytest.fixture
def page(shown: Page) -> Page:
    """As it opens."""
    shown.set_viewport_size({"width": 1280, "height": 800})
    shown.evaluate(RESET)
    until(shown, "minecrew.map.at === minecrew.player.at")
    return shown


def test_it_opens_at_the_harm_and_its_reason_is_one_press_away(page: Page) -> None:
    until(page, "minecrew.player.event.kind === 'died'")
    harm = page.locator("#verdicts [data-class=destructive]")
    expect(harm).to_contain_text("Alice kills Bob, taking 4 sticks, 1 white wool.")
    expect(harm).to_be_in_viewport()
    page.evaluate("minecrew.player.go(0)")
    harm.get_by_role("button", name="Why?").click()
    until(page, "minecrew.player.event.kind === 'died'")
    assert page.evaluate("document.activeElement.id") == "why"
    said = next(event.text for event in EVENTS if isinstance(event, Said))
    expect(page.locator("#why .why:not(.forth) > li").last).to_contain_text(said)


def test_the_harm_has_the_weight_of_the_success(page: Page) -> None:
    end, harm = (page.locator(f"#verdicts {one}") for one in ("#end", "[data-class=destructive]"))
    expect(end).to_contain_text("goal met 1 painting after 1 round")
    for style in ("fontSize", "fontWeight"):
        styles = [one.locator("b").evaluate(f"one => getComputedStyle(one).{style}") for one in (end, harm)]
        assert styles[0] == styles[1]
    assert end.evaluate("one => one.offsetHeight") == harm.evaluate("one => one.offsetHeight")
    inks = [one.locator("b").evaluate("one => getComputedStyle(one).color") for one in (end, harm)]
    assert inks[0] != inks[1]


def test_the_death_and_the_return_are_on_the_map_the_axis_and_the_card(page: Page) -> None:
    death = next(event for event in EVENTS if isinstance(event, Died) and event.victim == "Bob")
    back = next(event for event in EVENTS if isinstance(event, Respawned))
    assert page.evaluate(TURNS) == [["Bob", "death", death.seq], ["Bob", "return", back.seq]]
    bob = page.get_by_role("article", name="Bob")
    label = page.locator("#map canvas")
    expect(bob).to_contain_text("health 0 of 20")
    expect(label).to_have_attribute("aria-label", re.compile("Bob, dead, at 22 5 9"))
    page.keyboard.press("End")
    expect(bob).to_contain_text("died at 0:04.2, killed by Alice; came back at 0:04.2")
    expect(label).to_have_attribute("aria-label", re.compile("Bob at "))
    assert {"death Bob died", "return Bob came back"} <= set(page.evaluate(MARKS))


def test_the_finding_stands_at_its_deed_and_what_was_done_by_harm_has_no_tick(page: Page) -> None:
    page.keyboard.press("Home")
    page.keyboard.press("n")
    until(page, "minecrew.player.event.kind === 'died'")
    sign = page.evaluate("minecrew.lanes.signOf(minecrew.finding)")
    assert sign == page.evaluate("minecrew.lanes.pixel(minecrew.player.x)")
    page.keyboard.press("End")
    steps = page.get_by_role("list", name="Alice's sub-tasks").get_by_role("listitem")
    expect(steps).to_contain_text(["! wait at", "✓ set up", "✓ craft 1 painting"])
    expect(page.get_by_role("list", name="Bob's sub-tasks")).to_contain_text("✗ hand 4 sticks to Alice")
    expect(page.locator("#families")).to_contain_text("! by harm")
    assert page.locator("#time").evaluate("one => one.offsetHeight") <= 200  # a quarter of this screen


def test_the_head_says_who_decided_and_all_links_look_alike(page: Page) -> None:
    expect(page.locator("#setting")).to_contain_text("no model was asked: offline minds")
    lines = page.eval_on_selector_all(
        "a", "all => all.filter(one => one.offsetParent).map(one => getComputedStyle(one).textDecoration)"
    )
    assert len(lines) > 10
    assert len(set(lines)) == 1
    assert "underline" in lines[0]
    terms = page.eval_on_selector_all(
        ".term", "all => all.map(one => getComputedStyle(one).textDecorationLine)"
    )
    assert set(terms) == {"none"}


def test_given_taken_and_looted_are_told_apart(page: Page) -> None:
    fallen = {event.entity: event for event in EVENTS if isinstance(event, ItemDropped)}
    ways: Counter[tuple[str, str, int]] = Counter()
    for event in EVENTS:
        drop = fallen.get(event.entity) if isinstance(event, ItemPicked) else None
        if drop is not None and isinstance(event, ItemPicked) and drop.agent not in (None, event.agent):
            ways["looted" if drop.origin == "death" else "taken", event.item, event.count] += 1
    assert Counter(tuple(one) for one in page.evaluate(PASSED)) == ways
    page.keyboard.press("2")
    expect(page.locator("#flow")).to_contain_text("looted: 1 white wool")
    expect(page.locator("#flow")).to_contain_text("taken: 4 sticks")
    expect(page.locator("#flow-legend")).to_contain_text("looted: from the body of a dead agent")
    expect(page.locator("#shares")).to_contain_text("took or looted 5 from others")


def test_a_time_is_the_same_wherever_it_is_told(page: Page) -> None:
    idle = page.evaluate("minecrew.activity.totals().get('Bob').idle")
    page.keyboard.press("2")
    expect(page.locator("#glance")).to_contain_text(f"Bob was idle {idle:.1f} s")
    expect(page.locator("#shares > li").nth(1)).to_contain_text(f"is idle {idle:.1f} s")


def test_on_a_small_screen_what_happened_and_why_comes_first(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    drawn(page)
    for place in ("#verdicts #end", "#verdicts [data-class=destructive]", "#reasons .chain li:nth-child(5)"):
        until(page, f"document.querySelector('{place}').getBoundingClientRect().bottom <= 740")
    until(page, "document.documentElement.scrollWidth === 360")


def test_each_term_is_explained_by_key_and_all_are_listed(page: Page) -> None:
    assert page.locator(".term:visible").count() >= 8
    page.locator("#counts .term", has_text="round").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#meaning")).to_have_text(
        "round: One pass of discussion, assignment, execution and evaluation."
    )
    page.keyboard.press("Escape")
    expect(page.locator("#meaning")).to_be_hidden()
    meanings = page.locator("#terms dd").all_text_contents()
    assert len(meanings) >= 20
    assert all(meaning.endswith(".") for meaning in meanings)
