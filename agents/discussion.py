"""The talk before a round, in one of three structures, until those who speak find that they agree.

    horizontal  all speak in turn, as equals, until `[END]` holds
    vertical    the first proposes, the others criticise or agree, the first refines, until all others agree
    solo        the first plans for all; nobody answers

Paper: section 2.2 (both structures), section 3 (solo), appendix D (fixed order, `[END]`). Behind it stand a
turn limit, and three turns in a row that bring nothing new (CAMEL, section 4.1). Without a talk (`none`)
nobody is asked here.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Literal

from agents.mind import Mind
from agents.views import Discussion, DiscussionView, Line
from runlog import DiscussionEnded, Items, Log, Said

END = "[END]"
AGREE = "[Agree]"
Structure = Literal["horizontal", "vertical", "solo"]
Reason = Literal["agreed", "turn_limit", "nothing_new"]


async def _heedless(lines: Sequence[Line]) -> bool:
    return False


async def discuss(
    team: tuple[str, ...],
    minds: Mapping[str, Mind],
    view_of: Callable[[str], Awaitable[DiscussionView]],
    *,
    goal: Items,
    turns: int,
    structure: Structure = "horizontal",
    log: Log,
    aloud: Callable[[str, str], Awaitable[None]],
    overheard: Callable[[], tuple[Line, ...]] = tuple,
    hear: Callable[[Sequence[Line]], Awaitable[bool]] = _heedless,
) -> Discussion:
    """Lets the agents talk; logs every utterance and how it ended.

    `view_of` gives an agent's view without the talk, `aloud` says a line in the game's chat, `overheard`
    gives what visitors have said there; that takes no turn. `hear` is given the talk after every utterance
    and tells whether nothing new comes any more.
    """
    lines: list[Line] = []
    taken = 0
    agreed = stale = False
    while taken < turns and not (agreed or stale):
        speaker = team[taken % len(team)]
        view = await view_of(speaker)
        lines += overheard()
        view = view.model_copy(update={"lines": tuple(lines), "turns_left": turns - taken})
        utterance = await minds[speaker].speak(view)
        taken += 1
        to = tuple(name for name in addressed(utterance.text, team) if name != speaker)
        cause = (*(line.seq for line in lines[-1:] if line.seq >= 0), *utterance.cause)
        said = log.append(Said(agent=speaker, channel="discussion", to=to, text=utterance.text, cause=cause))
        lines.append(Line(speaker=speaker, text=utterance.text, seq=said.seq))
        await aloud(speaker, utterance.text.replace(END, "").replace(AGREE, "").strip())
        stale = await hear(lines)
        agreed = over(structure, lines, team)
    reason: Reason = "agreed" if agreed else "nothing_new" if stale else "turn_limit"
    log.append(DiscussionEnded(reason=reason, turns=taken, cause=tuple(line.seq for line in lines)))
    return Discussion(goal=goal, team=team, lines=tuple(lines), reason=reason)


def over(structure: Structure, lines: list[Line], team: tuple[str, ...]) -> bool:
    """Whether the last line, a member's, ends the talk."""
    match structure:
        case "horizontal":
            return END in lines[-1].text and settled(lines, team)
        case "vertical":
            return approved(lines, team)
        case "solo":
            return True


def approved(lines: list[Line], team: tuple[str, ...]) -> bool:
    """Every reviewer has agreed since the solver, the first of the team, spoke last."""
    agreeing: set[str] = set()
    for line in lines:
        if line.speaker == team[0]:
            agreeing = set()
        elif AGREE in line.text or END in line.text:
            agreeing.add(line.speaker)
        else:
            agreeing.discard(line.speaker)
    return agreeing >= set(team[1:])


def settled(lines: list[Line], team: tuple[str, ...]) -> bool:
    """`[END]` counts only once all have spoken and nobody who was asked is unanswered."""
    spoken = {line.speaker for line in lines}
    return spoken >= set(team) and not unanswered(lines, team)


def unanswered(lines: list[Line], team: tuple[str, ...]) -> set[str]:
    """Who was asked something by name and has not spoken since."""
    waiting: set[str] = set()
    for line in lines:
        waiting.discard(line.speaker)
        waiting |= asked(line.text, line.speaker, team)
    return waiting


def asked(text: str, speaker: str, team: tuple[str, ...]) -> set[str]:
    """Members whom `text` asks a question, or to do something."""
    names: set[str] = set()
    for sentence in re.split(r"(?<=[.?!])\s+", text.replace(END, "")):
        if sentence.rstrip().endswith("?") or re.search(r"\bplease\b", sentence, re.I):
            names |= set(addressed(sentence, team))
    return names - {speaker}


def addressed(text: str, team: tuple[str, ...]) -> tuple[str, ...]:
    """Members called by name: at the beginning of a sentence, between commas, or at its end."""
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
