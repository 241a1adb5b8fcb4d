"""A model that repeats the answers of a recorded run to the same agent's question at the same place.

The place is the round, the purpose, the number of that question of the agent in that round, and the attempt
at it. The words of the prompt are not compared, because the event that follows shows whether they are the
same. Knows the events and the files beside them; knows nothing about endpoints.
"""

from __future__ import annotations

import asyncio
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
"""Round, agent and purpose."""
MOST_CALLS = 1_000
"""Calls of one question; more than any recording has."""
UNKNOWN = "the recording has no answer to this"


@dataclass
class _Question:
    """The calls that have not been repeated yet, and what the model must know about them."""

    calls: list[ModelCalled]
    given_up: bool = False


_ASKED: ContextVar[_Question] = ContextVar("the question being asked")


@dataclass
class RecordedAnswers:
    """All answers of the models in one run, and which of them have been asked for again."""

    path: Path
    """The events of the bundle."""
    questions: dict[QuestionPlace, list[list[ModelCalled]]] = field(default_factory=dict)
    asked: Counter[QuestionPlace] = field(default_factory=Counter)

    @classmethod
    def of(cls, events: Iterable[Header], path: Path) -> RecordedAnswers:
        """Raises UserError if a file that they name is missing."""
        recorded = cls(path)
        for event in events:
            if not isinstance(event, ModelCalled):
                continue
            for name in filter(None, (event.prompt, event.answer, event.thoughts)):
                file = (path / name).resolve()
                if not (file.is_file() and file.is_relative_to(path.resolve())):
                    raise UserError(f"run {path.name!r} lacks {name}, which it needs to be rerun; restore it")
                if file.stat().st_size > LARGEST_FILE:
                    raise UserError(f"{name} of run {path.name!r} is too large to be read; restore it")
            place = recorded.questions.setdefault((event.round, event.agent, event.purpose), [])
            if event.attempt == 1 or not place:
                place.append([])
            place[-1].append(event)
        return recorded

    def next(self, place: QuestionPlace) -> list[ModelCalled]:
        """The calls of the next question at that place; empty if there was none."""
        self.asked[place] += 1
        asked = self.questions.get(place, [])[self.asked[place] - 1 : self.asked[place]]
        return list(asked[0]) if asked else []

    def text(self, name: str | None) -> str:
        return read_file(self.path / name).decode() if name else ""


class RecordedCaller(Caller):
    """Tells its model who asks, and for which purpose."""

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
        """Does nothing if the recorded run continued anyway."""
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
        """`playback`: determines when each answer comes; None means at once."""
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
        """Asks as `LanguageModel.ask` does. Raises TimeoutError if an answer was given up as too slow."""
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
        """The recorded answer, and whether it was tried again: as often, and in that form."""
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
