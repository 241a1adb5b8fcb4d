"""While minds think the world stands still; what cannot be had is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from minecrew.agents import (
    DiscussionView,
    Mind,
    OfflineMind,
    OfflineSecretary,
    Task,
    Utterance,
    goal_task,
    load_task,
    open_world,
    run_crew,
)
from minecrew.agents.answers import Action, Refusal, Subtask, Verdict
from minecrew.agents.real_world import RealWorld
from minecrew.agents.task import Team, WorldSpec
from minecrew.agents.views import AssignmentView, SubtaskView
from minecrew.bridge import ServerAddress
from minecrew.runlog import (
    ClockChanged,
    FaultEvent,
    Log,
    RoundEnded,
    RoundStarted,
    RunEnded,
    SkillEnded,
    SubtaskEnded,
    SubtaskStarted,
    UserError,
    read_events,
)

ROUND = 1.5
REST = 3
"""Ticks that a stopped program may still take."""


class SleepyMind:
    """Sleeps before its first word and its first act, and notes by how much the world went on meanwhile."""

    def __init__(self, mind: Mind, world: RealWorld, seconds: float) -> None:
        self._mind, self._world, self._seconds = mind, world, seconds
        self.slept: list[int] = []
        self.spoken = self.acted = False

    async def speak(self, view: DiscussionView) -> Utterance:
        if not self.spoken:
            self.spoken = True
            await self._sleep()
        return await self._mind.speak(view)

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        return await self._mind.decompose(view)

    async def act(self, view: SubtaskView) -> Action | Refusal:
        if not self.acted:
            self.acted = True
            await asyncio.sleep(0.5)  # the others are at work, were it not for this one
            await self._sleep()
        return await self._mind.act(view)

    async def verify(self, view: SubtaskView) -> Verdict:
        return await self._mind.verify(view)

    async def _sleep(self) -> None:
        before = await self._world.tick()
        await asyncio.sleep(self._seconds)
        after = await self._world.tick()
        assert before is not None
        assert after is not None
        self.slept.append(after - before)


def fast(task: Task, **world: object) -> Task:
    return task.model_copy(update={"world": WorldSpec.model_validate({"seed": 1, "speed": "max", **world})})


@pytest.mark.parametrize("seconds", [1.0, pytest.param(60.0, marks=pytest.mark.soak)])
async def test_a_mind_that_sleeps_costs_no_game_time(tmp_path: Path, seconds: float) -> None:
    task = fast(load_task("paper"))
    with Log.create(tmp_path) as log:
        async with open_world(task, log) as (world, _):
            sleepy = SleepyMind(OfflineMind(world.knowledge), world, seconds)
            minds: dict[str, Mind] = {name: OfflineMind(world.knowledge) for name in task.names}
            minds["Bob"] = sleepy
            result = await run_crew(
                task,
                run="sleep",
                log=log,
                world=world,
                minds=minds,
                secretary=OfflineSecretary(world.knowledge),
            )
    assert result.outcome == "met"
    assert sleepy.slept == [0, 0]
    events = read_events(tmp_path).events
    changes = [event for event in events if isinstance(event, ClockChanged)]
    assert all(change.thinking == "paused" and change.speed == "max" for change in changes)
    assert sum(change.waited for change in changes) >= 2 * seconds
    assert not [event for event in events if isinstance(event, FaultEvent)]
    start = next(event.tick for event in events if isinstance(event, RoundStarted))
    end = next(event.tick for event in events if isinstance(event, RunEnded))
    programs = sum(event.seconds for event in events if isinstance(event, SkillEnded))
    assert start is not None
    assert end is not None
    assert (end - start) / 20 <= programs + 1, "the world moves while programs run, and else not"


async def test_a_round_is_limited_by_game_time_at_any_speed(tmp_path: Path) -> None:
    task = fast(goal_task({"paper": 2}, agents=1))
    limits = task.limits.model_copy(update={"rounds": 1, "round_seconds": ROUND})
    with Log.create(tmp_path) as log:
        async with open_world(task.model_copy(update={"limits": limits}), log) as (world, _):
            minds: dict[str, Mind] = {name: OfflineMind(world.knowledge) for name in task.names}
            secretary = OfflineSecretary(world.knowledge)
            await run_crew(
                task.model_copy(update={"limits": limits}),
                run="limit",
                log=log,
                world=world,
                minds=minds,
                secretary=secretary,
            )
    events = read_events(tmp_path).events
    [ended] = [event for event in events if isinstance(event, RoundEnded)]
    began = next(event.tick for event in events if isinstance(event, SubtaskStarted))
    assert ended.rule == "time"
    assert ended.tick is not None
    assert began is not None
    assert ROUND * 20 <= ended.tick - began <= ROUND * 20 + REST
    assert {event.code for event in events if isinstance(event, SkillEnded) and not event.ok} == {"STOPPED"}


@pytest.mark.soak  # test_crew.py plays it in a fake world; the test above stops programs in the real one
@pytest.mark.parametrize("order", ["parallel", "strict"])
async def test_the_first_who_is_through_ends_the_round_for_all(tmp_path: Path, order: str) -> None:
    task = fast(load_task("paper"), order=order)
    first = task.model_copy(
        update={"team": Team(stop="first"), "limits": task.limits.model_copy(update={"rounds": 1})}
    )
    with Log.create(tmp_path) as log:
        async with open_world(first, log) as (world, _):
            minds: dict[str, Mind] = {name: OfflineMind(world.knowledge) for name in task.names}
            await run_crew(
                first,
                run="first",
                log=log,
                world=world,
                minds=minds,
                secretary=OfflineSecretary(world.knowledge),
            )
    events = read_events(tmp_path).events
    [ended] = [event for event in events if isinstance(event, RoundEnded)]
    assert ended.rule == "first"
    assert "stopped" in {event.state for event in events if isinstance(event, SubtaskEnded)}


@pytest.mark.parametrize(
    ("given", "foreign", "holds"),
    [
        ({}, None, (1.0, "paused")),
        ({"speed": "max"}, None, ("max", "paused")),
        ({"thinking": "live"}, None, (None, "live")),
        ({"thinking": "live", "speed": 2}, None, (2.0, "live")),
        ({}, "localhost:1", (None, "live")),
    ],
)
def test_what_pace_holds(given: dict[str, object], foreign: str | None, holds: tuple[object, object]) -> None:
    paced = WorldSpec.model_validate(given).paced(foreign)
    assert (paced.speed, paced.thinking) == holds
    assert paced.paced(foreign) == paced


@pytest.mark.parametrize("given", [{"speed": "max"}, {"thinking": "paused"}, {"order": "strict"}])
def test_the_clock_of_others_is_not_set(given: dict[str, object]) -> None:
    with pytest.raises(UserError, match="localhost:1 uses its own clock"):
        WorldSpec.model_validate(given).paced("localhost:1")


def test_strict_order_and_live_thinking_exclude_each_other() -> None:
    with pytest.raises(UserError, match=r"leave out world\.thinking"):
        WorldSpec(order="strict", thinking="live").paced()


async def test_a_foreign_server_keeps_its_own_time(tmp_path: Path) -> None:
    task = fast(load_task("paper"))
    with Log.create(tmp_path) as log, pytest.raises(UserError, match=r"127\.0\.0\.1:9 uses its own clock"):
        async with open_world(task, log, address=ServerAddress(host="127.0.0.1", port=9, version=None)):
            pass


@pytest.mark.parametrize("world", [{"speed": 0}, {"speed": "fast"}, {"speed": -1}, {"thinking": "maybe"}])
def test_a_speed_there_is_not_is_refused(tmp_path: Path, world: dict[str, object]) -> None:
    (key, value), *_ = world.items()
    path = tmp_path / "odd.toml"
    text = f"""
title = "odd"
goal = {{ stick = 1 }}
world = {{ {key} = {value!r} }}
agents = [{{ name = "Alice" }}]
"""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=f"world.{key}"):
        load_task(str(path))
