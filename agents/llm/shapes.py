"""The shapes of the models' answers, and their conversion.

Every schema requires all keys. Those of the plan and of the experts have one key per member; in the others,
members' names are enums. Only that of a decomposition is nested. Further rules are checked: an item must
exist, a line must have a quantity, and a program must have a name, a comment and a function. The report of a
mistake helps the model to correct it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    WithJsonSchema,
    create_model,
    model_validator,
)

from minecrew.agents.answers import Action, Gift, Store, Subtask
from minecrew.agents.knowledge import Knowledge
from minecrew.bridge import Program
from minecrew.language import registry_name
from minecrew.runlog import IdleDeed, Position, UserError, plain_json
from minecrew.skills import Library, parse_skill

LONGEST = 1200
"""Maximum game seconds of one program; the end of the round can come sooner."""
USUAL = 300
"""Game seconds of a program whose answer names no limit."""
LINE = 400
"""Maximum length of an assignment, in characters."""
SPEECH, SPEECH_LIMIT = 100, 120
"""The words that the prompt allows an utterance, and those above which a shorter one is asked for."""
PLACED, ARRIVED, FOUND = 2.0, 4.0, 16.0
"""The distance in blocks within which a block, a bot or a find counts as being at a named place."""
STEPS = 20
EXPERT = re.compile(r"[\W\d]*(\w.{0,59}?)\W*(?:\s[-\u2013\u2014]+|:)\s+(\S.*)")
DESCRIPTION = 400
"""Maximum length of a reason, in characters."""
NOTHING = "nothing"
REFUSES = "refuses:"
FUNCTION = re.compile(r"[a-z][A-Za-z0-9]{2,39}")
TAKEN = frozenset(
    (
        *("bot", "fail", "goals", "mcData", "require", "module", "exports", "console", "globalThis"),
        *("eval", "escape", "unescape", "isNaN", "isFinite", "parseInt", "parseFloat", "undefined"),
        *("setTimeout", "setInterval", "clearTimeout", "clearInterval"),
    )
)
"""Names that already have a meaning in a program."""


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class SpeechAnswer(Shape, title="Speech"):
    """An utterance, with the members to whom it puts a question. `speech` allows only names of members."""

    say: str = Field(min_length=1)
    asks: Annotated[list[str] | None, WithJsonSchema({"type": "array", "items": {"type": "string"}})]
    """None if the answer lacks this key, as in old recordings."""
    impossible: str

    @model_validator(mode="before")
    @classmethod
    def _untold(cls, value: Any) -> Any:
        return {"asks": None, "impossible": "", **value} if isinstance(value, dict) else value


class SpecificationAnswer(Shape, title="Specified"):
    task: str = Field(min_length=1)


class IdleChoiceAnswer(Shape, title="FreeHands"):
    """The answer of an agent that has finished its part. `free_hands` restricts `target` to the possible
    members.
    """

    reason: str
    deed: IdleDeed
    target: str
    part: str
    say: str

    @model_validator(mode="after")
    def _whole(self) -> IdleChoiceAnswer:
        takes_on = self.deed in ("help", "give", "work")
        if takes_on != bool(self.part):
            raise ValueError(f"{self.deed} {'needs a' if takes_on else 'must have no'} line in 'part'")
        if self.deed in ("help", "give") and not self.target:
            raise ValueError(f"{self.deed} needs the name of a member in 'target'")
        if self.deed == "say" and not self.say:
            raise ValueError("to say something, put your message into 'say'")
        return self


class ChoiceAnswer(Shape, title="Choice"):
    """The option that a critic chooses. `choice` restricts it to the options that exist."""

    option: int
    why: str = Field(min_length=1)


class AmountAnswer(Shape, title="Amount"):
    reason: str
    amount: int = Field(ge=0, le=10_000)


class NoteAnswer(Shape, title="Note"):
    note: str


class LimitAnswer(Shape, title="Limit"):
    why: str
    agreed: bool
    limit: int = Field(ge=0, le=10_000)


class VerdictAnswer(Shape, title="Judgement"):
    why: str
    done: bool


class SubtaskAnswer(Shape):
    """One sub-task. `decomposition` restricts `item` and `who` to existing names."""

    text: str = Field(min_length=1)
    kind: Literal["have", "give", "receive", "store", "place", "find", "other"]
    item: str
    count: int
    who: str
    at: list[Annotated[float, Field(ge=-3e7, le=3e7)]]
    """The coordinates x, y and z; empty if the place does not matter."""
    skill: str
    """The skill for the first attempt; if empty, the agent decides when the attempt begins."""
    arguments: str
    seconds: float = Field(allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _left_out(cls, value: Any) -> Any:
        """Keys that do not apply may be omitted."""
        empty = {"item": "", "count": 0, "who": "", "at": [], "skill": "", "arguments": "[]", "seconds": 0}
        return {**empty, **value} if isinstance(value, dict) else value

    @property
    def place(self) -> Position | None:
        return (self.at[0], self.at[1], self.at[2]) if self.at else None

    @model_validator(mode="after")
    def _whole(self) -> SubtaskAnswer:
        if self.kind != "other" and not self.item:
            raise ValueError(f"a sub-task of kind {self.kind} needs an item")
        _listed(self.arguments)
        if len(self.at) not in (0, 3):
            raise ValueError("'at' has to be [x, y, z], or [] if the place does not matter")
        if self.kind == "store" and not self.at:
            raise ValueError("a sub-task of kind store needs the position of the container in 'at'")
        if self.count > 10_000:
            raise ValueError("a count may be at most 10,000")
        if self.kind in ("have", "give", "receive", "store") and self.count < 1:
            raise ValueError(f"a sub-task of kind {self.kind} needs a count of 1 or more")
        if self.kind in ("give", "receive") and not self.who:
            raise ValueError(f"a sub-task of kind {self.kind} needs the name of a member in 'who'")
        return self

    def subtask(self, cause: tuple[int, ...]) -> Subtask:
        first = None
        if self.skill:
            program = Program(call=self.skill, args=tuple(_listed(self.arguments)))
            first = Action(program=program, seconds=_deadline(self.seconds), cause=cause)
        return self._checked(cause).model_copy(update={"first": first})

    def _checked(self, cause: tuple[int, ...]) -> Subtask:
        match self.kind:
            case "have":
                return Subtask(text=self.text, want={self.item: self.count}, at=self.place, cause=cause)
            case "store":
                assert self.place is not None
                store = Store(item=self.item, count=self.count, at=self.place)
                return Subtask(text=self.text, store=store, cause=cause)
            case "receive":
                return Subtask(
                    text=self.text,
                    want={self.item: self.count},
                    await_from=(self.who,),
                    handed_over=True,
                    at=self.place,
                    cause=cause,
                )
            case "give":
                gift = Gift(to=self.who, item=self.item, count=self.count, at=self.place)
                return Subtask(text=self.text, gift=gift, cause=cause)
            case "place":
                return Subtask(text=self.text, station=self.item, at=self.place, within=PLACED, cause=cause)
            case "find":
                return Subtask(text=self.text, seek=(self.item,), at=self.place, within=FOUND, cause=cause)
            case "other":
                return Subtask(text=self.text, at=self.place, within=ARRIVED, cause=cause)


class DecompositionAnswer(Shape):
    reason: str
    refuses: str
    subtasks: list[SubtaskAnswer]

    @model_validator(mode="after")
    def _either(self) -> DecompositionAnswer:
        if bool(self.refuses) == bool(self.subtasks):
            raise ValueError("give either sub-tasks, or a reason in 'refuses'")
        if len(self.subtasks) > STEPS:
            raise ValueError(f"there are too many sub-tasks; merge some, so that at most {STEPS} remain")
        return self


class AttemptAnswer(Shape):
    """The next program. `attempt` checks whether `skill` and `name` can be used."""

    reason: str
    do: Literal["call", "write", "refuse", "look"]
    skill: str
    arguments: str
    name: str
    code: str
    seconds: float = Field(allow_inf_nan=False)

    @property
    def values(self) -> tuple[Any, ...]:
        return tuple(_listed(self.arguments))

    @property
    def deadline(self) -> float:
        """The deadline in game seconds."""
        return _deadline(self.seconds)

    @model_validator(mode="after")
    def _whole(self) -> AttemptAnswer:
        _listed(self.arguments)
        if self.do == "call" and not self.skill:
            raise ValueError("to call a skill, give its name in 'skill'")
        if self.do == "refuse" and not self.reason:
            raise ValueError("a refusal needs a reason")
        if self.do == "write":
            self._program()
        return self

    def _program(self) -> None:
        if not FUNCTION.fullmatch(self.name) or self.name in TAKEN:
            raise ValueError(f"{self.name!r} cannot be the name of a program; use a name like mineAndCraft")
        try:
            parse_skill(self.code, Path(f"{self.name}.js"))
        except UserError as error:
            raise ValueError(str(error)) from None


def speech(agent: str, team: Sequence[str]) -> type[SpeechAnswer]:
    """Returns the shape of an utterance, in which only other members can be asked."""
    others = [name for name in team if name != agent]
    who = _one_of(["", *others])
    names = WithJsonSchema({"type": "array", "items": {"type": "string", "enum": others or [""]}})
    return _made("Speech", SpeechAnswer, {"asks": Annotated[list[who] | None, names]})  # type: ignore[valid-type]  # made here


def free_hands(agent: str, team: Sequence[str]) -> type[IdleChoiceAnswer]:
    """Returns the shape of the answer, in which only other members can be a target."""
    who = _one_of(["", *(name for name in team if name != agent)])
    return _made("FreeHands", IdleChoiceAnswer, {"target": who})


def choice(count: int) -> type[ChoiceAnswer]:
    """Returns the shape of a choice among `count` options."""
    return _made("Choice", ChoiceAnswer, {"option": Annotated[int, Field(ge=1, le=count)]})


def assignments(team: Sequence[str]) -> type[Shape]:
    """Returns the shape of the plan: exactly one line for every member."""
    line = Annotated[str, Field(min_length=1, max_length=LINE), AfterValidator(_quantified)]
    made = {f"line_{number}": (line, Field(alias=name)) for number, name in enumerate(team)}
    return create_model("Assignments", __base__=Shape, **made)  # type: ignore[call-overload, no-any-return]  # made of names


def experts(team: Sequence[str]) -> type[Shape]:
    """Returns the shape of the recruiter's answer: a name and a description for every member."""
    line = Annotated[str, Field(min_length=1), AfterValidator(_described)]
    made = {f"expert_{number}": (line, Field(alias=name)) for number, name in enumerate(team)}
    return create_model("Experts", __base__=Shape, **made)  # type: ignore[call-overload, no-any-return]  # made of names


