"""Execution: all agents work at the same time until a stop rule applies.

Paper: appendix D (one Voyager agent per member in a shared world; the stage ends when the agents have
finished or have used up their attempts). The paper's stop rule can be interpreted in two ways, and both are
implemented: `all` and `first`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

from minecrew.agents.answers import Assignment, Plan
from minecrew.agents.assignment_executor import AssignmentExecutor
from minecrew.agents.free_hands import Situation
from minecrew.agents.handovers import Handovers
from minecrew.agents.injection import Injection
from minecrew.agents.mind import Mind
from minecrew.agents.round_clock import RoundClock
from minecrew.agents.task import Task
from minecrew.agents.views import RoundView, SubtaskResult
from minecrew.agents.world import World
from minecrew.runlog import Log

StopRule = Literal["all", "first", "time", "nothing_assigned"]
HALT = 10.0
"""Real seconds that a stopped agent is given to finish. The agent's program also has a deadline in game time.
"""


async def execute(
    plan: Plan,
    task: Task,
    minds: Mapping[str, Mind],
    world: World,
    *,
    context: Callable[[str], RoundView],
    log: Log,
    injection: Injection,
    handovers: Handovers | None = None,
) -> tuple[StopRule, list[SubtaskResult]]:
    """Runs all assignments of a round at the same time; returns the rule that ended it, and all results.

    `context`: what an agent knows about the round at this moment. `handovers`: those of the run, if they are
    known.
    """
    if not plan.assignments:
        return "nothing_assigned", []
    situation, clock = Situation(handovers), RoundClock(log, task.limits.round_seconds)
    parts = list(plan.assignments)
    if task.team.idle == "ask":  # who has no part has free hands
        busy = {part.agent for part in parts}
        parts += [Assignment(agent=name, text="") for name in task.names if name not in busy]
    for part in plan.assignments:
        situation.begins(part.agent, part.text)
    executors = [
        AssignmentExecutor(
            a,
            task,
            minds[a.agent],
            world,
            context=partial(context, a.agent),
            situation=situation,
            clock=clock,
            log=log,
            injection=injection,
        )
        for a in parts
    ]
    stage = _Execution(executors)
    if task.team.stop == "first":
        for executor in executors:
            executor.on_accomplished = stage.first
    for executor in executors:
        executor.on_met = stage.met
    async with asyncio.TaskGroup() as group, world.alarm(task.limits.round_seconds, stage.time):
        rule = await stage.play(group)
    return rule, [result for executor in executors for result in executor.results]


class _Execution:
    """All executors of a round, and the rules that stop them. They are stopped while the world is paused."""

    def __init__(self, executors: list[AssignmentExecutor]) -> None:
        self._executors = executors
        self._rule: StopRule = "all"
        self._cut = asyncio.Event()

    async def first(self) -> None:
        await self._halt("first")

    async def met(self) -> None:
        """Stops agents that do additional work. Agents that still do their assigned parts continue."""
        for executor in self._executors:
            if executor.volunteers:
                await executor.halt()

    async def time(self) -> None:
        await self._halt("time")

    async def play(self, group: asyncio.TaskGroup) -> StopRule:
        work = [group.create_task(executor.work(), name=executor.agent) for executor in self._executors]
        through = group.create_task(_all_done(work))
        cut = group.create_task(self._cut.wait())
        await asyncio.wait({through, cut}, return_when=asyncio.FIRST_COMPLETED)
        cut.cancel()
        await asyncio.wait({through}, timeout=HALT)
        while not through.done() and any(one.acting for one in self._executors):
            await asyncio.wait({through}, timeout=HALT)
        for task in (*work, through):
            task.cancel()
        late = any(executor.late for executor in self._executors)
        return "time" if late and self._rule == "all" else self._rule

    async def _halt(self, rule: StopRule) -> None:
        left = [executor for executor in self._executors if not executor.ended]
        if not left or self._cut.is_set():
            return
        self._rule = rule
        self._cut.set()
        for executor in self._executors:
            if executor.ended:
                executor.stopped = True  # who has free hands takes on nothing more
        for executor in left:
            await executor.halt()


async def _all_done(work: list[asyncio.Task[None]]) -> None:
    await asyncio.wait(work)
