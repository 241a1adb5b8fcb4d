"""The talk before a round, in one of four structures, until those who speak find that they agree.

    horizontal  all speak in turn, as equals, until `[END]` holds
    vertical    the first proposes, the others criticise or agree, the first refines, until all others agree
    roleplay    the first instructs one at a time, who is instructed solves, until the first finds it done
    solo        the first plans for all; nobody answers

Paper: section 2.2 (horizontal, vertical), section 3 (solo), appendix D (fixed order, `[END]`); CAMEL, section
3.1 (role-playing; agents/roleplay.py). Behind it stand a turn limit, and three turns in a row that bring
nothing new (CAMEL, section 4.1). Without a talk (`none`) nobody is asked here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Literal

from minecrew.agents.addressees import AGREE, END, MARKS, addressees, asked
from minecrew.agents.mind import Mind
from minecrew.agents.roleplay import next_speaker, stopped
from minecrew.agents.views import Discussion, DiscussionView, TalkLine
from minecrew.runlog import DiscussionEnded, Flag, Items, Log, Said, TalkEnd

Structure = Literal["horizontal", "vertical", "roleplay", "solo"]


async def _heedless(lines: Sequence[TalkLine]) -> Collection[Flag]:
    return ()


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
    overheard: Callable[[], tuple[TalkLine, ...]] = tuple,
    hear: Callable[[Sequence[TalkLine]], Awaitable[Collection[Flag]]] = _heedless,
) -> Discussion:
    """Lets the agents talk; logs every utterance and how it ended.

    `view_of` gives an agent's view without the talk, `aloud` says a line in the game's chat, `overheard`
    gives what visitors have said there; that takes no turn. `hear` is given the talk after every utterance
    and tells what it is flagged for.
    """
    lines: list[TalkLine] = []
    taken = 0
    reason: TalkEnd | None = None
    while reason is None:
        speaker = next_speaker(lines, team) if structure == "roleplay" else team[taken % len(team)]
        view = await view_of(speaker)
        lines += overheard()
        view = view.model_copy(update={"lines": tuple(lines), "turns_left": turns - taken})
        utterance = await minds[speaker].speak(view)
        taken += 1
        to = tuple(name for name in addressees(utterance.text, team) if name != speaker)
        cause = (*(line.seq for line in lines[-1:] if line.seq >= 0), *utterance.cause)
        said = log.append(Said(agent=speaker, channel="discussion", to=to, text=utterance.text, cause=cause))
        lines.append(TalkLine(speaker=speaker, text=utterance.text, seq=said.seq))
        if words := _plain(utterance.text):
            await aloud(speaker, words)
        stale = "nothing_new" in await hear(lines)
        if structure == "roleplay":
            reason = stopped(lines, team, out_of_tokens=utterance.out_of_tokens)
        elif over(structure, lines, team):
            reason = "agreed"
        reason = reason or ("nothing_new" if stale else "turn_limit" if taken >= turns else None)
    log.append(DiscussionEnded(reason=reason, turns=taken, cause=tuple(line.seq for line in lines)))
    return Discussion(goal=goal, team=team, lines=tuple(lines), reason=reason)


def _plain(text: str) -> str:
    """The text without the marks that end a talk."""
    for mark in MARKS:
        text = text.replace(mark, "")
    return text.strip()


def over(
    structure: Literal["horizontal", "vertical", "solo"], lines: list[TalkLine], team: tuple[str, ...]
) -> bool:
    """Whether the last line, a member's, ends the talk."""
    match structure:
        case "horizontal":
            return END in lines[-1].text and settled(lines, team)
        case "vertical":
            return approved(lines, team)
        case "solo":
            return True


def approved(lines: list[TalkLine], team: tuple[str, ...]) -> bool:
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


def settled(lines: list[TalkLine], team: tuple[str, ...]) -> bool:
    """`[END]` counts only once all have spoken and nobody who was asked is unanswered."""
    spoken = {line.speaker for line in lines}
    return spoken >= set(team) and not unanswered(lines, team)


def unanswered(lines: list[TalkLine], team: tuple[str, ...]) -> set[str]:
    """Who was asked something by name and has not spoken since."""
    waiting: set[str] = set()
    for line in lines:
        waiting.discard(line.speaker)
        waiting |= asked(line.text, line.speaker, team)
    return waiting
