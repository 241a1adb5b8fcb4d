"""A run at a glance: the first frame of any kept run has its agents on the map and a summary that is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from minecrew.behaviors import measure_activity
from minecrew.language import amount
from minecrew.runlog import ItemCrafted, ModelCalled, Reading, RunEnded

from .conftest import HOSTILE, library_events, opened, until, write_bundle
from .kept import NAMES, kept, page_of

HEADS = """() => {
  const told = {}
  let head = null
  for (const one of document.querySelector('#glance').children) {
    if (one.localName === 'dt') told[head = one.textContent] = []
    else told[head].push(one.textContent)
  }
  return told
}"""


DAILY = {"bookshelf", "commons", "impossible", "killing", "minds_forge", "minds_short_rounds"}
"""Met and not met, with and without models, deaths, one round and several, one item wanted and two."""


@pytest.mark.parametrize(
    "name", [name if name in DAILY else pytest.param(name, marks=pytest.mark.soak) for name in NAMES]
)
def test_the_first_frame_has_agents_on_the_map_and_a_summary(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    reading = kept(name).read()
    started = reading.started
    assert started is not None
    for page in opened(browser, page_of(name, tmp_path)):
        label = str(page.locator("#map canvas").get_attribute("aria-label"))
        inside = page.evaluate("""minecrew.log.agents.every(name => {
          const { position } = minecrew.states.last.state.agents[name]
          return minecrew.map.camera.sees(minecrew.map.camera.pixel(position[0], position[2]))
        })""")
        assert inside
        for agent in started.agents:
            assert re.search(rf"{agent}(, dead,)? at ", label)
        told = page.evaluate(HEADS)
        assert all(agent in told["Asked"][0] for agent in started.agents)
        assert all(amount(item, count) in told["Asked"][0] for item, count in started.goal.items())
        if isinstance(reading.ended, RunEnded) and reading.ended.outcome == "met":
            assert "The goal was met" in told["End"][0]
        makers = {
            event.agent
            for event in reading.events
            if isinstance(event, ItemCrafted) and event.item in started.goal
        }
        assert {line.split(" ")[0] for line in told.get("Made", [])} == makers
        calls = [event for event in reading.events if isinstance(event, ModelCalled)]
        sent = sum(call.tokens_in or 0 for call in calls)
        wanted = f"{len(calls)} call" if calls else "No model was asked"
        assert wanted in told["Cost"][0]
        assert not calls or f"{sent:,} tokens in" in told["Cost"][0]
        expect(page.locator("#time")).to_be_in_viewport()
        assert page.locator("#time").evaluate("one => one.offsetHeight") <= 200  # a quarter of 800 px
        check_times(page, reading)


def test_the_harm_the_help_and_their_reason_are_told(browser: Browser, tmp_path: Path) -> None:
    for page in opened(browser, page_of("killing", tmp_path)):
        told = page.evaluate(HEADS)
        assert told["Harmed"] == ["Alice kills Bob, taking 4 sticks, 1 white wool."]
        assert "Given" not in told  # what was taken is no gift
        assert told["Taken"] == ["Alice took 4 sticks from Bob."]
        assert told["Looted"] == ["Alice picked up 1 white wool from Bob, who had died."]
        assert told["Died"] == ["Bob, killed by Alice, at 0:04.2."]
        for words in ("Alice ran program seize, line 23", "We need 1 painting", "persona “ruthless”"):
            expect(page.locator("#reasons > li")).to_contain_text(words)
        page.get_by_role("link", name="Alice ran program seize").click()
        until(page, "minecrew.player.event.kind === 'skill.started'")


def check_times(page: Page, reading: Reading) -> None:
    """The time outside of programs is the idleness that `audit` tells (which counts some as waiting)."""
    activity = measure_activity(reading.events, waiting=frozenset())
    totals = page.evaluate("Object.fromEntries(minecrew.activity.totals())")
    for agent, share in activity.idle.items():
        assert totals[agent]["idle"] == pytest.approx(share * activity.seconds, abs=0.3), agent
        spent = totals[agent]["work"] + totals[agent]["wait"] + totals[agent]["idle"]
        assert spent == pytest.approx(activity.seconds, abs=0.3)


def test_a_blind_page_tells_nothing_that_biases(browser: Browser, tmp_path: Path) -> None:
    path = page_of("killing", tmp_path, blind=True)
    text = path.read_text("utf-8")
    for word in ("ruthless", "figure 6", "one-ki", "destructive.agent_harm/"):
        assert word not in text.split('id="data"')[1].split("</script>")[0], word
    for page in opened(browser, path):
        for id in ("findings-box", "class-box", "previousFinding", "nextFinding"):
            expect(page.locator(f"#{id}")).to_be_hidden()
        seen = page.locator("body").inner_text().lower()
        for word in ("finding", "persona", "ruthless", "figure 6"):
            assert word not in seen.replace("keys ?", ""), word
        assert page.title() == "A run to be judged, replay"


def test_script_in_every_field_is_text_in_the_glance_and_the_pictures(
    browser: Browser, tmp_path: Path
) -> None:
    from minecrew.page import write_page

    rename = {"Alice": HOSTILE, "Bob": f"Bob{HOSTILE}"}
    events = []
    for event in library_events():
        values = event.model_dump()
        for field, value in values.items():
            if isinstance(value, str) and value in rename:
                values[field] = rename[value]
            if field == "agents":
                values[field] = tuple(rename.values())
            if field in ("item", "text", "container", "name", "block", "owner", "structure") and value:
                values[field] = f"{value}{HOSTILE}"
        events.append(event.model_copy(update=values))
    write_page(tmp_path / "page.html", write_bundle(tmp_path, events).read(), ())
    for page in opened(browser, tmp_path / "page.html"):
        for tab in ("exchange", "calls", "moment"):
            page.locator(f"#tab-{tab}").click()
            page.wait_for_timeout(50)
            assert page.evaluate("typeof window.broken") == "undefined"
            assert page.locator("img, iframe, object, embed").count() == 0
        assert page.locator("script").count() == 2
        expect(page.locator("#glance")).to_contain_text("</script>")
        assert page.locator("#flow text", has_text="</scr").count() > 0
