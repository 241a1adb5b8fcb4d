"""Lets one agent carry out its assignment: decompose -> act -> verify, with a limit of attempts per sub-task.

Whatever ends it, every sub-task and every program that began has an end in the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal

from minecrew.agents import facts
from minecrew.agents.injection import Injection
from minecrew.agents.mind import Mind
from minecrew.agents.task import Task
from minecrew.agents.views import (
    Action,
    Assignment,
    AssignmentView,
    Expert,
    Feedback,
    Refusal,
    Subtask,
    SubtaskResult,
    SubtaskView,
    Verdict,
)
from minecrew.agents.world import World
from minecrew.bridge import Outcome, Program
from minecrew.runlog import (
    Log,
    ProgramWritten,
    Refused,
    SkillEnded,
    SkillKept,
    SkillStarted,
    SubtaskEnded,
    SubtaskStarted,
)
from minecrew.skills import parse_skill

SubtaskState = Literal["done", "failed", "stopped", "refused"]
CUT_OFF = Outcome(ok=False, code="STOPPED", message="cut off when the round ended")


class AssignmentExecutor:
    """Carries out one assignment of one agent in one round."""

    def __init__(
        self,
        assignment: Assignment,
        task: Task,
        mind: Mind,
        world: World,
        *,
        number: int,
        feedback: tuple[Feedback, ...],
        experts: tuple[Expert, ...],
        log: Log,
        injection: Injection,
    ) -> None:
        self.assignment, self.task, self.mind, self.world, self.log = assignment, task, mind, world, log
        self.injection, self.experts = injection, experts
        self.agent, self.number, self.feedback = assignment.agent, number, feedback
        self.results: list[SubtaskResult] = []
        self.stopped = False
        self.ended = False
        self.acting = False
        """A program of its own runs."""
        self.on_accomplished: Callable[[], Awaitable[None]] | None = None
        """Called once it did all of its part, before the world goes on."""

    @property
    def accomplished(self) -> bool:
        """Whether the agent did all of its part."""
        return bool(self.results) and all(result.state == "done" for result in self.results)

    async def halt(self) -> None:
        """Ends what it does; the sub-task at hand and those after it count as stopped."""
        self.stopped = True
        await self.world.stop(self.agent)

    async def work(self) -> None:
        async with self.world.thinking(self.agent):
            try:
                await self._work()
            finally:
                self.ended = True
            if self.accomplished and self.on_accomplished:
                await self.on_accomplished()

    async def _work(self) -> None:
        view = AssignmentView(
            agent=self.agent,
            role=self.task.role(self.agent),
            team=self.task.names,
            goal=self.task.goal,
            assignment=self.assignment.text,
            observation=await self.world.observe(self.agent),
            feedback=self.feedback,
            experts=self.experts,
        )
        steps = await self.mind.decompose(view)
        if not steps:
            steps = Refusal(agent=self.agent, reason=f"I see nothing to do in {view.assignment!r}")
        if isinstance(steps, Refusal):
            self.log.append(
                Refused(agent=self.agent, reason=steps.reason, missing=steps.missing, cause=steps.cause)
            )
            self.add_result(self.assignment.text, "refused", message=steps.reason)
            return
        for count, step in enumerate(steps, 1):
            await _SubtaskRun(self, step, f"r{self.number}.{self.agent}.{count}").play()

    def add_result(
        self, text: str, state: SubtaskState, *, code: str | None = None, message: str = ""
    ) -> None:
        self.results.append(
            SubtaskResult(agent=self.agent, text=text, state=state, code=code, message=message)
        )


class _SubtaskRun:
    """The attempts at one sub-task."""

    def __init__(self, executor: AssignmentExecutor, step: Subtask, name: str) -> None:
        self.executor, self.step, self.name = executor, step, name
        self.outcomes: list[Outcome] = []
        self.programs: list[Program] = []
        """What was run, an outcome each."""

    async def play(self) -> None:
        executor = self.executor
        started = executor.log.append(
            SubtaskStarted(
                agent=executor.agent,
                subtask=self.name,
                text=self.step.text,
                cause=(*executor.assignment.cause, *self.step.cause),
            )
        )
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
        action = await executor.mind.act(view)
        if isinstance(action, Refusal):
            executor.log.append(
                Refused(
                    agent=executor.agent,
                    subtask=self.name,
                    reason=action.reason,
                    missing=action.missing,
                    cause=action.cause,
                )
            )
            return Verdict(done=False), action
        if executor.stopped:
            return Verdict(done=False), None
        ended = await self._run(action, cause)
        view = await self._view()
        verdict = facts.check(step, view.observation, view.outcomes) or await executor.mind.verify(view)
        if action.keep and action.program.code and verdict.done and self.outcomes[-1].ok:
            await self._keep_skill(action.program.call, action.program.code, (ended, *verdict.cause))
        return verdict, None

    async def _keep_skill(self, name: str, code: str, cause: tuple[int, ...]) -> None:
        """What has done what it was written for is everybody's from now on, unless its name is taken."""
        executor = self.executor
        if skill := await executor.world.keep(code, name):
            executor.log.append(
                SkillKept(
                    agent=executor.agent,
                    subtask=self.name,
                    name=name,
                    summary=skill.summary,
                    path=f"skills/{skill.path.name}",
                    cause=cause,
                )
            )

    async def _run(self, action: Action, cause: int) -> int:
        """The seq of its end."""
        executor, program = self.executor, action.program
        causes = (cause, *action.cause)
        if action.keep and program.code:
            summary = parse_skill(program.code, Path(f"{program.call}.js")).summary
            written = executor.log.append(
                ProgramWritten(
                    agent=executor.agent, subtask=self.name, name=program.call, summary=summary, cause=causes
                )
            )
            causes = (cause, written.seq)
        self.programs.append(program)
        begun = executor.log.append(
            SkillStarted(
                agent=executor.agent,
                subtask=self.name,
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
            ended = executor.log.append(
                SkillEnded(
                    agent=executor.agent,
                    subtask=self.name,
                    source="bot",
                    name=program.call,
                    ok=outcome.ok,
                    code=outcome.code,
                    message=outcome.message,
                    at=outcome.at,
                    gained=outcome.gained,
                    seconds=outcome.seconds,
                    injected=True if injected else None,
                    cause=(begun.seq,),
                )
            )
        return ended.seq

    async def _view(self) -> SubtaskView:
        executor = self.executor
        return SubtaskView(
            agent=executor.agent,
            team=executor.task.names,
            assignment=executor.assignment.text,
            subtask=self.step,
            attempt=len(self.outcomes) + 1,
            observation=await executor.world.observe(executor.agent),
            outcomes=tuple(self.outcomes),
            programs=tuple(self.programs),
        )

    def _end(self, verdict: Verdict, refusal: Refusal | None) -> None:
        failed = next((outcome for outcome in reversed(self.outcomes) if not outcome.ok), None)
        state: SubtaskState = "failed"
        code = message = None
        if verdict.done:
            state = "done"
        elif refusal:
            before = [o.message for o in self.outcomes if not o.ok and o.message not in refusal.reason]
            state, message = "refused", "; before that: ".join([refusal.reason, *before[:1]])
        elif self.executor.stopped:
            state, message = "stopped", "the round ended"
        else:
            code = failed.code if failed else None
            message = "; ".join(part for part in (verdict.why, failed.message if failed else "") if part)
        self.executor.add_result(self.step.text, state, code=code, message=message or "")
        self.executor.log.append(
            SubtaskEnded(
                agent=self.executor.agent,
                subtask=self.name,
                text=self.step.text,
                state=state,
                attempts=len(self.outcomes),
                code=code,
                message=message or "",
            )
        )
