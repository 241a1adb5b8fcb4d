"""Logs the reports of the server and the bots as events.

The server's events are logged when they arrive. Facts that the server does not report are logged as the
agent's own bot sees them.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ValidationError

from minecrew.agents.task import WorldSpec
from minecrew.agents.visitors import Visitors
from minecrew.bridge import ChildEvent, Observation, Speed
from minecrew.runlog import (
    EVENT,
    BotLeft,
    BotRestarted,
    BridgeLost,
    ChildLost,
    ClockChanged,
    Event,
    Fault,
    FaultEvent,
    Inventory,
    Items,
    Log,
    Moved,
    Note,
    Position,
    ServerFound,
)


class WorldLog:
    """Appends to the log of one run. `paced`: the settings for the world's clock, as far as the task defines
    them.
    """

    def __init__(self, log: Log, visitors: Visitors, paced: WorldSpec) -> None:
        self._log, self._visitors, self._paced = log, visitors, paced
        self._reported: dict[str, tuple[Items, Position]] = {}
        """The last logged state of each bot, as it saw itself."""

    def pass_on(self, event: ChildEvent) -> None:
        """Raises ChildLost or BridgeLost if the event says that the world is lost."""
        match event.event:
            case "witness":
                told = {**event.data, "source": "server"}
                self._log.append(_checked(told, "the server's witness", event))
            case "guard":
                told = {**event.data, "agent": event.child, "source": "bot"}
                self._log.append(_checked(told, f"{event.child}'s guard", event))
            case "chat":
                self._visitors.hear(event.child, str(event.data["user"]), str(event.data["text"]))
            case "log":
                self._log.append(
                    Note(agent=event.child, source="bot", text=str(event.data.get("text", ""))[:1000])
                )
            case "fault":
                self._log.append(
                    FaultEvent(where=event.child, message=str(event.data.get("message", ""))[:1000])
                )
            case "left":
                self._log.append(BotLeft(agent=event.child, source="bot", why=str(event.data.get("why", ""))))
            case "restarted":
                self._log.append(
                    BotRestarted(agent=event.child, source="bot", why=str(event.data.get("why", "")))
                )
            case "clock":
                told = event.data
                self.clock(
                    told["state"], told["speed"], holders=tuple(told["holders"]), waited=told["waited"]
                )
            case "gone":
                raise ChildLost(event.child, str(event.data.get("message", "")))
            case "lost":
                raise BridgeLost(str(event.data.get("message", "")))
            case "exit" if event.child == "server":
                why = event.data.get("why") or event.data.get("signal") or event.data.get("code")
                raise ChildLost("server", f"the server's process ended ({why})")

    def clock(
        self,
        state: Literal["running", "paused"],
        speed: float | None,
        *,
        holders: tuple[str, ...] = (),
        waited: float = 0.0,
    ) -> None:
        """Logs that the world's clock stops or continues."""
        pace: Speed = "max" if speed is None else speed
        self._log.append(
            ClockChanged(
                state=state,
                speed=pace,
                thinking=self._paced.thinking or "live",
                order=self._paced.order,
                holders=holders,
                waited=waited,
            )
        )

    def report(self, agent: str, seen: Observation) -> None:
        """Logs facts that no witness reports, as the agent's own bot sees them, if they have changed."""
        if self._reported.get(agent) == (seen.inventory, seen.position):
            return
        self._reported[agent] = (seen.inventory, seen.position)
        self._log.append(Moved(agent=agent, source="bot", position=seen.position))
        self._log.append(Inventory(agent=agent, source="bot", items=seen.inventory))


def introduced(server: ServerFound) -> str:
    """Returns the note in the log about a server without a witness."""
    missing = ", ".join(f"no {ability}" for ability in server.missing)
    name = f" “{server.says}”" if server.says else ""
    return (
        f"{server.where}{name} is a Minecraft {server.version} server; it offers {missing}. "
        "The log therefore contains only what the bots saw."
    )


def _checked(told: dict[str, Any], who: str, event: ChildEvent) -> Event:
    try:
        return EVENT.validate_python(told)
    except ValidationError as error:
        raise Fault(f"{who} sent something that is not an event: {event.data!r:.200}") from error
