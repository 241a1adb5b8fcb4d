"""Runs the trial of a skill: a call in a fresh world, with one bot (two for a crew skill) and the given
items.

The world's clock runs at maximum speed, and the gains are counted by the server. A trial does not show
whether a skill is well written.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from minecrew.agents import Knowledge, SkillPlanner
from minecrew.bridge import Bot, Bridge, Outcome, Program
from minecrew.mc_server import EmbeddedServer
from minecrew.runlog import (
    EVENT,
    BotJoined,
    Header,
    ItemGranted,
    Items,
    Note,
    SkillEnded,
    SkillStarted,
)
from minecrew.skills import Library, Skill, Trial

ACTOR, PARTNER = "Alice", "Bob"
DEADLINE = 900.0
"""Maximum game seconds that a call may take."""
GRACE = 30.0
"""Game seconds that the partner may continue after the other bot has finished; then it is stopped."""
WRAPPER = "program"
"""The sandbox's name for a text that is run together with its call."""
REST = "async function rest (bot, seconds) { await bot.waitForTicks(20 * seconds) }"

HearEvent = Callable[[Header], object]
SeeArena = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Failure:
    """The place at which a skill failed: the line in its own file and, if a called step or skill failed,
    the line in that step or skill.
    """

    line: int | None
    """The line of the skill's file, counted from 1; None if the call itself failed or the process died.
    """
    inner: str | None = None
    inner_line: int = 0


@dataclass(frozen=True)
class TrialResult:
    """The result of a trial."""

    skill: Skill
    trial: Trial
    outcome: Outcome
    partner: Outcome | None
    before: Items
    """The items that the bot held when the call began, after `@before`."""
    after: Items

    @property
    def gained(self) -> Items:
        """The items that the bot gained, according to the server's count. A negative number is a loss."""
        names = sorted(self.before.keys() | self.after.keys())
        changes = {name: self.after.get(name, 0) - self.before.get(name, 0) for name in names}
        return {name: change for name, change in changes.items() if change}

    @property
    def problem(self) -> str:
        """The reason why the trial failed; '' if it passed."""
        if not self.outcome.ok:
            return f"{self.outcome.code}: {self.outcome.message}"
        if self.partner and not self.partner.ok and self.partner.code != "STOPPED":
            return f"{PARTNER}: {self.partner.code}: {self.partner.message}"
        gained = self.gained
        short = {i: n - gained.get(i, 0) for i, n in self.trial.expect.items() if gained.get(i, 0) < n}
        if short:
            missing = ", ".join(f"{n} {item}" for item, n in sorted(short.items()))
            return f"the bot did not gain {missing}"
        granted = sorted(item for item, given in self.trial.give.items() if self.after.get(item, 0) > given)
        if granted and not self.trial.expect:
            return (
                f"the trial was given {granted[0]}, which the skill makes; give its ingredients "
                "instead, or write @expect"
            )
        return ""

    @property
    def explanation(self) -> str:
        """The problem and its line in the skill's text; '' if there is none."""
        line = f" (line {self.failure.line})" if self.failure and self.failure.line else ""
        return f"{self.problem}{line}"

    @property
    def failure(self) -> Failure | None:
        at = self.outcome.at
        if self.outcome.ok or at is None:
            return None
        own = at.line if at.skill in (WRAPPER, self.skill.name) else at.program
        if own is not None and own > len(self.skill.source.splitlines()):
            own = None
        if at.skill in (WRAPPER, self.skill.name):
            return Failure(own)
        return Failure(own, at.skill, at.line)


async def run_trial(
    skill: Skill,
    trial: Trial,
    library: Library,
    *,
    hear: HearEvent = lambda event: None,
    see: SeeArena | None = None,
    deadline: float = DEADLINE,
) -> TrialResult:
    """Runs the trial in its own world. Raises UserError for an unknown arena or item, and Fault if the world
    fails.

    `see` is called first with the arena's description, and `hear` with every event in order.
    """
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max", waits=True)
        server = await EmbeddedServer.start(bridge, arena=trial.arena, seed=trial.seed)
        if see is not None:
            see(await server.arena())
        knowledge = Knowledge.model_validate(await server.knowledge())
        bridge.counsel = SkillPlanner(knowledge)
        for item in (*trial.give, *trial.expect):
            knowledge.require(item, f"the trial of {skill.name}")
        stage = TrialStage(bridge, server, hear, deadline)
        try:
            async with asyncio.TaskGroup() as group:
                listening = group.create_task(stage.listen())
                bots = [await stage.join(name, library) for name in names_of(trial)]
                result = await _play(skill, trial, stage, bots)
                await bridge.caught_up()
                listening.cancel()
        except BaseExceptionGroup as errors:  # one is told of, in one line
            raise errors.exceptions[0] from None
    return result


