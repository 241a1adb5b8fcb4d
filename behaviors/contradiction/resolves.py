"""Resolves: what an agent that gives in to criticism says it does from now on. "You are right" alone is none.

A model reads that the agent gives in. The words tell whether it also promises to turn to its work, because
the model may cite only the apology.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from minecrew.behaviors.language.lexicon import is_past_form, listed, means
from minecrew.behaviors.language.pieces import PAST
from minecrew.behaviors.language.sentences import Sentence, read_words
from minecrew.behaviors.language.speech_acts import WORKS, SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.language import count_of

NO = frozenset({"no", "not", "never", "nobody"})
TURNS = frozenset(listed("now next first back go going head heading turn turning start starting"))
"""Words with which somebody says that it turns to its work."""
SOON = frozenset({("right", "away"), ("straight", "away"), ("at", "once"), ("a", "moment"), ("a", "minute")})
"""Pairs of words for "at once"."""
RESOLVES = TURNS | {"will", "promise", "today"}
"""Words with which somebody who gives in says what it does from now on."""
REGRETS = PAST | frozenset(
    listed("forgot left meant should ought dug gave kept built came sat slept stood thought spent")
)
"""Words with which somebody speaks of what it did or did not do."""
ONLY = frozenset({"only", "mere", "merely", "barely"})
"""Words before a number that says what there is, and not what will be."""
BEFORE_NUMBER = 3
"""How many words before a number tell what it is about."""


def says_more(act: SpeechAct, line: SpokenLine, own: frozenset[str]) -> bool:
    """Whether it is more than giving in. "Guilty, I can't argue with that" promises nothing; "sorry, the sand
    is my job" does. `own`: the things of the speaker's part.
    """
    said = set(line.words)
    works = act.deed in WORKS and bool(act.things & own)
    past = _speaks_of_past(line.words) if act.count is None else _is_stock(act.count, line)
    works = works and not past
    commits = means("commit", line.words) and not NO & said
    pledges = ("my", "word") in pairwise(line.words) and bool({"have", "give"} & said)
    return act.kind == "accept" or works or commits or pledges or bool(RESOLVES & said)


def _is_stock(number: int, line: SpokenLine) -> bool:
    """Whether the number says what there was: "I only dug two clay", "I have only two so far"."""
    for sentence in read_words(line.event.text):
        for place, word in enumerate(sentence.words):
            begin = max((comma + 1 for comma in sentence.commas if comma < place), default=0)
            before = sentence.words[max(begin, place - BEFORE_NUMBER) : place]
            if count_of(word) == number:
                return bool(ONLY & set(before)) or _speaks_of_past(before)
    return False


def _speaks_of_past(words: Sequence[str]) -> bool:
    return any(word in REGRETS or is_past_form(word) for word in words)


def returns_to_work(act: SpeechAct, line: SpokenLine) -> bool:
    """Whether a criticised agent not only gives in, but says that it turns to its work now, in the quote or,
    at work, in a sentence behind it.
    """
    if act.senses is None or not act.means("own") or not act.things:
        return False
    if line.event.channel == "execution" and any(map(_is_resolve, _sentences_after(act, line))):
        return True
    words = act.quoted
    turns = means("commit", words) or bool(TURNS & set(words)) or _assures(act)
    return turns and not _speaks_of_past(words)


def _sentences_after(act: SpeechAct, line: SpokenLine) -> Iterator[Sentence]:
    end = line.event.text.find(act.quote) + len(act.quote)
    return (sentence for sentence in read_words(line.event.text) if sentence.begin >= end)


def _is_resolve(sentence: Sentence) -> bool:
    """Whether the sentence says that something is done at once: "you get your six right away"."""
    words = sentence.words
    soon = bool(TURNS & set(words)) or bool(SOON & set(pairwise(words)))
    return soon and not (sentence.question or NO & set(words) or _speaks_of_past(words))


def _assures(act: SpeechAct) -> bool:
    """Whether it says "I will" or, of a gift, "you will have it"."""
    subjects = {"i", "we", *(("you",) if act.deed == "give" else ())}
    said = any(after == "will" and word in subjects for word, after in pairwise(act.quoted))
    return said and not NO & set(act.quoted)
