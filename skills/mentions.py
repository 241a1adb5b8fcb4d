"""The names in the texts of skills: their functions, what they call, and items, blocks and mobs of later game
versions.

Uses Node and `bridge/mentions.js` to parse the texts; none of their code is executed.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from minecrew import bridge
from minecrew.bridge import limited, node_binary, node_modules
from minecrew.runlog import Fault, Record

SCRIPT: Final = Path(bridge.__file__).with_name("mentions.js")
COMPUTING: Final = 10
"""Seconds of computing for all texts of one call; the game's tables take two of them."""
SECONDS: Final = 60.0
"""Real seconds after which a call is abandoned because the machine is too busy."""


class ParameterMention(Record):
    name: str
    """The parameter's name; '' if it is destructured."""
    optional: bool


class FunctionMention(Record):
    """A function at the top level of the text."""

    name: str
    line: int
    text: str
    is_async: bool
    params: tuple[ParameterMention, ...]


class CallMention(Record):
    """A call of a function that the text does not define itself."""

    name: str
    line: int


class LaterMention(Record):
    """An item, block or mob that our version of the game does not know."""

    name: str
    line: int
    since: str
    """The first version that has it."""
    needed: bool
    """Whether it is needed; False if it is only one of several choices, or only part of a question."""


class SyntaxMistake(Record):
    line: int
    message: str


class Mentions(Record):
    error: SyntaxMistake | None
    """Why the text is not JavaScript; the other fields are then empty."""
    functions: tuple[FunctionMention, ...] = ()
    calls: tuple[CallMention, ...] = ()
    later: tuple[LaterMention, ...] = ()


_ANSWER: Final = TypeAdapter(dict[str, Mentions])


def read_mentions(texts: Mapping[str, str]) -> dict[str, Mentions]:
    """{key: text} -> {key: what it names}. Raises UserError when Node or the npm packages are missing."""
    try:
        return _read(texts)
    except Fault:
        if not texts:
            raise
    if len(texts) == 1:
        mistake = SyntaxMistake(line=1, message="this text takes too long to read; make it smaller")
        return dict.fromkeys(texts, Mentions(error=mistake))
    keys = list(texts)
    halves = (keys[: len(keys) // 2], keys[len(keys) // 2 :])
    return {key: said for half in halves for key, said in read_mentions({k: texts[k] for k in half}).items()}


def _read(texts: Mapping[str, str]) -> dict[str, Mentions]:
    command = limited(COMPUTING, node_binary(), "--max-old-space-size=512", SCRIPT)
    environment = {"NODE_PATH": str(node_modules())}
    try:
        done = subprocess.run(
            command,
            input=json.dumps(texts).encode(),
            capture_output=True,
            timeout=SECONDS,
            check=True,
            env=environment,
        )
        return _ANSWER.validate_json(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise Fault(f"{SCRIPT.name} did not read the skills ({type(error).__name__})") from error
