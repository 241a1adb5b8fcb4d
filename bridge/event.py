"""The events that child processes report, in order."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from minecrew.runlog import Record


class ChildEvent(Record):
    """A message from a child process; `event` is one of these:

    witness    the server's account of a fact: kind, tick, agent?, and that event's own fields
    guard      kind (guard.warned, guard.denied) and that event's own fields: what the bot's own guard did
    chat       user, text: a bot heard somebody speak
    visit      what ("joined", "left", "said"), user, text: the server's report on who is in the world
    began      inventory: a bot begins a program, and holds these items
    log        run, text: a program printed
    fault      message: an error that no call could report
    left       why: a bot's connection ended
    clock      state ("paused", "running"), speed, waited, seconds, holders: a long pause of the world
    exit       pid, code, signal, why: a process ended
               (why: "heartbeat", "memory", "start", "killed", None: by itself)
    restarted  why, position, tick: a bot is back after its process ended
    gone       message: a bot could not be brought back
    lost       message: the bridge itself is gone; this is always the last event
    """

    event: str
    child: str
    """The sender: a bot's name, 'server', 'supervisor' or 'bridge'."""
    data: dict[str, Any] = Field(default_factory=dict)
