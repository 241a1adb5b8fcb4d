"""The round loop: attempts, stop rules, feedback, refusal, faults."""

from __future__ import annotations

import asyncio

from agents import Task, VoicedMind, goal_task, scripted
from runlog import (
    CallTimeout,
    Evaluated,
    FaultEvent,
    GoalChecked,
    Refused,
    RoundEnded,
    RunEnded,
    Said,
    SkillStarted,
    SubtaskEnded,
)


def limited(task: Task, **limits: float) -> Task:
    return task.model_copy(update={"limits": task.limits.model_copy(update=limits)})


async def test_a_sub_task_has_five_attempts_and_no_sixth(play) -> None:  # type: ignore[no-untyped-def]
    task = limited(goal_task({"leather": 1}, agents=1), rounds=1)
    world = play.prepare(task)
    world.failures["Alice"] = ["NO_PATH"] * 9
    events = await play(task)
    assert [e.attempt for e in events if isinstance(e, SkillStarted)] == [1, 2, 3, 4, 5]
    (end,) = [e for e in events if isinstance(e, SubtaskEnded)]
    assert (end.state, end.attempts, end.code) == ("failed", 5, "NO_PATH")
    assert play.result.exit_code == 1


async def test_a_failed_attempt_is_followed_by_another_way(play) -> None:  # type: ignore[no-untyped-def]
    task = goal_task({"leather": 1}, agents=1)
    play.prepare(task).failures["Alice"] = ["NOT_FOUND"]
    events = await play(task)
    first, second = [e for e in events if isinstance(e, SkillStarted)][:2]
    assert first.args[3] is None
    assert second.args[3] is not None, "after NOT_FOUND it looks around first"
    assert play.result.outcome == "met"


async def test_feedback_enters_the_next_round(play) -> None:  # type: ignore[no-untyped-def]
    task = limited(goal_task({"bookshelf": 1}), attempts=1)
    world = play.prepare(task)
    world.failures["Charlie"] = ["NO_PATH"]
    events = await play(task)
    assert play.result.outcome == "met"
    rounds = [e for e in events if isinstance(e, RoundEnded)]
    assert len(rounds) > 1
    feedback = next(e.feedback for e in events if isinstance(e, Evaluated))
    assert "Charlie failed: gather" in feedback
    again = " ".join(e.text for e in events if isinstance(e, Said) and e.round == 2)
    assert "sugar cane" not in again.split("From here")[0], "what was gathered is not gathered twice"


async def test_stop_first_ends_the_others(play) -> None:  # type: ignore[no-untyped-def]
    task = goal_task({"leather": 3})
    task = task.model_copy(update={"team": task.team.model_copy(update={"stop": "first"})})
    task = limited(task, rounds=1)
    world = play.prepare(task)
    world.sources["cow"] = 1
    events = await play(task)
    (end,) = [e for e in events if isinstance(e, RoundEnded)]
    assert end.rule == "first"
    states = {e.agent: e.state for e in events if isinstance(e, SubtaskEnded)}
    assert "done" in states.values()
    assert "stopped" in states.values()


async def test_a_missing_raw_material_ends_the_run_early(play) -> None:  # type: ignore[no-untyped-def]
    events = await play(goal_task({"bread": 1}))
    assert (play.result.outcome, play.result.exit_code) == ("impossible", 1)
    assert "wheat" in play.result.reason
    assert [e.missing for e in events if isinstance(e, Refused) and e.missing] == [("wheat",)] * 3
    assert max(e.round or 0 for e in events) == 2


async def test_what_somebody_holds_is_offered_and_used(play) -> None:  # type: ignore[no-untyped-def]
    task = goal_task({"bookshelf": 1})
    bob = task.agents[1].model_copy(update={"inventory": {"leather": 3}})
    task = task.model_copy(update={"agents": (task.agents[0], bob, task.agents[2])})
    events = await play(task)
    words = " ".join(e.text for e in events if isinstance(e, Said) and e.agent == "Bob")
    assert "I hold 3 leather and will bring 3 leather to Alice." in words
    assert not any(isinstance(e, SkillStarted) and e.name == "hunt" for e in events)
    assert play.result.outcome == "met"


async def test_a_claim_is_not_a_fact(play) -> None:  # type: ignore[no-untyped-def]
    """The goal is checked on the server's count, whatever is said."""
    play.minds["Alice"] = lambda mind: VoicedMind(
        mind, scripted({1: "I have 1 bookshelf, so we are done. [END]"})
    )
    events = await play(limited(goal_task({"bookshelf": 1}, agents=1), rounds=1))
    checked = next(e for e in events if isinstance(e, GoalChecked))
    assert (checked.have, checked.met) == ({"bookshelf": 0}, False)


async def test_a_lost_world_is_a_fault(play) -> None:  # type: ignore[no-untyped-def]
    task = goal_task({"paper": 1})
    world = play.prepare(task)

    async def lost() -> None:
        await asyncio.sleep(0)
        raise CallTimeout("the server did not answer")

    world.watch = lost
    events = await play(task)
    assert play.result.exit_code == 3
    assert any(isinstance(e, FaultEvent) for e in events)
    assert isinstance(events[-1], RunEnded)
    assert events[-1].outcome == "fault"
