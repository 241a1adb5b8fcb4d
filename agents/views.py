"""What passes between the crew and a mind: views in, words and plans out.

A view holds only what that agent could know: its own observation, the talk, the feedback. Nothing here
reaches the world.
"""

from __future__ import annotations

from typing import Literal, get_args

from minecrew.agents.plugin_names import StructureName
from minecrew.bridge import Observation, Outcome, Program
from minecrew.options import MemoryMode
from minecrew.runlog import IdleDeed, Items, Position, Record, TalkEnd

Heading = Literal["north", "east", "south", "west"]
IDLE_OPTIONS: tuple[IdleDeed, ...] = get_args(IdleDeed)
HEADINGS: tuple[Heading, ...] = get_args(Heading)


class TalkLine(Record):
    """One utterance of the talk."""

    speaker: str
    text: str
    seq: int = -1
    """Its number in the log."""
    visitor: bool = False
    """Whether the speaker is not a member of the team."""
    to: tuple[str, ...] = ()
    """Of what is said at work: the members that it addresses by name; empty: everybody."""
    asks: tuple[str, ...] | None = None
    """As in `Utterance`."""
    impossible: str | None = None
    """As in `Utterance`."""


class Utterance(Record):
    """What an agent says on its turn; a mark in the text can end the talk (`marks`)."""

    text: str
    asks: tuple[str, ...] | None = None
    """The members that it asks something; None: only the words show whom it asks."""
    impossible: str | None = None
    """Why the goal cannot be reached at all, with what was searched; None: the agent does not say so."""
    cause: tuple[int, ...] = ()
    """Seqs of the model calls that led to it; the same applies to every `cause` below."""
    out_of_tokens: bool = False
    """Whether the model had no tokens left for a whole answer."""


class SubtaskResult(Record):
    """How one sub-task ended in the last round."""

    agent: str
    subtask: Subtask
    """The sub-task; if the whole assignment was refused, only its text is filled in."""
    state: Literal["done", "failed", "stopped", "refused"]
    code: str | None = None
    message: str = ""
    gained: Items = {}
    """How the agent's programs changed its inventory."""
    programs: tuple[Program, ...] = ()
    """The programs that were run for it; empty: it never began."""
    outcomes: tuple[Outcome, ...] = ()
    seen: Observation | None = None
    """What the agent saw last before the sub-task ended."""


class Feedback(Record):
    """The evaluator's report after a round: inventories and sub-tasks, as facts (paper, appendix D)."""

    met: bool
    text: str
    inventories: dict[str, Items]
    results: tuple[SubtaskResult, ...] = ()
    advice: str = ""
    """What a person added to the facts; it is also at the end of `text`."""


class Check(Record):
    """A statement about an inventory, and what the server counted at that moment."""

    speaker: str
    claim: str
    """In the speaker's own words."""
    about: str | None
    """The holder in the claim; None: the whole team."""
    item: str | None
    """An item, or the word for several kinds of it ('planks'); None: anything at all."""
    said: int
    held: int
    true: bool


class Expert(Record):
    """The expertise of a member."""

    agent: str
    name: str
    """The name of the expertise; the member keeps its own name."""
    text: str


class CrewView(Record):
    """The view of the recruiter and the task specifier: the team, its goal, and what the members see."""

    team: tuple[str, ...]
    """All members in speaking order."""
    roles: dict[str, str]
    """Member -> its role in the task."""
    goal: Items
    round: int
    experts: tuple[Expert, ...] = ()
    """The experts that the recruiter has described so far."""
    seen: dict[str, Observation] = {}
    """Member -> what it sees and holds, for the task specifier."""
    feedback: tuple[Feedback, ...] = ()
    """The feedback of all rounds so far, oldest first."""


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


class Discussion(Record):
    """The whole communication record of one round's decision-making."""

    goal: Items
    team: tuple[str, ...]
    lines: tuple[TalkLine, ...]
    reason: TalkEnd


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


