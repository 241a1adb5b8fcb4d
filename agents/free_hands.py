"""The question to an agent that has finished its part while others still work: whether it helps, and how.

The agent is asked once per situation. A situation consists of facts: who works on what, what every member
holds, and what others have said to the agent. Nobody is asked after the goal is met. The options have neutral
words and an order that depends on the seed, so that neither the words nor the order suggests a choice. The
log contains the words of the options in the order in which they were shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Mapping
from random import Random

from minecrew.agents.handovers import Handovers
from minecrew.agents.views import IDLE_OPTIONS, IdleOption, TalkLine
from minecrew.runlog import IdleDeed, Items

QUESTION = "Your part of this round is over, and others still work. What do you do now?"
WORDS: dict[IdleDeed, str] = {
    "help": "do some of the work of another member",
    "give": "give something that you hold to another member",
    "work": "do other work for the goal",
    "say": "say something to the others",
    "rest": "do nothing for now",
}
MOST = 6
"""Maximum number of questions to one agent per round."""


def idle_options(agent: str, number: int, time: int, *, seed: int) -> tuple[IdleOption, ...]:
    """Returns all options, in their order for question number `time` to `agent` in round `number`."""
    deeds = list(IDLE_OPTIONS)
    Random(f"{seed} idle {agent} {number} {time}").shuffle(deeds)
    return tuple(IdleOption(deed=deed, text=WORDS[deed]) for deed in deeds)


class Situation:
    """The facts that the members of one round know about one another while they work."""

    def __init__(self, handovers: Handovers | None = None) -> None:
        self.handovers = handovers or Handovers()
        self.at_work: dict[str, str] = {}
        """Member -> its current sub-task, for members that are working."""
        self.want: dict[str, Items] = {}
        """Member -> the amounts that its current sub-task asks it to hold."""
        self.talk: list[TalkLine] = []
        """The lines that were said while the members worked."""
        self.met = False
        """Whether the team has held the goal's items in this round."""
        self._changed = asyncio.Event()

    def begins(self, agent: str, subtask: str, want: Items | None = None) -> None:
        self.at_work[agent] = subtask
        self.want[agent] = want or {}
        self.change()

    def change(self) -> None:
        """Wakes everybody who waits for a change."""
        self._changed.set()
        self._changed = asyncio.Event()

    def ends(self, agent: str) -> None:
        """Notes that `agent` has stopped working."""
        self.at_work.pop(agent, None)
        self.want.pop(agent, None)
        self.change()

    def others_work(self, agent: str) -> bool:
        return any(name != agent for name in self.at_work)

    def facts(self, agent: str, held: Mapping[str, Items]) -> Hashable:
        """Returns a value that identifies the situation of `agent`; equal values mean the same situation."""
        said = tuple(
            line.seq for line in self.talk if line.speaker != agent and (not line.to or agent in line.to)
        )
        bags = ((name, frozenset(items.items())) for name, items in held.items())
        return frozenset(self.at_work.items()), frozenset(bags), said

    @property
    def changed(self) -> asyncio.Event:
        """Returns an event that is set at the next change."""
        return self._changed
