"""The model calls of a run: the prompt, the answer, the settings and the cost of each. The texts are files in
the bundle's `models/`, and the log contains their names; a name in an unexpected format is ignored. Lines
that were already in the agent's previous prompt are marked, so that a viewer can fold them.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, Literal

from pydantic import Field

from minecrew.runlog.bundle import bundle_of
from minecrew.runlog.crew_events import ModelCalled, Purpose
from minecrew.runlog.header import Record
from minecrew.runlog.manifest import Manifest
from minecrew.runlog.reader import Reading

MILLION = 1_000_000
FOLD = 4
"""Minimum number of unchanged lines in a row that are folded."""
LARGEST_TEXT = 1 << 20
"""Maximum size in bytes of a text that is shown."""
CUT = f"(The rest is left out, because the text has more than {LARGEST_TEXT:,} bytes.)"
LARGEST_SETTING = 1000
"""Maximum number of characters of a setting's JSON."""
SETTINGS = ("temperature", "top_p", "max_tokens", "reasoning_effort", "seed", "extra_body")
_ROLE = re.compile(r"\[(system|user|assistant)\]")


class Piece(Record):
    """Consecutive lines of a message."""

    text: str
    same: bool = False
    """Whether these lines were also in the agent's previous call."""


class Message(Record):
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    pieces: tuple[Piece, ...]


class CallSummary(Record):
    """One call, without its texts."""

    seq: int = Field(examples=[7])
    """The seq of the call's `model.called` event."""
    agent: str | None
    """None if the crew itself asked, e.g. the secretary."""
    round: int | None
    purpose: str = Field(examples=["speak"])
    model: str
    outcome: str = Field(examples=["answered"])
    attempt: int
    problem: str | None
    """The reason why there is no usable answer."""
    tokens_in: int | None
    tokens_out: int | None
    seconds: float
    usd: float | None
    """Cost in US dollars at the manifest's prices; None if the model has no price or the tokens were not
    counted.
    """
    settings: dict[str, Any]
    """The settings that were sent to the endpoint."""
    before: int | None
    """The agent's previous call."""


class CallText(CallSummary):
    """One call with its texts."""

    messages: tuple[Message, ...]
    """Empty if the prompt was not kept."""
    answer: str | None
    thoughts: str | None
    """The model's thoughts before its answer, if the endpoint returns them."""


class Calls:
    """The calls of one run, in order."""

    def __init__(self, reading: Reading) -> None:
        bundle = bundle_of(reading)
        self._bundle = bundle
        self._manifest = bundle.manifest() if bundle else None
        self._events = {event.seq: event for event in reading.events if isinstance(event, ModelCalled)}
        self._set: dict[tuple[str, Purpose], dict[str, Any]] = {}
        """(Agent, purpose) -> the settings."""
        self._before: dict[int, int | None] = {}
        last: dict[str | None, int] = {}
        for event in self._events.values():
            self._before[event.seq] = last.get(event.agent)
            last[event.agent] = event.seq

    def __iter__(self) -> Iterator[int]:
        return iter(self._events)

    def summary(self, seq: int) -> CallSummary:
        """Raises KeyError if event `seq` is not a call."""
        return CallSummary(**self._facts(self._events[seq]))

    def text(self, seq: int) -> CallText:
        """Raises KeyError if event `seq` is not a call."""
        event, before = self._events[seq], self._before[seq]
        old = self._words(self._events[before].prompt) if before is not None else None
        prompt = self._words(event.prompt)
        return CallText(
            **self._facts(event),
            messages=tuple(_messages(prompt or "", old or "")),
            answer=self._words(event.answer),
            thoughts=self._words(event.thoughts),
        )

    def matching(self, text: str) -> Iterator[int]:
        """The calls whose texts contain `text`, ignoring case."""
        wanted = text.lower()
        has: dict[str | None, bool] = {None: False}
        """File -> whether it contains the text; cached, because many calls can refer to the same file."""
        for seq, event in self._events.items():
            names = (event.prompt, event.answer, event.thoughts)
            for name in names:
                if name not in has:
                    has[name] = wanted in (self._words(name) or "").lower()
            if any(has[name] for name in names):
                yield seq

    @cached_property
    def _minds(self) -> Mapping[str, Any]:
        """Agent -> its table in the task; '' is the table for all agents."""
        task = self._manifest.task if self._manifest else {}
        agents = task.get("agents")
        found: dict[str, Any] = {"": task.get("mind")}
        for one in agents if isinstance(agents, list) else ():
            if isinstance(one, dict) and isinstance(one.get("name"), str):
                found[one["name"]] = one.get("mind")
        return found

    def _facts(self, event: ModelCalled) -> dict[str, Any]:
        fields = ("seq", "agent", "round", "purpose", "model", "outcome", "attempt")
        figures = ("tokens_in", "tokens_out", "seconds")
        return {
            **{name: getattr(event, name) for name in (*fields, *figures)},
            "problem": event.message,
            "usd": _cost(event, self._manifest),
            "settings": self._settings(event.agent or "", event.purpose),
            "before": self._before[event.seq],
        }

    def _settings(self, agent: str, purpose: Purpose) -> dict[str, Any]:
        if agent not in self._minds:
            return {}
        key = (agent, purpose)
        if key not in self._set:
            self._set[key] = _settings(self._minds[agent], purpose)
        return self._set[key]

    def _words(self, name: str | None) -> str | None:
        """The content of a file of the bundle; None if there is no such file."""
        if name is None or self._bundle is None:
            return None
        try:
            found = self._bundle.text(name, LARGEST_TEXT + 1)
        except OSError:
            return None
        text = found[:LARGEST_TEXT].decode("utf-8", "replace")
        return text if len(found) <= LARGEST_TEXT else f"{text}\n{CUT}"


