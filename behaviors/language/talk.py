"""The relations between utterances: who offers, who agrees or declines, who is left idle.

This module knows nothing about parts and deeds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from minecrew.behaviors.language.clauses import ANYBODY
from minecrew.behaviors.language.item_words import direct
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.requests import is_for
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine

WINDOW = 200
"""Maximum number of lines before and after a line that can matter for it."""
PRODUCTIVE = ("gather", "make", "help")
EVERYTHING = frozenset({"both", "all", "everything", "alone", "myself", "whole", "lot"})

TAKEN_BACK = (
    *("thanks but", "thank you but", "no thanks", "no thank", "my own", "but no", "rather not", "nice but"),
    *("kind but", "but keep", "but i"),
)
"""Words that turn a yes into a no."""


def left_idle(lines: Sequence[SpokenLine], agent: str, team: Sequence[str]) -> SpokenLine | None:
    """The last line in which another agent leaves `agent` without work, for now or for good."""
    found = None
    for line in lines:
        if line.speaker == agent:
            continue
        if any(piece.idle and agent in piece.persons and not piece.state for piece in line.pieces):
            found = line
        for act in line.acts:
            past = bool({"was", "were", "been", "waited"} & set(act.words))
            meant = is_for(act, agent, line, team) and line.speaker not in act.who
            meant = meant and not (ANYBODY in act.who and act.kind == "claim")
            if act.deed == "idle" and not act.negative and not past and meant:
                found = line
            elif act.kind in ("request", "plan") and meant and _comes_later(act, line, team):
                found = found or line
    return found


def _comes_later(act: SpeechAct, line: SpokenLine, team: Sequence[str]) -> bool:
    """Crafting that has to wait for what others bring."""
    return act.deed in ("make", "give") and act.means("make") and _awaits(act, line, team)


def _awaits(act: SpeechAct, line: SpokenLine, team: Sequence[str]) -> bool:
    if line.typed:
        return act.means("awaits")
    return means("awaits", tuple(word for word in line.words if word not in {name.lower() for name in team}))


def idles_itself(line: SpokenLine) -> bool:
    """Whether the speaker says that it has nothing to do, or that it does not want to be idle. A model tells
    this from a yes to waiting.
    """
    return any(
        act.deed == "idle" and line.speaker in act.who and len(act.who) == 1
        for act in line.acts
        if not (line.typed and act.kind == "accept")
    )


def offers(line: SpokenLine, deeds: Sequence[str]) -> Iterator[SpeechAct]:
    """The deeds, among those given, that the speaker takes on; with 'we', only help and work in the meantime
    count.
    """
    for act in line.acts:
        if len(act.who) > 1 and act.deed != "help" and act.time != "meanwhile":
            continue
        own = act.kind in ("offer", "plan") and line.speaker in act.who and not act.negative
        gift = act.kind == "offer" and act.deed == "give" and line.speaker not in act.who
        if act.deed in deeds and (own or gift):
            yield act


def takes_back(
    lines: Sequence[SpokenLine], agent: str, things: frozenset[str], receivers: Collection[str]
) -> bool:
    """Whether the agent says that it will not give these things to those who would receive them (to anybody,
    if none are known). Only a model reads it.
    """
    own = (line for line in lines if line.typed and line.speaker == agent)
    return any(
        (act.kind, act.deed) == ("refuse", "give") and direct(act.things) & direct(things)
        for line in own
        for act in line.acts
        if agent in act.who and (not act.whom or not receivers or set(act.whom) & set(receivers))
    )


def answer(
    lines: Sequence[SpokenLine],
    offerer: str,
    target: str | None = None,
    *,
    about: frozenset[str] = frozenset(),
) -> tuple[SpokenLine | None, bool]:
    """Returns the others' first answer to an offer, from the lines after it: (the line or None, whether it
    declines).

    `about`: what was offered. Who takes one thing and declines another declines only the other.

    The next line of a `target` is its answer, whatever it says. Lines of other agents count only if they
    agree, decline or address the offerer. A line that is addressed to somebody else never counts.
    """
    for line in lines:
        if line.speaker == offerer or _is_for_others(line, offerer):
            continue
        refusal = any(act.kind == "refuse" and _answers(act, offerer) for act in line.acts)
        agreement = any(act.kind == "accept" and _answers(act, offerer) for act in line.acts)
        if not (refusal or agreement or line.speaker == target or offerer in line.event.to):
            continue
        all_declined = refusal and not (agreement and _yes_first(line))
        return line, all_declined or _declines_one(line, offerer, about)
    return None, False


def _is_for_others(line: SpokenLine, offerer: str) -> bool:
    """Whether it is addressed to somebody else, and no model read that a part of it answers the offerer."""
    elsewhere = bool(line.event.to) and offerer not in line.event.to
    answers = line.typed and any(
        act.kind in ("accept", "refuse") and offerer in act.whom for act in line.acts
    )
    return elsewhere and not answers


def _declines_one(line: SpokenLine, offerer: str, about: frozenset[str]) -> bool:
    """Whether a model read that it takes some of the things, and not these."""
    wanted = direct(about)
    answers = [act for act in line.acts if _answers(act, offerer)]
    accepts = [act for act in answers if act.kind == "accept"]
    taken = any(direct(act.things) & wanted if act.things else means("accept", act.quoted) for act in accepts)
    gifts = (act for act in answers if act.kind == "refuse" and act.deed in ("give", "none"))
    return line.typed and not taken and any(direct(act.things) & wanted for act in gifts)


def _answers(act: SpeechAct, offerer: str) -> bool:
    """Whether it is addressed to the offerer, where a model read to whom."""
    return act.senses is None or not act.whom or offerer in act.whom


def _yes_first(line: SpokenLine) -> bool:
    """'Sure, no need to hurry' agrees; 'No, thanks' and 'thanks, but I have my own' do not."""
    if line.typed:
        return True
    joined = f" {' '.join(line.words)} "
    if any(f" {words} " in joined for words in TAKEN_BACK):
        return False
    return next((act.kind for act in line.acts if act.kind in ("accept", "refuse")), None) == "accept"
