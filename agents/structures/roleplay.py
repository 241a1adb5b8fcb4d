"""Role-playing: who speaks next, and what ends such a talk.

Paper: CAMEL, sections 3.1 (roles), 3.2 (the forms of their words) and 4.1 (the five ends). The first of the
team instructs (the paper's AI user), all others solve (AI assistants): a message-passing graph with the
instructor in its middle, and with a crew of two the paper's own pair. Roles are played in the talk only; in
the world all act. Knows the words alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from minecrew.agents.addressees import DONE, addressees, asked
from minecrew.agents.views import TalkLine

MESSAGES = 40
"""Of all together, visitors not counted; whatever the task allows beyond that."""
QUIET = 3
"""Turns in a row in which the instructor gives no instruction."""

Stop = Literal["no_instruction", "assistant_instructs", "task_done", "token_limit", "message_limit"]
"""The paper's five, in its order."""

INSTRUCTS = re.compile(
    r"^\W*instruction\b|[.!?]\s+instruction\s*:|\byou (?:should|must|need to|have to)\b|\bi instruct you\b",
    re.IGNORECASE,
)


def next_speaker(lines: Sequence[TalkLine], team: Sequence[str]) -> str:
    """The instructor, and after it whom it called by name, else whoever has been silent for longest."""
    instructor, *assistants = team
    said = [line for line in lines if not line.visitor]
    if not said or said[-1].speaker != instructor:
        return instructor
    text = said[-1].text
    called = [name for name in addressees(text, tuple(team)) if name != instructor]
    named = [name for name in assistants if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)]
    last = {line.speaker: at for at, line in enumerate(said)}
    silent = sorted(assistants, key=lambda name: last.get(name, -1))
    return (called or named or silent)[0]


def stopped(lines: Sequence[TalkLine], team: Sequence[str], *, out_of_tokens: bool = False) -> Stop | None:
    """Which of the five ends the talk with the last of `lines`, a member's; `out_of_tokens`: that one is."""
    said = [line for line in lines if not line.visitor]
    orders = [line.text for line in said if line.speaker == team[0]]
    if out_of_tokens:
        return "token_limit"
    if said[-1].speaker != team[0]:
        if instructs(said[-1].text, said[-1].speaker, team):
            return "assistant_instructs"
    elif DONE in orders[-1]:
        return "task_done"
    elif len(orders) >= QUIET and not any(is_instruction(text, team) for text in orders[-QUIET:]):
        return "no_instruction"
    return "message_limit" if len(said) >= MESSAGES else None


def instructs(text: str, speaker: str, team: Sequence[str]) -> bool:
    """Whether an assistant tells others what to do. A question is a slip (`dialogue`), and ends nothing."""
    return bool(INSTRUCTS.search(text) or asked(text.replace("?", "."), speaker, tuple(team)))


def is_instruction(text: str, team: Sequence[str]) -> bool:
    """Whether the instructor tells an assistant what to do, in its form or in other words."""
    called = [name for name in addressees(text, tuple(team)) if name != team[0]]
    return bool(INSTRUCTS.search(text) or re.search(r"\binstruction\s*:", text, re.IGNORECASE) or called)
