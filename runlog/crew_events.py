"""Events that the crew appends: the run, its rounds, the talk, the plan and its judgement."""

from __future__ import annotations

from typing import Literal

from minecrew.runlog.header import FORMAT, Header, Items

TalkEnd = Literal[
    "agreed",
    "turn_limit",
    "nothing_new",
    "no_instruction",
    "assistant_instructs",
    "task_done",
    "token_limit",
    "message_limit",
    "voted",
]

Flag = Literal["role_flipping", "repeating", "flake", "thanks", "nothing_new"]


class RunStarted(Header):
    kind: Literal["run.started"] = "run.started"
    format: int = FORMAT
    run: str
    title: str
    goal: Items
    agents: tuple[str, ...]
    p_error: float | None = None
    """Share of skill calls that the task wants to fail on purpose, 0 to 1; None: the log does not tell."""
    personas: dict[str, str] = {}
    """Agent -> the bent it was given, of those that have one: what it brings about did not emerge."""
    guard: Literal["off", "warn", "block"] | None = None
    """What became of harm to crew, bystanders and buildings; None: the log does not tell."""


class ItemGranted(Header):
    """What the task gives an agent before the first round."""

    kind: Literal["item.granted"] = "item.granted"
    item: str
    count: int


class RunEnded(Header):
    kind: Literal["run.ended"] = "run.ended"
    outcome: Literal["met", "not_met", "impossible", "interrupted", "fault"]
    reason: str
    exit_code: int


class RoundStarted(Header):
    kind: Literal["round.started"] = "round.started"


class Recruited(Header):
    """What `agent` is an expert of from this round on (AgentVerse, section 2.1); told where it is new."""

    kind: Literal["recruited"] = "recruited"
    expert: str
    """The name of the expertise; the agent keeps its own."""
    description: str


class TaskSpecified(Header):
    """The goal made specific before roles are played (CAMEL, section 3.1, the task specifier)."""

    kind: Literal["task.specified"] = "task.specified"
    text: str


class Said(Header):
    kind: Literal["said"] = "said"
    channel: Literal["discussion", "execution", "visitor"]
    visitor: str | None = None
    """Who said it in the game's chat, where that is no agent; `agent` is None then."""
    to: tuple[str, ...] = ()
    """Whom it addresses by name; empty: everybody."""
    text: str


class Asked(Header):
    """A person is asked, and the crew waits: for `agent`'s line in the talk, or for what to mend."""

    kind: Literal["asked"] = "asked"
    text: str


class DialogueFlagged(Header):
    """The talk goes wrong in a way that has a name (CAMEL, section 4.1). The next agent has its turn."""

    kind: Literal["dialogue.flagged"] = "dialogue.flagged"
    flag: Flag
    """role_flipping: who is to solve instructs. repeating: the same again. flake: a promise of nothing.
    thanks: nothing but thanks and goodbyes, again. nothing_new: three turns without anything new."""
    seqs: tuple[int, ...]
    """The lines that show it."""


class ClaimChecked(Header):
    """What `agent` said that somebody holds, against the server's count at that moment."""

    kind: Literal["claim.checked"] = "claim.checked"
    claim: str
    """Its words, as they were said; a curly apostrophe is told as a straight one."""
    about: str | None = None
    """Who is said to hold it; None: the whole crew."""
    item: str | None = None
    """An item, or the word for several kinds of it ('planks'); None: anything at all."""
    said: int
    held: int
    true: bool
    """Who says three and holds five tells no untruth, unless it says 'only'."""


class DiscussionEnded(Header):
    kind: Literal["discussion.ended"] = "discussion.ended"
    reason: TalkEnd
    """nothing_new: for three turns. voted: all have, on a plan. The others but agreed and turn_limit end
    role-playing (CAMEL, section 4.1). no_instruction: the instructor gave none for three of its turns.
    assistant_instructs: who is to solve tells others what to do. task_done: the instructor said so.
    token_limit: a model had no tokens left for a whole answer. message_limit: forty of all together."""
    turns: int


