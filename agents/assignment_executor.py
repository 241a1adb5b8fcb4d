"""Lets one agent carry out its assignment: decompose -> act -> verify, with limited attempts per sub-task.

However the execution ends, the log contains an end for every sub-task and every program that was started.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping

from minecrew.agents.addressees import addressees
from minecrew.agents.answers import Assignment, Refusal, Subtask
from minecrew.agents.evaluation import is_met
from minecrew.agents.free_hands import MOST, QUESTION, Situation, idle_options
from minecrew.agents.injection import Injection
from minecrew.agents.mind import Mind, ask_idle
from minecrew.agents.round_clock import RoundClock
from minecrew.agents.subtask_run import SubtaskRun
from minecrew.agents.task import Task
from minecrew.agents.views import AssignmentView, IdleView, RoundView, SubtaskResult, TalkLine
from minecrew.agents.world import World
from minecrew.runlog import (
    IdleChose,
    Items,
    Log,
    Refused,
    Said,
)


class AssignmentExecutor:
    """Carries out one assignment of one agent in one round."""

    def __init__(
        self,
        assignment: Assignment,
        task: Task,
        mind: Mind,
        world: World,
        *,
        context: Callable[[], RoundView],
        situation: Situation,
        clock: RoundClock,
        log: Log,
        injection: Injection,
    ) -> None:
        self.assignment, self.task, self.mind, self.world, self.log = assignment, task, mind, world, log
        self.injection, self.context, self.agent = injection, context, assignment.agent
        self.situation, self.clock = situation, clock
        self.results: list[SubtaskResult] = []
        self.steps: list[Subtask] = []
        self.stopped = False
        self.ended = False
        self.late = False
        """Whether it left work undone because the round had too little time left."""
        self.acting = False
        """Whether a program of this agent is running."""
        self.volunteers = False
        """Whether the agent is doing work that it took on after finishing its own part."""
        self.on_accomplished: Callable[[], Awaitable[None]] | None = None
        """Called when the agent has finished its whole part, before the world continues."""
        self.on_met: Callable[[], Awaitable[None]] | None = None
        """Called when the team holds the goal's items, if agents that have finished are asked what to do
        next.
        """

    @property
    def accomplished(self) -> bool:
        """Whether the agent has done its whole part."""
        return bool(self.results) and all(result.state == "done" for result in self.results)

    async def halt(self) -> None:
        """Stops the agent; its current sub-task and those after it count as stopped."""
        self.stopped = True
        self.situation.change()
        await self.world.stop(self.agent)

    async def work(self) -> None:
        try:
            if self.assignment.text:
                async with self.world.thinking(self.agent):
                    await self._carry_out(self.assignment)
                    self.ended = True
                    self.situation.ends(self.agent)
                    if self.accomplished and self.on_accomplished:
                        await self.on_accomplished()
            if self.task.team.idle == "ask":
                await self._spend_free_time()
        finally:
            self.ended = True
            self.situation.ends(self.agent)

    async def _spend_free_time(self) -> None:
        """While others work and the goal is not met, asks the mind once per situation what the agent does
        next.
        """
        asked: set[Hashable] = set()
        while self._is_free() and len(asked) < MOST:
            changed = self.situation.changed
            async with self.world.thinking(self.agent):
                held = await self._count()
                now = self.situation.facts(self.agent, held)
                new = self._is_free() and now not in asked
                if new:
                    asked.add(now)
                    await self._ask_what_to_do(len(asked), held)
            if not new:
                await changed.wait()

    def _is_free(self) -> bool:
        situation = self.situation
        return not (self.stopped or self.clock.late or situation.met) and situation.others_work(self.agent)

    async def _count(self) -> dict[str, Items]:
        """Returns what all members hold, and notes whether this meets the goal."""
        held = await self.world.inventories()
        if not self.situation.met and is_met(self.context().goal, held):
            self.situation.met = True
            self.situation.change()
            if self.on_met:
                await self.on_met()
        return held

    async def _ask_what_to_do(self, time: int, held: Mapping[str, Items]) -> None:
        options = idle_options(self.agent, self.context().round, time, seed=self.task.world.seed)
        view = IdleView(
            **dict(self.context()),
            agent=self.agent,
            role=self.task.role(self.agent),
            assignment=self.assignment.text,
            observation=await self.world.observe(self.agent),
            question=QUESTION,
            options=options,
            seconds_left=self.clock.left,
            at_work=dict(self.situation.at_work),
            want=dict(self.situation.want),
            held={name: held.get(name, {}) for name in self.situation.at_work},
            heard=tuple(self.situation.talk),
            earlier=tuple(self.results),
        )
        answer = await ask_idle(self.mind, view)
        if self.stopped:
            return
        chose = self.log.append(
            IdleChose(
                agent=self.agent,
                question=QUESTION,
                options=tuple(option.text for option in options),
                deed=answer.deed,
                target=answer.target,
                part=answer.part or None,
                cause=answer.cause,
            )
        )
        if answer.say:
            await self._say(answer.say, chose.seq)
        if answer.part:
            self.ended, self.volunteers = False, True
            await self._carry_out(Assignment(agent=self.agent, text=answer.part, cause=(chose.seq,)))
            self.ended, self.volunteers = True, False
            self.situation.ends(self.agent)

    async def _say(self, text: str, cause: int) -> None:
        """Says a line to the others, who see it before their next attempt."""
        team = self.task.names
        to = tuple(name for name in addressees(text, team) if name != self.agent)
        said = self.log.append(Said(agent=self.agent, channel="execution", to=to, text=text, cause=(cause,)))
        self.situation.talk.append(TalkLine(speaker=self.agent, text=text, seq=said.seq, to=to))
        self.situation.change()
        await self.world.say(self.agent, text)

    async def _carry_out(self, assignment: Assignment) -> None:
        self.situation.begins(self.agent, assignment.text)
        view = AssignmentView(
            **dict(self.context()),
            agent=self.agent,
            role=self.task.role(self.agent),
            assignment=assignment.text,
            observation=await self.world.observe(self.agent),
        )
        steps = await self.mind.decompose(view)
        if not steps:
            steps = Refusal(agent=self.agent, reason=f"I cannot find any work in {view.assignment!r}")
        if isinstance(steps, Refusal):
            self.log.append(
                Refused(agent=self.agent, reason=steps.reason, missing=steps.missing, cause=steps.cause)
            )
            whole = Subtask(text=assignment.text)
            self.results.append(
                SubtaskResult(agent=self.agent, subtask=whole, state="refused", message=steps.reason)
            )
            return
        self.steps = [*(result.subtask for result in self.results), *steps]
        for count, step in enumerate(steps, len(self.results) + 1):
            name = f"r{self.context().round}.{self.agent}.{count}"
            await SubtaskRun(self, assignment, step, name).play()
            if self.task.team.idle == "ask":
                await self._count()
