"""The row of a kind of event, which defines how it is shown to people and programs.

The terminal, the page and the story of a run read these rows and contain no list of kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from minecrew.runlog.template import Template, read_template


class Colour(NamedTuple):
    """A colour in CSS notation."""

    light: str
    dark: str


FAMILIES: Mapping[str, Colour] = {
    "talk": Colour("#2457d6", "#7ea6ff"),
    "task": Colour("#6b7484", "#97a1b0"),
    "items": Colour("#2d8a4e", "#57c27d"),
    "blocks": Colour("#9a6516", "#d7a35a"),
    "harm": Colour("#c93434", "#ff7b72"),
    "hunt": Colour("#0d7f8c", "#4fc4d0"),
    "places": Colour("#b3bac6", "#4c5666"),
    "run": Colour("#8a6fd0", "#b49cf5"),
}
"""Family of kinds -> its colour, in drawing order."""

HARM = "{target_kind?mob={target?villager=harm|hunt}|harm}"
"""The family of acts against somebody is harm; against an animal, it is hunting."""

WHOSE = "[ of the {structure}][{structure?=|,} belonging to {owner}]"
"""The building of a block, and its owner."""

Tone = Literal["", "plain", "strong", "title", "dim", "good", "warning", "alarm", "bad", "success", "fatal"]
"""The style of a line's head on the terminal; '' means that the line is shown only if its kind is requested.
"""

Place = Literal["held", "ground", "stored"]
"""The place of an item: held by an agent, on the ground, or in a chest or furnace."""


class Move(NamedTuple):
    """Items that move from one place or account to another. With the target 'counted', they are everything
    that an agent holds.
    """

    source: str
    target: str
    items: Mapping[str, int]


@dataclass(frozen=True)
class Row:
    """The texts are templates (`template.py`) with the event's fields."""

    says: str = "{kind}[: {*:all}]"
    """The sentence; the agent's name comes before it."""
    family: str = "run"
    """Evaluates to one of FAMILIES."""
    tone: str = ""
    """Evaluates to a Tone."""
    moves: Mapping[str, str] = field(default_factory=dict)
    """Field -> where its items move: 'held>ground', 'granted>held', 'counted', or '' for nowhere.

    The field contains items, or the name of an item of which `count` pieces move (or one, if there is no
    `count`). A name that is not a Place is an account: where items come from (granted, gathered, crafted) or
    end (used, burnt, eaten, spent, placed, lost). Inputs come before outputs.
    """
    deed: Literal["done", "suffered"] | None = None
    """Whether the event is a physical action of `agent`, or an effect on its body."""
    noun: str = ""
    """The name of such an event in a chain of causes; '' if its sentence is enough."""
    because: tuple[str, ...] = ()
    """The rules for finding its causes, the main cause first: 'said' is a cause of that kind in the log, and
    'attacked agent=by' is the last event of that kind before it whose `agent` is this event's `by`.
    """
    calls: tuple[str, ...] = ()
    """The functions with which a program causes such an event."""
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Field -> value -> its words in '{field:words}'; a value without words is shown as it is."""

    @cached_property
    def templates(self) -> Mapping[str, Template]:
        """All templates by name: says, family, tone, and each move by its field."""
        texts = {"says": self.says, "family": self.family, "tone": self.tone, **self.moves}
        return {name: read_template(source, self.words) for name, source in texts.items()}

    @property
    def is_measurement(self) -> bool:
        """Whether the event only reports a position or an inventory."""
        return self.family == "places" or "counted" in self.moves.values()

    def sentence(self, values: Mapping[str, Any]) -> tuple[str, str]:
        """The head and the rest of the sentence."""
        return self.templates["says"].render(values)

    def get_tone(self, values: Mapping[str, Any]) -> str:
        return self.templates["tone"].render(values)[0]

    def get_moves(self, values: Mapping[str, Any]) -> Iterator[Move]:
        """The places between which items move, in the order of the row."""
        for name in self.moves:
            way = self.templates[name].render(values)[0]
            value = values.get(name)
            if not way or value is None:
                continue
            source, _, target = way.rpartition(">")
            items = value if isinstance(value, Mapping) else {value: values.get("count", 1)}
            yield Move(source, target, items)