async def _play(skill: Skill, trial: Trial, stage: TrialStage, bots: Sequence[Bot]) -> TrialResult:
    actor = bots[0]
    for item, count in trial.give.items():
        await stage.grant(actor, item, count)
    await actor.notice()
    prepared = await stage.run(actor, _program("before", trial.before)) if trial.before else None
    before = await stage.held()
    result = partial(TrialResult, skill=skill, trial=trial, before=before)
    if prepared and not prepared.ok:
        failed = prepared.model_copy(update={"message": f"@before: {prepared.message}", "at": None})
        return result(outcome=failed, partner=None, after=before)
    async with asyncio.TaskGroup() as group:
        beside = (
            group.create_task(stage.run(bots[1], _program("beside", trial.partner))) if bots[1:] else None
        )
        outcome = await stage.run(actor, _program(skill.name, trial.call, source=f"{skill.source}\n"))
        partner = await _finish(actor, bots[1], beside) if beside else None
    return result(outcome=outcome, partner=partner, after=await stage.held())


class TrialStage:
    """A world that passes its events to a listener."""

    def __init__(self, bridge: Bridge, server: EmbeddedServer, hear: HearEvent, deadline: float) -> None:
        self._bridge, self._server, self._hear, self._deadline = bridge, server, hear, deadline

    async def join(self, name: str, library: Library) -> Bot:
        bot = await self._bridge.join(name, self._server.address, seed=1)
        await bot.learn(library.sources())
        self._hear(BotJoined(agent=name, source="bot", position=bot.position, tick=await self._tick()))
        return bot

    async def grant(self, bot: Bot, item: str, count: int) -> None:
        granted = await self._server.grant(bot.name, item, count)
        self._hear(ItemGranted(agent=bot.name, item=item, count=granted))

    async def held(self) -> Items:
        """The items that ACTOR holds."""
        return (await self._server.inventories()).get(ACTOR, {})

    async def run(self, bot: Bot, program: Program) -> Outcome:
        tick = await self._tick()
        who = {"agent": bot.name, "source": "bot", "name": program.call}
        begun = {"code": program.code, "attempt": 1, "deadline": self._deadline}
        self._hear(SkillStarted.model_validate({**who, **begun, "tick": tick}))
        outcome = await bot.run(program, deadline=self._deadline)
        await self._bridge.caught_up()
        told = outcome.model_dump(include={"ok", "code", "message", "at", "gained", "seconds"})
        self._hear(SkillEnded.model_validate({**who, **told, "tick": await self._tick()}))
        return outcome

    async def listen(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            async for event in self._bridge.events():
                if event.event == "witness":
                    self._hear(EVENT.validate_python({**event.data, "source": "server"}))
                elif event.event == "log":
                    said = str(event.data.get("text", ""))[:1000]
                    self._hear(Note(agent=event.child, source="bot", text=said))

    async def _tick(self) -> int:
        return (await self._server.clock())["tick"]


def names_of(trial: Trial) -> tuple[str, ...]:
    """The names of the bots in a trial."""
    return (ACTOR, PARTNER) if trial.partner else (ACTOR,)


def _program(name: str, call: str, *, source: str = "") -> Program:
    """Returns the program of a call. If the text of the skill is given, it comes first, so that failures
    refer to its lines.
    """
    return Program(call=name, code=f"{source}module.exports = async function (bot) {{ return await {call} }}")


async def _finish(actor: Bot, partner: Bot, beside: asyncio.Task[Outcome]) -> Outcome:
    """Lets game time pass while any bot runs a program; a bot that has finished waits."""
    waiting = asyncio.ensure_future(
        actor.run(Program(call="rest", code=REST, args=(GRACE,)), deadline=GRACE + 5)
    )
    await asyncio.wait((beside, waiting), return_when=asyncio.FIRST_COMPLETED)
    if not beside.done():
        await partner.stop()
    await actor.stop()
    await waiting
    return await beside
