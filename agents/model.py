"""A model that is asked in words: what is sent to it, what comes back, and how often it is tried.

Every answer, from an endpoint or from a function in a test, is read in the same way: the text is read as the
shape that was asked for, and the model is told once what was wrong. Every way in which a call can fail is an
outcome of a closed list. Knows nothing about sockets, prompts or the log. Not protected against: an answer in
the right shape that is not true.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

from minecrew.agents.answer_text import clipped, read_answer
from minecrew.options import ModelSettings

M = TypeVar("M", bound=BaseModel)

Written = Callable[[int], None]

CallOutcome = Literal["answered", "unreadable", "declined", "cut_off", "limited", "timeout", "failed"]
"""The outcomes of `model.called`."""
AnswerForm = Literal["json_schema", "json_object", "text"]
FORMS: tuple[AnswerForm, ...] = ("json_schema", "json_object", "text")

UNREACHED_TRIES = 3
"""Maximum number of calls per question before the first answer: the base URL is then probably wrong."""
PAUSE, LONGEST_PAUSE = 0.5, 20.0
"""Seconds before the second try; each later pause is twice as long, up to the longest."""
GIVEN_UP = "given up"
"""The message of a call that was cancelled by its caller."""
PER_TOKEN = 4
"""Characters per token, if the endpoint does not count tokens."""
TOLD = 200
"""Maximum number of characters of an error message that are kept."""
WRONG = 400
"""Maximum length of the complaint that a model gets about its answer, in characters."""


def unseen(characters: int) -> None:
    """Ignores the calls."""


class ModelMessage(BaseModel):
    """One message of the conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class ModelCall:
    """One request and its result."""

    outcome: CallOutcome
    seconds: float
    """Real seconds."""
    message: str = ""
    """The problem; empty if the call was answered."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    sent: tuple[ModelMessage, ...] = ()
    """The complete prompt that the model was shown."""
    text: str = ""
    """Its answer as it came; at most 20 kB of an answer without a value."""
    thoughts: str = ""
    """Its thoughts before the answer, if the endpoint separates them; at most 20 kB, too."""


@dataclass(frozen=True)
class Reply(Generic[M]):
    """The result of a question: a value, or the last call's outcome. It has at least one call."""

    value: M | None
    calls: tuple[ModelCall, ...]

    @property
    def outcome(self) -> CallOutcome:
        return self.calls[-1].outcome

    @property
    def message(self) -> str:
        return self.calls[-1].message


@dataclass(frozen=True)
class ModelAnswer:
    """One call before its text is read."""

    outcome: CallOutcome
    message: str = ""
    text: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    thoughts: str = ""
    otherwise: CallOutcome = "unreadable"
    """The outcome of an answer in which there is no value."""
    again: bool = False
    """Whether another try may go better."""
    wait: float | None = None
    """Seconds that the server asks the caller to wait."""
    form: bool = False
    """Whether the server may not know the form of answer that was asked for."""
    learned: bool = False
    """Whether the server has said how it wants to be asked; the next call is made so."""


class LanguageModel(Protocol):
    """Anything that can be asked for an answer in a given shape."""

    @property
    def name(self) -> str: ...

    @property
    def reached(self) -> bool:
        """Whether it has answered anything yet."""
        ...

    @property
    def place(self) -> str:
        """Its address, for people to read."""
        ...

    async def ask(
        self,
        messages: Sequence[ModelMessage],
        answer: type[M],
        *,
        deadline: float,
        heard: Callable[[ModelCall], None] = lambda call: None,
        written: Written = unseen,
    ) -> Reply[M]:
        """Asks until there is a valid `answer`, the tries are used up, or `deadline` real seconds are over.

        `heard` is called with every call when it ends, also if it was cancelled;
        `written` with the number of characters so far while an answer comes.
        """
        ...


