"""Each speaker names the next one, and may end the talk (GovSim, section 3.4).

This structure is meant for talk about past work, in which nobody assigns new work. As with other structures,
the secretary goes by the latest words.
"""

from __future__ import annotations

from collections.abc import Sequence

from minecrew.agents.addressees import asked_by
from minecrew.agents.marks import END, marked
from minecrew.agents.offline.turn import Turn
from minecrew.agents.structure import Structure, prompt_part, spoken
from minecrew.agents.structures import PROMPTS
from minecrew.agents.views import DiscussionView, TalkLine
from minecrew.runlog import TalkEnd


class Assembly(Structure):
    name = "assembly"
    summary = "Each speaker names the next one, and may end the talk with [END]."
    turn = Turn

    def speaker(self, lines: Sequence[TalkLine], team: tuple[str, ...]) -> str:
        """Returns the first member, in speaking order, that the last speaker asked. If the last speaker asked
        nobody, returns the member that speaks after it.
        """
        said = spoken(lines)
        if not said:
            return team[0]
        after = team.index(said[-1].speaker) + 1
        order = (*team[after:], *team[:after])
        named = asked_by(said[-1], team)
        return next((name for name in order if name in named), order[0])

    def end(
        self, lines: Sequence[TalkLine], team: tuple[str, ...], *, out_of_tokens: bool = False
    ) -> TalkEnd | None:
        return "agreed" if marked(lines[-1].text, END) else None

    def part(self, view: DiscussionView) -> str:
        return prompt_part(PROMPTS / "assembly.md")


STRUCTURE = Assembly()
