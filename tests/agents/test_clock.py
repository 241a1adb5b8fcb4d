"""While minds think the world stands still; what cannot be had is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from agents import (
    DiscussionView,
    Mind,
    OfflineMind,
    OfflineSecretary,
    RealWorld,
    Task,
    Utterance,
    load_task,
    open_world,
    run_crew,
)
from agents.task import World
from agents.views import Action, AssignmentView, Refusal, Subtask, SubtaskView, Verdict
from bridge import Address
from runlog import ClockChanged, FaultEvent, Log, RoundStarted, RunEnded, SkillEnded, UserError, read_events

SLEEP = 5.0


class SleepyMind:
    """Sleeps before its first word and its first act, and notes by how much the world went on meanwhile."""

    def __init__(self, mind: Mind, world: RealWorld) -> None:
        self._mind, self._world = mind, world
        self.slept: list[float] = []
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
        before = await self._world.clock()
        await asyncio.sleep(SLEEP)
        self.slept.append(await self._world.clock() - before)


def fast(task: Task, **world: object) -> Task:
    return task.model_copy(update={"world": World.model_validate({"seed": 1, "speed": "max", **world})})


async def test_a_mind_that_sleeps_costs_no_game_time(tmp_path: Path) -> None:
    task = fast(load_task("bookshelf"))
    with Log.create(tmp_path) as log:
        async with open_world(task, log) as (world, _):
            sleepy = SleepyMind(OfflineMind(world.rules), world)
            minds: dict[str, Mind] = {name: OfflineMind(world.rules) for name in task.names}
            minds["Bob"] = sleepy
            result = await run_crew(
                task, run="sleep", log=log, world=world, minds=minds, secretary=OfflineSecretary(world.rules)
            )
    assert result.outcome == "met"
    assert sleepy.slept == [0, 0]
    events = read_events(tmp_path).events
    changes = [event for event in events if isinstance(event, ClockChanged)]
    assert all(change.thinking == "paused" and change.speed == "max" for change in changes)
    assert sum(change.waited for change in changes) >= 2 * SLEEP
    assert not [event for event in events if isinstance(event, FaultEvent)]
    start = next(event.tick for event in events if isinstance(event, RoundStarted))
    end = next(event.tick for event in events if isinstance(event, RunEnded))
    programs = sum(event.seconds for event in events if isinstance(event, SkillEnded))
    assert start is not None
    assert end is not None
    assert (end - start) / 20 <= programs + 1, "the world moves while programs run, and else not"


async def test_a_foreign_server_keeps_its_own_time(tmp_path: Path) -> None:
    task = fast(load_task("bookshelf"))
    with Log.create(tmp_path) as log, pytest.raises(UserError, match=r"127\.0\.0\.1:9 keeps its own time"):
        async with open_world(task, log, address=Address(host="127.0.0.1", port=9, version=None)):
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
