"""The trial of a skill's `@example`: the call, the arena, the given items and the expected products.

This module knows the tags' form (`@example`, `@arena`, `@seed`, `@give`, `@before`, `@expect`,
`@with`); it does not check that an arena or an item of that name exists.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from minecrew.runlog import Record, UserError

_CALL = re.compile(r"(?:await\s+)?(?P<name>[A-Za-z_$][\w$]*)\(\s*bot\s*(?:,.*)?\)\s*;?", re.DOTALL)
_STEP = re.compile(
    r"(?:await\s+)?(?:[A-Za-z_$][\w$]*\(\s*bot\s*(?:,.*)?\)|bot(?:\.\w+)+\(.*\))\s*;?", re.DOTALL
)
_AMOUNT = re.compile(r"(?P<item>[a-z][a-z0-9_]*)\s*=\s*(?P<count>[1-9][0-9]{0,3})")


@dataclass(frozen=True)
class Tag:
    """One tag of a JSDoc, unchanged from the file."""

    name: str
    value: str
    line: int
    """The number of the tag's line in the file, counted from 1."""


class Trial(Record):
    """The data for running one example."""

    call: str
    """One call, in JavaScript; `bot` is the bot that runs it."""
    arena: str = "meadow"
    seed: int = 1
    """The seed of the world."""
    give: dict[str, int] = {}
    """The items that the bot holds at the start: {item: n}."""
    before: str = ""
    """A program that the bot runs first to prepare the call; empty if none is needed."""
    expect: dict[str, int] = {}
    """The minimum number of each item that the bot must gain: {item: n}. If no item is given, the call only
    has to end without failure.
    """
    partner: str = ""
    """A program that a second bot, Bob, runs at the same time; empty if there is no second bot."""


def parse_trial(name: str, tags: list[Tag]) -> Trial | None:
    """Returns the trial of the skill `name`, or None if it has no example. Raises UserError, which names
    the line.
    """
    found: dict[str, Tag] = {}
    for tag in tags:
        if tag.name not in _READERS:
            continue
        if tag.name in found:
            raise _bad(tag, f"there is a second @{tag.name}; keep only one")
        found[tag.name] = tag
    if "example" not in found:
        if found:
            first = next(iter(found.values()))
            raise _bad(first, f"@{first.name} without an @example; write @example {name}(bot)")
        return None
    fields = (_READERS[tag.name] for tag in found.values())
    values = {field: read(name, tag) for (field, read), tag in zip(fields, found.values(), strict=True)}
    trial = Trial.model_validate(values)
    given = sorted(set(trial.give) & set(trial.expect))
    if given:
        raise _bad(
            found["give"], f"@give and @expect both list {given[0]!r}; give the item's ingredients instead"
        )
    return trial


def _call(name: str, tag: Tag) -> str:
    found = _CALL.fullmatch(tag.value)
    if not found or found["name"] != name:
        raise _bad(
            tag, f"@example {_short(tag.value)} is not a call of the skill; write @example {name}(bot)"
        )
    return _bare(tag.value)


def _before(name: str, tag: Tag) -> str:
    if not _STEP.fullmatch(tag.value):
        raise _bad(tag, f"@before {_short(tag.value)} is not a call; write @before placeItem(bot, 'furnace')")
    return _bare(tag.value)


def _partner(name: str, tag: Tag) -> str:
    if not _CALL.fullmatch(tag.value):
        raise _bad(tag, f"@with {_short(tag.value)} is not a call; write @with meet(bot, 'Alice')")
    return _bare(tag.value)


def _amounts(name: str, tag: Tag) -> dict[str, int]:
    amounts: dict[str, int] = {}
    for part in tag.value.split(","):
        found = _AMOUNT.fullmatch(part.strip())
        if not found:
            raise _bad(
                tag, f"@{tag.name} {_short(part.strip())} is not ITEM=N; write @{tag.name} oak_log=2, stick=1"
            )
        amounts[found["item"]] = amounts.get(found["item"], 0) + int(found["count"])
    return amounts


def _arena(name: str, tag: Tag) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", tag.value):
        raise _bad(tag, f"@arena {_short(tag.value)} is not an arena's name; write @arena meadow")
    return tag.value


def _seed(name: str, tag: Tag) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", tag.value):
        raise _bad(tag, f"@seed {_short(tag.value)} is not a whole number; write @seed 3")
    return int(tag.value)


def _bare(call: str) -> str:
    return call.rstrip("; ").removeprefix("await ").strip()


def _bad(tag: Tag, what: str) -> UserError:
    return UserError(f"line {tag.line}: {what}")


def _short(text: str) -> str:
    return repr(" ".join(text.split())[:60])


_READERS: dict[str, tuple[str, Callable[[str, Tag], object]]] = {
    "example": ("call", _call),
    "arena": ("arena", _arena),
    "give": ("give", _amounts),
    "before": ("before", _before),
    "expect": ("expect", _amounts),
    "with": ("partner", _partner),
    "seed": ("seed", _seed),
}
"""Tag -> the field of a trial, and the function that reads its value."""
TRIAL_TAGS = tuple(_READERS)
