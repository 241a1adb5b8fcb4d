"""Runs the built-in server without a crew, for people who join with their own client or bots.

Prints which players join and leave, and their chat lines. If requested, logs the server's events. Ctrl-C or
SIGTERM ends the server, which is not an error.
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from minecrew.bridge import Bridge, ChildEvent, Speed
from minecrew.game import CHAT_LIMIT
from minecrew.mc_server import EmbeddedServer, arena_cards, require_arena
from minecrew.runlog import EVENT, BridgeLost, ChildLost, Log, Note, RunEnded, RunStarted, Said
from minecrew.terminal.formatting import plain

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class WorldOptions:
    """The options of `minecrew world start`."""

    arena: str = "meadow"
    seed: int = 1
    port: int = 25565
    """The port on 127.0.0.1; 0 selects a free port."""
    speed: Speed | None = None
    save: Path | None = None
    """The directory in which the world is saved, and from which it continues."""
    log: Path | None = None
    """The directory for the log of the server's events."""


def start_world(options: WorldOptions, console: Console) -> None:
    """Runs the world until a signal arrives. Raises UserError for wrong options; Fault if the server ends."""
    require_arena(options.arena)
    asyncio.run(_serve(options, console))


async def _serve(options: WorldOptions, console: Console) -> None:
    bridge = Bridge()
    for name in SIGNALS:
        end = ChildEvent(event="end", child="crew")
        asyncio.get_running_loop().add_signal_handler(name, bridge.tell, end)
    async with bridge:
        if options.speed is not None:
            await bridge.clock.begin(speed=options.speed)
        server = await EmbeddedServer.start(
            bridge, arena=options.arena, seed=options.seed, port=options.port, save=options.save
        )
        with _log(options) if options.log else nullcontext() as log:
            _introduce(server, options, console)
            async for event in bridge.events():
                if event.event == "end":
                    break
                _tell(event, console, log)
            await server.save()
            if log:
                log.append(RunEnded(outcome="interrupted", reason="the world was stopped", exit_code=0))
    console.print("the world has ended")


def _log(options: WorldOptions) -> Log:
    log = Log.create(options.log or Path())
    name = f"world {options.arena}, seed {options.seed}"
    log.append(RunStarted(run=name, title=name, goal={}, agents=()))
    return log


def _introduce(server: EmbeddedServer, options: WorldOptions, console: Console) -> None:
    where = f"{server.address.host}:{server.address.port}"
    holds = next((card.holds for card in arena_cards() if card.name == options.arena), "unknown")
    for line in (
        f"Minecraft {server.address.version} on {where}: arena {options.arena}, seed {options.seed}",
        f"the arena contains: {holds}",
        f"to join: a Minecraft {server.address.version} client, direct connection to {where}, any name",
        f"a crew:   minecrew run bookshelf --server {where}",
        f"a bot:    mineflayer.createBot({{ host: '{server.address.host}', port: {server.address.port}, "
        f"version: '{server.address.version}', username: 'Visitor' }})",
        "press Ctrl-C to stop it",
    ):
        console.print(line, highlight=False, markup=False, soft_wrap=True)


def _tell(event: ChildEvent, console: Console, log: Log | None) -> None:
    """Shows one event of the bridge's stream. Raises Fault if the server is gone."""
    match event.event:
        case "visit":
            _visit(event.data["user"], event.data["what"], event.data["text"][:CHAT_LIMIT], console, log)
        case "witness" if log:
            log.append(EVENT.validate_python({**event.data, "source": "server"}))
        case "fault":
            console.print(Text(f"fault  {plain(event.data['message'])}", style="bold red"), soft_wrap=True)
        case "exit":
            why = event.data.get("why") or event.data.get("signal") or event.data.get("code")
            raise ChildLost(event.child, f"the server's process ended ({why})")
        case "lost":
            raise BridgeLost(event.data["message"])


def _visit(user: str, what: str, text: str, console: Console, log: Log | None) -> None:
    told = f"says  “{text}”" if what == "said" else what
    console.print(Text(f"{plain(user)}  {plain(told)}"), soft_wrap=True)
    if log is None:
        return
    if what == "said":
        log.append(Said(source="server", channel="visitor", visitor=user, text=text))
    else:
        log.append(Note(source="server", text=f"{user} {what}"))
