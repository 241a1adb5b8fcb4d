"""Has programs read by acorn, in a process of its own that evaluates none of them.

Knows what `check/checker.js` is asked and answers. Good for telling a person or a model early what will not
work; the sandbox is what holds, whatever this says.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from minecrew.bridge.node import limited, node_binary, node_modules
from minecrew.game import GAME_FOLDER
from minecrew.runlog import Fault, Record

HERE = Path(__file__).resolve().parent
SCRIPT = HERE / "check" / "checker.js"
COMPUTING = 2
"""Seconds of computing for all programs of one call, besides `STARTING`; all our skills take half of one."""
STARTING = 1
"""Seconds of computing in which the process begins; it takes half of one."""
DEADLINE = 60.0
"""Seconds until a machine that lets nothing compute is given up."""
HEAP_MB = 512


class Flaw(Record):
    """One thing that is wrong with a program's text, and what to do about it."""

    line: int
    """From 1."""
    column: int
    """From 1."""
    rule: str
    """syntax, form, export, name, member, data, import, require, eval, loop, await, code, event, jsdoc,
    or world: a call that has no effect in the world that the program is for."""
    message: str
    """`what; what to do`."""

    @property
    def is_warning(self) -> bool:
        return self.rule == "world"


class ProgramText(Record):
    """A program to be read."""

    name: str
    """Of its function."""
    source: str
    step: bool = False
    """A step of other skills need not be async, nor be given the bot."""
    calls: tuple[tuple[str, int], ...] = ()
    """Calls to be judged as well, with the line they stand in: those of its examples."""
    items: tuple[tuple[str, int], ...] = ()
    """Names that have to be items of the game, with their line."""


class WorldLimit(Record):
    """One thing that a world cannot do, although Minecraft can."""

    says: str
    """For people: the end of a sentence that begins with `in this world`."""
    calls: tuple[str, ...]
    """Methods of the bot by which it would be done with one of `items`, to one of `targets`."""
    alone: tuple[str, ...] = ()
    """Methods that do nothing else."""
    items: tuple[str, ...] | None = None
    """What is held; `*` stands for any part of a name; None: anything."""
    targets: tuple[str, ...] | None = None
    """The block or mob it is done to; None: any, or none."""


class ProgramParameter(Record):
    name: str | None
    """None: it is taken apart."""
    default: str | None
    """JavaScript."""


class ProgramReading(Record):
    """What was read in one program."""

    flaws: tuple[Flaw, ...]
    params: tuple[ProgramParameter, ...]
    """The bot included."""
    doc_line: int | None
    """Where its first JSDoc begins; None: it has none."""


def read_programs(
    texts: Sequence[ProgramText], tasks: Mapping[str, bool], limits: Sequence[WorldLimit] = ()
) -> list[ProgramReading]:
    """Gives one reading per text. `tasks`: the skills and steps they can call -> whether those are async.

    `limits`: of the world that they are for.
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
        message = f"this takes more than {COMPUTING} s to be read; make it smaller, or nest it less deeply"
        flaw = Flaw(line=1, column=1, rule="syntax", message=message)
        return [ProgramReading(flaws=(flaw,), params=(), doc_line=None)]


@cache
def read_offer() -> dict[str, Any]:
    """All that a program can reach, as `offer.js` reads it off the facade and the compartment."""
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
    fence = ["--permission", *(f"--allow-fs-read={path}" for path in (HERE, GAME_FOLDER, node_modules()))]
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
