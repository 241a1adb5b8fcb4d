"""Calls of models with their texts, as far as they fit on one page or one screen.

Thousands of calls in a log may refer to the same long prompt, so texts are read only up to a total limit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from minecrew.runlog.calls import Calls, CallSummary, CallText
from minecrew.runlog.reader import Reading


@dataclass(frozen=True)
class TextBound:
    """The maximum amount of text that is shown, for all calls together."""

    lines: int = 1_000_000
    characters: int = 1 << 26
    """Characters are counted in JSON form, in which a control character takes six."""


BOUND = TextBound()


def shown_calls(calls: Calls, seqs: Iterable[int], bound: TextBound = BOUND) -> Iterator[CallSummary]:
    """Yields the calls with these seqs as `CallText`, or as `CallSummary` once the bound is exceeded."""
    lines = characters = 0
    is_full = False
    for seq in seqs:
        if is_full:
            yield calls.summary(seq)
            continue
        call = calls.text(seq)
        for text in _texts(call):
            lines += text.count("\n") + 1
            characters += len(json.dumps(text))
        is_full = lines > bound.lines or characters > bound.characters
        yield calls.summary(seq) if is_full else call


def calls_part(reading: Reading, bound: TextBound = BOUND) -> str:
    """Returns all calls in the form that the offline page contains, as JSON: {lines, calls}.

    Prompts are long and similar, so each line is stored once, and a text is a list of indexes into `lines`.
    A call whose texts are left out has no `messages`.
    """
    places: dict[str, int] = {}

    def placed(text: str | None) -> list[int] | None:
        return None if text is None else [places.setdefault(line, len(places)) for line in text.split("\n")]

    def written(call: CallSummary) -> str:
        one: dict[str, Any] = call.model_dump(mode="json", exclude={"messages", "answer", "thoughts"})
        if isinstance(call, CallText):
            one["messages"] = [
                {
                    "role": message.role,
                    "pieces": [{"text": placed(piece.text), "same": piece.same} for piece in message.pieces],
                }
                for message in call.messages
            ]
            one |= {"answer": placed(call.answer), "thoughts": placed(call.thoughts)}
        return json.dumps(one)

    calls = Calls(reading)
    told = ",".join(written(call) for call in shown_calls(calls, calls, bound))
    return f'{{"lines":{json.dumps(list(places))},"calls":[{told}]}}'


def _texts(call: CallText) -> Iterator[str]:
    for message in call.messages:
        for piece in message.pieces:
            yield piece.text
    yield from (text for text in (call.answer, call.thoughts) if text is not None)
