"""The discussion before a round. It follows the rules of its structure and ends when the speakers agree.

Each structure (agents/structures) has its own rule for the end. A discussion also ends at its turn limit, or
after three turns in a row without anything new (CAMEL, section 4.1). Paper: section 2.2; appendix D (fixed
order, `[END]`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

from minecrew.agents.addressees import addressees
from minecrew.agents.answers import Utterance
from minecrew.agents.marks import unmarked
from minecrew.agents.mind import Mind
from minecrew.agents.structure import Structure
from minecrew.agents.views import Discussion, DiscussionView, TalkLine
from minecrew.runlog import DiscussionEnded, Flag, Items, Log, Said, TalkEnd

Speak = Callable[[Mind, DiscussionView], Awaitable[Utterance]]


async def _heedless(lines: Sequence[TalkLine]) -> Collection[Flag]:
    return ()


def doubts(lines: Sequence[TalkLine]) -> dict[str, TalkLine]:
    """Maps each member to its last line, if this line says that the goal cannot be reached."""
    last = {line.speaker: line for line in lines if not line.visitor}
    return {name: line for name, line in last.items() if line.impossible}


async def discuss(
    team: tuple[str, ...],
    minds: Mapping[str, Mind],
    view_of: Callable[[str, Sequence[TalkLine]], Awaitable[DiscussionView]],
    *,
    goal: Items,
    turns: int,
    structure: Structure,
    log: Log,
    aloud: Callable[[str, str], Awaitable[None]],
    overheard: Callable[[], tuple[TalkLine, ...]] = tuple,
    hear: Callable[[Sequence[TalkLine]], Awaitable[Collection[Flag]]] = _heedless,
    opening: Sequence[TalkLine] = (),
    speak: Speak | None = None,
) -> Discussion:
    """Lets the agents talk, and logs every utterance and how the discussion ended.

    `view_of` gives an agent's view without the talk so far, and `aloud` says a line in the game's chat.
    `overheard` gives the chat lines of the visitors, who take no turns. `hear` is given the talk after every
    utterance and returns the flags for its last line. `opening`: lines that all agents have already heard.
    `speak` gets the words from a mind; if it is None, the mind is asked once.
    """
    lines: list[TalkLine] = list(opening)
    taken = 0
    reason: TalkEnd | None = None
    while reason is None:
        speaker = structure.speaker(lines, team)
        view = await view_of(speaker, lines)
        lines += overheard()
        view = view.model_copy(update={"lines": tuple(lines), "turns_left": turns - taken})
        mind = minds[speaker]
        utterance = await (speak(mind, view) if speak else mind.speak(view))
        taken += 1
        asks = utterance.asks
        called = {*addressees(utterance.text, team), *(asks or ())}
        to = tuple(name for name in team if name in called and name != speaker)
        cause = (*(line.seq for line in lines[-1:] if line.seq >= 0), *utterance.cause)
        said = log.append(
            Said(
                agent=speaker,
                channel="discussion",
                to=to,
                asks=asks,
                impossible=utterance.impossible,
                text=utterance.text,
                cause=cause,
            )
        )
        line = TalkLine(
            speaker=speaker,
            text=utterance.text,
            seq=said.seq,
            asks=asks,
            impossible=utterance.impossible,
        )
        lines.append(line)
        if words := unmarked(utterance.text):
            await aloud(speaker, words)
        stale = "nothing_new" in await hear(lines) and not structure.fixed
        given_up = len(doubts(lines)) == len(structure.voices(team))
        reason = (
            "impossible" if given_up else structure.end(lines, team, out_of_tokens=utterance.out_of_tokens)
        )
        reason = reason or ("nothing_new" if stale else "turn_limit" if taken >= turns else None)
    log.append(DiscussionEnded(reason=reason, turns=taken, cause=tuple(line.seq for line in lines)))
    record = structure.record(lines, team)
    return Discussion(goal=goal, team=team, lines=record, reason=reason, reading=structure.reading)
