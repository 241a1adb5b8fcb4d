"""Events of the discussion: experts, utterances, problems, and the choices of idle agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from minecrew.runlog.header import Amount, Header
from minecrew.runlog.row import Row

__all__ = [
    "FLAGS",
    "Asked",
    "AskedFor",
    "CandidateProposed",
    "ChoiceOutcome",
    "ClaimChecked",
    "CriticChose",
    "CriticKind",
    "DialogueFlagged",
    "DiscussionEnded",
    "Flag",
    "IdleChose",
    "IdleDeed",
    "Recruited",
    "Said",
    "TalkEnd",
    "TaskSpecified",
]

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
    "impossible",
]
ENDS: Mapping[str, str] = {
    "agreed": "they agree",
    "turn_limit": "no turns are left",
    "nothing_new": "nothing new was said",
    "no_instruction": "the instructor gave no instruction in three turns",
    "assistant_instructs": "an assistant gave instructions",
    "task_done": "the instructor considers the task done",
    "token_limit": "a model has no tokens left",
    "message_limit": "forty messages were said",
    "voted": "all have voted",
    "impossible": "all say that the goal cannot be reached",
}

Flag = Literal["role_flipping", "repeating", "flake", "thanks", "nothing_new"]
FLAGS: Mapping[str, str] = {
    "role_flipping": "roles are flipped: the solver gives instructions",
    "repeating": "the line repeats what was said",
    "flake": "an empty promise",
    "thanks": "only thanks and goodbyes, again",
    "nothing_new": "three turns without anything new",
}

CriticKind = Literal["none", "rule", "model", "human"]
ChoiceOutcome = Literal["chosen", "identical", "unreadable", "out_of_range", "unanswered"]
CHOICES: Mapping[str, str] = {
    "identical": "all options are the same",
    "unreadable": "the critic's choice could not be read",
    "out_of_range": "the critic chose an option that does not exist",
    "unanswered": "the critic did not answer",
}

AskedFor = Literal["line", "advice", "choice"]
IdleDeed = Literal["help", "give", "work", "say", "rest"]


class Recruited(Header):
    """The expertise of `agent` from this round on (AgentVerse, section 2.1); logged when it is new."""

    kind: Literal["recruited"] = "recruited"
    row: ClassVar = Row(
        "is recruited as {expert}|: {description}", family="talk", tone="plain", because=("model.called",)
    )
    expert: str
    """The name of the expertise; the agent keeps its own name."""
    description: str


class TaskSpecified(Header):
    """The goal in more specific words, from CAMEL's task specifier (section 3.1), before role-playing."""

    kind: Literal["task.specified"] = "task.specified"
    row: ClassVar = Row(
        "the task, made specific|: {text}", family="talk", tone="plain", because=("model.called",)
    )
    text: str


class CandidateProposed(Header):
    """One of the lines among which a critic chooses what `agent` says (CAMEL, critic in the loop)."""

    kind: Literal["candidate.proposed"] = "candidate.proposed"
    row: ClassVar = Row(
        "could say|, option {option} of {options}: “{text}”",
        family="talk",
        tone="dim",
        because=("model.called",),
    )
    option: int
    """From 1."""
    options: int
    """The number of options."""
    text: str


class CriticChose(Header):
    """The critic's choice among the proposals of `agent`. The chosen one is said next."""

    kind: Literal["critic.chose"] = "critic.chose"
    row: ClassVar = Row(
        "{outcome?chosen=is given|falls back to} option {option} of {options}"
        "{outcome?chosen= by the critic|, because {outcome:words}}|[: {reason}]",
        family="talk",
        tone="{outcome?chosen=plain|identical=dim|warning}",
        words={"outcome": CHOICES},
        because=("candidate.proposed", "model.called"),
    )
    by: CriticKind
    option: int
    """The option that is said, from 1."""
    options: int
    outcome: ChoiceOutcome
    """chosen: by the critic. Otherwise the first option is said. identical: there was no choice. unreadable:
    the critic's answer contains no number. out_of_range: no option has that number. unanswered: there was no
    answer.
    """
    reason: str = ""
    """The critic's reason for its choice, or why it has none."""


