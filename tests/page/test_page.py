"""The replay page in a real browser: what it shows is what the log says, at every event."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from typer.testing import CliRunner

from minecrew.behaviors import Finding, Ledger, make_finding
from minecrew.cli import app
from minecrew.language import amount
from minecrew.page import link_scripts, write_page
from minecrew.runlog import (
    Attacked,
    FaultEvent,
    Header,
    Hurt,
    Moved,
    Reading,
    RoundEnded,
    RunEnded,
    RunStarted,
    Said,
    SubtaskEnded,
    UserError,
)
from minecrew.runlog.server_events import Respawned

from .conftest import HOSTILE, drawn, library_events, opened, until, write_bundle

EVERYWHERE = """async () => {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const seen = []
  for (let at = 0; at < minecrew.log.length; at++) {
    minecrew.player.go(at)
    await frame()
    await frame()
    const cards = {}
    for (const card of document.querySelectorAll('#crew .card')) {
      const chips = [...card.querySelectorAll('[data-item]')]
      const done = [...card.querySelectorAll('.subtasks li:not(.now)')]
      cards[card.dataset.name] = {
        held: Object.fromEntries(chips.map(chip => [chip.dataset.item, Number(chip.dataset.count)])),
        text: chips.map(chip => chip.textContent),
        health: card.querySelector('.health')?.textContent ?? null,
        done: done.map(line => line.className + line.textContent.slice(1))
      }
    }
    seen.push({
      cards,
      talk: [...document.querySelectorAll('#talk p')].map(line => line.textContent),
      map: document.querySelector('#map canvas').getAttribute('aria-label'),
      row: document.querySelector('#events [aria-selected=true]')?.getAttribute('aria-posinset'),
      value: document.getElementById('lanes').getAttribute('aria-valuetext'),
      moment: document.querySelector('#detail dd').textContent
    })
  }
  return seen
}"""


def test_at_every_event_the_page_shows_what_the_log_says(page: Page, reading: Reading) -> None:
    seen = page.evaluate(EVERYWHERE)
    ledger, talk, places, health = Ledger(), [], {}, {}
    done: dict[str, list[str]] = {"Alice": [], "Bob": []}
    assert len(seen) == len(reading.events)
    for number, (event, shown) in enumerate(zip(reading.events, seen, strict=True), start=1):
        ledger.add(event)
        match event:
            case Said():
                talk.append(event.text)
            case Moved() | Header(kind="bot.joined") if hasattr(event, "position"):
                x, y, z = (round_half_up(part) for part in event.position)
                places[event.agent] = f"{event.agent} at {x} {y} {z}"
            case Hurt():
                health[event.agent] = f"health {event.health:g} of 20"
            case SubtaskEnded():
                done[str(event.agent)].append(f"{event.state} {event.text}")
        for agent in ("Alice", "Bob"):
            card = shown["cards"][agent]
            held = ledger.held(agent)
            if not isinstance(event, RoundEnded):
                assert card["held"] == held, f"event {event.seq}"
            assert card["text"] == [amount(item, count) for item, count in card["held"].items()]
            assert card["health"] == health.get(agent)
            assert card["done"] == done[agent]
        assert shown["talk"] == talk
        assert all(place in shown["map"] for place in places.values())
        assert shown["row"] == str(number)
        assert f"event {number} of {len(seen)}" in shown["value"]
        assert shown["moment"] == f"#{event.seq} {event.kind}"


def round_half_up(value: float) -> int:
    """As JavaScript rounds."""
    return math.floor(value + 0.5)


def test_findings_and_their_evidence_are_those_of_the_detectors(
    page: Page, findings: Sequence[Finding], reading: Reading
) -> None:
    events = {event.seq: event for event in reading.events}
    assert any(finding.name == "destructive.structure_damage" for finding in findings)
    for number, finding in enumerate(findings):
        page.locator(f"#findings [data-index='{number}']").click()
        shown = page.locator("#findings [aria-selected=true]")
        expect(shown).to_contain_text(finding.name)
        expect(shown).to_contain_text(", ".join(finding.agents))
        expect(page.locator("#evidence")).to_contain_text(finding.name)
        for item, count in finding.taken.items():
            expect(page.locator("#evidence .sentence")).to_contain_text(f"{count} {item}")
        quotes = page.eval_on_selector_all("#evidence mark", "all => all.map(one => one.textContent)")
        assert quotes == [point.quote for point in finding.evidence]
        links = page.eval_on_selector_all("#evidence a", "all => all.map(one => one.hash)")
        assert links == [f"#{point.seq}" for point in finding.evidence]
        cited = [events[point.seq] for point in finding.evidence]
        deeds = [event for kind in ("died", "block.broken") for event in cited if event.kind == kind]
        own = [event for event in cited if event.agent in finding.agents]
        # A death, a broken block, or the last action of those that the finding is about.
        [deed] = deeds[:1] or own[-1:] or cited[-1:]
        until(page, "minecrew.due === false")  # what follows is drawn in the frame after the click
        assert page.locator("#detail dd").first.text_content() == f"#{deed.seq} {deed.kind}"
        lit = page.eval_on_selector_all(
            "#events .cited:not([hidden])", "all => all.map(one => Number(one.dataset.seq))"
        )
        assert lit
        assert set(lit) <= {point.seq for point in finding.evidence}


def test_of_a_row_of_like_evidence_the_ends_are_shown_and_the_others_on_demand(
    browser: Browser, tmp_path: Path
) -> None:
    blows: list[Header] = [
        Attacked(agent="Alice", target="cow", target_kind="mob", entity=9, damage=1, tick=100 + blow)
        for blow in range(12)
    ]
    reading = write_bundle(tmp_path, [*library_events()[:10], *blows]).read()
    cited = [event for event in reading.events if event.seq >= 9]
    finding = make_finding(
        "volunteer", "time", agents=["Alice"], targets=["Bob"], round=1, evidence=cited, detector="test"
    )
    write_page(tmp_path / "page.html", reading, [finding])
    for page in opened(browser, tmp_path / "page.html"):
        page.keyboard.press("n")
        links = page.locator("#evidence a")
        expect(links).to_have_count(13)
        assert [link.text_content() for link in links.all() if link.is_visible()] == [
            f"#{seq} 0:0{time}" for seq, time in ((9, "0.5"), (10, "5.0"), (21, "5.6"))
        ]
        page.get_by_text("10 more like it").click()
        assert all(link.is_visible() for link in links.all())


def test_a_path_does_not_lead_from_the_grave_to_the_spawn(browser: Browser, tmp_path: Path) -> None:
    back = Respawned(agent="Bob", position=(0, 5, 0), tick=101)
    walk = [Moved(agent="Bob", position=(place, 5, 0), tick=102 + place) for place in range(3)]
    write_page(
        tmp_path / "page.html", write_bundle(tmp_path, [*library_events()[:17], back, *walk]).read(), ()
    )
    for page in opened(browser, tmp_path / "page.html"):
        path = page.evaluate("minecrew.map.paths[1]")
        assert path["legs"] == [0, path["x"].index(0)]
        page.keyboard.press("End")
        until(page, "minecrew.map.at === minecrew.log.length - 1")


def test_hunting_is_told_from_harm(page: Page) -> None:
    page.get_by_label("kind").select_option("harm")
    assert page.evaluate("minecrew.filter.shown.map(at => minecrew.log.events[at].kind)") == [
        "attacked",
        "hurt",
    ]
    page.evaluate(
        """const hit = minecrew.log.events.find(one => one.kind === 'attacked')
        Object.assign(hit, { target: 'cow', target_kind: 'mob' })"""
    )
    page.get_by_label("kind").select_option("hunt")
    assert page.evaluate("minecrew.filter.shown.map(at => minecrew.log.events[at].kind)") == ["attacked"]


def shown_seqs(page: Page) -> list[int]:
    return page.evaluate("minecrew.filter.shown.map(at => minecrew.log.events[at].seq)")


def test_filters(page: Page, reading: Reading, findings: Sequence[Finding]) -> None:
    def those(fits: Callable[[Any], bool]) -> list[int]:
        return [event.seq for event in reading.events if fits(event)]

    page.get_by_role("checkbox", name="Bob").first.check()
    assert shown_seqs(page) == those(lambda event: event.agent == "Bob")
    page.get_by_label("kind").select_option("item.picked")
    assert shown_seqs(page) == those(lambda event: event.agent == "Bob" and event.kind == "item.picked")
    page.get_by_role("checkbox", name="Bob").first.uncheck()
    page.get_by_label("kind").select_option("talk")
    spoken = ("said", "discussion.ended", "assigned", "refused")
    assert shown_seqs(page) == those(lambda event: event.kind in spoken)
    page.get_by_label("kind").select_option("")
    page.get_by_role("searchbox").fill("LEATHER")
    words = {event.seq for event in reading.events if "leather" in event.model_dump_json()}
    until(page, f"minecrew.filter.shown.length === {len(words)}")
    assert set(shown_seqs(page)) == words
    page.get_by_role("searchbox").fill("")
    page.get_by_role("combobox", name="class").select_option("destructive")
    cited = {point.seq for one in findings if one.class_ == "destructive" for point in one.evidence}
    until(page, f"minecrew.filter.shown.length === {len(cited)}")
    assert set(shown_seqs(page)) == cited
    expect(page.locator("#shown")).to_contain_text(f"{len(cited)} of {len(reading.events)} events")


def test_a_link_opens_its_moment_and_moving_changes_the_link(browser: Browser, file: Path) -> None:
    for page in opened(browser, file):
        page.evaluate("location.hash = '#12'")
        expect(page.locator("#detail dd").first).to_contain_text("#12 ")
        page.get_by_role("button", name="Next event").click()
        until(page, "location.hash === '#13'")


def test_it_plays_to_the_end_at_the_chosen_speed(page: Page, reading: Reading) -> None:
    page.get_by_label("speed").select_option("16")
    page.get_by_role("button", name="Play").click()
    until(page, f"minecrew.player.at === {len(reading.events) - 1}", seconds=60)
    until(page, "!minecrew.player.playing")
    rate = page.evaluate("""async () => {
      const { player } = minecrew
      const frame = () => new Promise(requestAnimationFrame)
      player.go(0)
      player.setSpeed(0.25)
      player.play()
      const [began, from] = [await frame(), player.x] // it steps in frames, in each of them before us
      let now = began
      while (now - began < 700) now = await frame()
      const rate = (player.x - from) / (now - began) * 1000
      player.pause()
      return rate
    }""")
    assert rate == pytest.approx(0.25, rel=0.01)


def test_hostile_words_are_shown_as_words(browser: Browser, tmp_path: Path) -> None:
    events = [
        event.model_copy(update={"title": HOSTILE, "run": HOSTILE, "agents": ("Alice", "Bob", HOSTILE)})
        if isinstance(event, RunStarted)
        else event.model_copy(update={"reason": HOSTILE})
        if isinstance(event, RunEnded)
        else event
        for event in library_events()
    ]
    reading = write_bundle(tmp_path, events).read()
    write_page(tmp_path / "page.html", reading, ())
    for page in opened(browser, tmp_path / "page.html"):
        page.keyboard.press("End")
        expect(page.locator("#talk p").nth(1)).to_have_text(f"Agreed. {HOSTILE}", use_inner_text=False)
        assert page.locator("#title").text_content() == HOSTILE
        assert page.evaluate("minecrew.log.events[6].text") == f"Agreed. {HOSTILE}"
        assert page.evaluate("typeof window.broken") == "undefined"
        assert page.locator("img, iframe, object, embed").count() == 0
        assert page.locator("script").count() == 2


def test_personas_are_told_in_the_header(browser: Browser, file: Path, tmp_path: Path) -> None:
    for page in opened(browser, file):
        expect(page.locator("#setting")).not_to_contain_text("persona")
    events = library_events()
    started = events[0].model_copy(update={"personas": {"Bob": "vandal"}})
    write_page(tmp_path / "page.html", write_bundle(tmp_path, [started, *events[1:]]).read(), ())
    for page in opened(browser, tmp_path / "page.html"):
        expect(page.locator("#setting")).to_contain_text("personas given: Bob vandal")


def test_faults_of_ours_are_told_in_the_header(browser: Browser, file: Path, tmp_path: Path) -> None:
    for page in opened(browser, file):
        expect(page.locator("#faults")).to_be_hidden()
    faults = [FaultEvent(where="bridge", message=f"the supervisor is gone, {HOSTILE}") for _ in range(7)]
    write_page(tmp_path / "page.html", write_bundle(tmp_path, [*library_events()[:9], *faults]).read(), ())
    for page in opened(browser, tmp_path / "page.html"):
        told = page.locator("#faults a")
        expect(told).to_have_count(6)
        assert told.first.text_content() == f"fault in bridge: the supervisor is gone, {HOSTILE}"
        told.last.click()
        expect(page.locator("#detail dd").first).to_contain_text("#14 fault")


def test_dark_and_light_are_the_readers(browser: Browser, file: Path) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        for page in opened(browser, file, color_scheme=scheme):
            grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            assert page.evaluate("minecrew.palette.text") in ("#1b1f26", "#e6e9ee")
            page.emulate_media(color_scheme="dark")
            until(page, "minecrew.palette.text === '#e6e9ee'")
    assert len(grounds) == 2


def test_nothing_lies_beyond_the_edge_of_a_narrow_screen(browser: Browser, file: Path) -> None:
    for page in opened(browser, file):
        page.set_viewport_size({"width": 360, "height": 740})
        page.keyboard.press("n")
        drawn(page)
        until(page, "document.documentElement.scrollWidth <= 360")


def test_a_log_without_an_end_or_an_arena_is_shown(
    browser: Browser, reading: Reading, tmp_path: Path
) -> None:
    cut = replace(reading, path=tmp_path / "other.jsonl", events=reading.events[:12])
    write_page(tmp_path / "cut.html", cut, ())
    for page in opened(browser, tmp_path / "cut.html"):
        expect(page.locator("#outcome")).to_have_text("no end")
        expect(page.locator("#no-map")).to_be_visible()


def test_a_place_that_cannot_be_written_is_answered(reading: Reading, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--html"):
        write_page(tmp_path / "nowhere" / "page.html", reading, ())


def test_the_command_writes_it(reading: Reading, file: Path, tmp_path: Path) -> None:
    written = tmp_path / "page.html"
    told = CliRunner().invoke(app, ["replay", str(reading.path), "--html", str(written)])
    assert told.exit_code == 0, told.output
    assert written.read_bytes() == file.read_bytes()


def test_no_script_holds_what_would_end_its_element() -> None:
    script = link_scripts().lower()
    assert "</script" not in script
    assert "<!--" not in script
