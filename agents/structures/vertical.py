"""The first agent proposes, the others criticise or agree, and the first refines until all others agree.

Paper: section 2.2 (vertical).
"""

from __future__ import annotations

from collections.abc import Sequence

from minecrew.agents.addressees import next_unanswered, unanswered
from minecrew.agents.marks import AGREE, END, marked
from minecrew.agents.offline.turn import Turn
from minecrew.agents.structure import Structure, prompt_part
from minecrew.agents.structures import PROMPTS
from minecrew.agents.views import DiscussionView, TalkLine
from minecrew.runlog import TalkEnd


class Vertical(Structure):
    name = "vertical"
    summary = "The first agent proposes and refines, the others review; the talk ends when all say [Agree]."
    turn = Turn

    def speaker(self, lines: Sequence[TalkLine], team: tuple[str, ...]) -> str:
        """Returns the next member in order or, if all have agreed and only an answer is missing, the member
        that owes it.
        """
        owes = next_unanswered(lines, team) if approved(lines, team) else None
        return owes or super().speaker(lines, team)

    def end(
        self, lines: Sequence[TalkLine], team: tuple[str, ...], *, out_of_tokens: bool = False
    ) -> TalkEnd | None:
        return "agreed" if approved(lines, team) and not unanswered(lines, team) else None

    def part(self, view: DiscussionView) -> str:
        solver = view.team[0]
        return prompt_part(PROMPTS / ("solver.md" if view.agent == solver else "reviewer.md"), solver=solver)


def approved(lines: Sequence[TalkLine], team: tuple[str, ...]) -> bool:
    """Whether every reviewer has agreed since the solver (the first member) last spoke without ending the
    discussion.
    """
    agreeing: set[str] = set()
    for line in lines:
        if line.speaker == team[0]:
            agreeing = agreeing if marked(line.text, END) else set()
        elif marked(line.text, AGREE, END):
            agreeing.add(line.speaker)
        else:
            agreeing.discard(line.speaker)
    return agreeing >= set(team[1:])


STRUCTURE = Vertical()
