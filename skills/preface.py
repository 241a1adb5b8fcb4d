"""Writes the JSDoc for an imported skill that has none: its description, in minecrew's format.

The JSDoc does not say what the skill produces, because nobody has tried it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from minecrew.runlog import UserError
from minecrew.skills.mentions import FunctionMention
from minecrew.skills.skill import parse_skill

WIDTH = 110
LONGEST = 1000
"""Maximum length of a description, in characters."""


def with_jsdoc(text: str, main: FunctionMention, description: str, calls: Sequence[str]) -> str:
    """Returns the text, with a new JSDoc before it if it had none. `calls`: the skills that it calls."""
    try:
        parse_skill(text, Path(f"{main.name}.js"))
    except UserError:
        return "\n".join([*_jsdoc(main, plain_description(description), calls), text])
    return text


def plain_description(text: str) -> str:
    """Returns the sentences of a description. In Voyager, a description is a comment in an otherwise empty
    function.
    """
    lines = [re.sub(r"^\s*(//|/?\*+/?)\s?", "", line) for line in text.splitlines()]
    words = " ".join(line for line in lines if not re.match(r"\s*(async\s+)?function\b|\s*\}\s*$", line))
    return " ".join(words.replace("*/", "* /").replace("@", "").split())[:LONGEST]


def _jsdoc(main: FunctionMention, sentence: str, calls: Sequence[str]) -> list[str]:
    words = [w.lower() for w in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", main.name)] or [main.name]
    lines = _wrapped(sentence or f"{' '.join(words).capitalize()}.")
    for param in main.params[1:]:
        name = param.name or "options"
        lines.append(f"@param {{*}} {f'[{name}]' if param.optional else name} - as the sentence above says")
    lines.append(f"@keywords {' '.join(dict.fromkeys(words))}")
    lines += _wrapped(
        f"@needs what {', '.join(calls) or 'the sentence above'} {'need' if calls[1:] else 'needs'}"
    )
    if all(param.optional for param in main.params[1:]):
        lines.append(f"@example {main.name}(bot)")
    return ["/**", *(f" * {line}" for line in lines), " */"]


def _wrapped(sentence: str) -> list[str]:
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines
