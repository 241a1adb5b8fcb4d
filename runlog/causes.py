"""Finds the causes and effects of events, from the causes in the log and those that the facts imply. The row
of each kind defines which events can be its causes (`Row.because`); the page reads the same rows
(`page/causes.js`). The events are processed one by one; besides the events themselves, only a few numbers per
event are kept in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from minecrew.runlog.bot_events import SkillEnded, SkillStarted
from minecrew.runlog.crew_events import RunStarted
from minecrew.runlog.events import KINDS, Event
from minecrew.runlog.header import Header

Key = tuple[object, ...]


class Because(NamedTuple):
    """A rule that finds the reason for an event."""

    kind: str
    match: Mapping[str, str]
    """Field of the reason -> the event's field with the same value; empty for a cause that the log names."""


@cache
def read_because(text: str) -> Because:
    """Reads an entry of `Row.because`."""
    kind, *pairs = text.split()
    return Because(kind, dict(pair.split("=") for pair in pairs))


@cache
def _sought(kind: str) -> tuple[tuple[str, ...], ...]:
    """The sets of fields by which events of `kind` are found."""
    entries = (read_because(text) for row in KINDS.values() for text in row.row.because)
    return tuple(dict.fromkeys(tuple(one.match) for one in entries if one.kind == kind and one.match))


@dataclass(frozen=True)
class Step:
    """One event on a path back to the first reason."""

    event: Event
    also: tuple[Event, ...]
    """The event's other reasons, which are not on the path."""
    lines: tuple[int, ...] = ()
    """For a program: the lines (numbered from 1) that carry out the previous step, or the line at which it
    failed.
    """
    persona: str | None = None
    """The persona of the event's agent, at the one step of the path at which it decided: the program that it
    chose, or else its first step.
    """


class Causes:
    """The reasons and effects of events; every event must be added, in order."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events: dict[int, Event] = {}
        self._reasons: dict[int, tuple[int, ...]] = {}
        self._effects: dict[int, list[int]] = {}
        self._last: dict[Key, int] = {}
        """(Kind, fields and their values) -> the last event that has them."""
        self._personas: Mapping[str, str] = {}
        for event in events:
            self.add(event)

    def add(self, event: Event) -> None:
        if isinstance(event, RunStarted):
            self._personas = event.personas
        reasons = tuple(self._find(event))
        self.events[event.seq] = event
        self._reasons[event.seq] = reasons
        for seq in reasons:
            self._effects.setdefault(seq, []).append(event.seq)
        for fields in _sought(event.kind):
            self._last[(event.kind, fields, _values(event, fields))] = event.seq

    def reasons(self, seq: int) -> tuple[int, ...]:
        """The direct reasons for event `seq`, the main one first."""
        return self._reasons.get(seq, ())

    def effects(self, seq: int) -> list[int]:
        """The direct effects of event `seq`, without their own effects and without measurements."""
        every = self._effects.get(seq, ())
        direct = set(every)
        return [
            one
            for one in every
            if not direct.intersection(self.reasons(one)) and not self.events[one].row.is_measurement
        ]

    def path(self, seq: int) -> list[Step]:
        """The path from event `seq` back to the first reason, following each event's main reason.

        Raises KeyError.
        """
        seqs = [seq]
        while reasons := self.reasons(seqs[-1]):
            seqs.append(reasons[0])
        steps, told = [], set(seqs)
        deciders = self._deciders(seqs)
        for place, one in enumerate(seqs):
            nearer = set(self.reasons(seqs[place + 1])) if place + 1 < len(seqs) else set()
            also = [other for other in self.reasons(one) if other not in told and other not in nearer]
            told.update(also)
            before = self.events[seqs[place - 1]] if place else None
            event = self.events[one]
            others = tuple(self.events[other] for other in also)
            lines = deed_lines(event, before) if before else ()
            steps.append(Step(event, others, lines, deciders.get(one)))
        return steps

    def _deciders(self, path: Sequence[int]) -> dict[int, str]:
        """The step of each agent on `path` at which its persona decided -> the persona."""
        deciders: dict[str, Event] = {}
        for event in map(self.events.__getitem__, path):
            known = deciders.setdefault(event.agent or "", event)
            if isinstance(event, SkillStarted) and not isinstance(known, SkillStarted):
                deciders[event.agent or ""] = event
        return {
            event.seq: self._personas[agent] for agent, event in deciders.items() if agent in self._personas
        }

    def _find(self, event: Event) -> Iterator[int]:
        named = [seq for seq in event.cause if seq in self.events]
        found: dict[int, None] = {}
        for text in event.row.because:
            kind, match = read_because(text)
            if match:
                values = _values(event, match.values())
                last = None if None in values else self._last.get((kind, tuple(match), values))
            else:
                last = self._nearest(event, [seq for seq in named if self.events[seq].kind == kind])
            if last is not None:
                found[last] = None
        yield from dict.fromkeys([*found, *named])

    def _nearest(self, event: Event, seqs: Sequence[int]) -> int | None:
        """Returns the last event of the agent itself, or else the last event."""
        own = [seq for seq in seqs if self.events[seq].agent == event.agent]
        return max(own or seqs, default=None)


def _values(event: Header, fields: Iterable[str]) -> tuple[object, ...]:
    return tuple(getattr(event, name, None) for name in fields)


def deed_lines(program: Event, deed: Event) -> tuple[int, ...]:
    """The lines of `program` that carry out `deed`, or the line at which the program failed; empty if they
    cannot be determined.
    """
    if not isinstance(program, SkillStarted) or program.code is None:
        return ()
    if isinstance(deed, SkillEnded):
        place = deed.at
        own = place and (place.program or (place.line if place.skill == program.name else None))
        return (own,) if own else ()
    if not deed.row.calls:
        return ()
    called = re.compile(rf"\b(?:{'|'.join(deed.row.calls)})\s*\(")
    lines = program.code.split("\n")
    return tuple(
        number
        for number, line in enumerate(lines, start=1)
        if called.search(line) and not re.match(r"\s*(//|\*|/\*|(async )?function\b)", line)
    )


def noun_of(event: Event) -> str:
    """The name for `event` in a path: 'program', 'sub-task', 'part', 'line', 'prompt'."""
    return "skill" if isinstance(event, SkillStarted) and event.code is None else event.row.noun