def _cost(event: ModelCalled, manifest: Manifest | None) -> float | None:
    price = manifest.prices.get(event.model) if manifest else None
    if not price or not {"input", "output"} <= price.keys():
        return None
    if event.tokens_in is None or event.tokens_out is None:
        return None
    return (event.tokens_in * price["input"] + event.tokens_out * price["output"]) / MILLION


def _settings(mind: Any, purpose: str) -> dict[str, Any]:
    if not isinstance(mind, dict):
        return {}
    stages = mind.get("stages")
    own = stages.get(purpose) if isinstance(stages, dict) else None
    own = own if isinstance(own, dict) else {}
    given = {name: mind.get(name) if own.get(name) is None else own[name] for name in SETTINGS}
    return {name: _short(one) for name, one in given.items() if one not in (None, {})}


def _short(setting: Any) -> Any:
    length = len(json.dumps(setting))
    return setting if length <= LARGEST_SETTING else f"(left out: {length:,} characters)"


def _messages(prompt: str, before: str) -> Iterator[Message]:
    """The messages of a prompt that is stored in `models/`."""
    lines = prompt.split("\n") if prompt else []
    same = _same(before.split("\n"), lines)
    role: Any = None
    held: list[tuple[str, bool]] = []
    for place, line in enumerate(lines):
        begins = _ROLE.fullmatch(line) if place == 0 or not lines[place - 1] else None
        if begins is None:
            held.append((line, same[place]))
            continue
        if role is not None:
            yield Message(role=role, pieces=tuple(_pieces(held[:-1])))  # the empty line between two
        role, held = begins[1], []
    if lines:
        yield Message(role=role or "user", pieces=tuple(_pieces(held)))


def _same(before: list[str], lines: list[str]) -> list[bool]:
    """Returns, for each line, whether it was already in the earlier text.

    Lines that occur exactly once in both texts are matched as far as their order is the same (patience
    diff), then their equal neighbours. The time is O(n log n) for any log.
    """
    same = [False] * len(lines)
    old = {line: place for place, line in enumerate(before) if line}
    once = {line for line, count in Counter(before).items() if count == 1}
    once &= {line for line, count in Counter(lines).items() if count == 1}
    pairs = [(old[line], place) for place, line in enumerate(lines) if line in once and line]
    anchors = [(-1, -1), *_rising(pairs), (len(before), len(lines))]
    for (a, b), (c, d) in pairwise(anchors):
        if b >= 0:
            same[b] = True
        while a + 1 < c and b + 1 < d and before[a + 1] == lines[b + 1]:
            a, b = a + 1, b + 1
            same[b] = True
        while c - 1 > a and d - 1 > b and before[c - 1] == lines[d - 1]:
            c, d = c - 1, d - 1
            same[d] = True
    return _long_enough(same)


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the longest selection of pairs whose first numbers increase. The second numbers already do."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for place, (first, _) in enumerate(pairs):
        at = bisect_left(tops, first)
        before.append(ends[at - 1] if at else -1)
        tops[at : at + 1] = [first]
        ends[at : at + 1] = [place]
    found, place = [], ends[-1] if ends else -1
    while place >= 0:
        found.append(pairs[place])
        place = before[place]
    return found[::-1]


def _long_enough(same: list[bool]) -> list[bool]:
    """Keeps only sequences of at least FOLD lines."""
    told: list[bool] = []
    for state, group in groupby(same):
        length = len(list(group))
        told += [state and length >= FOLD] * length
    return told


def _pieces(lines: Iterable[tuple[str, bool]]) -> Iterator[Piece]:
    held: list[str] = []
    state = False
    for line, same in lines:
        if same != state and held:
            yield Piece(text="\n".join(held), same=state)
            held = []
        state = same
        held.append(line)
    if held:
        yield Piece(text="\n".join(held), same=state)
