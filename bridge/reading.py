"""Parses programs with acorn, in a separate process that does not execute them.

This module knows the requests and answers of `check/checker.js`. The check shows a person or a model early
what will not work. Only the sandbox protects against hostile programs.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from minecrew.bridge.node import limited, node_binary, node_modules, readable_paths
from minecrew.game import GAME_FOLDER
from minecrew.runlog import Fault, Record

HERE = Path(__file__).resolve().parent
SCRIPT = HERE / "check" / "checker.js"
COMPUTING = 2
"""Seconds of processor time for all programs of one call, in addition to `STARTING`; all our skills together
need half a second.
"""
STARTING = 1
"""Seconds of processor time in which the process must start; it normally needs half a second."""
DEADLINE = 60.0
"""Real seconds after which the call is given up because the machine is too busy."""
HEAP_MB = 512


class Flaw(Record):
    """A problem in a program's text, with a remedy."""

    line: int
    """From 1."""
    column: int
    """From 1."""
    rule: str
    """syntax, form, export, name, member, data, import, require, eval, loop, await, code, event, jsdoc,
    or world: a call that has no effect in the world that the program is for.
    """
    message: str
    """The message, in the form `problem; remedy`."""

    @property
    def is_warning(self) -> bool:
        return self.rule == "world"


class ProgramText(Record):
    """A program to be parsed."""

    name: str
    """The name of its function."""
    source: str
    step: bool = False
    """Whether it must be async and get the bot; a step of other skills need not."""
    calls: tuple[tuple[str, int], ...] = ()
    """Calls in the program's examples, which are checked as well, with their lines."""
    items: tuple[tuple[str, int], ...] = ()
    """Names that must be items of the game, with their lines."""


class WorldLimit(Record):
    """A limit of a world: something that works in Minecraft but not in this world."""

    says: str
    """A text for people: the rest of a sentence that begins with `in this world`."""
    calls: tuple[str, ...]
    """Methods of the bot that would do this when they use one of `items` on one of `targets`."""
    alone: tuple[str, ...] = ()
    """Methods that do nothing but this."""
    items: tuple[str, ...] | None = None
    """The held item; `*` stands for any part of a name; None means anything."""
    targets: tuple[str, ...] | None = None
    """The block or mob that is acted on; None means any block or mob, or no target at all."""


class ProgramParameter(Record):
    name: str | None
    """The parameter's name; None if the parameter is destructured."""
    default: str | None
    """JavaScript."""


class ProgramReading(Record):
    """The result of parsing a program."""

    flaws: tuple[Flaw, ...]
    params: tuple[ProgramParameter, ...]
    """The parameters, including the bot."""
    doc_line: int | None
    """The position of its first JSDoc; None if it has none."""


def read_programs(
    texts: Sequence[ProgramText], tasks: Mapping[str, bool], limits: Sequence[WorldLimit] = ()
) -> list[ProgramReading]:
    """If the texts cannot be parsed together, they are parsed in halves, to find the one at fault. `tasks`:
    for each skill or step that the programs can call, by name, whether it is async.

    `limits`: the limits of the world for which the programs are meant.
    """
    try:
        return _read(texts, tasks, limits)
    except Fault:
        if len(texts) > 1:
            middle = len(texts) // 2
            halves = texts[:middle], texts[middle:]
            return [reading for half in halves for reading in read_programs(half, tasks, limits)]
        if not texts:
            raise
        read_offer()  # where that fails, the text is not at fault
        message = f"parsing this takes more than {COMPUTING} s; make it shorter, or use fewer levels"
        flaw = Flaw(line=1, column=1, rule="syntax", message=message)
        return [ProgramReading(flaws=(flaw,), params=(), doc_line=None)]


@cache
def read_offer() -> dict[str, Any]:
    """All names that a program can use, as `offer.js` reads them from the bot's interface and the
    compartment.
    """
    offer: dict[str, Any] = _ask({})["offer"]
    return offer


def _read(
    texts: Sequence[ProgramText], tasks: Mapping[str, bool], limits: Sequence[WorldLimit]
) -> list[ProgramReading]:
    programs = [
        {
            "name": text.name,
            "source": text.source,
            "step": text.step,
            "calls": [{"text": call, "line": line} for call, line in text.calls],
            "items": [{"item": item, "line": line} for item, line in text.items],
        }
        for text in texts
    ]
    own = [limit.model_dump(exclude_none=True) for limit in limits]
    answer = _ask({"programs": programs, "tasks": dict(tasks), "limits": own})
    return [ProgramReading.model_validate(reading) for reading in answer["programs"]]


def _ask(request: dict[str, Any]) -> dict[str, Any]:
    readable = readable_paths((HERE, GAME_FOLDER, node_modules()))
    fence = ["--permission", *(f"--allow-fs-read={path}" for path in readable)]
    try:
        done = subprocess.run(
            limited(STARTING + COMPUTING, node_binary(), f"--max-old-space-size={HEAP_MB}", *fence, SCRIPT),
            input=json.dumps(request).encode(),
            capture_output=True,
            timeout=DEADLINE,
            cwd=HERE,
            env={"NODE_PATH": str(node_modules())},
            check=True,
        )
        answer: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise Fault(f"reading the skills took more than {DEADLINE:.0f} s") from None
    except subprocess.CalledProcessError as error:
        raise Fault(f"the skills could not be read: {error.stderr.decode(errors='replace')[-400:]}") from None
    return answer
