"""A seat for an external agent, which is asked in the same way as a model.

The questions to it are therefore logged, recorded and rerun like those to a model, and the prompts are the
same. The seat does not know how the agent connects; the code that serves the seat calls `wait` and the
methods that answer. An agent that does not answer in time loses its turn.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError

from minecrew.agents.llm import prompt_values, skill_texts
from minecrew.agents.model import AnswerForm, ModelAnswer, ModelMessage, Retries, TextModel, Written, rendered
from minecrew.agents.views import (
    AssignmentView,
    DeclarationView,
    DiscussionView,
    ReflectionView,
    SubtaskView,
    TalkLine,
)
from minecrew.runlog import Purpose
from minecrew.skills import Library

SeatView = DiscussionView | AssignmentView | SubtaskView | DeclarationView | ReflectionView
SEAT = "seat"
"""The name of a seat in the log, where it appears as a model."""
CODE_SECONDS = 60.0
"""The default deadline of a skill or program, in game seconds."""


class SeatError(Exception):
    """The external agent cannot do this now. The message says why."""


@dataclass(frozen=True)
class SeatQuestion:
    """A question that is put to the external agent."""

    purpose: Purpose
    prompt: str
    """The text of the question, as a model would read it."""


class Seat(TextModel):
    """The seat of one agent, for a whole run."""

    def __init__(self, agent: str) -> None:
        super().__init__(SEAT, Retries(tries=1))
        self.agent, self.reached = agent, True
        self.view: SeatView | None = None
        """The last prompt that the agent was shown."""
        self.question: SeatQuestion | None = None
        self.ended: str | None = None
        """How the run ended, once it has ended."""
        self._lines: Sequence[TalkLine] = ()
        self.library: Library | None = None
        """The crew's library of skills; set when a mind is made for the agent."""
        self._purpose: Purpose = "speak"
        self._shape: type[BaseModel] = BaseModel
        self._following: type[BaseModel] | None = None
        self._next: tuple[SubtaskView, str] | None = None
        self._answer: asyncio.Future[str] | None = None
        self._changed = asyncio.Event()

    @property
    def place(self) -> str:
        return f"the seat of {self.agent}"

    def show(self, purpose: Purpose, view: SeatView, *, following: type[BaseModel] | None = None) -> None:
        """Sets the purpose and the view of the next question. If the question asks for a verdict, `following`
        is the shape of an attempt that the agent may give instead.
        """
        self._lines = view.lines if isinstance(view, DiscussionView | ReflectionView) else self._lines
        self._purpose, self.view, self._following = purpose, view, following

    async def call(
        self,
        sent: Sequence[ModelMessage],
        answer: type[BaseModel],
        form: AnswerForm,
        seconds: float,
        written: Written,
    ) -> ModelAnswer:
        """Waits for the external agent's answer, which uses no tokens of the budget."""
        ready, self._next = self._next, None
        if ready and self._purpose == "act" and _same(ready[0], self.view):
            return ModelAnswer("answered", text=ready[1], tokens_in=0, tokens_out=0)
        self._shape, self._answer = answer, asyncio.get_running_loop().create_future()
        self.question = SeatQuestion(self._purpose, rendered(sent))
        self._wake()
        try:
            async with asyncio.timeout(seconds):
                text = await self._answer
        except TimeoutError:
            told = f"the external agent did not answer within {seconds:.3g} s"
            return ModelAnswer("timeout", told, tokens_in=0, tokens_out=0)
        finally:
            self.question = self._answer = None
        return ModelAnswer("answered", text=text, tokens_in=0, tokens_out=0)

    def end(self, how: str = "") -> None:
        """Closes the seat when the run ends, so that nobody has to wait any longer. If this method is called
        again, the first `how` is kept.
        """
        self.ended = self.ended or how
        self._wake()

    async def wait(self, seconds: float) -> SeatQuestion | None:
        """Returns the open question, or the next question if it comes within `seconds` of real time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.question is None and self.ended is None:
                    await self._changed.wait()
        return self.question

    def say(self, text: str, asks: Sequence[str], impossible: str = "") -> None:
        """Says a line in the discussion. Raises SeatError, like all methods that answer."""
        self._require("speak")
        self._give(json.dumps({"say": text, "asks": list(asks), "impossible": impossible}))

    def declare(self, amount: int, reason: str) -> None:
        """Declares the amount of the shared resource that the agent wants."""
        self._require("declare")
        self._give(json.dumps({"reason": reason, "amount": amount}))

    def note(self, text: str) -> None:
        """Notes something for later rounds."""
        self._require("reflect")
        self._give(json.dumps({"note": text}))

    def attempt(self, reason: str = "", **fields: object) -> None:
        """Answers with a call of a skill, a program or a refusal."""
        self._require("act", "verify")
        blank = {"skill": "", "arguments": "[]", "name": "", "code": "", "seconds": CODE_SECONDS}
        text = json.dumps({"reason": reason, **blank, **fields})
        if self._purpose == "act":
            self._give(text)
            return
        assert self._following is not None
        _check(text, self._following)
        assert isinstance(self.view, SubtaskView)
        self._next = (self.view, text)
        self._give(
            json.dumps({"why": "the external agent has already chosen its next action", "done": False})
        )

    def finish(self, why: str) -> None:
        """The external agent says that the part is done."""
        self._require("verify")
        self._give(json.dumps({"why": why, "done": True}))

    def talk(self) -> str:
        """Returns the discussion up to the last question to the agent."""
        return prompt_values.talk(self._lines)

    def part(self) -> str:
        """Returns the agent's part of the plan, and its attempts so far."""
        view = self.view
        if not isinstance(view, SubtaskView) or self.library is None:
            return "You have no part yet."
        tried = prompt_values.attempts(view.programs, view.outcomes, self.library)
        return f"{view.assignment}\n\nAttempt {view.attempt} of {view.attempts}. So far:\n{tried}"

    def sight(self) -> str:
        """Returns the agent's observation and inventory at the time of the last question."""
        return prompt_values.sight(self.view.observation) if self.view else "You have seen nothing yet."

    def skills(self, about: str) -> str:
        """Returns short descriptions of all skills, or full descriptions of those that match best."""
        if self.library is None:
            return "You know no skills yet."
        if about:
            return skill_texts.manual(self.library, about)
        return skill_texts.skills(self.library) + skill_texts.added(self.library)

    def _require(self, *purposes: Purpose) -> None:
        if self.ended is not None:
            raise SeatError("the run has ended")
        if self.question is None:
            raise SeatError("there is no question for you now; call `wait`")
        if self.question.purpose not in purposes:
            allowed = {
                "speak": "`say`",
                "declare": "`declare`",
                "reflect": "`note`",
                "act": "`run_skill`, `run_program` or `refuse`",
            }
            told = allowed.get(self.question.purpose, "`done`, `run_skill`, `run_program` or `refuse`")
            raise SeatError(f"this does not answer the open question; call {told}")

    def _give(self, text: str) -> None:
        _check(text, self._shape)
        assert self._answer is not None
        self.question = None
        if not self._answer.done():
            self._answer.set_result(text)

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


def _check(text: str, shape: type[BaseModel]) -> None:
    try:
        shape.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise SeatError(f"{where}: {first['msg']}" if where else first["msg"]) from None


def _same(before: SubtaskView, view: SeatView | None) -> bool:
    """Returns whether `view` belongs to the attempt after that of `before`."""
    return isinstance(view, SubtaskView) and (view.subtask, view.attempt) == (before.subtask, before.attempt)
