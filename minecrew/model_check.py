"""Tests a model behind an endpoint: asks for each kind of answer once, and reports speed, problems and
suitable settings.

The check shows whether answers have the shapes that a crew needs. Only a run shows whether the
answers are good.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from minecrew.agents import Endpoint, ModelCall, ModelMessage, Reply, Retries, Sample, samples
from minecrew.options import ModelSettings
from minecrew.runlog import UserError

TRIES = 3
"""Maximum number of calls per question."""
GIVEN_UP = 2
"""The number of consecutive unreadable answers after which no more questions are asked."""
LONGER = 20
"""A crew's prompts are roughly this many times longer than those of the check, so the first token may take
that many times longer.
"""
PROSE = "Tell me about the sea in one sentence, without JSON."


@dataclass(frozen=True)
class ShapeTrial:
    """A question with its result."""

    name: str
    reply: Reply[Any]
    seconds: float
    """The duration of all calls in real seconds."""
    first: float | None
    """Real seconds until the first words of the last answer; None if the answer came in one piece, or not
    at all.
    """

    @property
    def last(self) -> ModelCall:
        return self.reply.calls[-1]

    @property
    def is_answered(self) -> bool:
        return self.reply.value is not None

    @property
    def told(self) -> str:
        if not self.is_answered:
            return f"{self.reply.outcome.replace('_', ' ')}: {self.reply.message}"
        first = "" if self.first is None else f", first words after {self.first:.1f} s"
        tokens, calls = self.last.tokens_out, len(self.reply.calls)
        speed = f", {tokens / self.last.seconds:.0f} tokens per second" if tokens else ""
        again = f", in attempt {calls} ({self.reply.calls[0].message})" if calls > 1 else ""
        return f"answered in {self.last.seconds:.1f} s{first}{speed}{again}"


async def check_model(
    model: str, base_url: str | None, console: Console, *, settings: ModelSettings, deadline: float
) -> bool:
    """Prints the results; returns True if there was a valid answer of every kind. `deadline`: maximum
    number of real seconds per question.

    Raises UserError if the endpoint does not answer, refuses the key, or has no such model.
    """
    retries = Retries.of(settings.model_copy(update={"retries": TRIES - 1}), seed=0)
    trials: list[ShapeTrial] = []
    async with Endpoint(model, base_url=base_url, retries=retries, settings=settings) as endpoint:
        console.print(f"asking {model} at {endpoint.place}", soft_wrap=True)
        wanted = samples()
        for name, sample in wanted.items():
            trial = await _ask(endpoint, name, sample, deadline)
            if not endpoint.reached:
                where = f"{endpoint.place} ({trial.reply.message})"
                raise UserError(
                    f"no endpoint answers at {where}; check the base URL, and whether the endpoint is running"
                )
            trials.append(trial)
            _print(console, "ok" if trial.is_answered else "wrong", f"{name}: {trial.told}")
            if all(one.reply.outcome in ("failed", "timeout", "limited") for one in trials[-GIVEN_UP:]) and (
                len(trials) >= GIVEN_UP
            ):
                _print(console, "wrong", "the last questions got no answer; the check stops here")
                return False
        for fact in await _facts(endpoint, trials, wanted["verdict"], deadline):
            _print(console, "note", fact)
        good = sum(trial.is_answered for trial in trials)
        console.print(f"the model can give {good} of {len(trials)} kinds of answers", soft_wrap=True)
        if good:
            console.print(_table(model, base_url, settings, trials), soft_wrap=True)
    return good == len(wanted)


async def _ask(endpoint: Endpoint, name: str, sample: Sample, deadline: float) -> ShapeTrial:
    began = time.monotonic()
    call = began
    first: float | None = None

    def heard(one: ModelCall) -> None:
        nonlocal call, first
        if one.outcome != "answered":
            call, first = time.monotonic(), None

    def written(characters: int) -> None:
        nonlocal first
        first = first or time.monotonic() - call

    asked = [ModelMessage(role="user", content=sample.prompt)]
    reply = await endpoint.ask(asked, sample.shape, deadline=deadline, heard=heard, written=written)
    return ShapeTrial(name, reply, time.monotonic() - began, first)


async def _facts(
    endpoint: Endpoint, trials: Sequence[ShapeTrial], prose: Sample, deadline: float
) -> Sequence[str]:
    """Returns remarks about the endpoint that a user should know."""
    facts = []
    calls = [call for trial in trials for call in trial.reply.calls]
    if endpoint.form == "json_schema":
        asked = [ModelMessage(role="user", content=PROSE)]
        reply = await endpoint.ask(asked, prose.shape, deadline=deadline)
        held = reply.calls[0].text.lstrip().startswith("{")
        facts.append(
            "form: the endpoint accepts JSON schemas"
            + (
                ", and forces the model to follow them"
                if held
                else "; the model may still answer in another form"
            )
        )
    elif endpoint.form == "json_object":
        facts.append(
            "form: the endpoint does not support JSON schemas; it is asked for JSON, and the "
            "prompts contain the shapes"
        )
    else:
        facts.append(
            "form: the endpoint does not support JSON answers; the prompts contain the shapes, "
            "and answers fail more often"
        )
    if all(trial.first is None for trial in trials):
        facts.append(
            "streaming: the endpoint does not stream; first_token_seconds must be enough for a whole answer"
        )
    if any(call.tokens_out is None for call in calls if call.outcome == "answered"):
        facts.append(
            "tokens: the endpoint does not count them; in a budget, four characters count as one token"
        )
    if "max_completion_tokens" in endpoint.refuses:
        facts.append("max_tokens: the setting is sent as max_completion_tokens")
    if any(call.outcome == "cut_off" for call in calls):
        facts.append("length: answers were cut off; raise max_tokens, or the server's own limit")
    thoughts, words = (sum(len(getattr(call, name)) for call in calls) for name in ("thoughts", "text"))
    if thoughts:
        facts.append(
            f"thoughts: {thoughts:,} characters, besides {words:,} characters of answers; endpoints "
            "usually charge for thoughts, too"
        )
    return facts


def _table(model: str, base_url: str | None, settings: ModelSettings, trials: Sequence[ShapeTrial]) -> str:
    """Returns the settings to use, in the form of a task file."""
    own = {name: value for name, value in settings.model_dump().items() if value not in (None, {})}
    found = {"kind": "openai", "model": model, "base_url": base_url, **own, **dict(advice(trials))}
    lines = (f"{name} = {json.dumps(value)}" for name, value in found.items() if value is not None)
    return "settings for a task:\n[mind]\n" + "\n".join(lines)


def advice(trials: Sequence[ShapeTrial]) -> Iterator[tuple[str, object]]:
    """Yields the settings that should differ from the defaults; at least one trial must have an answer."""
    slowest = max(trial.first or trial.last.seconds for trial in trials if trial.is_answered)
    if slowest * LONGER > Retries().timeout:
        yield "first_token_seconds", math.ceil(slowest * LONGER)
    calls = [call for trial in trials for call in trial.reply.calls]
    if sum(len(call.thoughts) for call in calls) > 2 * sum(len(call.text) for call in calls):
        yield "reasoning_effort", "low"


def _print(console: Console, mark: str, told: str) -> None:
    style = {"ok": "green", "wrong": "bold red", "note": "dim"}[mark]
    console.print(Text(f"{mark:6}", style=style).append(told, style="default not bold"), soft_wrap=True)
