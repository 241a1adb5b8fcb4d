"""The words that the grammar knows: verbs of work, verbs of state, and words for yes and no."""

from __future__ import annotations

import re
from typing import Literal

Verb = Literal["gather", "craft", "bring", "brought", "seek"]
ActKind = Literal[
    "commit", "request", "offer", "accept", "decline", "have", "see", "lack", "need", "cannot", "order"
]

_WORK: dict[Verb, str] = {
    "gather": "gather collect get fetch mine chop cut harvest pick hunt kill slaughter find shear obtain "
    "take handle do does help cover grab dig gathering collecting getting hunting mining chopping doing "
    "taking handling",
    "craft": "craft make build prepare assemble place put set smelt cook bake crafting making "
    "building placing smelting cooking baking",
    "bring": "bring give hand deliver pass drop bringing handing",
    "brought": "brought given handed delivered",
    "seek": "look search explore scout looking searching",
}
_STATE: dict[ActKind, str] = {
    "see": "see spot found saw spotted",
    "have": "have hold carry got gathered collected picked mined chopped killed crafted made built",
    "need": "need needs takes",
    "lack": "lack lacks",
}
VERBS: dict[str, Verb] = {word: verb for verb, words in _WORK.items() for word in words.split()}
STATES: dict[str, ActKind] = {word: kind for kind, words in _STATE.items() for word in words.split()}
_NEGATIVE = "not no any cannot can't won't couldn't don't never didn't"
NEGATIVE = frozenset(_NEGATIVE.split())
_FILLERS = ", ? and then the some for by at in instead rather could can up"
FILLERS = frozenset(_FILLERS.split())
YES = re.compile(
    r"^\W*(?:\w+,\s*)?(no problem|on it|got it|i'll (do|take|collect|get) (it|that|them)\b|agreed?|i agree|"
    r"yes|yeah|ok|okay|sure|sounds good|good (plan|idea)|fine|great|deal|of course|will do|thanks?|thank you|"
    r"perfect|right|all right|gladly|with pleasure|let's do (that|it))\b",
    re.I,
)
NO = re.compile(
    r"^\W*(?:\w+,\s*)?(no\b|nope|i disagree|i'd rather not|not really|i can't|i cannot|i won't|i refuse)",
    re.I,
)
PERMISSION = re.compile(r"\b(should|shall|may|can|could|might) (i|we)\b", re.I)
"""Phrases that ask whether to do something; the speaker takes on no work yet."""
NONSENSE = re.compile(r"\bno idea\b|\bdon't know\b|\bhow (to|do|does|can)\b|\bwhat if\b", re.I)
"""Phrases that mention work without saying who does it."""
REWRITES = [
    (re.compile(pattern, re.I), plain)
    for pattern, plain in (
        (r"\bmy (plan|idea|job|part) is to\b", "I'll"),
        (r"\bwhy don't i\b", "I'll"),
        (r"\bleave (.+?) to me\b", r"I'll take \1"),
        (r"\bthere('s| is| are)\b", "I see"),
        (r"\blet's (all|both)\b", "we"),
        (r"\blet's\b", "we"),
        (r"\b(everyone|everybody)( should)?\b", "we"),
        (r"\bhalf of\b", "some of"),
    )
]
"""Phrases, each with a simpler equivalent."""
