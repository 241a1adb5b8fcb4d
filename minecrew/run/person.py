"""A person at the terminal, who speaks for an agent in the discussion and evaluates rounds.

Lines come from standard input; prompts go to standard error, so that the output of `--json` contains only
events. After the end of the input, the crew decides everything itself.
"""

from __future__ import annotations

import asyncio
import os
import stat
import sys

from minecrew.agents import CriticView, DiscussionView, Feedback, find_structure
from minecrew.run.human_critic import options_text
from minecrew.runlog import UserError
from minecrew.terminal import Terminal

_PENDING = bytearray()
"""Input that is not a complete line yet or has not been requested yet, because several lines may come at
once.
"""


def require_input(what: str) -> None:
    """Raises UserError if nobody can type. The input may be a terminal, a pipe, a socket or a file."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
        typed = sys.stdin.isatty() or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISREG(mode)
    except (AttributeError, OSError, ValueError):  # closed, or not there at all
        typed = False
    if not typed:
        raise UserError(f"{what} reads its answers from standard input; use a terminal, or pipe the lines in")


async def speak(view: DiscussionView) -> str | None:
    """Returns a person's line for `view.agent`. After an empty line or the end of the input, the mind
    speaks.
    """
    hint = f"press Enter to let the mind speak; {find_structure(view.structure).hint(view)}"
    _ask(f"{view.agent}, what do you say? ({hint})")
    return (await _line()).strip() or None


async def advise(feedback: Feedback) -> str | None:
    """Returns a person's message to the crew about a round. '' adds nothing; None means that the input has
    ended.
    """
    _ask(f"{feedback.text}\nWhat should the crew improve? (press Enter to add nothing)")
    line = await _line()
    return line.strip() if line else None


async def choose(view: CriticView) -> str | None:
    """Returns what a person types about the proposals of a speaker: a number, and the reason."""
    _ask(f"{options_text(view)}\nWhich option, and why? (press Enter for the first)")
    return (await _line()).strip() or None


def tell(line: str) -> None:
    """Shows a line that is not logged."""
    Terminal(stderr=True, soft_wrap=True).print(line)


def _ask(question: str) -> None:
    Terminal(stderr=True, soft_wrap=True).print(f"{question}\n> ", end="")


async def _line() -> str:
    """Returns one line of standard input, including the line break; '' at the end of the input. No thread
    is used that could outlive the process.
    """
    while b"\n" not in _PENDING:
        await _readable()
        chunk = os.read(sys.stdin.fileno(), 65536)
        _PENDING.extend(chunk or b"\n" * bool(_PENDING))
        if not chunk and not _PENDING:
            return ""
    line, _, rest = bytes(_PENDING).partition(b"\n")
    _PENDING[:] = rest
    return line.decode(errors="replace") + "\n"


async def _readable() -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    try:
        loop.add_reader(sys.stdin, ready.set)
    except (PermissionError, ValueError):  # a plain file is always ready
        return
    try:
        await ready.wait()
    finally:
        loop.remove_reader(sys.stdin)
