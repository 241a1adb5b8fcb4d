"""The interface to a language model: messages, answers and retries.

All answers, from an endpoint or from a function in a test, are parsed in the same way. If an answer does
not have the requested shape, the model is told once what was wrong. Each failed call has an outcome from a
closed list. An answer of the right shape may still be untrue. This module knows nothing about sockets,
prompts or the log.
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
"""Maximum number of calls per question as long as there was no answer at all, because the base URL is then
probably wrong.
"""
PAUSE, LONGEST_PAUSE = 0.5, 20.0
"""Seconds before the second attempt. Each later pause is twice as long, up to the maximum."""
GIVEN_UP = "given up"
"""The error message of a call that its caller cancelled."""
PER_TOKEN = 4
"""The estimated number of characters per token, if the endpoint does not count tokens."""
TOLD = 200
"""Maximum length of a stored error message, in characters."""
WRONG = 400
"""Maximum length of the message that tells a model what was wrong, in characters."""


def unseen(characters: int) -> None:
    """Ignores the calls."""


class ModelMessage(BaseModel):
    """A message in a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class ModelCall:
    """A request with its result."""

    outcome: CallOutcome
    seconds: float
    """The duration in real seconds."""
    message: str = ""
    """The error message; empty if the call was answered."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    sent: tuple[ModelMessage, ...] = ()
    """The complete prompt that the model was shown."""
    text: str = ""
    """The unchanged answer. If the answer contains no value, at most 20 kB of it are kept."""
    thoughts: str = ""
    """The model's thoughts before the answer, at most 20 kB, if the endpoint separates them."""


@dataclass(frozen=True)
class Reply(Generic[M]):
    """The result of a question, which takes at least one call: a value or, if there is none, the outcome of
    the last call.
    """

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
    """The result of a call, before its text is parsed."""

    outcome: CallOutcome
    message: str = ""
    text: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    thoughts: str = ""
    otherwise: CallOutcome = "unreadable"
    """The outcome of an answer that contains no value."""
    again: bool = False
    """Whether another attempt may succeed."""
    wait: float | None = None
    """Seconds that the server asks the caller to wait."""
    form: bool = False
    """Whether the server may not support the requested form of answer."""
    learned: bool = False
    """Whether the server's error shows how requests have to be changed; the next call is changed accordingly.
    """


class LanguageModel(Protocol):
    """A model that can be asked for an answer in a given shape."""

    @property
    def name(self) -> str: ...

    @property
    def reached(self) -> bool:
        """Whether the model has ever answered."""
        ...

    @property
    def place(self) -> str:
        """The model's address, as error messages show it."""
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
        """Asks until there is a valid `answer`, no attempts are left, or `deadline` real seconds have passed.

        When a call ends or is cancelled, `heard` is called with its record. While an answer arrives,
        `written` is called with the number of characters so far.
        """
        ...


@dataclass(frozen=True)
class Retries:
    """The deadline for a model's answer, and the number of attempts per question."""

    timeout: float = 120.0
    """Maximum number of real seconds until an answer begins, or until it is complete if it is not
    streamed.
    """
    tries: int = 6
    """Maximum number of calls per question."""
    seed: int = 0
    """The seed for the random part of the pauses."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    between: float = 60.0
    """Maximum number of real seconds between two tokens of an answer."""

    @classmethod
    def of(cls, settings: ModelSettings, *, seed: int) -> Retries:
        """Returns the settings, with missing values taken from these defaults."""
        timeout, between = settings.first_token_seconds, settings.between_tokens_seconds
        return cls(
            timeout=cls.timeout if timeout is None else timeout,
            tries=cls.tries if settings.retries is None else settings.retries + 1,
            seed=seed,
            between=cls.between if between is None else between,
        )


RETRIES = Retries()
"""The defaults for every model. To change the numbers, edit the class above."""


class TextModel:
    """Asks, parses the answer, and asks once more after a mistake. Subclasses implement a single call."""

    clips = True
    """Whether answers without a value are cut to 20 kB."""

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
        """The form of the last valid answer."""
        return FORMS[self._form]

    async def call(
        self,
        sent: Sequence[ModelMessage],
        answer: type[BaseModel],
        form: AnswerForm,
        seconds: float,
        written: Written,
    ) -> ModelAnswer:
        """Makes a call that may take at most `seconds` real seconds."""
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
        """Asks in the same way as `LanguageModel.ask`."""
        end, rest = time.monotonic() + deadline, deadline
        form, pause, fixed, asked = self._form, PAUSE, False, 0
        talk, calls = list(messages), list[ModelCall]()
        while True:
            one, value, call = await self._once(talk, answer, FORMS[form], rest, heard, written)
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
            rest = max(0.0, end - time.monotonic())

    async def _once(
        self,
        talk: Sequence[ModelMessage],
        answer: type[M],
        form: AnswerForm,
        seconds: float,
        heard: Callable[[ModelCall], None],
        written: Written,
    ) -> tuple[ModelAnswer, M | None, ModelCall]:
        began = time.monotonic()
        sent = tuple(talk) if form == "json_schema" else (*talk, _shape(answer))
        try:
            one = await self.call(sent, answer, form, seconds, written)
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
        """Returns the value, or None with the call in the form in which it is stored."""
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
    """Returns a conversation as one text, with each message under the name of its role."""
    return "\n\n".join(f"[{one.role}]\n{one.content}" for one in messages)


def _shape(answer: type[BaseModel]) -> ModelMessage:
    """Returns the shape as a message, for servers that accept it in no other form."""
    schema = json.dumps(answer.model_json_schema(by_alias=True))
    told = f"Answer with one JSON object and nothing else. Its JSON schema: {schema}"
    return ModelMessage(role="system", content=told)


def _complaint(wrong: str) -> ModelMessage:
    told = f"That could not be read ({wrong}). Answer again with the complete JSON object and nothing else."
    return ModelMessage(role="user", content=told)
