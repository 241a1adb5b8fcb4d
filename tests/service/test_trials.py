"""A skill is tried over HTTP: in a real world, as a run that is queued, watched and stopped like any."""

from __future__ import annotations

from typing import Any

import pytest

from minecrew.runlog import BlockBroken, GoalChecked, ItemGranted, RunBundle, SkillEnded, SkillStarted
from minecrew.skills import run_records
from tests.minecrew.conftest import minecrew
from tests.service.conftest import PATIENCE, Service

CUT = """/**
 * Cuts reed.
 * @param {number} [count=2] - how many
 * @keywords cane
 * @needs sugar cane
 * @example cutReed(bot, 2)
 * @give shears=1
 * @expect sugar_cane=2
 */
async function cutReed (bot, count = 2) {
  await mineBlock(bot, 'sugar_cane', count)
}
module.exports = cutReed
"""


def tried(service: Service, name: str, **asked: Any) -> dict[str, Any]:
    """The card of a try at its end."""
    answer = service.client.post(f"/skills/{name}/try", json=asked)
    assert answer.status_code == 202, answer.text
    assert (answer.json()["kind"], answer.json()["outcome"]) == ("try", None)
    address = answer.headers["location"]
    service.wait(lambda: service.client.get(address).json()["state"] == "ended", within=2 * PATIENCE)
    card: dict[str, Any] = service.client.get(address).json()
    return card


def test_a_text_is_tried_and_all_that_came_of_it_is_a_run(service: Service) -> None:
    card = tried(service, "cutReed", source=CUT)
    assert (card["outcome"], card["title"], card["arena"]) == ("met", "Try cutReed", "meadow")
    assert card["goal"] == {"sugar_cane": 2}
    assert card["have"]["sugar_cane"] >= 2
    bundle = RunBundle.find(card["id"], service.runs)
    events = bundle.read().events
    [granted] = [event for event in events if isinstance(event, ItemGranted)]
    assert (granted.agent, granted.item, granted.count) == ("Alice", "shears", 1)
    [begun] = [event for event in events if isinstance(event, SkillStarted)]
    [ended] = [event for event in events if isinstance(event, SkillEnded)]
    assert ended.gained["sugar_cane"] >= 2
    broken = [event for event in events if isinstance(event, BlockBroken)]
    assert broken
    assert {event.cause for event in broken} == {(begun.seq,)}
    assert all(begun.seq < event.seq < ended.seq for event in broken)
    assert next(event.met for event in events if isinstance(event, GoalChecked))
    assert service.client.get(f"/runs/{card['id']}/page").json()["arena"]["name"] == "meadow"
    told = minecrew("replay", card["id"], "--out", str(service.runs)).stdout
    assert "cutReed" in told
    assert run_records(bundle) == {}, "a try is no use"


@pytest.mark.soak  # minecrew/test_trials.py; that a try is a run like any, the test above
def test_what_fails_is_told_with_its_line(service: Service) -> None:
    card = tried(service, "cutReed", source=CUT, arguments=[2], arena="flat")
    assert card["outcome"] == "not_met"
    assert "NOT_FOUND" in card["reason"]
    assert "(line 11)" in card["reason"]


def test_a_try_that_does_not_end_is_stopped(service: Service) -> None:
    forever = CUT.replace("await mineBlock(bot, 'sugar_cane', count)", "for (;;) await bot.waitForTicks(1)")
    answer = service.client.post("/skills/cutReed/try", json={"source": forever})
    address = answer.headers["location"]
    bundle = RunBundle(service.runs / answer.json()["id"])

    def begun() -> bool:
        return bundle.events_path.exists() and "skill.started" in bundle.events_path.read_text()

    service.wait(begun)
    assert service.client.post(f"{address}/stop").status_code == 202
    service.wait(lambda: service.client.get(address).json()["state"] == "ended")
    card = service.client.get(address).json()
    assert (card["outcome"], card["reason"]) == ("interrupted", "interrupted by a person")


@pytest.mark.parametrize(
    ("name", "asked", "status", "words"),
    [
        ("cutReed", {}, 404, "cutReed"),
        ("cutReed", {"source": "nothing"}, 422, "no function 'cutReed'"),
        ("cutReed", {"source": CUT, "arena": "moon"}, 422, "there is no arena 'moon'; choose from"),
        ("cutReed", {"source": CUT, "give": {"sugar_cane": 1}}, 422, "give its ingredients instead"),
        ("cutReed", {"source": CUT, "give": {"bread": 0}}, 422, "body.give.bread"),
        ("cutReed", {"source": CUT, "path": "/etc"}, 422, "body.path"),
        ("cutReed", {"source": CUT, "arguments": ["[" * 999], "arena": "moon"}, 422, "no arena 'moon'"),
    ],
)
def test_what_cannot_be_tried_is_refused(
    service: Service, name: str, asked: dict[str, Any], status: int, words: str
) -> None:
    before = list(service.runs.glob("[!.]*"))
    answer = service.client.post(f"/skills/{name}/try", json=asked)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert words in answer.json()["detail"]
    assert list(service.runs.glob("[!.]*")) == before
