"""A reply as it arrives: events that each contain some words, or one event with the whole completion.

Only the words are kept. This module knows nothing about sockets and clocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from minecrew.agents.completion import THOUGHTS, answer_of
from minecrew.agents.model import CallOutcome, ModelAnswer
from minecrew.agents.wire_errors import TooLong

LONGEST_WORDS = 1_000_000
"""Maximum length of an answer and its thoughts, in characters."""
WORDS = ("content", "refusal", *THOUGHTS)


class StreamedReply:
    """Collects events; `answer` returns the complete answer when all have arrived."""

    def __init__(self) -> None:
        self.length = 0
        """Number of characters that have arrived."""
        self._words: dict[str, list[Any]] = {}
        self._arguments: dict[str, list[str]] = {}
        self._streams = False
        self._finish: object = None
        self._usage: object = None

    def add(self, event: object) -> bool:
        """Adds an event; returns whether it contained words. Raises TooLong."""
        before = self.length
        if isinstance(event, Mapping):
            self._streams = True
            self._add(event)
        if self.length > LONGEST_WORDS:
            raise TooLong(f"the reply has more than {LONGEST_WORDS // 1000} kB of text")
        return self.length > before

    def answer(self) -> ModelAnswer:
        """The answer. Raises ValueError if the reply is not a chat completion."""
        if not self._streams:
            raise ValueError("no event")
        if self._finish is None:
            return self.broken("failed", "the stream ended before the answer was complete")
        return self._said()

    def broken(self, outcome: CallOutcome, why: str) -> ModelAnswer:
        """Returns what had arrived before the error: the answer if it is complete, otherwise a failed call
        with `outcome`.
        """
        said = self._said()
        if said.outcome != "answered":
            return replace(said, outcome=outcome, message=why, again=True)
        return replace(said, message=why, otherwise=outcome, again=True)

    def _add(self, event: Mapping[str, Any]) -> None:
        self._usage = event.get("usage") or self._usage
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, Mapping):
            return
        self._finish = choice.get("finish_reason") or self._finish
        delta = choice.get("delta") or choice.get("message") or {"content": choice.get("text")}
        if not isinstance(delta, Mapping):
            return
        for name in WORDS:
            value = delta.get(name)
            if value and isinstance(value, str | list):
                parts = value if isinstance(value, list) else [value]
                self._words.setdefault(name, []).extend(parts)
                self.length += sum(len(part) if isinstance(part, str) else len(str(part)) for part in parts)
        calls = delta.get("tool_calls")
        for call in (*(calls if isinstance(calls, list) else ()), {"function": delta.get("function_call")}):
            function = call.get("function") if isinstance(call, Mapping) else None
            arguments = function.get("arguments") if isinstance(function, Mapping) else None
            if arguments and isinstance(arguments, str):
                self._arguments.setdefault(str(call.get("index")), []).append(arguments)
                self.length += len(arguments)

    def _said(self) -> ModelAnswer:
        message: dict[str, Any] = {
            name: parts if name == "content" else "".join(map(str, parts))
            for name, parts in self._words.items()
        }
        message["tool_calls"] = [
            {"function": {"arguments": "".join(parts)}} for parts in self._arguments.values()
        ]
        return answer_of(message, self._finish, self._usage)
