"""Listens to a round's talk: logs problems in it, and compares claims with the server's counts.

It says nothing itself. The discussion reads from it whether anything new was said. If the task asks for it,
the views of the next speakers contain the checked claims.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from minecrew.agents.claims import ClaimReader
from minecrew.agents.dialogue_monitor import DialogueMonitor
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.structure import Structure
from minecrew.agents.views import Check, TalkLine
from minecrew.runlog import ClaimChecked, DialogueFlagged, Flag, Items, Log


class Listener:
    """Listens to one round. `count` gives what each agent holds at the moment, by the server's own count."""

    def __init__(
        self,
        team: Sequence[str],
        knowledge: Knowledge,
        log: Log,
        count: Callable[[], Awaitable[Mapping[str, Items]]],
        *,
        structure: Structure,
    ) -> None:
        self._monitor = DialogueMonitor(team, knowledge, structure=structure)
        self._claims = ClaimReader(team, knowledge)
        self._log, self._count = log, count
        self.checks: tuple[Check, ...] = ()
        """The claims of this round, true or not."""

    async def hear(self, lines: Sequence[TalkLine]) -> frozenset[Flag]:
        """Hears the last of `lines`, which are all of the round, and returns its flag."""
        last = lines[-1]
        await self._check(last)
        flags = self._monitor.flags(lines)
        for flagged in flags:
            agent = None if flagged.flag == "nothing_new" else last.speaker
            event = DialogueFlagged(agent=agent, flag=flagged.flag, seqs=flagged.seqs, cause=flagged.seqs)
            self._log.append(event)
        return frozenset(flagged.flag for flagged in flags)

    async def _check(self, line: TalkLine) -> None:
        if not (claims := self._claims.read(line.speaker, line.text)):
            return
        held = await self._count()
        for claim in claims:
            check = Check(
                speaker=line.speaker,
                claim=claim.words,
                about=claim.about,
                item=claim.name,
                said=claim.count,
                held=claim.held(held),
                true=claim.is_true(held),
            )
            self.checks += (check,)
            fields = check.model_dump(exclude={"speaker"})
            self._log.append(ClaimChecked(agent=line.speaker, cause=(line.seq,), **fields))
