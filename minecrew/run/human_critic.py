"""A person as critic, who types the number of an option and the reason."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from minecrew.agents import CriticChoice, CriticView

Choose = Callable[[CriticView], Awaitable[str | None]]
"""Returns what the person typed; '' and None answer nothing."""


async def nobody(view: CriticView) -> str | None:
    """Nobody types."""
    return None


class HumanCritic:
    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    async def choose(self, view: CriticView) -> CriticChoice:
        """The first whole number counts. The reason is all that was typed, without a number at its start."""
        typed = (await self._choose(view) or "").strip()
        number = re.search(r"\d+", typed)
        option = int(number[0]) if number and len(number[0]) < 4 else None
        reason = re.sub(r"^\d+[\s,.:;-]*", "", typed) or "no reason was typed"
        return CriticChoice(option=option, reason=reason, unanswered=not typed)


def options_text(view: CriticView) -> str:
    """The options, one per line, for a person."""
    told = [f"Option {number}: {text}" for number, text in enumerate(view.options, 1)]
    return "\n".join([f"{view.agent} could say:", *told])
