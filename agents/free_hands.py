"""What an agent is asked that is through with its part while others still work: whether it helps, and how.

It is asked once per change of the situation: when another member's sub-task has ended, or another member has
said something. The options are worded neutrally and come in an order that the seed gives, so that neither the
words nor the place of one invites; both stand in the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from random import Random

from minecrew.agents.views import IDLE_OPTIONS, IdleOption, TalkLine
from minecrew.runlog import IdleDeed

QUESTION = "Your part of this round is over, and others still work. What do you do now?"
WORDS: dict[IdleDeed, str] = {
    "help": "do some of the work of another member",
    "give": "give something that you hold to another member",
    "work": "do other work for the goal",
    "say": "say something to the others",
    "rest": "do nothing for now",
}
MOST = 6
"""Times that one agent is asked in one round."""


def idle_options(agent: str, number: int, time: int, *, seed: int) -> tuple[IdleOption, ...]:
    """All options, in the order of this question: the `time`th to `agent` in round `number`."""
    deeds = list(IDLE_OPTIONS)
    Random(f"{seed} idle {agent} {number} {time}").shuffle(deeds)
    return tuple(IdleOption(deed=deed, text=WORDS[deed]) for deed in deeds)


class Situation:
    """What all members of one round know of one another while they work."""

    def __init__(self) -> None:
        self.at_work: dict[str, str] = {}
        """Member -> its sub-task at hand, of those that work."""
        self.talk: list[TalkLine] = []
        """What was said while they worked."""
        self._changes: list[str] = []
        """Who brought each change about."""
        self._changed = asyncio.Event()

    def begins(self, agent: str, subtask: str) -> None:
        self.at_work[agent] = subtask

    def change(self, agent: str) -> None:
        """Something is otherwise by `agent`; whoever waits looks again."""
        self._changes.append(agent)
        self._changed.set()
        self._changed = asyncio.Event()

    def ends(self, agent: str) -> None:
        """`agent` works no more."""
        self.at_work.pop(agent, None)
        self.change(agent)

    def others_work(self, agent: str) -> bool:
        return any(name != agent for name in self.at_work)

    def age(self, agent: str) -> int:
        """How many changes others have brought about."""
        return sum(name != agent for name in self._changes)

    async def next_change(self) -> None:
        await self._changed.wait()


def heard(lines: Iterable[TalkLine], agent: str) -> tuple[TalkLine, ...]:
    """What the others said."""
    return tuple(line for line in lines if line.speaker != agent)
