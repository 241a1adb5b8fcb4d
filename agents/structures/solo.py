"""The first agent plans for all, and nobody answers (paper, section 3)."""

from __future__ import annotations

from collections.abc import Sequence

from minecrew.agents.offline.turn import Turn
from minecrew.agents.structure import Structure, prompt_part
from minecrew.agents.structures import PROMPTS
from minecrew.agents.views import DiscussionView, TalkLine
from minecrew.runlog import TalkEnd


class SoloTurn(Turn):
    """The turn of the only member that speaks."""

    def _unheard(self) -> set[str]:
        return set()


class Solo(Structure):
    name = "solo"
    summary = "The first agent plans for all, and nobody answers; the talk ends after its line."
    turn = SoloTurn

    def voices(self, team: tuple[str, ...]) -> tuple[str, ...]:
        return team[:1]

    def end(
        self, lines: Sequence[TalkLine], team: tuple[str, ...], *, out_of_tokens: bool = False
    ) -> TalkEnd | None:
        return "agreed"

    def part(self, view: DiscussionView) -> str:
        return prompt_part(PROMPTS / "alone.md")


STRUCTURE = Solo()
