"""The views that the crew shows to minds and auxiliary agents. The answers to these views are in `answers`.

A view contains only things that the agent could know: its own observation, the discussion and the feedback.
Views give no access to the world.
"""

from __future__ import annotations

from typing import Literal, get_args

from minecrew.agents.answers import Assignment, Expert, Subtask
from minecrew.agents.draft import Draft
from minecrew.agents.plugin_names import StructureName
from minecrew.bridge import Observation, Outcome, Program
from minecrew.options import MemoryMode
from minecrew.runlog import IdleDeed, Items, Position, Record, TalkEnd

IDLE_OPTIONS: tuple[IdleDeed, ...] = get_args(IdleDeed)


class TalkLine(Record):
    """One utterance in the discussion."""

    speaker: str
    text: str
    seq: int = -1
    """The seq of the event in the log."""
    visitor: bool = False
    """Whether the speaker is not a member of the team."""
    to: tuple[str, ...] = ()
    """For a line said at work: the members that it addresses by name; empty means everybody."""
    asks: tuple[str, ...] | None = None
    """The same as in `Utterance`."""
    impossible: str | None = None
    """The same as in `Utterance`."""


class SubtaskResult(Record):
    """The end of a sub-task in the last round."""

    agent: str
    subtask: Subtask
    """The sub-task; if the whole assignment was refused, only its text is filled in."""
    state: Literal["done", "failed", "stopped", "refused"]
    code: str | None = None
    message: str = ""
    gained: Items = {}
    """The inventory changes that the agent's programs caused."""
    programs: tuple[Program, ...] = ()
    """The programs that were run for the sub-task; empty if it never began."""
    outcomes: tuple[Outcome, ...] = ()
    seen: Observation | None = None
    """The agent's last observation before the sub-task ended."""
    begun: Position | None = None
    """Where the agent was when the sub-task began; None if it never began."""


class Feedback(Record):
    """The evaluator's report after a round: inventories and sub-tasks, as facts (paper, appendix D)."""

    met: bool
    text: str
    inventories: dict[str, Items]
    results: tuple[SubtaskResult, ...] = ()
    advice: str = ""
    """What a person added to the facts; it is also at the end of `text`."""


class Check(Record):
    """A statement about an inventory, with the server's count at that moment."""

    seq: int = -1
    """The seq of the line's event in the log."""
    speaker: str
    claim: str
    """The speaker's own words."""
    about: str | None
    """The holder in the claim; None means the whole team."""
    item: str | None
    """An item, or the word for several kinds of it ('planks'); None means items of any kind."""
    said: int
    held: int
    true: bool


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
    """Member -> its observation, for the task specifier."""
    feedback: tuple[Feedback, ...] = ()
    """The feedback of all rounds so far, oldest first."""


class Discussion(Record):
    """The whole communication record of one round's decision-making."""

    goal: Items
    team: tuple[str, ...]
    lines: tuple[TalkLine, ...]
    reason: TalkEnd
    reading: str = ""
    """A hint for interpreting the lines; '' if the latest lines are decisive."""


