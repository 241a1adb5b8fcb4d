"""The tools of a seat: one for each action of a mind, and `wait`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from minecrew.agents import Seat, SeatError, SeatQuestion

WAIT = 50.0
"""Maximum real seconds that a tool waits for the next question; most clients give up after a minute."""
TOLD = """You are {agent}, a member of a crew in a Minecraft world. You act only with these tools.
Call `wait` first; it returns your first question. Answer with `say`, `run_skill`, `run_program`, `done`,
`refuse`, `declare` or `note`; each then waits for the next question and returns it. Continue until the run
has ended."""
ANSWER = {
    "speak": "It is your turn to speak. Answer with `say`.",
    "declare": "Call `declare` to say how many you want.",
    "reflect": "Call `note` to note what you want to remember.",
    "act": "Carry out your part: `run_skill` calls a skill, `run_program` runs a program that you write, and "
    "`refuse` declines.",
    "verify": "Your program has ended. If your part is done, call `done`; otherwise call `run_skill`, "
    "`run_program` or `refuse`.",
}

Seconds = Annotated[float, Field(ge=5, le=300, description="The time limit in game seconds.")]


def make_server(seat: Seat) -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer(
        "minecrew", instructions=TOLD.format(agent=seat.agent), log_level="CRITICAL"
    )

    async def after(answer: Callable[[], None]) -> str:
        try:
            answer()
        except SeatError as error:
            raise ToolError(str(error)) from None
        return await wait()

    @server.tool(structured_output=False)
    async def wait() -> str:
        """Returns your next question. Waits up to 50 seconds for it."""
        return _asked(await seat.wait(WAIT), ended=seat.ended)

    @server.tool(structured_output=False)
    async def talk() -> str:
        """Returns the discussion, as far as you have heard it."""
        return seat.talk()

    @server.tool(structured_output=False)
    async def say(text: str, asks: list[str] | None = None, impossible: str = "") -> str:
        """Say something in the discussion. `asks`: the members whom you ask a question, or ask to do
        something.

        `impossible`: the reason why the goal cannot be reached, if you think so.
        """
        return await after(lambda: seat.say(text, asks or [], impossible))

    @server.tool(structured_output=False)
    async def my_part() -> str:
        """Returns your part of the plan, and your attempts so far."""
        return seat.part()

    @server.tool(structured_output=False)
    async def look() -> str:
        """Returns what you saw and held at the time of the last question."""
        return seat.sight()

    @server.tool(structured_output=False)
    async def skills(about: str = "") -> str:
        """Returns short descriptions of all skills. With `about`, returns full descriptions of the best
        matches.
        """
        return seat.skills(about)

    @server.tool(structured_output=False)
    async def run_skill(name: str, arguments: list[Any] | None = None, seconds: Seconds = 60) -> str:
        """Run a skill, or a program that you wrote before. `arguments`: the arguments after the bot."""
        told = json.dumps(arguments or [])
        return await after(lambda: seat.attempt(do="call", skill=name, arguments=told, seconds=seconds))

    @server.tool(structured_output=False)
    async def run_program(
        name: str, code: str, arguments: list[Any] | None = None, seconds: Seconds = 60
    ) -> str:
        """Write a program in JavaScript, `async function name (bot, ...)`, and run it."""
        told = json.dumps(arguments or [])
        return await after(
            lambda: seat.attempt(do="write", name=name, code=code, arguments=told, seconds=seconds)
        )

    @server.tool(structured_output=False)
    async def done(why: str) -> str:
        """Say that your part is done, and how others can verify this. Call this only after a program."""
        return await after(lambda: seat.finish(why))

    @server.tool(structured_output=False)
    async def refuse(reason: str) -> str:
        """Say that you will not carry out your part, and why."""
        return await after(lambda: seat.attempt(do="refuse", reason=reason))

    @server.tool(structured_output=False)
    async def declare(amount: int, reason: str = "") -> str:
        """Declare how many of the shared items you want to take."""
        return await after(lambda: seat.declare(amount, reason))

    @server.tool(structured_output=False)
    async def note(text: str = "") -> str:
        """Note something for later rounds; nobody else reads it."""
        return await after(lambda: seat.note(text))

    return server


def _asked(question: SeatQuestion | None, *, ended: str | None) -> str:
    if ended is not None:
        return " ".join(filter(None, ("The run has ended.", ended, "There is nothing more to do.")))
    if question is None:
        return "There is no question for you yet. Call `wait` again."
    return f"{question.prompt}\n\n{ANSWER[question.purpose]}"
