"""The words the grammar knows: verbs of work, verbs of state, numbers, headings, yes and no."""

from __future__ import annotations

import re
from typing import Literal

Verb = Literal["gather", "craft", "bring", "brought", "seek", "place"]
ActKind = Literal[
    "commit", "request", "offer", "accept", "decline", "have", "see", "lack", "need", "cannot", "order"
]

_WORK: dict[Verb, str] = {
    "gather": "gather collect get fetch mine chop cut harvest pick hunt kill slaughter find shear "
    "obtain take handle do cover grab dig gathering collecting getting hunting mining chopping doing "
    "taking handling",
    "craft": "craft make build prepare assemble crafting making building",
    "bring": "bring give hand deliver pass drop bringing handing",
    "brought": "brought given handed delivered",
    "seek": "look search explore scout looking searching",
    "place": "place put set placing",
}
_STATE: dict[ActKind, str] = {
    "see": "see spot found",
    "have": "have hold carry got",
    "need": "need needs takes",
    "lack": "lack lacks",
}
VERBS: dict[str, Verb] = {word: verb for verb, words in _WORK.items() for word in words.split()}
STATES: dict[str, ActKind] = {word: kind for kind, words in _STATE.items() for word in words.split()}
_COUNTED = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBERS = {"a": 1, "an": 1} | {word: number for number, word in enumerate(_COUNTED.split()) if number}
HEADINGS = ("north", "east", "south", "west")
_NEGATIVE = "not no any cannot can't won't couldn't don't never didn't"
NEGATIVE = frozenset(_NEGATIVE.split())
YES = re.compile(
    r"^\W*(?:\w+,\s*)?(agreed?|i agree|yes|yeah|ok|okay|sure|sounds good|good (plan|idea)|fine|great|deal|"
    r"of course|will do|thanks?|thank you|perfect|right|all right|gladly|with pleasure|let's do (that|it))\b",
    re.I,
)
NO = re.compile(
    r"^\W*(?:\w+,\s*)?(no\b|nope|i disagree|i'd rather not|not really|i can't|i cannot|i won't|i refuse)",
    re.I,
)
IDLE = re.compile(r"\b(stand(ing)? by|have nothing to do|stay idle|sit this (one )?out)\b", re.I)
"""Takes on nothing."""
