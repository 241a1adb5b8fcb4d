"""Lets one agent carry out its assignment: decompose -> act -> verify, with limited attempts per sub-task.

Every sub-task and every program that began has an end in the log, however the execution ends.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Mapping
from pathlib import Path
from typing import Literal, TypeVar

from minecrew.agents import facts
from minecrew.agents.addressees import addressees
from minecrew.agents.evaluation import is_met
from minecrew.agents.free_hands import MOST, QUESTION, Situation, idle_options
from minecrew.agents.injection import Injection
from minecrew.agents.mind import Mind, ask_idle
from minecrew.agents.task import Task
from minecrew.agents.views import (
    Action,
    Assignment,
    AssignmentView,
    IdleView,
    Refusal,
    RoundView,
    Subtask,
    SubtaskResult,
    SubtaskView,
    TalkLine,
    Verdict,
)
from minecrew.agents.world import World
from minecrew.bridge import Observation, Outcome, Program
from minecrew.runlog import (
    Header,
    IdleChose,
    Items,
    Log,
    ProgramWritten,
    Refused,
    Said,
    SkillEnded,
    SkillKept,
    SkillStarted,
    SubtaskEnded,
    SubtaskStarted,
)
from minecrew.skills import parse_skill

E = TypeVar("E", bound=Header)
SubtaskState = Literal["done", "failed", "stopped", "refused"]
TOLD = {"ok", "code", "message", "at", "gained", "seconds"}
"""The fields of an outcome that the log has."""
UNDER_WAY = "the round ended while it was under way"
NEVER_BEGUN = "the round ended before it began"
NOT_NEEDED = "the agent took it on with free hands, and the goal is met"
CUT_OFF = Outcome(ok=False, code="STOPPED", message="it was cut off when the round ended")


class AssignmentExecutor:
    """Carries out one assignment of one agent in one round."""

    def __init__(
        self,
        assignment: Assignment,
        task: Task,
        mind: Mind,
        world: World,
        *,
        context: RoundView,
        situation: Situation,
        log: Log,
        injection: Injection,
    ) -> None:
        self.assignment, self.task, self.mind, self.world, self.log = assignment, task, mind, world, log
        self.injection, self.context, self.agent = injection, context, assignment.agent
        self.situation = situation
        self.results: list[SubtaskResult] = []
        self.steps: list[Subtask] = []
        self.stopped = False
        self.ended = False
        self.acting = False
        """Whether a program of this agent is running."""
        self.volunteers = False
        """Whether the agent carries out what it took on with free hands."""
        self.on_accomplished: Callable[[], Awaitable[None]] | None = None
        """Called when the agent has done its whole part, before the world continues."""
        self.on_met: Callable[[], Awaitable[None]] | None = None
        """Called when the team holds the goal's items, if agents with free hands are asked."""

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
        """Asks the mind what the agent does, once per situation, while
        others work and the goal is not met.
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
        return not (self.stopped or situation.met) and situation.others_work(self.agent)

    async def _count(self) -> dict[str, Items]:
        """What all members hold. Notes it if this meets the goal."""
        held = await self.world.inventories()
        if not self.situation.met and is_met(self.context.goal, held):
            self.situation.met = True
            self.situation.change()
            if self.on_met:
                await self.on_met()
        return held

    async def _ask_what_to_do(self, time: int, held: Mapping[str, Items]) -> None:
        options = idle_options(self.agent, self.context.round, time, seed=self.task.world.seed)
        view = IdleView(
            **dict(self.context),
            agent=self.agent,
            role=self.task.role(self.agent),
            assignment=self.assignment.text,
            observation=await self.world.observe(self.agent),
            question=QUESTION,
            options=options,
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
            **dict(self.context),
            agent=self.agent,
            role=self.task.role(self.agent),
            assignment=assignment.text,
            observation=await self.world.observe(self.agent),
        )
        steps = await self.mind.decompose(view)
        if not steps:
            steps = Refusal(agent=self.agent, reason=f"I see nothing to do in {view.assignment!r}")
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
            name = f"r{self.context.round}.{self.agent}.{count}"
            await _SubtaskRun(self, assignment, step, name).play()
            if self.task.team.idle == "ask":
                await self._count()


class _SubtaskRun:
    """The attempts at one sub-task."""

    def __init__(
        self, executor: AssignmentExecutor, assignment: Assignment, step: Subtask, name: str
    ) -> None:
        self.executor, self.assignment, self.step, self.name = executor, assignment, step, name
        self.outcomes: list[Outcome] = []
        self.programs: list[Program] = []
        """The programs that were run, one per outcome."""
        self.seen: Observation | None = None

    async def play(self) -> None:
        executor = self.executor
        started = self._append(
            SubtaskStarted(
                text=self.step.text,
                cause=(*self.assignment.cause, *self.step.cause),
            )
        )
        executor.situation.begins(executor.agent, self.step.text, self.step.want)
        verdict = Verdict(done=False)
        refusal: Refusal | None = None
        try:
            while not (
                verdict.done
                or refusal
                or executor.stopped
                or len(self.outcomes) >= executor.task.limits.attempts
            ):
                verdict, refusal = await self._attempt(started.seq)
        except asyncio.CancelledError:
            executor.stopped = True
            raise
        finally:
            self._end(verdict, refusal)

    async def _attempt(self, cause: int) -> tuple[Verdict, Refusal | None]:
        executor, step = self.executor, self.step
        view = await self._view()
        if step.want and (known := facts.check(step, view.observation, view.outcomes)) and known.done:
            return known, None  # others brought it, or it was there from the start
        first = step.first if not self.programs else None
        action = None if executor.stopped else first or await executor.mind.act(view)
        if isinstance(action, Refusal):
            self._append(Refused(reason=action.reason, missing=action.missing, cause=action.cause))
            return Verdict(done=False), action
        if action is None or executor.stopped:
            return Verdict(done=False), None
        ended = await self._run(action, cause)
        view = await self._view()
        verdict = facts.check(step, view.observation, view.outcomes) or await executor.mind.verify(view)
        if action.keep and action.program.code and verdict.done and self.outcomes[-1].ok:
            await self._keep_skill(action.program.call, action.program.code, (ended, *verdict.cause))
        return verdict, None

    async def _keep_skill(self, name: str, code: str, cause: tuple[int, ...]) -> None:
        """Keeps a program that did what it was written for as a skill for all, unless its name is taken."""
        executor = self.executor
        if skill := await executor.world.keep(code, name):
            self._append(
                SkillKept(
                    name=name,
                    summary=skill.summary,
                    path=f"skills/{skill.path.name}",
                    cause=cause,
                )
            )

    async def _run(self, action: Action, cause: int) -> int:
        """The seq of the end of the program."""
        executor, program = self.executor, action.program
        causes = (cause, *action.cause)
        if action.keep and program.code:
            summary = parse_skill(program.code, Path(f"{program.call}.js")).summary
            written = self._append(ProgramWritten(name=program.call, summary=summary, cause=causes))
            causes = (cause, written.seq)
        self.programs.append(program)
        begun = self._append(
            SkillStarted(
                source="bot",
                name=program.call,
                args=program.args,
                code=program.code,
                attempt=len(self.outcomes) + 1,
                deadline=action.seconds,
                cause=causes,
            )
        )
        outcome = CUT_OFF
        injected = executor.injection.draw(executor.agent, program)
        try:
            executor.acting = injected is None
            outcome = injected or await executor.world.run(executor.agent, program, deadline=action.seconds)
        finally:
            executor.acting = False
            self.outcomes.append(outcome)
            ended = self._append(
                SkillEnded(
                    **outcome.model_dump(include=TOLD),
                    source="bot",
                    name=program.call,
                    injected=True if injected else None,
                    cause=(begun.seq,),
                )
            )
        return ended.seq

    async def _view(self) -> SubtaskView:
        executor, remembers = self.executor, self.executor.context.memory != "none"
        self.seen = await executor.world.observe(executor.agent)
        return SubtaskView(
            **dict(executor.context),
            agent=executor.agent,
            assignment=self.assignment.text,
            subtask=self.step,
            attempt=len(self.outcomes) + 1,
            attempts=executor.task.limits.attempts,
            observation=self.seen,
            outcomes=tuple(self.outcomes),
            programs=tuple(self.programs),
            earlier=tuple(executor.results) if remembers else (),
            heard=tuple(executor.situation.talk),
            met=executor.situation.met,
            later=tuple(executor.steps[len(executor.results) + 1 :]) if remembers else (),
        )

    def _end(self, verdict: Verdict, refusal: Refusal | None) -> None:
        state, code, message = self._ending(verdict, refusal)
        gained = Counter[str]()
        for outcome in self.outcomes:
            gained.update(outcome.gained)
        executor = self.executor
        executor.results.append(
            SubtaskResult(
                agent=executor.agent,
                subtask=self.step,
                state=state,
                code=code,
                message=message,
                gained=dict(gained),
                programs=tuple(self.programs),
                outcomes=tuple(self.outcomes),
                seen=self.seen,
            )
        )
        self._append(
            SubtaskEnded(
                text=self.step.text,
                state=state,
                attempts=len(self.outcomes),
                code=code,
                message=message,
            )
        )

    def _append(self, event: E) -> E:
        """Logs an event of this agent and this sub-task."""
        executor = self.executor
        return executor.log.append(event.model_copy(update={"agent": executor.agent, "subtask": self.name}))

    def _ending(self, verdict: Verdict, refusal: Refusal | None) -> tuple[SubtaskState, str | None, str]:
        """The state with its code and message."""
        if verdict.done:
            return "done", None, ""
        if refusal:
            before = [o.message for o in self.outcomes if not o.ok and o.message not in refusal.reason]
            return "refused", None, "; before that: ".join([refusal.reason, *before[:1]])
        if self.executor.stopped:
            unneeded = self.executor.volunteers and self.executor.situation.met
            return "stopped", None, NOT_NEEDED if unneeded else UNDER_WAY if self.programs else NEVER_BEGUN
        failed = next((outcome for outcome in reversed(self.outcomes) if not outcome.ok), None)
        parts = (verdict.why, failed.message if failed else "")
        return "failed", failed.code if failed else None, "; ".join(part for part in parts if part)