class Assigned(Header):
    """One agent's part of the plan: one self-contained line (paper section D, the auxiliary agent)."""

    kind: Literal["assigned"] = "assigned"
    text: str


class Refused(Header):
    """An agent declines, with its reason: logged as refused, not as failed."""

    kind: Literal["refused"] = "refused"
    reason: str
    missing: tuple[str, ...] = ()
    """Raw materials this world was found not to have."""


class SubtaskStarted(Header):
    kind: Literal["subtask.started"] = "subtask.started"
    text: str


class SubtaskEnded(Header):
    kind: Literal["subtask.ended"] = "subtask.ended"
    text: str
    state: Literal["done", "failed", "stopped", "refused"]
    attempts: int
    code: str | None = None
    message: str = ""


class RoundEnded(Header):
    kind: Literal["round.ended"] = "round.ended"
    rule: Literal["all", "first", "time", "fault", "interrupted", "nothing_assigned"]
    """What ended execution."""
    inventories: dict[str, Items]


class Evaluated(Header):
    kind: Literal["evaluated"] = "evaluated"
    met: bool
    feedback: str
    advice: str | None = None
    """What a person had to say besides the facts; it stands at the end of `feedback`, too."""


class GoalChecked(Header):
    kind: Literal["goal.checked"] = "goal.checked"
    goal: Items
    have: Items
    met: bool


class ModelCalled(Header):
    """One call of a model has ended; one that is tried again is an event each time. `agent`: for whom."""

    kind: Literal["model.called"] = "model.called"
    model: str
    purpose: Literal[
        "recruit", "specify", "speak", "assign", "decompose", "act", "verify", "evaluate", "judge"
    ]
    tokens_in: int | None = None
    """Of the prompt, as the endpoint counts them; None: it does not say."""
    tokens_out: int | None = None
    """Of the answer."""
    seconds: float
    """Real seconds until the answer, or until it was given up."""
    outcome: Literal["answered", "unreadable", "declined", "cut_off", "limited", "timeout", "failed"]
    """unreadable: no answer in the shape asked for. declined: the provider refuses. cut_off: half an answer,
    or none, for want of tokens. limited: too many calls. failed: the endpoint or the connection."""
    attempt: int = 1
    """From 1; more: the calls before it came to nothing."""
    message: str | None = None
    """What went wrong, where it was not answered."""
    prompt: str | None = None
    """All that the model was shown: a file of the bundle, named after its content."""
    answer: str | None = None
    """All that it said; of an answer that could not be used at most 20 kB; None: nothing."""
    thoughts: str | None = None
    """What it thought before, where the endpoint tells that apart from the answer; likewise a file."""


class ProgramWritten(Header):
    """An agent wrote a program of its own; the code stands in the `skill.started` that runs it."""

    kind: Literal["program.written"] = "program.written"
    name: str
    summary: str
    """What it does, in the words of who wrote it."""


class SkillKept(Header):
    """A program that did what it was written for is a skill from now on, which everybody may call."""

    kind: Literal["skill.kept"] = "skill.kept"
    name: str
    summary: str
    path: str
    """Within the bundle."""


class ClockChanged(Header):
    """The world's virtual clock begins, or stands still for a mind long enough to be noticed, or goes on."""

    kind: Literal["clock.changed"] = "clock.changed"
    state: Literal["running", "paused"]
    speed: float | Literal["max"]
    """Game seconds in a real second, at most."""
    thinking: Literal["paused", "live"]
    """What the world does while minds think."""
    order: Literal["parallel", "strict"] = "parallel"
    """Who comes first within a tick: whoever is faster, or always the same."""
    holders: tuple[str, ...] = ()
    """Agents for whom it stands still."""
    waited: float = 0.0
    """Real seconds it stood still, once it goes on."""


class FaultEvent(Header):
    """A fault of ours, told apart from what agents fail at."""

    kind: Literal["fault"] = "fault"
    where: str
    message: str


class Note(Header):
    kind: Literal["note"] = "note"
    text: str
