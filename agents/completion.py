"""Reads the answer from a chat completion, in any format that servers use.

The words may be a text, a list of parts, or the arguments of a tool call. Thoughts are in separate fields
or among the parts. Token counts that cannot be right are ignored, and the budget then uses estimates.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from minecrew.agents.model import ModelAnswer

THOUGHTS = ("reasoning_content", "reasoning", "thinking")
"""The fields of a message that may contain a model's thoughts. A server may send the same thoughts in two
fields.
"""
CUT = frozenset({"length", "max_tokens"})
DECLINED = frozenset({"content_filter", "refusal", "safety"})
MOST_TOKENS = 100_000_000
"""Maximum number of tokens in one call; a greater count is ignored."""


def read_completion(body: object) -> ModelAnswer:
    """Returns the answer in the body of a reply. Raises ValueError if the body is not a chat completion."""
    if not isinstance(body, Mapping):
        raise ValueError("no object")
    whole = _table(body)
    if error := error_of(whole):
        return ModelAnswer("failed", error, again=True)
    choices = whole.get("choices")
    if not isinstance(choices, list | None):
        raise ValueError("no choices")
    choice = _table(choices[0]) if choices else {}
    return answer_of(
        choice.get("message") or choice.get("text"), choice.get("finish_reason"), whole.get("usage")
    )


def error_of(body: Mapping[str, Any]) -> str:
    """Returns the error message if the server sent one instead of an answer."""
    error = body.get("error")
    return (
        f"the endpoint reports: {_words(_table(error).get('message') or error) or 'error'}" if error else ""
    )


def answer_of(message: object, finish: object, usage: object) -> ModelAnswer:
    """Returns the answer in a message. `finish` is the server's reason for ending the answer."""
    said = _table(message if isinstance(message, Mapping) else {"content": message})
    text, thoughts = _content(said), _thoughts(said)
    refusal = _words(said.get("refusal")) or "".join(_parts(said.get("content"), "refusal"))
    tokens_in, tokens_out = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
    one = ModelAnswer(
        "unreadable",
        "an empty answer",
        text,
        tokens_in or None,  # nothing was ever asked in no tokens
        tokens_out if tokens_out or not (text or thoughts) else None,
        thoughts,
    )
    if refusal or finish in DECLINED:
        return replace(one, outcome="declined", message=refusal or "stopped by a content filter", text="")
    if not text.strip():
        if finish in CUT:
            return replace(one, outcome="cut_off", message="no tokens were left for an answer", text="")
        return replace(one, again=True, text="")
    if finish in CUT:
        return replace(one, outcome="answered", message="the answer was cut off", otherwise="cut_off")
    return replace(one, outcome="answered", message="")


def _content(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, Mapping):  # the object itself, not as text
        words = json.dumps(content)
    elif isinstance(content, list):
        words = "".join(_parts(content, "text"))
    else:
        words = _words(content)
    return "\n".join(filter(str.strip, (words, *_arguments(message))))


def _arguments(message: Mapping[str, Any]) -> Iterator[str]:
    """Returns the arguments of tool calls. Some models answer with a tool call although they were given no
    tools.
    """
    calls = message.get("tool_calls")
    for call in (*(calls if isinstance(calls, list) else ()), {"function": message.get("function_call")}):
        arguments = _table(_table(call).get("function")).get("arguments")
        yield json.dumps(arguments) if isinstance(arguments, Mapping) else _words(arguments)


def _thoughts(message: Mapping[str, Any]) -> str:
    fields = dict.fromkeys(_words(message.get(name)) for name in THOUGHTS)
    return "\n".join(filter(str.strip, (*fields, *_parts(message.get("content"), "thinking"))))


def _parts(content: object, kind: str) -> Iterator[str]:
    """Returns the words of the parts of that kind. A part of an unknown kind that has a text counts as
    text.
    """
    for part in content if isinstance(content, list) else ():
        table = _table(part)
        name = "thinking" if table.get("type") in THOUGHTS else table.get("type")
        if isinstance(part, str) and kind == "text":
            yield _words(part)
        elif kind == name and isinstance(table.get(kind), list):
            yield from _parts(table[kind], "text")
        elif kind == (name if name in ("thinking", "refusal") else "text"):
            yield _words(table.get(kind) or table.get("text"))


def _count(usage: object, name: str) -> int | None:
    count = _table(usage).get(name)
    if isinstance(count, bool) or not isinstance(count, int | float) or not 0 <= count <= MOST_TOKENS:
        return None
    return int(count)


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _words(value: object) -> str:
    """Returns the text without lone surrogates, which cannot be stored in a file; '' for anything that is
    not a text.
    """
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""
