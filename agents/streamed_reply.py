"""A reply as it comes in: one JSON body, or a stream of events (`data: {...}`) that each bring some words.

Which of the two it is shows in what comes, since not every server says so, or streams when it is asked to.
Of a stream only the words are kept. Knows nothing of sockets and clocks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from minecrew.agents.completion import THOUGHTS, answer_of, error_of, read_completion
from minecrew.agents.model import CallOutcome, ModelAnswer

LONGEST = 1_000_000
"""Bytes of a body or of a line, and characters of all the words of a stream."""
WORDS = ("content", "refusal", *THOUGHTS)


class TooLong(Exception):
    """More has come than anybody asked for."""


class StreamedReply:
    """Takes in chunks of bytes; `answer` tells what they are when all have come."""

    def __init__(self) -> None:
        self.ended = False
        """The stream says that it is complete."""
        self._body, self._line = bytearray(), bytearray()
        self._streams, self._error, self._length = False, "", 0
        self._words: dict[str, list[Any]] = {}
        self._arguments: dict[str, list[str]] = {}
        self._finish: object = None
        self._usage: object = None

    def feed(self, chunk: bytes) -> bool:
        """Whether some words were in it. Raises TooLong."""
        before = self._length
        if not self._streams:
            self._body += chunk
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            self._line += end
            self._take()
        self._line += rest
        if max(len(self._body), len(self._line), self._length) > LONGEST:
            raise TooLong(f"the reply has more than {LONGEST // 1000} kB")
        return self._length > before

    def answer(self) -> ModelAnswer:
        """What has been said. Raises ValueError or RecursionError where it is no chat completion."""
        self._take()
        if not self._streams:
            return read_completion(json.loads(self._body.decode("utf-8", "replace")))
        if self._error:
            return self.broken("failed", self._error)
        if not self.ended and self._finish is None:
            return self.broken("failed", "the stream ended before the answer did")
        return self._said()

    def broken(self, outcome: CallOutcome, why: str) -> ModelAnswer:
        """What had been said before it went wrong: an answer if it is whole, else a call with `outcome`."""
        said = self._said()
        if said.outcome != "answered":
            return replace(said, outcome=outcome, message=why, again=True)
        return replace(said, message=why, otherwise=outcome, again=True)

    def _take(self) -> None:
        """The line that is complete now."""
        line = bytes(self._line).strip()
        self._line.clear()
        if not line.startswith(b"data:") or self.ended:
            return
        self._streams = True
        self._body.clear()
        data = line.removeprefix(b"data:").strip()
        if data == b"[DONE]":
            self.ended = True
            return
        try:
            event = json.loads(data.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            return  # another event may bring what this one was to
        if isinstance(event, Mapping):
            self._add(event)

    def _add(self, event: Mapping[str, Any]) -> None:
        self._error = self._error or error_of(event)
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
                self._length += sum(len(part) if isinstance(part, str) else len(str(part)) for part in parts)
        calls = delta.get("tool_calls")
        for call in (*(calls if isinstance(calls, list) else ()), {"function": delta.get("function_call")}):
            function = call.get("function") if isinstance(call, Mapping) else None
            arguments = function.get("arguments") if isinstance(function, Mapping) else None
            if arguments and isinstance(arguments, str):
                self._arguments.setdefault(str(call.get("index")), []).append(arguments)
                self._length += len(arguments)

    def _said(self) -> ModelAnswer:
        message: dict[str, Any] = {
            name: parts if name == "content" else "".join(map(str, parts))
            for name, parts in self._words.items()
        }
        message["tool_calls"] = [
            {"function": {"arguments": "".join(parts)}} for parts in self._arguments.values()
        ]
        return answer_of(message, self._finish, self._usage)
