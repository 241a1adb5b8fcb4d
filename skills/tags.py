"""The tags of a skill's JSDoc, and how they are read."""

from __future__ import annotations

import re

from minecrew.game import DISTANCES
from minecrew.skills.trial import Tag

TAGS = {
    "param": "`{type} name - what it is, with its unit`; with a default: `{number} [count=1] - ...`",
    "keywords": "other words by which somebody would search for the skill",
    "needs": "what the bot must hold or have near it before; `nothing` if it needs nothing",
    "example": "one call of the skill that works as it is written",
    "arena": "the arena in which the example is run; default: meadow",
    "give": "items that the bot gets first, such as `shears=1, stick=2`; not what the skill produces",
    "before": "one call that the bot makes first, to set up what the example needs",
    "expect": "what the bot must gain, such as `white_wool=2`; without this tag, the call must only succeed",
    "with": "what a second bot (Bob; the first is Alice) runs at the same time, for skills that need two",
    "seed": "the seed of the example's world; default: 1",
    "internal": "marks a step, which skills use and agents do not see: it is not listed, searched or tried",
    "returns": "what the skill returns, if that is useful",
    "instead": "the skill that prompts show instead; code can still call this one",
}
"""Every tag of a skill's JSDoc, and its content."""
DISTANCE = re.compile(r"\$\{rules\.distances\.(\w+)\}")
"""A game distance, referred to by name in a JSDoc."""
_TAG = re.compile(rf"^@|(?<=\s)@(?=(?:{'|'.join(TAGS)})\b)", re.MULTILINE)
"""Where a tag begins: at the start of a line or, as models write it, after the sentence."""
_FOREIGN = re.compile(r"\s@(?=[a-z]+\b)")
"""An unknown tag after the sentence."""


def read_tags(comment: str, first: int) -> tuple[str, list[Tag]]:
    """The sentence and the tags of a comment that begins in the line `first` of its file.

    A game distance is written as its name, `${rules.distances.handOver}`, and shown as a number.
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
    """The number of the line at `position`, from 1."""
    return source.count("\n", 0, position) + 1
