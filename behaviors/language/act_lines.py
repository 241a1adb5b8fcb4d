"""An utterance, built from the acts that a model read in it, in the form that detectors use for all lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from minecrew.behaviors.language.acts import ActDeed, ActKind, ActTime, ReadAct
from minecrew.behaviors.language.clauses import ANYBODY
from minecrew.behaviors.language.item_words import named_items
from minecrew.behaviors.language.pieces import ALL, TalkPiece
from minecrew.behaviors.language.sentences import read_words
from minecrew.behaviors.language.speech_acts import Deed, Kind, SpeechAct, Time
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.runlog import Said

KINDS: dict[ActKind, Kind] = {
    "offer": "offer",
    "plan": "plan",
    "accept": "accept",
    "decline": "refuse",
    "request": "request",
    "criticise": "criticise",
    "concede": "acknowledge",
    "refuse": "refuse",
    "claim": "claim",
    "thank": "thank",
}
DEEDS: dict[ActDeed, Deed] = {
    "gather": "gather",
    "make": "make",
    "give": "give",
    "help": "help",
    "wait": "idle",
    "done": "done",
    "have": "hold",
    "lack": "lack",
    "trade": "none",
    "other": "none",
}
TIMES: dict[ActTime, Time] = {
    "now": "now",
    "meanwhile": "meanwhile",
    "after": "after",
    "later": "later",
    "if": "later",
}
BY_KIND: dict[ActKind, tuple[str, ...]] = {
    "accept": ("accept",),
    "decline": ("refuse",),
    "request": ("ask",),
    "criticise": ("blame", "reproach"),
    "concede": ("own", "own_up"),
    "refuse": ("refuse", "insist", "defy"),
}
BY_TIME: dict[ActTime, tuple[str, ...]] = {
    "meanwhile": ("meanwhile", "share"),
    "after": ("done",),
    "later": ("later", "awaits"),
    "if": ("later",),
}
"""Kind or time of an act -> the senses with which detectors look for it."""


def act_line(event: Said, acts: Sequence[ReadAct], team: tuple[str, ...]) -> SpokenLine:
    """`acts`: the acts of this line, in order."""
    speaker = event.agent or ""
    made = tuple(_act(act, team) for act in acts)
    sentences = read_words(event.text, frozenset(name.lower() for name in team))
    return SpokenLine(
        event,
        speaker,
        made,
        tuple(word for sentence in sentences for word in sentence.words),
        (),
        tuple(_piece(act, team) for act in acts if act.deed != "other" and act.kind in PIECES),
        (),
        frozenset(sense for act in acts for sense in _senses(act)),
        frozenset(name for act in acts for name in (*act.to, *act.work_of)) - {speaker},
        frozenset(name for act in acts if _relieves(act) for name in act.work_of) - {speaker},
    )


PIECES: frozenset[ActKind] = frozenset({"offer", "plan", "request", "claim", "accept"})
"""The kinds of acts that say who should do something, or who has something."""


def _relieves(act: ReadAct) -> bool:
    return act.kind == "offer" and act.when == "meanwhile" and act.deed in ("gather", "make", "help")


def _act(act: ReadAct, team: tuple[str, ...]) -> SpeechAct:
    return SpeechAct(
        KINDS[act.kind],
        act.who or (ANYBODY,),
        act.to,
        DEEDS[act.deed],
        _things(act),
        act.amount or None,
        negative=False,
        time=TIMES[act.when],
        quote=act.quote,
        words=(),
        clause=(),
        senses=frozenset(_senses(act)),
        work_of=act.work_of,
    )


def _piece(act: ReadAct, team: tuple[str, ...]) -> TalkPiece:
    everybody = len(act.who) > 1 and set(act.who) == set(team)
    things = _things(act)
    return TalkPiece(
        (ALL,) if everybody else act.who,
        things,
        tuple((thing, act.amount) for thing in sorted(things) if act.amount),
        (),
        idle=act.deed == "wait",
        state=act.kind == "claim",
        lacks=act.deed == "lack",
        question=False,
        senses=frozenset(_senses(act)),
    )


def _things(act: ReadAct) -> frozenset[str]:
    named = (re.sub(r"^raw[ _](iron|gold|copper)$", r"\1 ore", thing.lower()) for thing in act.things)
    return frozenset[str]().union(*(named_items(thing.replace("_", " ").split()) for thing in named))


def _senses(act: ReadAct) -> tuple[str, ...]:
    """The senses of an act: its deed's, its kind's, and those of its time."""
    deed = act.deed if act.deed == "trade" else DEEDS[act.deed]
    offered = ("yours",) if (act.kind, act.deed) == ("offer", "give") else ()
    return (deed, *offered, *BY_KIND.get(act.kind, ()), *BY_TIME.get(act.when, ()))