@dataclass(frozen=True)
class Retries:
    """The deadline for a model's answer, and the number of attempts per question."""

    timeout: float = 120.0
    """Real seconds until an answer begins, or until it is complete if it comes in one piece."""
    tries: int = 6
    """Most calls for one question."""
    seed: int = 0
    """The seed for the random length of the pauses."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    between: float = 60.0
    """Real seconds from one token of an answer to the next."""

    @classmethod
    def of(cls, settings: ModelSettings, *, seed: int) -> Retries:
        """The settings; values that they leave open are filled in from these defaults."""
        timeout, between = settings.first_token_seconds, settings.between_tokens_seconds
        return cls(
            timeout=cls.timeout if timeout is None else timeout,
            tries=cls.tries if settings.retries is None else settings.retries + 1,
            seed=seed,
            between=cls.between if between is None else between,
        )


RETRIES = Retries()
"""The defaults for every model. Change the numbers in the class above, and nowhere else."""


class TextModel:
    """Asks, reads, and asks once more after a mistake; subclasses make one call."""

    clips = True
    """Whether at most 20 kB of an answer without a value are kept."""

    def __init__(self, name: str, retries: Retries) -> None:
        self.name = name
        self.reached = False
        self.timeout, self.between = retries.timeout, retries.between
        self._tries, self._sleep = retries.tries, retries.sleep
        self._chance = Random(retries.seed)
        self._form = 0

    @property
    def place(self) -> str:
        return self.name

    @property
    def form(self) -> AnswerForm:
        """The form in which the last fitting answer came."""
        return FORMS[self._form]

    async def call(
        self,
        sent: Sequence[ModelMessage],
        answer: type[BaseModel],
        form: AnswerForm,
        seconds: float,
        written: Written,
    ) -> ModelAnswer:
        """Makes one call of at most `seconds` real seconds."""
        raise NotImplementedError

    async def ask(
        self,
        messages: Sequence[ModelMessage],
        answer: type[M],
        *,
        deadline: float,
        heard: Callable[[ModelCall], None] = lambda call: None,
        written: Written = unseen,
    ) -> Reply[M]:
        """Asks as `LanguageModel.ask` does."""
        end = time.monotonic() + deadline
        form, pause, fixed, asked = self._form, PAUSE, False, 0
        talk, calls = list(messages), list[ModelCall]()
        while True:
            one, value, call = await self._once(talk, answer, FORMS[form], end, heard, written)
            calls.append(call)
            heard(call)
            if value is not None:
                self._form = form
                return Reply(value, tuple(calls))
            otherwise = one.learned or (one.form and form + 1 < len(FORMS))
            asked += not otherwise  # to find out what a server knows is no retry
            tries = self._tries if self.reached else min(self._tries, UNREACHED_TRIES)
            if asked >= tries or time.monotonic() >= end:
                return Reply(None, tuple(calls))
            if one.text and not fixed and one.outcome in ("unreadable", "cut_off"):
                fixed = True
                talk += [ModelMessage(role="assistant", content=one.text), _complaint(call.message)]
            elif otherwise:
                form += one.form
            elif one.again:
                wait = one.wait if one.wait is not None else pause * self._chance.uniform(0.5, 1.0)
                await self._sleep(max(0.0, min(wait, LONGEST_PAUSE, end - time.monotonic())))
                pause *= 2
                if time.monotonic() >= end:
                    return Reply(None, tuple(calls))
            else:
                return Reply(None, tuple(calls))

    async def _once(
        self,
        talk: Sequence[ModelMessage],
        answer: type[M],
        form: AnswerForm,
        end: float,
        heard: Callable[[ModelCall], None],
        written: Written,
    ) -> tuple[ModelAnswer, M | None, ModelCall]:
        began = time.monotonic()
        sent = tuple(talk) if form == "json_schema" else (*talk, _shape(answer))
        try:
            one = await self.call(sent, answer, form, max(0.0, end - began), written)
        except asyncio.CancelledError:
            heard(ModelCall("timeout", time.monotonic() - began, GIVEN_UP, sent=sent))
            raise
        one, value = self._read(one, answer)
        call = ModelCall(
            one.outcome,
            time.monotonic() - began,
            " ".join(one.message.split())[: WRONG if one.text else TOLD],
            one.tokens_in,
            one.tokens_out,
            sent,
            one.text,
            one.thoughts,
        )
        return one, value, call

    def _read(self, one: ModelAnswer, answer: type[M]) -> tuple[ModelAnswer, M | None]:
        """The value; without one, the call as it is kept."""
        if one.outcome == "answered":
            value, wrong = read_answer(one.text, answer)
            if value is not None:
                return replace(one, message=""), value
            one = replace(one, outcome=one.otherwise, message=one.message or wrong)
        text, thoughts = (
            (clipped(one.text), clipped(one.thoughts)) if self.clips else (one.text, one.thoughts)
        )
        length, tokens = len(one.text) + len(one.thoughts), one.tokens_out
        if tokens is None and length > len(text) + len(thoughts):
            tokens = length // PER_TOKEN  # what is cut away was paid for
        return replace(one, text=text, thoughts=thoughts, tokens_out=tokens), None


def rendered(messages: Sequence[ModelMessage]) -> str:
    """A conversation as one text, each turn under the name of its role."""
    return "\n\n".join(f"[{one.role}]\n{one.content}" for one in messages)


def _shape(answer: type[BaseModel]) -> ModelMessage:
    """The shape as a message, for a server that accepts it in no other way."""
    schema = json.dumps(answer.model_json_schema(by_alias=True))
    told = f"Answer with one JSON object and nothing else. Its JSON schema: {schema}"
    return ModelMessage(role="system", content=told)


def _complaint(wrong: str) -> ModelMessage:
    told = f"That could not be read ({wrong}). Answer again, with the whole JSON object and nothing else."
    return ModelMessage(role="user", content=told)
