"""All speak in turn, as equals, until they find that they agree (paper, section 2.2 and appendix D)."""

from __future__ import annotations

from collections.abc import Sequence

from minecrew.agents.addressees import asked_by
from minecrew.agents.marks import END, marked
from minecrew.agents.offline.turn import Turn
from minecrew.agents.structure import Structure, prompt_part
from minecrew.agents.structures import PROMPTS
from minecrew.agents.views import DiscussionView, TalkLine
from minecrew.runlog import TalkEnd


class Horizontal(Structure):
    name = "horizontal"
    summary = (
        "All speak in turn, as equals; the talk ends with [END], if all have spoken and no question is open."
    )
    turn = Turn

    def end(
        self, lines: Sequence[TalkLine], team: tuple[str, ...], *, out_of_tokens: bool = False
    ) -> TalkEnd | None:
        return "agreed" if marked(lines[-1].text, END) and settled(lines, team) else None

    def part(self, view: DiscussionView) -> str:
        return prompt_part(PROMPTS / "equal.md")


def settled(lines: Sequence[TalkLine], team: tuple[str, ...]) -> bool:
    """`[END]` counts only once all have spoken and nobody who was asked is unanswered."""
    spoken = {line.speaker for line in lines}
    return spoken >= set(team) and not unanswered(lines, team)


def unanswered(lines: Sequence[TalkLine], team: tuple[str, ...]) -> set[str]:
    """Who was asked something by name and has not spoken since."""
    waiting: set[str] = set()
    for line in lines:
        waiting.discard(line.speaker)
        waiting |= asked_by(line, team)
    return waiting


STRUCTURE = Horizontal()
