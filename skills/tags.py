"""The tags of a skill's JSDoc, and the function that reads them."""

from __future__ import annotations

import re

from minecrew.game import DISTANCES
from minecrew.skills.trial import Tag

TAGS = {
    "param": "`{type} name - what it is, with its unit`; with a default: `{number} [count=1] - ...`",
    "keywords": "other words that somebody might use to search for the skill",
    "needs": "what the bot must hold or have near it before the call; `nothing` if it needs nothing",
    "example": "a call of the skill that works exactly as written",
    "arena": "the arena in which the example is run; default: meadow",
    "give": "items that the bot is given first, such as `shears=1, stick=2`; not the product of the skill",
    "before": "a call that the bot makes first, to set up the example",
    "expect": "the items that the bot must gain, such as `white_wool=2`; without this tag, the call only "
    "has to succeed",
    "with": "the call that a second bot (Bob; the first is Alice) makes at the same time, for skills "
    "that need two bots",
    "seed": "the seed of the example's world; default: 1",
    "internal": "marks a step, which only skills use; agents do not see it, and it is not listed, searched "
    "or tried",
    "returns": "the skill's return value, if it is useful",
    "instead": "the skill that prompts show instead of this one; code can still call this one",
}
"""Every tag of a skill's JSDoc, with a description of its content."""
DISTANCE = re.compile(r"\$\{rules\.distances\.(\w+)\}")
"""A game distance, referred to by name in a JSDoc."""
_TAG = re.compile(rf"^@|(?<=\s)@(?=(?:{'|'.join(TAGS)})\b)", re.MULTILINE)
"""The pattern for the start of a tag: at the start of a line or, as models write it, after a sentence."""
_FOREIGN = re.compile(r"\s@(?=[a-z]+\b)")
"""The pattern for an unknown tag after the sentence."""


def read_tags(comment: str, first: int) -> tuple[str, list[Tag]]:
    """Returns the sentence and the tags of a comment that begins in line `first` of its file.

    A game distance that is written as its name, `${rules.distances.handOver}`, becomes a number.
    """
    lines = [re.sub(r"^\s*\*? ?", "", line).rstrip() for line in comment.splitlines()]
    text = DISTANCE.sub(lambda at: f"{DISTANCES[at[1]]:g}" if at[1] in DISTANCES else at[0], "\n".join(lines))
    head, *rest = _TAG.split(text)
    line = first + head.count("\n")
    head = _FOREIGN.split(head)[0]
    tags = []
    for block in rest:
        name, _, value = block.partition("\n" if re.match(r"\w+\n", block) else " ")
        tags.append(Tag(name=name.strip(), value=" ".join(value.split()), line=line))
        line += block.count("\n")
    return " ".join(head.split()), tags


def line_of(source: str, position: int) -> int:
    """Returns the number of the line at `position`, counted from 1."""
    return source.count("\n", 0, position) + 1
