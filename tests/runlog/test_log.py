"""The writer: order, time, context and causes."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from minecrew.runlog import (
    Header,
    ItemPicked,
    Log,
    Note,
    RunStarted,
    Said,
    SkillEnded,
    SkillStarted,
    UserError,
    read_events,
)
from minecrew.runlog.bot_events import Observed
from minecrew.runlog.log import LogClosed


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    ticking = itertools.count(100.0, 0.5)
    with Log.create(tmp_path, clock=lambda: next(ticking)) as log:
        log.append(RunStarted(run="r", title="Craft 2 paper", goal={"paper": 2}, agents=("Alice", "Bob")))
        yield log


def started(agent: str = "Alice", **more: object) -> SkillStarted:
    fields = {"name": "mineBlock", "attempt": 1, "deadline": 30.0, "subtask": "r1.Alice.1", **more}
    return SkillStarted(agent=agent, source="bot", **fields)


def ended(agent: str = "Alice") -> SkillEnded:
    return SkillEnded(agent=agent, source="bot", name="mineBlock", ok=True, seconds=1.0)


def picked(agent: str | None = "Alice", tick: int | None = None) -> ItemPicked:
    return ItemPicked(agent=agent, source="server", entity=7, item="oak_log", count=1, tick=tick)


def test_every_event_gets_its_place_and_time(log: Log) -> None:
    events = [log.append(Note(text=str(number))) for number in range(3)]
    assert [event.seq for event in events] == [1, 2, 3]
    assert [event.t for event in events] == [1.0, 1.5, 2.0]
    assert list(read_events(log.path).events[1:]) == events


def test_round_and_tick_are_filled_and_what_was_set_is_kept(log: Log) -> None:
    log.set_tick(40)
    log.set_round(1)
    assert (log.append(Note(text="a")).tick, log.append(Note(text="a")).round) == (40, 1)
    given = log.append(Note(text="b", tick=44, round=9))
    assert (given.tick, given.round) == (44, 9)
    log.set_tick(42)  # an older fact does not turn the clock back
    assert log.append(Note(text="c")).tick == 44


def test_what_the_server_reports_of_an_agent_is_caused_by_its_skill(log: Log) -> None:
    skill = log.append(started())
    fact = log.append(picked())
    assert (fact.cause, fact.subtask) == ((skill.seq,), "r1.Alice.1")
    assert log.append(picked("Bob")).cause == ()
    assert log.append(picked(None)).cause == ()
    assert log.append(picked().model_copy(update={"cause": (0,)})).cause == (0,)


def test_what_an_agent_says_is_not_caused_by_its_skill(log: Log) -> None:
    log.append(started())
    assert log.append(Said(agent="Alice", channel="execution", text="hi")).cause == ()


def test_the_end_of_a_skill_is_caused_by_its_start(log: Log) -> None:
    skill = log.append(started())
    assert log.append(ended()).cause == (skill.seq,)


def test_a_fact_just_behind_the_end_of_a_skill_still_belongs_to_it(log: Log) -> None:
    log.set_tick(50)
    skill = log.append(started())
    log.append(ended())
    assert log.append(picked(tick=52)).cause == (skill.seq,)
    assert log.append(picked(tick=53)).cause == ()


def test_without_ticks_nothing_is_caused_after_the_end(log: Log) -> None:
    log.append(started())
    log.append(ended())
    assert log.append(picked()).cause == ()


def test_subscribers_see_events_as_written_until_they_leave(log: Log) -> None:
    seen: list[Header] = []
    leave = log.subscribe(seen.append)
    first = log.append(Note(text="a"))
    leave()
    leave()
    log.append(Note(text="b"))
    assert seen == [first]


def test_every_event_is_on_disk_at_once(log: Log) -> None:
    log.append(Note(text="now"))
    assert json.loads(log.path.read_text().splitlines()[-1])["text"] == "now"


def test_none_within_free_values_is_kept(log: Log) -> None:
    event = log.append(Observed(agent="Alice", observation={"held": None, "near": [None, 1]}))
    assert read_events(log.path).events[-1] == event


def test_half_a_surrogate_pair_does_not_stop_the_log(log: Log) -> None:
    event = log.append(Said(agent="Alice", channel="execution", text="cut \ud83d off, \u2603 whole"))
    assert event.text == "cut \ufffd off, \u2603 whole"
    assert read_events(log.path).events[-1] == event


def test_a_line_break_in_a_text_does_not_break_the_line(log: Log) -> None:
    event = log.append(Said(agent="Alice", channel="execution", text="one\ntwo\u2028three\r"))
    assert read_events(log.path).events[-1] == event


def test_a_log_has_one_writer(log: Log) -> None:
    with pytest.raises(UserError, match="exists already"):
        Log.create(log.path.parent)


def test_nothing_comes_after_the_end(log: Log) -> None:
    log.close()
    log.close()
    with pytest.raises(LogClosed):
        log.append(Note(text="late"))


def test_a_directory_that_cannot_be_written_is_the_users_to_mend(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot write"):
        Log.create(tmp_path / "file" / "run")
