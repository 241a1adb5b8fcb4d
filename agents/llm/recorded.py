"""A model that repeats the answers of a recorded run: the same agent gets the same answer at the same place.

A place consists of the round, the purpose, the number of the agent's question in that round, and the
attempt. The prompts are not compared here, because the next event shows whether they are the same. In a
fork, the record ends where the fork begins, and after that a model is asked. This module knows the events
and the files beside them, but no endpoints.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from minecrew.agents.llm.caller import Caller, CallerReply
from minecrew.agents.model import (
    GIVEN_UP,
    AnswerForm,
    ModelAnswer,
    ModelCall,
    ModelMessage,
    Reply,
    Retries,
    TextModel,
    Written,
    unseen,
)
from minecrew.agents.playback import Playback
from minecrew.runlog import LARGEST_FILE, Header, ModelCalled, Purpose, UserError, read_file

M = TypeVar("M", bound=BaseModel)
QuestionPlace = tuple[int | None, str | None, str]
"""The round, the agent and the purpose."""
MOST_CALLS = 1_000
"""Maximum number of calls per question; no recording has this many."""
UNKNOWN = "the recording has no answer to this question"


@dataclass
class _Question:
    """The recorded calls that have not been repeated yet, and the data about them that the model needs."""

    calls: list[ModelCalled]
    given_up: bool = False
    live: bool = False
    """Whether a model was asked, because the record has no answer or not enough of them."""


_ASKED: ContextVar[_Question] = ContextVar("the question being asked")


@dataclass
class RecordedAnswers:
    """All answers of the models in one run, with a record of which have been used."""

    path: Path
    """The events of the bundle."""
    questions: dict[QuestionPlace, list[list[ModelCalled]]] = field(default_factory=dict)
    asked: Counter[QuestionPlace] = field(default_factory=Counter)

    @classmethod
    def of(cls, events: Iterable[Header], path: Path) -> RecordedAnswers:
        """Raises UserError if a file that the events name is missing."""
        recorded = cls(path)
        for event in events:
            if not isinstance(event, ModelCalled):
                continue
            for name in filter(None, (event.prompt, event.answer, event.thoughts)):
                file = Path(os.path.realpath(path / name))  # `resolve` raises at a link to itself
                if not (file.is_file() and file.is_relative_to(os.path.realpath(path))):
                    raise UserError(f"run {path.name!r} has no file {name}, which a rerun needs; restore it")
                if file.stat().st_size > LARGEST_FILE:
                    raise UserError(
                        f"{name} of run {path.name!r} is too large to read; restore the original file"
                    )
            place = recorded.questions.setdefault((event.round, event.agent, event.purpose), [])
            if event.attempt == 1 or not place:
                place.append([])
            place[-1].append(event)
        return recorded

    def next(self, place: QuestionPlace) -> list[ModelCalled]:
        """Returns the calls of the next question at that place; empty if there was none."""
        self.asked[place] += 1
        asked = self.questions.get(place, [])[self.asked[place] - 1 : self.asked[place]]
        return list(asked[0]) if asked else []

    def text(self, name: str | None) -> str:
        return read_file(self.path / name).decode("utf-8", "replace") if name else ""


class RecordedCaller(Caller):
    """A caller that tells its model which agent asks, and for which purpose."""

    async def ask(
        self,
        messages: Sequence[ModelMessage],
        answer: type[M],
        *,
        purpose: Purpose,
        agent: str | None = None,
        subtask: str | None = None,
    ) -> CallerReply[M]:
        model = self.model
        assert isinstance(model, RecordedModel)
        _ASKED.set(_Question(model.answers.next((self._log.round, agent, purpose))))
        return await super().ask(messages, answer, purpose=purpose, agent=agent, subtask=subtask)

    def unread(self) -> str | None:
        """Returns None for all rounds before the last recorded one, because the recorded run continued after
        them.
        """
        model = self.model
        assert isinstance(model, RecordedModel)
        last = max((number or 0 for number, _, _ in model.answers.questions), default=0)
        return None if last > (self._log.round or 0) else super().unread()


async def _no_pause(seconds: float) -> None:
    return


class RecordedModel(TextModel):
    """A model that is asked through a `RecordedCaller`."""

    clips = False

    def __init__(
        self,
        name: str,
        answers: RecordedAnswers,
        *,
        playback: Playback | None = None,
    ) -> None:
        """`playback`: decides when each answer comes; None means at once."""
        super().__init__(name, Retries(sleep=_no_pause))
        self.answers, self.reached = answers, True
        self._playback = playback

    async def ask(
        self,
        messages: Sequence[ModelMessage],
        answer: type[M],
        *,
        deadline: float,
        heard: Callable[[ModelCall], None] = lambda call: None,
        written: Written = unseen,
    ) -> Reply[M]:
        """Asks in the same way as `LanguageModel.ask`. Raises TimeoutError if the recorded answer came too
        late.
        """
        question = _ASKED.get()
        try:
            return await super().ask(messages, answer, deadline=deadline, heard=heard, written=written)
        except asyncio.CancelledError:
            if question.given_up:
                raise TimeoutError from None
            raise

    async def call(
        self,
        sent: Sequence[ModelMessage],
        answer: type[BaseModel],
        form: AnswerForm,
        seconds: float,
        written: Written,
    ) -> ModelAnswer:
        """Returns the recorded answer, with the recorded attempts and in the recorded form."""
        question = _ASKED.get()
        event = question.calls.pop(0) if question.calls else None
        if self._playback:
            await self._playback.ask("model", event.seq if event else None)
        if event is None:
            self._tries = 0
            return ModelAnswer("failed", UNKNOWN)
        if event.message == GIVEN_UP:
            question.given_up = self._playback is None or self._playback.is_late(event.agent)
            raise asyncio.CancelledError
        later = question.calls[0] if question.calls else None
        self._tries = MOST_CALLS if later else 0
        return ModelAnswer(
            event.outcome,  # also where we can read by now what could not be read then
            event.message or "",
            self.answers.text(event.answer),
            event.tokens_in,
            event.tokens_out,
            self.answers.text(event.thoughts),
            again=True,
            form=later is not None and later.prompt != event.prompt,
        )


class ForkedModel(RecordedModel):
    """Repeats the recorded answers, and asks the model `live` if the record has none."""

    def __init__(self, live: TextModel, answers: RecordedAnswers, retries: Retries) -> None:
        """`retries`: those of `live`."""
        self._live, self._retries = live, retries
        super().__init__(live.name, answers)

    @property
    def reached(self) -> bool:
        """Whether `live` has ever answered, or has not been asked the current question. Answers from the
        record need no endpoint.
        """
        question = _ASKED.get(None)
        return question is None or not question.live or self._live.reached

    @reached.setter
    def reached(self, value: bool) -> None:
        """Ignores the value that the base class sets."""

    @property
    def place(self) -> str:
        return self._live.place

    async def call(
        self,
        sent: Sequence[ModelMessage],
        answer: type[BaseModel],
        form: AnswerForm,
        seconds: float,
        written: Written,
    ) -> ModelAnswer:
        if _ASKED.get().calls:
            return await super().call(sent, answer, form, seconds, written)
        _ASKED.get().live = True
        self._tries, self._sleep = self._retries.tries, self._retries.sleep
        return await self._live.call(sent, answer, form, seconds, written)
