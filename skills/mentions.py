"""Finds the names in the code of skills: their functions, the functions they call, and items, blocks and
mobs of later game versions.

Node parses the code with `bridge/mentions.js` but does not execute it.
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
"""Maximum processor seconds for all texts of one call; loading the game's tables takes two of them."""
SECONDS: Final = 60.0
"""Real seconds after which a call is given up because the machine is too busy."""


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
    """A call of a function that is defined outside the text."""

    name: str
    line: int


class LaterMention(Record):
    """An item, block or mob that this version of the game does not have."""

    name: str
    line: int
    since: str
    """The first version of the game that has the item, block or mob."""
    needed: bool
    """Whether the skill needs it; False if it is only one of several choices, or is only compared with
    something.
    """


class SyntaxMistake(Record):
    line: int
    message: str


class Mentions(Record):
    error: SyntaxMistake | None
    """The reason why the text is not JavaScript. If the text is not JavaScript, all other fields are empty.
    """
    functions: tuple[FunctionMention, ...] = ()
    calls: tuple[CallMention, ...] = ()
    later: tuple[LaterMention, ...] = ()


_ANSWER: Final = TypeAdapter(dict[str, Mentions])


def read_mentions(texts: Mapping[str, str]) -> dict[str, Mentions]:
    """Returns the names in each text: {key: text} becomes {key: names}. Raises UserError if Node or the npm
    packages are missing.
    """
    try:
        return _read(texts)
    except Fault:
        if not texts:
            raise
    if len(texts) == 1:
        mistake = SyntaxMistake(line=1, message="this text takes too long to parse; make it shorter")
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