def split_expert(line: str) -> tuple[str, str]:
    """Splits 'Weaver - knows wool' into its name and its description. Raises ValueError."""
    match = EXPERT.match(" ".join(line.split()))
    if match is None:
        raise ValueError("write an expert as NAME - DESCRIPTION, such as: Weaver - knows where sheep graze")
    return match[1], match[2][:DESCRIPTION]


def decomposition(
    agent: str, team: Sequence[str], knowledge: Knowledge, library: Library
) -> type[DecompositionAnswer]:
    skill = Annotated[str, AfterValidator(partial(_callable, library))]
    item = Annotated[
        str, AfterValidator(_known({*knowledge.items, *knowledge.blocks, *knowledge.mobs}, knowledge.version))
    ]
    who = _one_of(["", *(name for name in team if name != agent)])
    step = _made("Step", SubtaskAnswer, {"item": item, "who": who, "skill": skill})
    return _made("Decomposition", DecompositionAnswer, {"subtasks": list[step]})  # type: ignore[valid-type]  # made here


def attempt(library: Library, written: Collection[str] = (), *, looked: bool = False) -> type[AttemptAnswer]:
    """A called name must be a skill or one of the programs `written` before; a new program must have an
    unused name.

    An agent that has `looked` cannot look again, because it has already been shown everything in sight.
    """

    def known(self: AttemptAnswer) -> AttemptAnswer:
        if self.do == "look" and looked:
            raise ValueError("you have already been shown everything in sight; choose call, write or refuse")
        if self.do == "write" and library.get(self.name):
            raise ValueError(f"a skill {self.name} already exists; call it, or choose another name")
        names = [*(skill.name for skill in library.all()), *written]
        if self.do == "call" and self.skill not in names:
            raise ValueError(f"there is no skill {self.skill!r}{_nearest(self.skill, names)}")
        return self

    return _made("Attempt", AttemptAnswer, {}, known=model_validator(mode="after")(known))


