"""What a mind and the auxiliary agents answer: words, plans, sub-tasks, programs and verdicts.

Every `cause` holds the seqs of the model calls that led to the answer, unless it says otherwise.
"""

from __future__ import annotations

from typing import Literal, get_args

from minecrew.bridge import Program
from minecrew.runlog import IdleDeed, Items, Position, Record

Heading = Literal["north", "east", "south", "west"]
HEADINGS: tuple[Heading, ...] = get_args(Heading)
VICINITY = 24.0
"""Blocks within which something counts as being at its place, unless the sub-task gives another distance."""


class Utterance(Record):
    """What an agent says on its turn; a mark in the text can end the talk (`marks`)."""

    text: str
    asks: tuple[str, ...] | None = None
    """The members that it asks something; None if only the words show whom it asks."""
    impossible: str | None = None
    """Why the goal cannot be reached at all, and what was searched; None if the agent does not say so."""
    cause: tuple[int, ...] = ()
    """Seqs of the model calls that led to it; the same applies to every `cause` below."""
    out_of_tokens: bool = False
    """Whether the model had no tokens left for a whole answer."""


class Expert(Record):
    """The expertise of a member."""

    agent: str
    name: str
    """The name of the expertise; the member keeps its own name."""
    text: str


class Recruits(Record):
    """An expert for every member, or no experts and the reason."""

    experts: tuple[Expert, ...] = ()
    why: str = ""
    cause: tuple[int, ...] = ()


class Specification(Record):
    """The goal in specific words, or no words and the reason."""

    text: str = ""
    why: str = ""
    cause: tuple[int, ...] = ()


class Assignment(Record):
    """One agent's part of the plan: one self-contained line."""

    agent: str
    text: str
    cause: tuple[int, ...] = ()
    """Seqs of the utterances from which it was read."""


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
    """Where to look for the team mate when it is out of sight."""


class Store(Record):
    """Items to be laid into a container."""

    item: str
    count: int
    at: Position
    """The position of the container."""


class Action(Record):
    """A program to run, and how long it may take."""

    program: Program
    seconds: float
    """Deadline in game seconds."""
    keep: bool = False
    """Whether it was written for this sub-task; if it achieves the sub-task, it becomes a skill."""
    cause: tuple[int, ...] = ()


class Subtask(Record):
    """One step of an assignment that facts can check: what the inventory must show, who must have received
    what.
    """

    text: str
    want: Items = {}
    """Amounts the agent must hold when it is done."""
    gift: Gift | None = None
    store: Store | None = None
    await_from: tuple[str, ...] = ()
    """Team mates who will bring the wanted items; empty: the agent gets them itself."""
    at: Position | None = None
    """Where it is to be done, if the place matters."""
    within: float = VICINITY
    """Blocks from `at` in which what is placed or found counts."""
    fuel: str | None = None
    """The fuel, if the wanted item has to be smelted."""
    station: str | None = None
    """A block, e.g. crafting_table, that must be near `at` when it is done."""
    seek: tuple[str, ...] = ()
    """Blocks or mobs to find; done when one is in sight."""
    heading: Heading | None = None
    """Where to search, if the team agreed on a direction."""
    source: str | None = None
    """The block to take the wanted item from, if it must be this one."""
    first: Action | None = None
    """The program of the first attempt, if the decomposition already names it."""
    cause: tuple[int, ...] = ()


class IdleAnswer(Record):
    """The choice of an agent that has finished its part."""

    deed: IdleDeed = "rest"
    target: str | None = None
    part: str = ""
    """The work that it takes on, as one self-contained line; '' for `say` and `rest`."""
    say: str = ""
    """Its message to the others; '' if it says nothing."""
    cause: tuple[int, ...] = ()


class Declaration(Record):
    """How much of something an agent wants."""

    amount: int = 0
    reason: str = ""
    cause: tuple[int, ...] = ()


class Reflection(Record):
    """What an agent notes for itself; '' if it notes nothing."""

    text: str = ""
    cause: tuple[int, ...] = ()


class AgreedLimit(Record):
    """What a member may take per round at most, as a secretary reads it from a talk; None: no limit."""

    limit: int | None = None
    cause: tuple[int, ...] = ()


class Verdict(Record):
    """Whether a sub-task is done, and if not, why."""

    done: bool
    why: str = ""
    cause: tuple[int, ...] = ()


Plan.model_rebuild()
Subtask.model_rebuild()
