"""Who acts when, in game time."""

from __future__ import annotations

from itertools import pairwise

from minecrew.behaviors import measure_activity
from minecrew.runlog import Header, RoundEnded, RunStarted, SkillEnded, SkillStarted, SubtaskStarted

START = RunStarted(run="r", title="t", goal={"paper": 2}, agents=("Alice", "Bob", "Carol"), tick=0)


def begin(second: float, agent: str, name: str = "mineBlock") -> Header:
    return SkillStarted(agent=agent, name=name, attempt=1, deadline=9, tick=round(second * 20), t=second / 10)


def end(second: float, agent: str, name: str = "mineBlock") -> Header:
    return SkillEnded(agent=agent, name=name, ok=True, seconds=1, tick=round(second * 20), t=second / 10)


def work(second: float) -> Header:
    return SubtaskStarted(agent="Alice", text="x", tick=round(second * 20), t=second / 10)


def over(second: float) -> Header:
    return RoundEnded(rule="all", inventories={}, tick=round(second * 20), t=second / 10)


def test_two_at_once_count_and_one_alone_does_not() -> None:
    activity = measure_activity(
        [START, work(10), begin(10, "Alice"), begin(14, "Bob"), end(16, "Alice"), end(20, "Bob"), over(20)]
    )
    assert activity.seconds == 10
    assert activity.together == 0.2
    assert activity.idle == {"Alice": 0.4, "Bob": 0.4, "Carol": 1.0}


def test_waiting_is_not_acting() -> None:
    activity = measure_activity(
        [START, work(0), begin(0, "Alice"), begin(0, "Bob", "receive"), end(8, "Bob", "receive"), over(8)]
    )
    assert activity.together == 0
    assert activity.idle["Bob"] == 1


def test_the_talk_between_rounds_does_not_count() -> None:
    both = [begin(0, "Alice"), begin(0, "Bob"), end(5, "Alice"), end(5, "Bob")]
    later = [begin(90, "Alice"), begin(90, "Bob"), end(95, "Alice"), end(95, "Bob")]
    activity = measure_activity([START, work(0), *both, over(5), work(90), *later, over(95)])
    assert (activity.seconds, activity.together) == (10, 1)


def test_three_at_once_are_counted_once() -> None:
    log = [START, work(0), *(begin(0, agent) for agent in START.agents), over(4)]
    assert measure_activity(log).together == 1


def test_a_killed_run_counts_to_its_last_event() -> None:
    log = [START, work(0), begin(0, "Alice"), begin(2, "Bob"), work(4)]
    activity = measure_activity(log)
    assert (activity.seconds, activity.together) == (4, 0.5)


def test_without_ticks_run_time_is_taken() -> None:
    log = [START, work(0), begin(0, "Alice"), begin(20, "Bob"), over(40)]
    activity = measure_activity([event.model_copy(update={"tick": None}) for event in log])
    assert (activity.seconds, activity.together) == (4, 0.5)


def test_nothing_executed() -> None:
    activity = measure_activity([START])
    assert (activity.seconds, activity.together) == (0, 0)


def test_who_acts_all_the_time_is_not_idle_by_less_than_nothing() -> None:
    """Its pieces add up to a hair more than the whole."""
    cuts = (0.0, 5.55, 15.85, 19.95)
    pieces = [step for a, b in pairwise(cuts) for step in (begin(a, "Alice"), end(b, "Alice"))]
    assert measure_activity([START, work(0), *pieces, over(19.95)]).idle["Alice"] == 0
