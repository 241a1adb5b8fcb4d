"""The attempts at a sub-task: act, run and verify until it is done, declined or stopped, or no attempts are
left.

In all cases, the end of the sub-task and of every program that was started is logged.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Literal, Protocol, TypeVar

from minecrew.agents import facts
from minecrew.agents.answers import Action, Assignment, Refusal, Subtask, Verdict
from minecrew.agents.free_hands import Situation
from minecrew.agents.injection import Injection
from minecrew.agents.mind import Mind
from minecrew.agents.round_clock import RoundClock
from minecrew.agents.task import Task
from minecrew.agents.views import RoundView, SubtaskResult, SubtaskView
from minecrew.agents.world import World
from minecrew.bridge import Observation, Outcome, Program
from minecrew.runlog import (
    Header,
    Items,
    Log,
    Position,
    ProgramWritten,
    Refused,
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
"""The fields of an outcome that are logged."""
UNDER_WAY = "the round ended while it was under way"
NO_TIME = "the round had no time left for another attempt"
NEVER_BEGUN = "the round ended before it began"
NOT_NEEDED = "the agent chose this work while it was idle, and the goal is met"
CUT_OFF = Outcome(ok=False, code="STOPPED", message="it was stopped when the round ended")


class Executor(Protocol):
    """The parts of the assignment executor that a run of a sub-task uses."""

    agent: str
    task: Task
    mind: Mind
    world: World
    log: Log
    injection: Injection
    context: Callable[[], RoundView]
    situation: Situation
    clock: RoundClock
    results: list[SubtaskResult]
    steps: list[Subtask]
    stopped: bool
    late: bool
    acting: bool
    volunteers: bool


class SubtaskRun:
    """The attempts at one sub-task."""

    def __init__(self, executor: Executor, assignment: Assignment, step: Subtask, name: str) -> None:
        self.executor, self.assignment, self.step, self.name = executor, assignment, step, name
        self.outcomes: list[Outcome] = []
        self.programs: list[Program] = []
        """The programs that were run, one per outcome."""
        self.seen: Observation | None = None
        self.begun: Position | None = None
        """Where the agent was when the sub-task began."""
        self.late = False
        """Whether the round had no time left for the next attempt."""

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
                or self.late
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
        if (
            step.want
            and (known := facts.check(step, view.observation, view.outcomes, view.handed))
            and known.done
        ):
            return known, None  # others brought it, or it was there from the start
        first = step.first if not self.programs else None
        self.late = executor.clock.over if first else executor.clock.late
        if self.late:
            executor.late = True
            return Verdict(done=False), None
        action = None if executor.stopped else first or await executor.mind.act(view)
        if isinstance(action, Refusal):
            self._append(Refused(reason=action.reason, missing=action.missing, cause=action.cause))
            return Verdict(done=False), action
        if action is None or executor.stopped:
            return Verdict(done=False), None
        ended = await self._run(action, cause)
        view = await self._view()
        verdict = facts.check(step, view.observation, view.outcomes, view.handed) or await self._judge(view)
        if action.keep and action.program.code and verdict.done and self.outcomes[-1].ok:
            await self._keep_skill(action.program.call, action.program.code, (ended, *verdict.cause))
        return verdict, None

    async def _judge(self, view: SubtaskView) -> Verdict:
        """Asks the mind, unless the round has ended and cut the program off."""
        if self.executor.stopped and not self.outcomes[-1].ok:
            return Verdict(done=False)
        return await self.executor.mind.verify(view)

    async def _keep_skill(self, name: str, code: str, cause: tuple[int, ...]) -> None:
        """Keeps a program that achieved its sub-task as a skill for all, unless its name is taken."""
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
        """Returns the seq of the end of the program."""
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
        executor, context = self.executor, self.executor.context()
        remembers = context.memory != "none"
        self.seen = await executor.world.observe(executor.agent)
        self.begun = self.begun or self.seen.position
        return SubtaskView(
            **dict(context),
            agent=executor.agent,
            role=executor.task.role(executor.agent),
            assignment=self.assignment.text,
            subtask=self.step,
            attempt=len(self.outcomes) + 1,
            attempts=executor.task.limits.attempts,
            seconds_left=executor.clock.left,
            observation=self.seen,
            outcomes=tuple(self.outcomes),
            programs=tuple(self.programs),
            handed=self._handed(context.round),
            earlier=tuple(executor.results) if remembers else (),
            heard=tuple(executor.situation.talk),
            at_work=tuple(executor.situation.at_work),
            met=executor.situation.met,
            later=tuple(executor.steps[len(executor.results) + 1 :]) if remembers else (),
        )

    def _handed(self, number: int) -> Items | None:
        """Returns what the members that it waits for have handed over for this sub-task in round `number`;
        None if that is not what counts, or if nobody knows.
        """
        executor, step = self.executor, self.step
        if not step.handed_over:
            return None
        received = executor.situation.handovers.received(executor.agent, step.await_from, number)
        if received is None:
            return None
        items = Counter(received)
        for result in executor.results:
            one = result.subtask
            if result.state == "done" and one.handed_over and one.await_from == step.await_from:
                items.subtract(one.want)
        return dict(items)

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
                begun=self.begun,
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
            return "done", None, verdict.found
        if refusal:
            before = [o.message for o in self.outcomes if not o.ok and o.message not in refusal.reason]
            return "refused", None, "; before that: ".join([refusal.reason, *before[:1]])
        if self.executor.stopped:
            unneeded = self.executor.volunteers and self.executor.situation.met
            return "stopped", None, NOT_NEEDED if unneeded else UNDER_WAY if self.programs else NEVER_BEGUN
        failed = next((outcome for outcome in reversed(self.outcomes) if not outcome.ok), None)
        if self.late:
            why = f"{NO_TIME}; before that: {failed.message}" if failed else NO_TIME
            return "stopped", None, why if self.programs else NEVER_BEGUN
        parts = (verdict.why, failed.message if failed else "")
        return "failed", failed.code if failed else None, "; ".join(part for part in parts if part)
