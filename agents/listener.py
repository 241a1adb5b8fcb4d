"""Listens to a round's talk: logs what goes wrong in it, and checks claims against the server's counts.

Says nothing itself. What it heard is for the discussion (is anything new coming?) and, where the task wants
it, for the views of those who speak next.
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
        """What has been claimed in this round, true or not."""

    async def hear(self, lines: Sequence[TalkLine]) -> frozenset[Flag]:
        """Hears the last of `lines`, which are all of the round; what it is flagged for."""
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
