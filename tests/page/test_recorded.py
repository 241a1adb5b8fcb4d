"""The page of a run of the real world, just recorded or kept: every number, and who broke what for what.

What it is compared with is what the command line prints of the same run, and the log as it lies on disk.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from minecrew.language import amount

from .conftest import Recording, minecrew, opened, until

Recordings = Callable[[str], Recording]

SHOWN = """async places => {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const seen = []
  for (const at of places) {
    minecrew.player.go(at)
    await frame()
    await frame()
    const cards = {}
    for (const card of document.querySelectorAll('#crew .card')) {
      const earlier = [...card.querySelectorAll('p.dim')].map(line => parseInt(line.textContent)).find(Number)
      const count = state => card.querySelectorAll(`.subtasks .${state}`).length
      cards[card.dataset.name] = {
        held: [...card.querySelectorAll('.items li')].map(chip => chip.textContent),
        done: count('done'),
        failed: count('failed'),
        earlier: earlier ?? 0
      }
    }
    seen.push({ cards, spoken: document.querySelectorAll('#talk p').length })
  }
  return seen
}"""

OFFLINE = "no model was asked: offline minds decided"


@pytest.fixture(scope="module", params=["library", "failing"])
def recorded(request: pytest.FixtureRequest, recordings: Recordings) -> Recording:
    return recordings(request.param)


@pytest.fixture(scope="module")
def page(browser: Browser, recorded: Recording) -> Iterator[Page]:
    """One for all tests of a run; none of them needs it as it opened."""
    yield from opened(browser, recorded.file)


def texts(page: Page, selector: str) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(selector).all_text_contents()]


def counted(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


def clock(event: dict[str, Any]) -> str:
    """m:ss.t of game time, a half upwards."""
    tenths = (event["tick"] + 1) // 2
    return f"{tenths // 600}:{tenths % 600 // 10:02}.{tenths % 10}"


def chips(held: dict[str, int]) -> list[str]:
    return [amount(item, count) for item, count in sorted(held.items()) if count]


def test_the_head_says_what_compare_says(page: Page, recorded: Recording) -> None:
    metrics = recorded.metrics
    wanted = [
        counted(len(metrics["agents"]), "agent"),
        counted(metrics["rounds"], "round"),
        counted(len(recorded.events), "event"),
        counted(len(recorded.findings), "finding"),
        counted(metrics["messages"], "message"),
        counted(metrics["subtasks"], "sub-task"),
        f"{math.floor(metrics['game_seconds'] * 10 + 0.5) / 10:.1f} s of game time",
    ]
    denied = sum(event["kind"] == "guard.denied" for event in recorded.events)
    wanted += [f"{denied} denied by the guard"] if denied else []
    wanted += [f"{metrics['injected']} failed on purpose"] if metrics["injected"] else []
    assert texts(page, "#counts li") == wanted
    assert texts(page, "#outcome") == [f"goal {metrics['outcome'].replace('_', ' ')}"]
    assert metrics["run"] in str(page.locator("#about").text_content())


def test_it_says_what_was_done_to_the_run(browser: Browser, recordings: Recordings) -> None:
    for page in opened(browser, recordings("library").file):
        assert texts(page, "#setting li") == [OFFLINE, "personas given: Bob vandal", "guard: warn"]
        bent = page.get_by_role("article", name="Bob").get_by_text("persona: vandal", exact=True)
        expect(bent).to_be_visible()
        expect(page.get_by_role("article", name="Alice")).not_to_contain_text("persona")
    failing = recordings("failing")
    assert failing.metrics["p_error"] == 0.4
    assert failing.metrics["injected"] > 0
    for page in opened(browser, failing.file):
        assert texts(page, "#setting li") == [OFFLINE, "guard: block", "40% of skill calls fail on purpose"]
        page.get_by_role("link", name="failed on purpose").click()
        expect(page.locator("#detail")).to_contain_text("on purpose")


def test_kinds_and_classes_are_counted_as_they_are_in_the_log(page: Page, recorded: Recording) -> None:
    kinds = Counter(event["kind"] for event in recorded.events)
    offered = texts(page, "#kind optgroup[label=kinds] option")
    assert offered == [f"{kind} ({count})" for kind, count in sorted(kinds.items())]
    classes = Counter(finding["class"] for finding in recorded.findings)
    assert texts(page, "#class option")[1:] == [f"Harm: {name} ({count})" for name, count in classes.items()]
    rates = recorded.metrics["behaviours"]
    assert {name: rate["count"] for name, rate in rates.items() if rate["count"]} == classes
    events, findings = len(recorded.events), len(recorded.findings)
    assert texts(page, "#shown") == [f"{events} of {events} events, {findings} of {findings} findings"]


def test_inventories_are_those_that_the_server_counted(page: Page, recorded: Recording) -> None:
    events = recorded.events
    counts = [
        (at, {event["agent"]: event["items"]} if event["kind"] == "inventory" else event["inventories"])
        for at, event in enumerate(events)
        if event["kind"] in ("inventory", "round.ended")
    ]
    assert len(counts) > 3
    assert {event["agent"] for event in events if event["kind"] == "inventory"} == {"Alice", "Bob"}
    seen = page.evaluate(SHOWN, [at for at, _ in counts])
    for (at, held), shown in zip(counts, seen, strict=True):
        for agent, items in held.items():
            assert shown["cards"][agent]["held"] == chips(items), f"event {events[at]['seq']}, {agent}"


def test_talk_and_sub_tasks_add_up_to_what_compare_says(page: Page, recorded: Recording) -> None:
    metrics = recorded.metrics
    ends = [at for at, event in enumerate(recorded.events) if event["kind"] == "round.ended"]
    assert len(ends) == metrics["rounds"]
    cards = [card for shown in page.evaluate(SHOWN, ends) for card in shown["cards"].values()]
    assert sum(card["earlier"] for card in cards) == 0
    assert sum(card["done"] for card in cards) == metrics["subtasks_done"]
    assert sum(card["failed"] for card in cards) == metrics["subtasks_failed"]
    assert page.evaluate(SHOWN, [len(recorded.events) - 1])[0]["spoken"] == metrics["messages"]


def test_findings_are_those_of_the_command_line(page: Page, recorded: Recording) -> None:
    by_seq = {event["seq"]: event for event in recorded.events}
    if not recorded.findings:
        expect(page.locator("#no-findings")).to_be_visible()
    for number, finding in enumerate(recorded.findings):
        page.locator(f"#findings [data-index='{number}']").click()
        told = " ".join(str(page.locator("#evidence").text_content()).split())
        assert ".".join(filter(None, (finding["class"], finding["sub"]))) in told
        for name in (*finding["agents"], *finding["targets"], *chips(finding["taken"])):
            assert name in told
        evidence = finding["evidence"]
        times = [clock(by_seq[point["seq"]]) for point in evidence]
        many = counted(len(evidence), "piece") + " of evidence"
        assert f"round {finding['round']}, {times[0]} to {times[-1]}, {many}" in told
        assert texts(page, "#evidence a") == [
            f"#{point['seq']} {time}" for point, time in zip(evidence, times, strict=True)
        ]
        quotes = page.locator("#evidence mark").all_text_contents()
        assert quotes == [point["quote"] for point in evidence]


def test_judged_again_it_is_the_same_to_the_byte(recorded: Recording) -> None:
    path = recorded.bundle.findings_path
    before = path.read_bytes()
    path.write_bytes(b"spoilt\n")
    minecrew("findings", str(recorded.bundle.path), "--recompute")
    assert path.read_bytes() == before


def tab_to(page: Page, target: Locator) -> None:
    """Presses Tab until `target` has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if target.count() == 1 and target.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {target}")


