"""The answers of a mind and of the auxiliary agents: utterances, plans, sub-tasks, programs and verdicts.

Every `cause` holds the seqs of the model calls that led to the answer, unless its own docstring says
otherwise.
"""

from __future__ import annotations

from typing import Literal, get_args

from minecrew.bridge import Program
from minecrew.runlog import IdleDeed, Items, Position, Record

Heading = Literal["north", "east", "south", "west"]
HEADINGS: tuple[Heading, ...] = get_args(Heading)
VICINITY = 24.0
"""The default distance in blocks within which something counts as being at its place."""


class Utterance(Record):
    """An agent's words on its turn. A mark in the text can end the talk (`marks`)."""

    text: str
    asks: tuple[str, ...] | None = None
    """The members to whom the speaker puts a question; None if they have to be found in the words."""
    impossible: str | None = None
    """The reason why the goal cannot be reached at all, and where the team searched; None if the agent does
    not call the goal impossible.
    """
    cause: tuple[int, ...] = ()
    """Seqs of the model calls that led to the answer; every other `cause` in this module has the same
    meaning.
    """
    out_of_tokens: bool = False
    """Whether the model ran out of tokens before its answer was complete."""


class CriticChoice(Record):
    """A critic's choice among the proposals of a speaker."""

    option: int | None = None
    """From 1; None if the answer contains none."""
    reason: str = ""
    """Why it is better than the others, or why there is no option."""
    unanswered: bool = False
    """Whether there was no answer at all."""
    cause: tuple[int, ...] = ()


class Expert(Record):
    """The expertise of a member."""

    agent: str
    name: str
    """The name of the expertise; the member keeps its own name."""
    text: str


class Recruits(Record):
    """An expert for every member, or the reason why there are none."""

    experts: tuple[Expert, ...] = ()
    why: str = ""
    cause: tuple[int, ...] = ()


class Specification(Record):
    """The goal in more specific words, or the reason why there are none."""

    text: str = ""
    why: str = ""
    cause: tuple[int, ...] = ()


class Assignment(Record):
    """One agent's part of the plan: a line that can be understood by itself."""

    agent: str
    text: str
    cause: tuple[int, ...] = ()
    """Seqs of the utterances from which the secretary read this assignment."""


class Plan(Record):
    """The secretary's result. An agent without an assignment executes nothing this round."""

    assignments: tuple[Assignment, ...] = ()
    refusals: tuple[Refusal, ...] = ()


class Refusal(Record):
    """An honest refusal with its reason (CAMEL, section 3.2: decline if impossible, and explain)."""

    agent: str
    reason: str
    missing: tuple[str, ...] = ()
    """Raw materials that this world does not have."""
    cause: tuple[int, ...] = ()


class Gift(Record):
    """Items to be handed to a team mate."""

    to: str
    item: str
    count: int
    at: Position | None = None
    """Where to look for the team mate if it is out of sight."""
    also: Items = {}
    """Other items that are handed over at the same time."""

    @property
    def items(self) -> Items:
        return {self.item: self.count, **self.also}


class Store(Record):
    """Items to be put into a container."""

    item: str
    count: int
    at: Position
    """The position of the container."""


class Action(Record):
    """A program to run, with its deadline."""

    program: Program
    seconds: float
    """Deadline in game seconds."""
    keep: bool = False
    """Whether the program was written for this sub-task. Such a program becomes a skill if it achieves the
    sub-task.
    """
    cause: tuple[int, ...] = ()


class Subtask(Record):
    """One step of an assignment, with conditions that can be checked from facts, e.g. the items that the
    agent must hold.
    """

    text: str
    want: Items = {}
    """Amounts that the agent must hold at the end."""
    gift: Gift | None = None
    store: Store | None = None
    await_from: tuple[str, ...] = ()
    """Team mates who will bring the wanted items; empty if the agent gets them itself."""
    handed_over: bool = False
    """Whether `want` names the amounts that `await_from` hand over in this round, not those that the agent
    holds. If nobody knows who handed something over, the held amounts count.
    """
    at: Position | None = None
    """The place where the sub-task is to be done, if the place matters."""
    within: float = VICINITY
    """Maximum distance in blocks from `at` for a block to count as placed or found there."""
    fuel: str | None = None
    """The fuel, if the wanted item has to be smelted."""
    station: str | None = None
    """A block, e.g. crafting_table, that must be near `at` when the sub-task ends."""
    seek: tuple[str, ...] = ()
    """Blocks or mobs to find; the sub-task is done when one of them is in sight."""
    heading: Heading | None = None
    """Where to search, if the team agreed on a direction."""
    source: str | None = None
    """The block from which to take the wanted item, if no other will do."""
    first: Action | None = None
    """The program of the first attempt, if the decomposition already names it."""
    cause: tuple[int, ...] = ()


class IdleAnswer(Record):
    """The choice of an agent that has finished its part while others still work."""

    deed: IdleDeed = "rest"
    target: str | None = None
    part: str = ""
    """The work that the agent takes on, in one line that can be understood by itself; '' for `say` and
    `rest`.
    """
    say: str = ""
    """The agent's message to the others; '' if it says nothing."""
    cause: tuple[int, ...] = ()


class Declaration(Record):
    """The amount of the shared resource that an agent wants in a month."""

    amount: int = 0
    reason: str = ""
    cause: tuple[int, ...] = ()


class Reflection(Record):
    """The note that an agent writes for itself; '' if it notes nothing."""

    text: str = ""
    cause: tuple[int, ...] = ()


class AgreedLimit(Record):
    """The maximum that each member may take per month, as the secretary reads it from the talk; None means no
    limit.
    """

    limit: int | None = None
    cause: tuple[int, ...] = ()


class Verdict(Record):
    """Whether a sub-task is done, and if not, why not."""

    done: bool
    why: str = ""
    found: str = ""
    """What was seen and where, if the sub-task was to find something."""
    cause: tuple[int, ...] = ()


Plan.model_rebuild()
Subtask.model_rebuild()
