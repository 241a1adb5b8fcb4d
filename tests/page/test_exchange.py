"""Who gave what to whom: the pictures show what the log says, and each of their marks leads to its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from minecrew.runlog import ItemCrafted, ItemDropped, ItemPicked, Said

from .conftest import drawn, opened, until
from .kept import kept, page_of
from .modules import made

RUN = "minds_bookshelf"


@pytest.fixture(scope="module")
def shown(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    yield from opened(browser, page_of(RUN, tmp_path_factory.mktemp("exchange")))


@pytest.fixture
def page(shown: Page) -> Page:
    """With the tab in front."""
    shown.evaluate("minecrew.tabs.choose('panel-exchange')")
    return shown


def handed_over() -> Counter[tuple[str, str, str]]:
    """Giver, receiver, item -> how many: thrown by the one, picked up by the other."""
    thrown: dict[int, str] = {}
    passed: Counter[tuple[str, str, str]] = Counter()
    for event in kept(RUN).read().events:
        if isinstance(event, ItemDropped) and event.origin == "agent":
            thrown[event.entity] = str(event.agent)
        if isinstance(event, ItemPicked) and thrown.get(event.entity, event.agent) != event.agent:
            passed[thrown[event.entity], str(event.agent), event.item] += event.count
    return passed


def test_the_flow_is_that_of_the_log(page: Page) -> None:
    flows = page.evaluate("minecrew.flow.between()")
    told = {(one["from"], one["to"], item): count for one in flows for item, count in one["items"].items()}
    assert told == handed_over()
    assert len(told) >= 2
    drawn = page.locator("#flow [role=button]").count()
    assert drawn == page.evaluate("minecrew.flow.all().length")
    for giver, receiver, item in told:
        expect(page.locator("#flow-list")).to_contain_text(f"{giver} → {receiver}: ")
        expect(page.locator("#flow-list")).to_contain_text(item)


def test_each_agent_s_share_is_that_of_the_log(page: Page) -> None:
    given = Counter[str]()
    for (giver, _, _), count in handed_over().items():
        given[giver] += count
    crafted = Counter[str]()
    for event in kept(RUN).read().events:
        if isinstance(event, ItemCrafted):
            crafted[str(event.agent)] += event.count
    for agent in ("Alice", "Bob", "Charlie"):
        row = page.locator("#shares > li").filter(has=page.get_by_text(agent, exact=True))
        expect(row).to_contain_text(f"crafted {crafted[agent]}, gave {given[agent]} to others")


def test_each_mark_leads_to_its_events_by_keyboard(page: Page) -> None:
    marks = page.locator("#flow [role=button], #answers [role=button]")
    assert marks.count() >= 4
    for number in range(marks.count()):
        drawn(page)  # a picture that comes to the front is drawn again, and a mark before that is lost
        mark = marks.nth(number)
        words = str(mark.get_attribute("aria-label"))
        mark.focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.localName") == "summary"
        assert page.evaluate("document.activeElement.textContent") == words
        page.keyboard.press("Tab")
        seq = page.evaluate("Number(document.activeElement.hash.slice(1))")
        page.keyboard.press("Enter")
        until(page, f"minecrew.player.event.seq === {seq}")
        expect(page.locator("#tab-moment")).to_have_attribute("aria-selected", "true")
        page.keyboard.press("2")


def test_who_answers_whom_is_counted(page: Page) -> None:
    said = {event.seq: event for event in kept(RUN).read().events if isinstance(event, Said)}
    pairs: dict[tuple[str, str], list[bool]] = {}
    for event in said.values():
        answered = {said[seq].agent for seq in event.cause if seq in said}
        for other in (answered or set(event.to)) - {event.agent}:
            pairs.setdefault((str(event.agent), str(other)), []).append(bool(answered))
    shown = page.eval_on_selector_all("#answers-list summary", "all => all.map(one => one.textContent)")
    wanted = []
    for (one, other), lines in pairs.items():
        many = f"{len(lines)} line{'s' * (len(lines) > 1)}"
        some = f", {sum(lines)} of them answers" if any(lines) else ""
        wanted.append(f"{one} answers {other}: {many}" if all(lines) else f"{one} to {other}: {many}{some}")
    assert sorted(shown) == sorted(wanted)


LABELS = """at => {
  const boxes = []
  const { map, states, log } = minecrew
  const pen = map.canvas.getContext('2d')
  pen.fillText = (text, x, y) => boxes.push([text, x, y - 6, x + pen.measureText(text).width, y + 6])
  const state = states.after(at)
  map.draw(at, state)
  delete pen.fillText
  for (const one of log.agents.map(name => state.agents[name]).filter(one => one?.position && one.alive)) {
    const [x, y] = map.camera.pixel(one.position[0], one.position[2])
    boxes.push(['an agent', x - 7, y - 7, x + 7, y + 7])
  }
  return boxes
}"""


@pytest.mark.parametrize("name", ["minds_iron_pickaxe", "killing"])
def test_labels_on_the_map_lie_neither_over_each_other_nor_over_agents(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    for page in opened(browser, page_of(name, tmp_path)):
        last = page.evaluate("minecrew.log.length - 1")
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_timeout(100)
            for at in range(last, 0, -last // 6):
                shown = page.evaluate(LABELS, at)
                assert len(shown) >= 3
                for one, other in combinations(shown, 2):
                    if {one[0], other[0]} != {"an agent"}:
                        assert apart(one, other), (width, at, one, other)


def apart(one: list[Any], other: list[Any]) -> bool:
    """Whether two boxes [text, left, top, right, bottom] do not overlap."""
    return bool(one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] or other[4] <= one[2])


def test_the_map_is_zoomed_moved_and_follows_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    for page in opened(browser, page_of("killing", tmp_path)):
        page.locator("#map").focus()
        before = page.evaluate("({ ...minecrew.map.camera })")
        page.keyboard.press("+")
        page.keyboard.press("ArrowRight")
        after = page.evaluate("({ ...minecrew.map.camera })")
        assert after["scale"] == pytest.approx(before["scale"] * 1.5)
        assert after["x"] > before["x"]
        page.get_by_label("follow").select_option("Alice")
        page.evaluate("minecrew.player.go(30)")
        until(page, "minecrew.map.at === 30")
        x, _, z = page.evaluate("minecrew.states.last.state.agents.Alice.position")
        assert page.evaluate("[minecrew.map.camera.x, minecrew.map.camera.z]") == [x, z]
        page.get_by_role("button", name="Show all").click()
        assert page.evaluate("minecrew.map.camera.scale") == pytest.approx(before["scale"])
        sorts = set(page.evaluate("minecrew.map.marks.at(minecrew.log.length - 1).map(one => one.sort)"))
        assert sorts >= {"blow", "death", "return", "taking", "animal", "station"}


def test_ribbons_are_as_thick_as_what_passed_and_do_not_overlap() -> None:
    flows = [
        {"from": "a", "to": "b", "count": 9},
        {"from": "a", "to": "c", "count": 1},
        {"from": "b", "to": "c", "count": 4},
    ]
    laid = made(
        "ribbons.js",
        f"(({{ height, ribbons }}) => ({{ height, ribbons }}))(layRibbons({flows}, 10))".replace("'", '"'),
    )
    assert [one["thick"] for one in laid["ribbons"]] == [90, 10, 40]
    for end in ("y0", "y1"):
        ends = sorted((one[end] - one["thick"] / 2, one[end] + one["thick"] / 2) for one in laid["ribbons"])
        assert all(left[1] <= right[0] for left, right in pairwise(ends))
        assert ends[-1][1] <= laid["height"]


def test_labels_give_way_to_more_important_ones() -> None:
    label = '{ text: "t", x: 50, y: 50, away: 5, width: 40 }'
    many = ", ".join(f"{{ ...{label}, rank: {rank} }}" for rank in range(9))
    shown = made("labels.js", f"placeLabels([{many}], {{ width: 100, height: 100 }}).map(one => one.rank)")
    assert shown == sorted(shown)
    assert 2 <= len(shown) < 9
    forced = made(
        "labels.js",
        f"placeLabels([{{ ...{label}, rank: 0, always: true }}], {{ width: 20, height: 20 }}).length",
    )
    assert forced == 1
