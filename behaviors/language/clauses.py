"""Clauses: cuts a sentence at each new subject, and finds out who acts in each clause.

This module knows the team's names, joining words and pronouns. Limits: only English is understood. A clause
without a subject of its own takes the subject of the clause before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from minecrew.behaviors.language.lexicon import listed
from minecrew.behaviors.language.sentences import Sentence

ANYBODY = "*"
"""As a subject: somebody, the other one, whoever."""


@dataclass(frozen=True)
class SpeechClause:
    """A part of a sentence that has one subject."""

    words: tuple[str, ...]
    subject: tuple[str, ...]
    """'me', 'you', 'we', 'they', ANYBODY, or names; empty if there is no subject."""
    given: bool
    """Whether this clause contains the subject; otherwise it comes from another clause."""
    question: bool
    sentence: Sentence


ME, WE, YOU = ("me",), ("we",), ("you",)
VERBS_FIRST = frozenset(
    listed(
        """
            get gather collect fetch mine dig chop cut harvest hunt kill shear find search craft make
            build bake cook smelt give hand pass drop toss throw share bring help wait stay stop go put
            leave take assist lend spare come join rest relax remain stand sit keep hold guard focus
            concentrate look pick grab catch milk do please start finish try carry use send deliver sleep
"""
    )
)
JOINING = frozenset(listed("but while whilst whereas then so since because though although unless until"))
BEGINNINGS = frozenset(
    {("i", "will"), ("i", "can"), ("i", "could"), ("i", "would"), ("you", "can"), ("let", "me")}
)
LEANING = frozenset(listed("and but while so then if how what"))
"""If one of these words stands alone, it belongs to the next clause."""
ME_DOES = frozenset(["", *listed("to too take get go do have")])
ONE_DOES = frozenset(listed("of person can should will agent"))


def read_clauses(sentence: Sentence, names: dict[str, str]) -> Iterator[SpeechClause]:
    """Cuts before a new part that follows a comma or a joining word. `names` maps names in lower case to
    names.
    """
    words = sentence.words
    cuts = [0]
    for place in range(1, len(words)):
        joined = words[place] in JOINING
        listed_names = (
            words[place - 1] in names and words[place + 1 : place + 2] and words[place + 1] in names
        )
        conjunction = (
            words[place] in ("and", "or")
            and not listed_names
            and subject_of(words[place + 1 : place + 3], names)
        )
        begins = place - 1 in sentence.commas or words[place : place + 2] in BEGINNINGS
        leans = cuts[-1] == place - 1 and words[place - 1] in LEANING
        if (joined or conjunction or begins) and not leans:
            cuts.append(place)
    taken: tuple[str, ...] = ()
    spans = list(zip(cuts, [*cuts[1:], len(words)], strict=True))
    found = [subject_of(words[a:b], names) for a, b in spans]
    spoken = next((one for one in found if one in (ME, WE, YOU)), ())
    for (a, b), own in zip(spans, found, strict=True):
        piece = words[a:b]
        vocative = (
            own
            and own[0] not in ("me", "we", "you", ANYBODY)
            and len(piece) <= 2
            and b - 1 in sentence.commas
        )
        if vocative:
            yield SpeechClause(piece, (), False, False, sentence)
            continue
        if not own and "please" in piece[:3] and any(word in VERBS_FIRST for word in piece[:4]):
            own = YOU
        subject = own or taken or spoken
        yield SpeechClause(piece, subject, bool(own), sentence.question, sentence)
        taken = own or taken


NOT_ME_AFTER = frozenset(
    listed("for let give help hand tell from pass bring with at to leave lend show cost")
)
NOT_YOU_AFTER = NOT_ME_AFTER | set(listed("thank thanks of by on than save join assist like see love owe"))
ANYBODYS = frozenset(listed("someone somebody anyone anybody other others everyone everybody nobody who"))


def subject_of(words: Sequence[str], names: dict[str, str]) -> tuple[str, ...]:
    """Returns who acts according to the words; empty if the words do not say it."""
    if "leave" in words and tuple(words[-2:]) == ("to", "me"):
        return ME
    for place, word in enumerate(words[:7]):
        after = words[place + 1] if place + 1 < len(words) else ""
        before = words[place - 1] if place else ""
        if word == "i" or (word == "me" and before not in NOT_ME_AFTER and (not before or after in ME_DOES)):
            return ME
        if (word == "let" and after == "me") or (word in ("my", "mine") and place <= 1):
            return ME
        caused = words[place + 3] if len(words) > place + 3 else ""
        if word == "let" and after == "us" and caused in names:
            return (names[caused],)  # 'let us have Lea hunt'
        if word == "we" or (word == "let" and after == "us") or (word == "both" and after == "of"):
            return WE
        if word == "you" and before not in NOT_YOU_AFTER:
            return YOU
        if word in names:
            others = tuple(names[w] for w in words[place : place + 5 : 2] if w in names)
            return others or (names[word],)
        if place <= 2 and (word in ANYBODYS or (word == "one" and after in ONE_DOES)):
            return (ANYBODY,)
        if word in ("he", "she", "they") and place <= 2:
            return ("they",)
    return ()