def _callable(library: Library, name: str) -> str:
    """Checks the name of a skill; '' means none. Raises ValueError."""
    if name and library.get(name) is None:
        names = [skill.name for skill in library.all()]
        raise ValueError(f"there is no skill {name!r}{_nearest(name, names)}")
    return name


def _deadline(seconds: float) -> float:
    """The deadline in game seconds. Zero means that the answer named none."""
    return min(max(seconds, 5.0), LONGEST) if seconds > 0 else USUAL


def _listed(text: str) -> list[Any]:
    """Reads `text` as a JSON list of values that can be sent to a bot. Raises ValueError."""
    try:
        values = plain_json(text or "[]")
    except ValueError:
        values = None
    if not isinstance(values, list):
        raise ValueError('arguments must be a string that contains a JSON list, such as ["oak_log", 2]')
    return values


def _made(name: str, base: type[Any], fields: dict[str, Any], **validators: Any) -> type[Any]:
    made = {key: (kind, ...) for key, kind in fields.items()}
    return create_model(name, __base__=base, __validators__=validators or None, **made)  # type: ignore[call-overload, no-any-return]  # made here


def _one_of(names: Sequence[str]) -> Any:
    return cast(Any, Literal)[tuple(names)]


def _described(line: str) -> str:
    split_expert(line)
    return line


def _quantified(line: str) -> str:
    lower = line.lower().rstrip(".")
    if lower == NOTHING or re.search(r"\d", line):
        return line
    if lower.startswith(REFUSES):
        if not line[len(REFUSES) :].strip():
            raise ValueError(f"write the reason after {REFUSES!r}")
        return line
    raise ValueError("the line has no quantity; say how many, in digits")


def _known(names: Collection[str], version: str) -> Callable[[str], str]:
    def check(name: str) -> str:
        plain = registry_name(name)
        if plain and plain not in names:
            raise ValueError(f"there is no {plain!r} in Minecraft {version}{_nearest(plain, names)}")
        return plain

    return check


def _nearest(name: str, names: Collection[str]) -> str:
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    return f"; did you mean {', '.join(near)}?" if near else ""
