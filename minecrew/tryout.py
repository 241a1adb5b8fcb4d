"""Tries a skill: a fresh world, one bot (two for a crew's skill), what the trial gives, one call.

The world's clock runs as fast as the machine can. What is gained is told by the server's count. Knows nothing
of crews, tasks or the terminal; does not say whether a skill is well written.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from agents import Knowledge
from bridge import Bot, Bridge, ChildEvent, Outcome, Program
from mc_server import EmbeddedServer
from runlog import EVENT, CallTimeout, Header, Items, Note
from skills import Library, Skill, Trial

ACTOR, PARTNER = "Alice", "Bob"
DEADLINE = 900.0
"""Game seconds a call may take."""
GRACE = 30.0
"""Game seconds the partner may go on when the other is through; who only keeps company is then stopped."""
CATCH_UP = 5.0
"""Seconds; the events are here already and only have to be read."""
WRAPPER = "program"
"""What the sandbox calls a text that is handed over with its call."""
MOMENT = Program(call="moment", code="async function moment (bot) { await bot.waitForTicks(2) }")
REST = "async function rest (bot, seconds) { await bot.waitForTicks(20 * seconds) }"

Hear = Callable[[Header], None]


@dataclass(frozen=True)
class Failure:
    """Where in its own file a skill failed and, if it was in a step or skill that it called, where there."""

    line: int | None
    """Of the skill's file, from 1; None: it was not in its text (the call itself, or a process that died)."""
    inner: str | None = None
    inner_line: int = 0


@dataclass(frozen=True)
class Tryout:
    """One trial, run."""

    skill: Skill
    trial: Trial
    outcome: Outcome
    partner: Outcome | None
    before: Items
    """What the bot held when it was called: `@before` is over."""
    after: Items

    @property
    def gained(self) -> Items:
        """By the server's count; negative: lost."""
        names = sorted(self.before.keys() | self.after.keys())
        changes = {name: self.after.get(name, 0) - self.before.get(name, 0) for name in names}
        return {name: change for name, change in changes.items() if change}

    @property
    def problem(self) -> str:
        """Why it does not pass; '' where it does."""
        if not self.outcome.ok:
            return f"{self.outcome.code}: {self.outcome.message}"
        if self.partner and not self.partner.ok and self.partner.code != "STOPPED":
            return f"{PARTNER}: {self.partner.code}: {self.partner.message}"
        gained = self.gained
        short = {i: n - gained.get(i, 0) for i, n in self.trial.expect.items() if gained.get(i, 0) < n}
        if short:
            missing = ", ".join(f"{n} {item}" for item, n in sorted(short.items()))
            return f"{missing} short of what it is to gain"
        granted = sorted(item for item, given in self.trial.give.items() if self.after.get(item, 0) > given)
        if granted and not self.trial.expect:
            return f"it was given {granted[0]}, which it makes; give what that is made of, or say @expect"
        return ""

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


async def try_skill(
    skill: Skill,
    trial: Trial,
    library: Library,
    *,
    hear: Hear = lambda event: None,
    deadline: float = DEADLINE,
) -> Tryout:
    """Runs the trial in a world of its own. Raises UserError for an arena or item there is not, Fault."""
    async with Bridge() as bridge:
        await bridge.clock.begin(speed="max", waits=True)
        server = await EmbeddedServer.start(bridge, arena=trial.arena, seed=trial.seed)
        rules = Knowledge.model_validate(await server.knowledge())
        for item in (*trial.give, *trial.expect):
            rules.require(item, f"the trial of {skill.name}")
        bots = [await _join(bridge, server, library, name) for name in _names(trial)]
        actor = bots[0]
        for item, count in trial.give.items():
            await server.grant(actor.name, item, count)
        await actor.run(MOMENT, deadline=1)  # its bot hears of what was given as time passes
        prepared = await _run(actor, trial.before, deadline) if trial.before else None
        before = await _held(server)
        if prepared and not prepared.ok:
            failed = prepared.model_copy(update={"message": f"@before: {prepared.message}", "at": None})
            return Tryout(skill=skill, trial=trial, outcome=failed, partner=None, before=before, after=before)
        try:
            async with asyncio.TaskGroup() as group:
                caught_up = asyncio.Event()
                listening = group.create_task(_listen(bridge, hear, caught_up))
                beside = group.create_task(_run(bots[1], trial.partner, deadline)) if bots[1:] else None
                outcome = await actor.run(_program(skill, trial), deadline=deadline)
                partner = await _finish(actor, bots[1], beside) if beside else None
                after = await _held(server)
                await _catch_up(bridge, caught_up)
                listening.cancel()
        except BaseExceptionGroup as errors:  # one is told of, in one line
            raise errors.exceptions[0] from None
    return Tryout(skill=skill, trial=trial, outcome=outcome, partner=partner, before=before, after=after)


def _names(trial: Trial) -> tuple[str, ...]:
    return (ACTOR, PARTNER) if trial.partner else (ACTOR,)


async def _join(bridge: Bridge, server: EmbeddedServer, library: Library, name: str) -> Bot:
    bot = await bridge.join(name, server.address, seed=1)
    await bot.learn(library.sources())
    return bot


def _program(skill: Skill, trial: Trial) -> Program:
    """The skill's own text and the call behind it, so that every line of it that is on the way is told."""
    return Program(call=skill.name, code=f"{skill.source}\n{_caller(trial.call)}")


async def _run(bot: Bot, call: str, deadline: float) -> Outcome:
    return await bot.run(Program(call="beside", code=_caller(call)), deadline=deadline)


def _caller(call: str) -> str:
    return f"module.exports = async function (bot) {{ return await {call} }}"


async def _finish(actor: Bot, partner: Bot, beside: asyncio.Task[Outcome]) -> Outcome:
    """Time goes on for as long as somebody runs a program: the one who is through waits."""
    waiting = asyncio.ensure_future(
        actor.run(Program(call="rest", code=REST, args=(GRACE,)), deadline=GRACE + 5)
    )
    await asyncio.wait((beside, waiting), return_when=asyncio.FIRST_COMPLETED)
    if not beside.done():
        await partner.stop()
    await actor.stop()
    await waiting
    return await beside


async def _held(server: EmbeddedServer) -> Items:
    return (await server.inventories()).get(ACTOR, {})


async def _catch_up(bridge: Bridge, caught_up: asyncio.Event) -> None:
    bridge.tell(ChildEvent(event="mark", child="crew"))
    try:
        async with asyncio.timeout(CATCH_UP):
            await caught_up.wait()
    except TimeoutError:
        raise CallTimeout("what was witnessed could not be read in time") from None


async def _listen(bridge: Bridge, hear: Hear, caught_up: asyncio.Event) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        async for event in bridge.events():
            if event.event == "mark":
                caught_up.set()
            elif event.event == "witness":
                hear(EVENT.validate_python({**event.data, "source": "server"}))
            elif event.event == "log":
                hear(Note(agent=event.child, source="bot", text=str(event.data.get("text", ""))[:1000]))
