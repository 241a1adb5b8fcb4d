"""Execution: all agents at once, each decompose -> act -> verify, at most so many attempts per sub-task.

Paper: appendix D (one Voyager agent per member in a shared world; the stage ends when agents are through or
have used up their attempts). Both readings of its stop rule are here: `all` and `first`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal

from agents import facts
from agents.mind import Mind
from agents.views import (
    Assignment,
    AssignmentView,
    Plan,
    Refusal,
    Subtask,
    SubtaskResult,
    SubtaskView,
    Verdict,
)
from agents.world import World
from bridge import Outcome
from runlog import Log, Place, Refused, Said, SkillEnded, SkillStarted, SubtaskEnded, SubtaskStarted

Rule = Literal["all", "first", "time", "nothing_assigned"]


async def execute(
    plan: Plan,
    team: tuple[str, ...],
    minds: Mapping[str, Mind],
    world: World,
    *,
    round: int,
    attempts: int,
    seconds: float,
    stop: Literal["all", "first"],
    log: Log,
) -> tuple[Rule, list[SubtaskResult]]:
    """Runs every assignment of the plan at the same time; which rule ended it, and how each sub-task ended.

    `seconds` of game time is what the round may take; where the world has no clock, of real time.
    """
    hands = [
        Hand(a, team, minds[a.agent], world, round=round, attempts=attempts, log=log)
        for a in plan.assignments
    ]
    rule: Rule = "all" if hands else "nothing_assigned"
    async with asyncio.TaskGroup() as group:
        work = {group.create_task(hand.work(), name=hand.agent): hand for hand in hands}
        left = set(work)
        while left:
            done, left = await asyncio.wait(left, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if left and not done:
                rule = "time"
            elif left and stop == "first" and any(work[task].accomplished for task in done):
                rule = "first"
            else:
                continue
            for task in left:
                await work[task].halt()
            seconds = HALT
            done, left = await asyncio.wait(left, timeout=HALT)
            for task in left:
                task.cancel()
    return rule, [result for hand in hands for result in hand.results]


HALT = 10.0
"""Seconds a stopped agent has to come to an end."""


class Hand:
    """One agent at its assignment."""

    def __init__(
        self,
        assignment: Assignment,
        team: tuple[str, ...],
        mind: Mind,
        world: World,
        *,
        round: int,
        attempts: int,
        log: Log,
    ) -> None:
        self.assignment, self.team, self.mind, self.world, self.log = assignment, team, mind, world, log
        self.agent, self.round, self.attempts = assignment.agent, round, attempts
        self.results: list[SubtaskResult] = []
        self.stopped = self.accomplished = False

    async def halt(self) -> None:
        """Ends what it does; the sub-task at hand and those after it count as stopped."""
        self.stopped = True
        await self.world.stop(self.agent)

    async def work(self) -> None:
        view = AssignmentView(
            agent=self.agent,
            team=self.team,
            assignment=self.assignment.text,
            observation=await self.world.observe(self.agent),
        )
        steps = await self.mind.decompose(view)
        if isinstance(steps, Refusal):
            self.log.append(Refused(agent=self.agent, reason=steps.reason, missing=steps.missing))
            self.results.append(
                SubtaskResult(
                    agent=self.agent, text=self.assignment.text, state="refused", message=steps.reason
                )
            )
            return
        for number, step in enumerate(steps, 1):
            await self._subtask(step, f"r{self.round}.{self.agent}.{number}")
        self.accomplished = bool(self.results) and all(result.state == "done" for result in self.results)
        words = "I am done." if self.accomplished else "I could not do all of my part."
        self.log.append(Said(agent=self.agent, channel="execution", text=words))
        await self.world.say(self.agent, words)

    async def _subtask(self, step: Subtask, subtask: str) -> None:
        started = self.log.append(
            SubtaskStarted(agent=self.agent, subtask=subtask, text=step.text, cause=self.assignment.cause)
        )
        outcomes: list[Outcome] = []
        verdict = Verdict(done=False)
        refusal: Refusal | None = None
        while not self.stopped and len(outcomes) < self.attempts and not verdict.done:
            view = await self._view(step, outcomes)
            known = facts.check(step, view.observation, tuple(outcomes)) if step.want else None
            if known and known.done:
                verdict = known
                break
            action = await self.mind.act(view)
            if isinstance(action, Refusal):
                refusal = action
                self.log.append(
                    Refused(agent=self.agent, subtask=subtask, reason=action.reason, missing=action.missing)
                )
                break
            program = action.program
            begun = self.log.append(
                SkillStarted(
                    agent=self.agent,
                    subtask=subtask,
                    source="bot",
                    name=program.call,
                    args=program.args,
                    code=program.code,
                    attempt=len(outcomes) + 1,
                    deadline=action.seconds,
                    cause=(started.seq,),
                )
            )
            outcome = await self.world.run(self.agent, program, deadline=action.seconds)
            outcomes.append(outcome)
            self.log.append(
                SkillEnded(
                    agent=self.agent,
                    subtask=subtask,
                    source="bot",
                    name=program.call,
                    ok=outcome.ok,
                    code=outcome.code,
                    message=outcome.message,
                    at=Place(skill=outcome.at.skill, line=outcome.at.line) if outcome.at else None,
                    gained=outcome.gained,
                    seconds=outcome.seconds,
                    cause=(begun.seq,),
                )
            )
            view = await self._view(step, outcomes)
            verdict = facts.check(step, view.observation, view.outcomes) or await self.mind.verify(view)
        self._end(step, subtask, outcomes, verdict, refusal)

    async def _view(self, step: Subtask, outcomes: list[Outcome]) -> SubtaskView:
        observation = await self.world.observe(self.agent)
        return SubtaskView(
            agent=self.agent,
            team=self.team,
            subtask=step,
            attempt=len(outcomes) + 1,
            observation=observation,
            outcomes=tuple(outcomes),
        )

    def _end(
        self, step: Subtask, subtask: str, outcomes: list[Outcome], verdict: Verdict, refusal: Refusal | None
    ) -> None:
        failed = next((outcome for outcome in reversed(outcomes) if not outcome.ok), None)
        if verdict.done:
            state, code, message = "done", None, ""
        elif refusal:
            state, code, message = "refused", None, refusal.reason
        elif self.stopped:
            state, code, message = "stopped", None, "the round ended"
        else:
            state, code = "failed", failed.code if failed else None
            message = "; ".join(part for part in (verdict.why, failed.message if failed else "") if part)
        result = SubtaskResult.model_validate(
            {"agent": self.agent, "text": step.text, "state": state, "code": code, "message": message}
        )
        self.results.append(result)
        self.log.append(
            SubtaskEnded(
                agent=self.agent,
                subtask=subtask,
                text=step.text,
                state=result.state,
                attempts=len(outcomes),
                code=result.code,
                message=message,
            )
        )
