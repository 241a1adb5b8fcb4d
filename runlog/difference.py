"""Compares two logs: all events in game time, and their order. Fields that depend only on the
wall clock are ignored: when an event was written, the run's name, how long the world was paused, its maximum
speed, and how long a model took to answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from minecrew.runlog.header import Header

WALL_CLOCK: dict[str, frozenset[str]] = {
    "run.started": frozenset({"run"}),
    "clock.changed": frozenset({"speed", "waited"}),
    "model.called": frozenset({"seconds"}),
}
"""The fields that are left out, by kind; `t` is left out in every event."""


@dataclass(frozen=True)
class Difference:
    """The first place at which two logs differ."""

    seq: int
    left: dict[str, Any] | None
    """The first log's event at this place, without its wall-clock fields; None if that log has ended."""
    right: dict[str, Any] | None

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that differ; empty if one log has ended."""
        if self.left is None or self.right is None:
            return ()
        return tuple(name for name in self.left | self.right if self.left.get(name) != self.right.get(name))


def first_difference(left: Iterable[Header], right: Iterable[Header]) -> Difference | None:
    """The first difference, or None if the two are identical except for the wall clock."""
    for seq, (one, other) in enumerate(zip_longest(left, right)):
        if found := difference_at(seq, one, other):
            return found
    return None


def difference_at(
    seq: int, left: Header | None, right: Header | None, *, prompts: bool = True
) -> Difference | None:
    """Returns the difference at one place; None if there is none. `prompts`: whether to compare the prompts
    of models, and the texts of injected failures, which are written for models.
    """
    a, b = _told(left), _told(right)
    if not prompts and a and b and a["kind"] == b["kind"]:
        if a["kind"] == "model.called":
            a, b = a | {"prompt": None}, b | {"prompt": None}
        elif a.get("injected") and b.get("injected"):
            a, b = a | {"message": None}, b | {"message": None}
    return None if a == b else Difference(seq, a, b)


def _told(event: Header | None) -> dict[str, Any] | None:
    if event is None:
        return None
    told = event.model_dump(mode="json", exclude_none=True)
    return {
        name: value
        for name, value in told.items()
        if name not in WALL_CLOCK.get(told["kind"], ()) and name != "t"
    }
