"""Listens to a round's discussion, logs problems, and compares claims with the server's counts.

The listener does not speak. It tells the discussion whether anything new was said. If the task says so, the
views of the next speakers contain the checked claims.
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
    """Listens to one round. `count` returns the current items of each agent, by the server's own count."""

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
        """The true and false claims of this round."""

    async def hear(self, lines: Sequence[TalkLine]) -> frozenset[Flag]:
        """Checks the last of `lines` and returns its flags. `lines` contains all lines of the round."""
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
                seq=line.seq,
                speaker=line.speaker,
                claim=claim.words,
                about=claim.about,
                item=claim.name,
                said=claim.count,
                held=claim.held(held),
                true=claim.is_true(held),
            )
            self.checks += (check,)
            fields = check.model_dump(exclude={"seq", "speaker"})
            self._log.append(ClaimChecked(agent=line.speaker, cause=(line.seq,), **fields))
