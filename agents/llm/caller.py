"""Asks a model on behalf of an agent or the crew, and logs every call with its prompt and its answer.

Prompts and answers are files in `models/`, next to the log. They are named after their content, so that the
same text is stored once. This module knows the budget, but not the meaning of the texts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel

from minecrew.agents.llm.budget import Budget
from minecrew.agents.model import CallOutcome, LanguageModel, ModelCall, ModelMessage, rendered
from minecrew.runlog import Log, ModelCalled, Purpose, UserError, redact, write_whole

M = TypeVar("M", bound=BaseModel)
FOLDER = "models"
DIGITS = 20
"""The number of digits of a text's SHA-256 hash that its file name contains."""


@dataclass(frozen=True)
class CallerReply(Generic[M]):
    """A value, or the reason why there is none."""

    value: M | None
    why: str = ""
    cause: tuple[int, ...] = ()
    """The seq of the call that returned the value, or of the last call."""
    out_of_tokens: bool = False
    """Whether there is no value because there were not enough tokens, in the answer, the prompt or the
    budget.
    """
    unreadable: bool = False
    """Whether there is no value although the model answered."""


@dataclass
class _Heard:
    """The answers that have arrived in a round."""

    round: int | None
    is_read: bool = False
    why: str = ""
    """The error message of the last call."""


class Caller:
    """Asks one model on behalf of all agents of a run that use it."""

    def __init__(
        self,
        model: LanguageModel,
        log: Log,
        *,
        budget: Budget | None = None,
        deadline: float = 600.0,
        stages: Mapping[Purpose, LanguageModel] | None = None,
    ) -> None:
        """`deadline`: real seconds for an answer, including all retries. `stages`: the settings for each
        stage.
        """
        self.model, self.budget = model, budget or Budget()
        self._stages = dict(stages or {})
        self._log, self._deadline = log, deadline
        self._heard = _Heard(None)

    def unread(self) -> str | None:
        """Returns the reason why no answer could be read in this round; None if one was read or nothing was
        asked.
        """
        heard = self._heard
        if heard.round != self._log.round or heard.is_read or not heard.why:
            return None
        return f"no answer from {self.model.name} in round {heard.round} could be read ({heard.why})"

    async def ask(
        self,
        messages: Sequence[ModelMessage],
        answer: type[M],
        *,
        purpose: Purpose,
        agent: str | None = None,
        subtask: str | None = None,
    ) -> CallerReply[M]:
        """Raises UserError if the endpoint does not answer, refuses the key, or has no such model."""
        if self.budget.spent:
            return CallerReply(None, self.budget.spent, out_of_tokens=True)
        seqs: list[int] = []

        def heard(call: ModelCall) -> None:
            self.budget.add(self.model.name, call)
            if self._heard.round != self._log.round:
                self._heard = _Heard(self._log.round)
            self._heard.is_read |= call.outcome == "answered"
            self._heard.why = _told(call.outcome, call.message)
            seqs.append(self._log.append(self._event(call, len(seqs) + 1, purpose, agent, subtask)).seq)

        model = self._stages.get(purpose, self.model)
        with self._log.progress.thinking(agent=agent, purpose=purpose) as written:
            reply = await model.ask(messages, answer, deadline=self._deadline, heard=heard, written=written)
        if reply.value is None and not any(one.reached for one in (self.model, *self._stages.values())):
            where = f"{self.model.place} ({reply.message})"
            raise UserError(
                f"no endpoint answers at {where}; check the base URL, and whether the endpoint is running"
            )
        why = "" if reply.value is not None else _told(reply.outcome, reply.message)
        short = reply.value is None and reply.outcome == "cut_off"
        unread = short or (reply.value is None and reply.outcome == "unreadable")
        return CallerReply(reply.value, why, tuple(seqs[-1:]), out_of_tokens=short, unreadable=unread)

    def _event(
        self, call: ModelCall, attempt: int, purpose: Purpose, agent: str | None, subtask: str | None
    ) -> ModelCalled:
        return ModelCalled(
            agent=agent,
            subtask=subtask,
            model=self.model.name,
            purpose=purpose,
            tokens_in=call.tokens_in,
            tokens_out=call.tokens_out,
            seconds=round(call.seconds, 3),
            outcome=call.outcome,
            attempt=attempt,
            message=call.message or None,
            prompt=self._keep(rendered(call.sent)),
            answer=self._keep(call.text),
            thoughts=self._keep(call.thoughts),
        )

    def _keep(self, text: str) -> str | None:
        """Returns the name of the content's file within the bundle; None if there is no content."""
        if not text:
            return None
        content = redact(text).encode("utf-8", "replace")
        name = Path(FOLDER, f"{hashlib.sha256(content).hexdigest()[:DIGITS]}.txt")
        path = self._log.path.parent / name
        if not path.exists():
            write_whole(path, content, parents=True)
        return name.as_posix()


def _told(outcome: CallOutcome, message: str) -> str:
    return f"{outcome.replace('_', ' ')}: {message}"
