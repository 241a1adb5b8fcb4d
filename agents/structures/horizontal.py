"""All agents speak in turn, as equals, until they agree (paper, section 2.2 and appendix D)."""

from __future__ import annotations

from collections.abc import Sequence

from minecrew.agents.addressees import next_unanswered, unanswered
from minecrew.agents.marks import END, marked
from minecrew.agents.offline.turn import Turn
from minecrew.agents.structure import Structure, prompt_part, spoken
from minecrew.agents.structures import PROMPTS
from minecrew.agents.views import DiscussionView, TalkLine
from minecrew.runlog import TalkEnd


class Horizontal(Structure):
    name = "horizontal"
    summary = (
        "All agents speak in turn, as equals; the talk ends with [END], once all have spoken and "
        "no question is open."
    )
    turn = Turn

    def speaker(self, lines: Sequence[TalkLine], team: tuple[str, ...]) -> str:
        """Returns the next member in order or, if only an answer is missing to end the discussion, the
        member that owes it.
        """
        said = spoken(lines)
        ends = said and marked(said[-1].text, END) and all_spoken(said, team)
        owes = next_unanswered(lines, team) if ends else None
        return owes or super().speaker(lines, team)

    def end(
        self, lines: Sequence[TalkLine], team: tuple[str, ...], *, out_of_tokens: bool = False
    ) -> TalkEnd | None:
        return "agreed" if marked(lines[-1].text, END) and settled(lines, team) else None

    def part(self, view: DiscussionView) -> str:
        return prompt_part(PROMPTS / "equal.md")


def settled(lines: Sequence[TalkLine], team: tuple[str, ...]) -> bool:
    """`[END]` counts only once all have spoken and everybody who was asked has answered."""
    return all_spoken(lines, team) and not unanswered(lines, team)


def all_spoken(lines: Sequence[TalkLine], team: tuple[str, ...]) -> bool:
    return {line.speaker for line in lines} >= set(team)


STRUCTURE = Horizontal()
