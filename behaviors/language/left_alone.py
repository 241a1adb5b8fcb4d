"""Words with which an agent says that it leaves something alone: "I will not take one bite of your bread".

A model reads who says it, and to whom; the words of its quote tell whether it is such a promise. To refuse
work is none.
"""

from __future__ import annotations

from minecrew.behaviors.language.lexicon import listed
from minecrew.behaviors.language.sentences import Sentence, read_words
from minecrew.behaviors.language.speech_acts import SpeechAct

KINDS = ("plan", "offer", "accept", "acknowledge")
"""The kinds of acts with which an agent gives its word."""
STARTS = tuple(
    tuple(start.split())
    for start in (
        *(
            "will not",
            "will never",
            "would not",
            "would never",
            "not going to",
            "not to",
            "do not",
        ),
        *("keep my hands off", "keep my fingers off", "keep my teeth out of", "keep my fingers out of"),
    )
)
"""Words behind which stands what the speaker will not do."""
FILLERS = frozenset({"ever", "even", "so", "much", "as"})
ENDS = frozenset(listed("and but because since"))
"""Words that end the clause."""
EATS = frozenset(listed("eat bite taste nibble swallow munch touch"))
STRIKES = frozenset(listed("hit hurt harm attack strike fight beat kill touch hand blade sword finger"))
TAKES = frozenset(
    listed(
        """take touch hurt steal open rob raid break harm kill hand finger plunder pinch pull tear pluck
        remove damage dismantle strip"""
    )
)
LAYS = frozenset(listed("lay raise lift set put"))
"""Verbs of laying a hand or a finger on something."""
PARTLY = frozenset(listed("more all rest only much many anything nothing everything long part care"))
"""Words that leave something over: "not more than four", "not all of them", or "it will not take long"."""
CONDITIONS = frozenset(listed("unless until till before if while when"))
"""Words of a condition, on which such a promise is not compared."""


def left_alone(act: SpeechAct, agent: str) -> tuple[str, ...]:
    """The words of what the agent says it will not eat, take or strike; none if it says no such thing, or if
    it depends on a condition.
    """
    if act.kind not in KINDS or agent not in act.who or act.time == "later":
        return ()
    for sentence in read_words(act.quote):
        for place in range(len(sentence.words)):
            start = next((s for s in STARTS if sentence.words[place : place + len(s)] == s), None)
            if start is not None and not CONDITIONS & set(sentence.words):
                clause = _clause(sentence, place + len(start))
                if start[0] == "keep":
                    clause = ("touch", *clause)  # "I keep my hands off the chest"
                return clause if _is_whole(clause) else ()
            if sentence.words[place : place + 3] == ("safe", "from", "me"):
                return ("touch", *sentence.words[:place])
            if sentence.words[place] == "leave" and "alone" in sentence.words[place:]:
                return ("touch", *sentence.words[place + 1 : sentence.words.index("alone", place)])
    return ()


def _is_whole(clause: tuple[str, ...]) -> bool:
    """Whether it begins with a verb of eating, taking or striking and leaves nothing over."""
    verbs = EATS | TAKES | STRIKES
    begins = bool(verbs & set(clause[:1])) or (bool(LAYS & set(clause[:1])) and bool(verbs & set(clause)))
    return begins and not PARTLY & set(clause)


def _clause(sentence: Sentence, begin: int) -> tuple[str, ...]:
    words = list(sentence.words)
    if words[begin : begin + 1] == ["let"]:
        return ()  # "I will not let a zombie hurt you"
    while begin < len(words) and words[begin] in FILLERS:
        begin += 1
    end = begin
    while end < len(words) and words[end] not in ENDS:
        end += 1
        if end - 1 in sentence.commas:
            break
    return tuple(words[begin:end])