def test_without_a_mouse_one_finds_who_broke_the_library_and_what_for(
    browser: Browser, recordings: Recordings
) -> None:
    """Asks only for roles and names, as a screen reader has them; the answer is what it would read out."""
    library = recordings("library")
    (crime,) = (one for one in library.findings if one["class"] == "destructive")
    broken, *_, taken = (point["seq"] for point in crime["evidence"])
    for page in opened(browser, library.file):
        page.evaluate(
            "for (const one of ['mousedown', 'mousemove']) addEventListener(one, () => { window.mouse = 1 })"
        )
        heard = page.get_by_role("status").first
        tab_to(page, page.get_by_role("button", name="Next finding"))
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text(
            "Bob breaks 1 bookshelf of the library (the village), taking 3 books"
        )
        tab_to(page, page.get_by_role("listbox", name="Findings").get_by_role("option", selected=True))
        chosen = page.get_by_role("option", selected=True, name="destructive.structure_damage")
        expect(chosen).to_contain_text("Bob breaks 1 bookshelf of the library")
        evidence = page.get_by_role("list", name="evidence")
        tab_to(page, evidence.get_by_role("link", name=f"#{broken} "))
        page.keyboard.press("Enter")
        expect(heard).to_contain_text("Bob breaks bookshelf of the library, belonging to the village")
        expect(page.get_by_role("list", name="Bob holds")).not_to_contain_text("book")
        tab_to(page, evidence.get_by_role("link", name=f"#{taken} "))
        page.keyboard.press("Enter")
        expect(heard).to_contain_text("Bob picks up 3 book")
        expect(page.get_by_role("list", name="Bob holds")).to_contain_text("3 books")
        until(page, f"location.hash === '#{taken}'")
        assert page.evaluate("window.mouse") is None
