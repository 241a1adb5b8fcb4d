"""Horizontal discussion: the agents speak in turn, as equals, until they find that they agree.

Paper: section 2.2 (horizontal structure), appendix D (fixed order, `[END]`). A turn limit stands behind it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping

from agents.mind import Mind
from agents.views import Discussion, DiscussionView, Line
from runlog import DiscussionEnded, Items, Log, Said

END = "[END]"


async def discuss(
    team: tuple[str, ...],
    minds: Mapping[str, Mind],
    view_of: Callable[[str], Awaitable[DiscussionView]],
    *,
    goal: Items,
    turns: int,
    log: Log,
    aloud: Callable[[str, str], Awaitable[None]],
) -> Discussion:
    """Lets the agents talk; logs every utterance and how it ended.

    `view_of` gives an agent's view without the talk, `aloud` says a line in the game's chat.
    """
    lines: list[Line] = []
    agreed = False
    while len(lines) < turns and not agreed:
        speaker = team[len(lines) % len(team)]
        view = await view_of(speaker)
        view = view.model_copy(update={"lines": tuple(lines), "turns_left": turns - len(lines)})
        utterance = await minds[speaker].speak(view)
        to = tuple(name for name in addressed(utterance.text, team) if name != speaker)
        cause = (lines[-1].seq,) if lines else ()
        said = log.append(Said(agent=speaker, channel="discussion", to=to, text=utterance.text, cause=cause))
        lines.append(Line(speaker=speaker, text=utterance.text, seq=said.seq))
        await aloud(speaker, utterance.text.replace(END, "").strip())
        agreed = utterance.ends and settled(lines, team)
    reason = "agreed" if agreed else "turn_limit"
    log.append(DiscussionEnded(reason=reason, turns=len(lines), cause=tuple(line.seq for line in lines)))
    return Discussion(goal=goal, team=team, lines=tuple(lines), reason=reason)


def settled(lines: list[Line], team: tuple[str, ...]) -> bool:
    """`[END]` counts only once all have spoken and nobody who was asked is unanswered."""
    spoken = {line.speaker for line in lines}
    return spoken >= set(team) and not unanswered(lines, team)


def unanswered(lines: list[Line], team: tuple[str, ...]) -> set[str]:
    """Who was asked by name and has not spoken since."""
    waiting: set[str] = set()
    for line in lines:
        waiting.discard(line.speaker)
        for sentence in re.split(r"(?<=[.?!])\s+", line.text):
            if sentence.rstrip().endswith("?"):
                waiting |= {name for name in addressed(sentence, team) if name != line.speaker}
    return waiting


def addressed(text: str, team: tuple[str, ...]) -> tuple[str, ...]:
    """Members named at the start or the end of a clause, as one calls somebody."""
    found = [
        name
        for name in team
        if re.search(rf"(^|[.?!;:,]\s*|\band )({name})\s*[,?:]|,\s*{name}\s*[.?!]", text, re.I)
    ]
    return tuple(found)