class RoundRecord(Record):
    """A finished round, as the crew remembers it."""

    number: int
    lines: tuple[TalkLine, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    feedback: Feedback


class CommonsState(Record):
    """A member's knowledge of the resource that the crew shares."""

    resource: str
    """The block or animal that the crew shares."""
    item: str
    """What one unit gives to the member that takes it."""
    capacity: int
    collapse: int
    """If fewer units are left at a month's end, nothing grows back."""
    stock: int
    """Units now."""
    months: int
    """Maximum number of months."""
    allotted: int | None = None
    """This month's share of this member; None if it has none yet, or may take as much as it wants."""
    reported: dict[str, int] = {}
    """Member -> the amount that it took last, as the mayor announced; empty if nothing was announced."""
    limit: int | None = None
    """The maximum that each member may take per month, according to the last talk that agreed on one."""
    limit_seq: int = -1
    """The seq of the event of that agreement in the log."""


class RoundNote(Record):
    """An entry of an agent's memory."""

    round: int
    text: str


class RoundView(Record):
    """The facts that every member of the crew knows about a round."""

    team: tuple[str, ...]
    """All members in speaking order."""
    goal: Items
    round: int = 1
    rounds: int = 1
    """Maximum number of rounds in the run, including this one and the earlier ones."""
    round_seconds: float = 300.0
    """Game seconds of work in one round."""
    feedback: tuple[Feedback, ...] = ()
    """The feedback of all rounds so far, oldest first; with memory "none", only of the last one. Of rounds
    before the last one, only those results remain that `past_rounds` keeps.
    """
    experts: tuple[Expert, ...] = ()
    """The experts that the recruiter described; empty if there is no recruiter."""
    memory: MemoryMode = "digest"
    history: tuple[RoundRecord, ...] = ()
    """The rounds before this one, oldest first; empty with memory "none"."""
    removed: tuple[Position, ...] = ()
    """The places where the crew has dug up a station or a container."""
    norms: str = ""
    """What prompts say about others' property and about harm, word for word; '' if they say nothing."""
    plan: tuple[Assignment, ...] = ()
    """The parts of all members, once they are assigned; empty with memory "none"."""
    discussed: tuple[TalkLine, ...] = ()
    """The lines of this round from which the plan was read, once it is read; empty with memory "none"."""
    rules: str = ""
    """The rules of the run, if its purpose is not to hold certain items."""
    notes: tuple[RoundNote, ...] = ()
    """What this agent remembers of earlier rounds, oldest first; empty with memory "none"."""
    commons: CommonsState | None = None
    """The resource that the crew shares, if there is one."""
    draft: Draft | None = None
    """The best plan of earlier turns, if this run refines it; `notes` contains it in words."""


class Critique(Record):
    """A critic's choice of a line that an agent spoke."""

    round: int
    text: str
    """The line that the critic chose."""
    reason: str
    seq: int = -1
    """The seq of the choice's event in the log."""


class CriticView(Record):
    """A critic's view when it chooses among a speaker's proposals."""

    agent: str
    """The speaker."""
    team: tuple[str, ...]
    goal: Items
    round: int
    role: str
    criteria: str
    lines: tuple[TalkLine, ...] = ()
    """The last lines of the talk."""
    options: tuple[str, ...]
    """The proposals, in the order in which they were made."""


class DiscussionView(RoundView):
    """An agent's view when it is its turn to speak."""

    agent: str
    role: str
    title: str
    observation: Observation
    """The observation of the agent's own bot."""
    lines: tuple[TalkLine, ...] = ()
    checks: tuple[Check, ...] = ()
    """Checked claims about inventories in this round; empty unless the task's `fact_check` is on."""
    critiques: tuple[Critique, ...] = ()
    """The critic's reasons for what it chose on the agent's earlier turns, oldest first."""
    turns_left: int = 1
    structure: StructureName = "horizontal"
    """The name of the discussion structure."""
    specified: str = ""
    """The goal in the words of the task specifier, if roles are played."""
    thinking: Literal["paused", "live"] = "paused"
    """Whether the world pauses during the discussion."""


class AssignmentView(RoundView):
    """An agent's view when it breaks its assignment into sub-tasks."""

    agent: str
    role: str
    assignment: str
    observation: Observation
    """The observation of the agent's own bot."""


class SubtaskView(RoundView):
    """An agent's view when it has to choose the next attempt at a sub-task."""

    agent: str
    role: str = ""
    assignment: str
    subtask: Subtask
    attempt: int
    """The number of the attempt, counted from 1."""
    attempts: int | None = None
    """Maximum number of attempts; None if unknown."""
    seconds_left: float | None = None
    """Game seconds until the end of the round; None if unknown."""
    observation: Observation
    """The observation of the agent's own bot."""
    outcomes: tuple[Outcome, ...] = ()
    """The outcomes of the attempts so far, oldest first."""
    programs: tuple[Program, ...] = ()
    """The programs of these attempts."""
    handed: Items | None = None
    """What the members that the sub-task waits for have handed to the agent in this round, without what
    counted for its earlier sub-tasks; None if that is not what counts, or if nobody knows.
    """
    earlier: tuple[SubtaskResult, ...] = ()
    """The agent's own sub-tasks of this round that have ended; empty with memory "none"."""
    heard: tuple[TalkLine, ...] = ()
    """What was said since the work began, including the agent's own lines."""
    at_work: tuple[str, ...] = ()
    """The members that are working, including this agent."""
    met: bool = False
    """Whether the team has held the goal's items in this round; known only if agents with free hands are
    asked what to do.
    """
    later: tuple[Subtask, ...] = ()
    """The agent's own sub-tasks that come after this one; empty with memory "none"."""


class DeclarationView(RoundView):
    """An agent's view when it has to say how much of the resource it wants."""

    agent: str
    role: str
    observation: Observation
    commons: CommonsState


class ReflectionView(RoundView):
    """An agent's view when a round is over."""

    agent: str
    role: str
    observation: Observation
    lines: tuple[TalkLine, ...] = ()
    """The talk of this round."""


class IdleOption(Record):
    """An option for an agent that has finished its part."""

    deed: IdleDeed
    text: str


class IdleView(RoundView):
    """An agent's view when it has finished its part and others still work."""

    agent: str
    role: str
    assignment: str
    """The agent's part; '' if it had no part."""
    observation: Observation
    """The agent's own observation, surroundings included."""
    question: str
    options: tuple[IdleOption, ...]
    """The options, in the order in which they are shown."""
    seconds_left: float | None = None
    """Game seconds until the end of the round; None if unknown."""
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


for _model in (Feedback, SubtaskResult, RoundRecord):
    _model.model_rebuild()
