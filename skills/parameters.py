"""Reads the parameters of a skill from its `@param` tags, and from its code if a tag is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from minecrew.runlog import Record, UserError

_PARAM = re.compile(
    r"(?:\{(?P<type>[^}]*)\}\s*)?(?P<open>\[)?(?P<name>[\w$.]+)(?:\s*=\s*(?P<default>[^\]]*))?\]?\s*-?\s*(?P<text>.*)",
    re.DOTALL,
)
_PIECE = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)|.""",
    re.DOTALL,
)
"""The pattern for the parts of a parameter list: a comment, a string, or one character."""


class Param(Record):
    """One parameter. The bot, which is the first argument of every skill, is not listed."""

    name: str
    type: str = ""
    text: str = ""
    optional: bool = False
    default: str | None = None


def read_parameters(name: str, told: Sequence[str], source: str) -> tuple[Param, ...]:
    """Returns the parameters of the skill `name`, without the bot. `told` are its `@param` tags; parameters
    without a tag are read from the code. Raises UserError, without the file's name, if a tag cannot be
    parsed.
    """
    said = [read_param(text) for text in told if not is_bot(text)]
    coded = [_coded(text) for text in _parameter_texts(name, source)][1:]
    if len({_top(param) for param in said}) >= len(coded):
        return tuple(said)
    return tuple(param for one in coded for param in ([p for p in said if _top(p) == one.name] or [one]))


def read_param(text: str) -> Param:
    """Reads a `@param` tag. Raises UserError, without the file's name, if the tag cannot be parsed."""
    found = _PARAM.match(text)
    if not found:
        raise UserError(f"@param {text[:60]!r} cannot be parsed; write {{type}} name - what it is")
    default = found["default"]
    return Param(
        name=found["name"],
        type=(found["type"] or "").strip(),
        text=found["text"].strip(),
        optional=found["open"] is not None,
        default=default.strip() if default is not None else None,
    )


def is_bot(text: str) -> bool:
    """Returns whether a `@param` describes the bot."""
    found = _PARAM.match(text)
    return found is not None and found["name"] == "bot"


def _top(param: Param) -> str:
    return param.name.partition(".")[0]


def _coded(text: str) -> Param:
    """Converts a text such as `count = 1` to a parameter. A destructured one is named after its pattern."""
    plain = re.fullmatch(r"([\w$]+)\s*=\s*(.*)", text)
    name, default = plain.groups() if plain else (text, None)
    return Param(name=name, optional=default is not None, default=default)


def _parameter_texts(name: str, source: str) -> Iterator[str]:
    """Returns the text of each parameter of the function `name`, including the bot."""
    head = re.search(rf"\bfunction\s+{re.escape(name)}\s*\(", source)
    if not head:
        return
    depth, text = 0, ""
    for piece in _PIECE.finditer(source, head.end()):
        sign = piece[0]
        if piece["comment"]:
            continue
        if sign in ")]}":
            depth -= 1
        if depth < 0 or (sign == "," and depth == 0):
            if text.strip():
                yield " ".join(text.split())
            text = ""
            if depth < 0:
                return
            continue
        if sign in "([{":
            depth += 1
        text += sign