class Said(Header):
    kind: Literal["said"] = "said"
    row: ClassVar = Row(
        "[{visitor} (a visitor) ]says[ to {to}]|: “{text}”[; finds the goal impossible: {impossible}]",
        family="talk",
        tone="plain",
        noun="line",
        because=("critic.chose", "idle.chose", "model.called", "said"),
    )
    channel: Literal["discussion", "execution", "visitor"]
    visitor: str | None = None
    """The speaker in the game's chat, if it is not an agent; `agent` is None then."""
    to: tuple[str, ...] = ()
    """The members that the line addresses by name; empty means everybody."""
    asks: tuple[str, ...] | None = None
    """The members to whom the line puts a question, according to the mind itself; None if they have to be
    found in the words.
    """
    impossible: str | None = None
    """Why the goal cannot be reached, according to the mind itself; None if the mind does not say so."""
    text: str


class Asked(Header):
    """The crew waits for a person: for `agent`'s line in the discussion, for advice on what to improve, or
    for a choice among a speaker's proposals.
    """

    kind: Literal["asked"] = "asked"
    row: ClassVar = Row("waits for a person", family="talk", tone="dim")
    text: str
    wanted: AskedFor | None = None
    """None in older logs."""


class DialogueFlagged(Header):
    """The discussion has a known problem (CAMEL, section 4.1). The turn passes to the next agent."""

    kind: Literal["dialogue.flagged"] = "dialogue.flagged"
    row: ClassVar = Row(
        "{agent?=flagged|is flagged}|: {flag:words}", family="talk", tone="warning", words={"flag": FLAGS}
    )
    flag: Flag
    """role_flipping: the solver instructs. repeating: the line repeats an earlier one. flake: an empty
    promise. thanks: only thanks and goodbyes, again. nothing_new: three turns without anything new.
    """
    seqs: tuple[int, ...]
    """The seqs of the lines that show the problem."""


class ClaimChecked(Header):
    """A statement by `agent` about somebody's items, compared with the server's count at that moment."""

    kind: Literal["claim.checked"] = "claim.checked"
    row: ClassVar = Row(
        "claims {true?true=rightly|wrongly}|: “{claim}”; "
        "{about?=the crew|{about}} holds {held} {item?=items|{item:spaced}}",
        family="talk",
        tone="{true?true=|alarm}",
        because=("said",),
    )
    claim: str
    """The words of the claim, with straight apostrophes."""
    about: str | None = None
    """The holder in the claim; None means the whole crew."""
    item: str | None = None
    """An item, or the word for several kinds of it ('planks'); None means items of any kind."""
    said: int
    held: Amount
    true: bool
    """Whether the claim is true. A claim to have three of an item is true if the agent has five, unless it
    says 'only'.
    """


class DiscussionEnded(Header):
    kind: Literal["discussion.ended"] = "discussion.ended"
    row: ClassVar = Row(
        "discussion ends| after {turns} turn{turns?1=|s}: {reason:words}",
        family="talk",
        tone="dim",
        words={"reason": ENDS},
        because=("said",),
    )
    reason: TalkEnd
    """nothing_new: nothing new was said for three turns. voted: all have voted. All other reasons except
    agreed, impossible and turn_limit end only role-playing (CAMEL, section 4.1). no_instruction: the
    instructor gave none in three of its turns. impossible: all speakers say that the goal cannot be reached,
    each with a reason. assistant_instructs: the solver tells others what to do. task_done: the instructor
    said so. token_limit: a model had no tokens left for a whole answer. message_limit: forty lines of all
    members together.
    """
    turns: int


class IdleChose(Header):
    """An agent that had finished while others still worked was asked what to do next, and chose."""

    kind: Literal["idle.chose"] = "idle.chose"
    row: ClassVar = Row(
        "has free hands and chooses {deed:words}[ {target}]|[: {part}]",
        family="talk",
        tone="plain",
        words={
            "deed": {
                "help": "to help",
                "give": "to give something to",
                "work": "more work",
                "say": "to say something",
                "rest": "to rest",
            }
        },
        noun="choice",
        because=("model.called", "subtask.ended agent=agent"),
    )
    question: str
    options: tuple[str, ...]
    """The words of the options, in the order in which they were shown."""
    deed: IdleDeed
    target: str | None = None
    """The member that the agent helps, or to which it gives something."""
    part: str | None = None
    """The work that the agent takes on, as one line; None for `say` and `rest`."""
