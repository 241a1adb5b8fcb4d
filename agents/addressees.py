"""Finds the members whom a text addresses by name, and those to whom it puts a question or a request.

This module knows the words and the names, but nothing about structures or the world.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from minecrew.agents.marks import unmarked
from minecrew.agents.views import TalkLine


def asked_by(line: TalkLine, team: tuple[str, ...]) -> set[str]:
    """Returns the members to whom the line puts a question: those in `asks` if the speaker named them,
    otherwise those found in the words.
    """
    if line.asks is not None:
        return set(line.asks) - {line.speaker}
    return asked(line.text, line.speaker, team)


def asked(text: str, speaker: str, team: tuple[str, ...]) -> set[str]:
    """Returns the members to whom `text` puts a question or a request."""
    names: set[str] = set()
    for sentence in re.split(r"(?<=[.?!])\s+", unmarked(text)):
        if sentence.rstrip().endswith("?") or re.search(r"\bplease\b", sentence, re.I):
            names |= set(addressees(sentence, team))
    return names - {speaker}


def addressees(text: str, team: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the members who are called by name: at the beginning of a sentence, between commas, or at its
    end.
    """
    name = "|".join(re.escape(member) for member in team)
    several = rf"(?:{name})(?:(?:\s*,\s*|\s+and\s+)(?:{name}))*"
    openers = r"(?:hey|hi|so|ok|okay|well|and|but|then|please|can|could|will|would|should)"
    begin = r"(?:^|(?<=[.?!;:])\s+)"
    modal = r"\s+(?:could|can|will|would|please)\b"
    start = rf"{begin}[\s@\"']*(?:{openers}[\s,@]+)*({several})(?=\s*[,:]|{modal})"
    question = rf"{begin}(?:{openers}[\s,@]+)+({several})\b(?=[^.!]*\?)"
    inside = rf",\s*(?:and\s+)?({several})\s*[,.?!]"
    last = rf"\b(?:please|thanks|thank you)[\s,]+({several})\s*[.?!]"
    called = " ".join(
        match for pattern in (start, question, inside, last) for match in re.findall(pattern, text, re.I)
    )
    return tuple(member for member in team if re.search(rf"\b{re.escape(member)}\b", called, re.I))


def unanswered(lines: Sequence[TalkLine], team: tuple[str, ...]) -> set[str]:
    """Returns the members who were asked something by name and have not spoken since."""
    waiting: set[str] = set()
    for line in lines:
        waiting.discard(line.speaker)
        waiting |= asked_by(line, team)
    return waiting


def next_unanswered(lines: Sequence[TalkLine], team: tuple[str, ...]) -> str | None:
    """Returns the member who speaks next if the last of `lines` would end the talk but an answer is still
    owed. The next speaker is the first member after the last speaker, in speaking order, who was asked; None
    if nobody was asked.
    """
    waiting = unanswered(lines, team)
    said = [line.speaker for line in lines if line.speaker in team]
    after = team.index(said[-1]) + 1 if said else 0
    return next((name for name in (*team[after:], *team[:after]) if name in waiting), None)
