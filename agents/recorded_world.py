"""A world that gives recorded answers, without a server or bots. `Playback` decides when it gives them.

The events of the world are logged again; the requests are not compared, since the events show differences.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

from pydantic import TypeAdapter

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.playback import Playback
from minecrew.agents.task import AgentSpec
from minecrew.agents.views import TalkLine
from minecrew.agents.world import CommonsCount
from minecrew.bridge import Observation, Outcome, Program, StoredSightings
from minecrew.runlog import AnswerCall, GuardMode, Header, Items, Log, Said, WorldAnswer
from minecrew.skills import Library, Skill

GAVE: dict[AnswerCall, TypeAdapter[Any]] = {
    "observe": TypeAdapter(Observation),
    "run": TypeAdapter(Outcome),
    "tick": TypeAdapter(int | None),
    "inventories": TypeAdapter(dict[str, Items]),
    "commons": TypeAdapter(CommonsCount),
    "regrow": TypeAdapter(CommonsCount),
    "speak": TypeAdapter(str | None),
    "advise": TypeAdapter(str | None),
    "choose": TypeAdapter(str | None),
}
"""Call -> type of its answer. Other calls have no answer."""


def check_answers(answers: Iterable[WorldAnswer]) -> None:
    """Raises ValidationError if an answer does not have the type that its call returns in this version."""
    for answer in answers:
        if answer.call in GAVE and not answer.cut:
            GAVE[answer.call].validate_python(answer.gave)


class RecordedWorld:
    """`knowledge`: the rules of the recorded run. `library`: the current library; programs that the recorded
    run kept are added again.
    """

    def __init__(self, knowledge: Knowledge, library: Library, playback: Playback, log: Log) -> None:
        self.knowledge, self.library, self._playback = knowledge, library, playback
        self._visitors: list[TalkLine] = []
        self._sightings = defaultdict[str, StoredSightings](StoredSightings)
        log.subscribe(self._hear)

    def _hear(self, event: Header) -> None:
        if isinstance(event, Said) and event.visitor is not None:
            line = TalkLine(speaker=event.visitor, text=event.text, seq=event.seq, visitor=True)
            self._visitors.append(line)

    async def begin(self, agents: Sequence[AgentSpec]) -> None:
        await self._playback.ask("begin")

    async def observe(self, agent: str) -> Observation:
        seen = Observation.model_validate(await self._playback.ask("observe", agent))
        return self._sightings[agent].share(seen)

    async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
        outcome = Outcome.model_validate(await self._playback.ask("run", agent))
        return self._sightings[agent].share_in(outcome)

    async def keep(self, source: str, name: str) -> Skill | None:
        skill = self.library.keep(source, name)
        await self._playback.ask("keep")
        return skill

    async def tick(self) -> int | None:
        return cast("int | None", await self._playback.ask("tick"))

    @asynccontextmanager
    async def alarm(self, seconds: float, ring: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
        async def wait() -> None:
            await self._playback.ask("ring")
            await ring()

        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(wait())
            yield
            waiting.cancel()

    async def stop(self, agent: str) -> None:
        await self._playback.ask("stop", agent)

    async def say(self, agent: str, text: str) -> None:
        await self._playback.ask("say", agent)

    def overheard(self) -> tuple[TalkLine, ...]:
        lines, self._visitors = tuple(self._visitors), []
        return lines

    @asynccontextmanager
    async def thinking(self, agent: str) -> AsyncIterator[None]:
        await self._playback.ask("think", agent)
        yield

    async def inventories(self) -> dict[str, Items]:
        return cast("dict[str, Items]", await self._playback.ask("inventories"))

    async def count_commons(self) -> CommonsCount:
        return CommonsCount.model_validate(await self._playback.ask("commons"))

    async def regrow(self) -> CommonsCount:
        return CommonsCount.model_validate(await self._playback.ask("regrow"))

    async def diverge(self, seed: int, *, guard: GuardMode | None = None) -> None:
        pass  # what came of it is in the log

    async def recount(self) -> None:
        pass  # what came of it is in the log

    async def watch(self) -> None:
        await asyncio.Event().wait()