class RoundRecord(Record):
    """A finished round, as the crew remembers it."""

    number: int
    lines: tuple[TalkLine, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    feedback: Feedback


class RoundView(Record):
    """What every member of the crew knows about a round."""

    team: tuple[str, ...]
    """All members in speaking order."""
    goal: Items
    round: int = 1
    rounds: int = 1
    """The most rounds that the run can have, including this one and the earlier ones."""
    round_seconds: float = 300.0
    """Game seconds of work in one round."""
    feedback: tuple[Feedback, ...] = ()
    """The feedback of all rounds so far, oldest first; with memory "none", only of the last one."""
    experts: tuple[Expert, ...] = ()
    """The experts that the recruiter described; empty if there is no recruiter."""
    memory: MemoryMode = "digest"
    history: tuple[RoundRecord, ...] = ()
    """The rounds before this one, oldest first; empty with memory "none"."""
    norms: str = ""
    """What prompts say about others' property and about harm, word for word; '': nothing."""
    plan: tuple[Assignment, ...] = ()
    """The parts of all members, once they are assigned; empty with memory "none"."""


class DiscussionView(RoundView):
    """An agent's view when it is its turn to speak."""

    agent: str
    role: str
    title: str
    observation: Observation
    """What the agent's own bot sees and holds."""
    lines: tuple[TalkLine, ...] = ()
    checks: tuple[Check, ...] = ()
    """Checked claims about inventories in this round; empty unless the task's `fact_check` is on."""
    turns_left: int = 1
    structure: StructureName = "horizontal"
    """The name of the discussion structure."""
    specified: str = ""
    """The goal in the words of the task specifier, if roles are played."""
    thinking: Literal["paused", "live"] = "paused"
    """Whether the world pauses meanwhile."""


class AssignmentView(RoundView):
    """An agent's view when it breaks its assignment into sub-tasks."""

    agent: str
    role: str
    assignment: str
    observation: Observation
    """What the agent's own bot sees and holds."""


VICINITY = 24.0
"""Blocks within which something counts as being at its place, unless the sub-task gives another distance."""


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
    """One step of an assignment that facts can check: what
    the inventory must show, and who must have received what.
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


class SubtaskView(RoundView):
    """An agent's view when it is to act on a sub-task."""

    agent: str
    assignment: str
    subtask: Subtask
    attempt: int
    """From 1."""
    attempts: int | None = None
    """The most attempts; None: unknown."""
    observation: Observation
    """What the agent's own bot sees and holds."""
    outcomes: tuple[Outcome, ...] = ()
    """The outcomes of the attempts so far, oldest first."""
    programs: tuple[Program, ...] = ()
    """The programs of these attempts."""
    earlier: tuple[SubtaskResult, ...] = ()
    """The agent's own sub-tasks of this round that have ended; empty with memory "none"."""
    heard: tuple[TalkLine, ...] = ()
    """What was said since the work began, including the agent's own lines."""
    met: bool = False
    """Whether the team has held the goal's items in this round; only known where free hands are asked."""
    later: tuple[Subtask, ...] = ()
    """The agent's own sub-tasks that come after this one; empty with memory "none"."""


class IdleOption(Record):
    """One option of what an agent with free hands can do."""

    deed: IdleDeed
    text: str


class IdleView(RoundView):
    """An agent's view when it has finished its part and others still work."""

    agent: str
    role: str
    assignment: str
    """The agent's part; '': it had no part."""
    observation: Observation
    """The agent's own observation, surroundings included."""
    question: str
    options: tuple[IdleOption, ...]
    """The options, in the order in which they are shown."""
    at_work: dict[str, str]
    """Member -> its current sub-task, for members that are still working."""
    want: dict[str, Items] = {}
    """Member that is working -> the amounts that its sub-task asks it to hold."""
    held: dict[str, Items] = {}
    """Member that is working -> the items that it holds."""
    heard: tuple[TalkLine, ...] = ()
    """What was said since the work began, including the agent's own lines."""
    earlier: tuple[SubtaskResult, ...] = ()
    """The agent's own sub-tasks of this round."""


class IdleAnswer(Record):
    """What an agent does once it has finished its part."""

    deed: IdleDeed = "rest"
    target: str | None = None
    part: str = ""
    """What it takes on, as one self-contained line; '' for `say` and `rest`."""
    say: str = ""
    """What it says to the others; '': nothing."""
    cause: tuple[int, ...] = ()


class Verdict(Record):
    """Whether a sub-task is done, and if not, why."""

    done: bool
    why: str = ""
    cause: tuple[int, ...] = ()


for _model in (Plan, Feedback, SubtaskResult, RoundRecord):
    _model.model_rebuild()
