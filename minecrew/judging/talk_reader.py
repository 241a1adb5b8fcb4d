"""A model as a reader of a run's discussion. The model is asked round by round, and never twice about the
same words.

Answers are stored under the digest of the question (`talk_readings`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from minecrew.agents import Budget, Endpoint, ModelMessage, Price
from minecrew.behaviors import (
    MODEL_READER,
    ReaderAnswer,
    ReaderReply,
    RoundReading,
    read_round,
    reader_questions,
    tell_story,
)
from minecrew.judging.talk_readings import OWN, keep_readings, manifest_of, plays, read_readings
from minecrew.options import ReaderTable
from minecrew.runlog import Fault, Header, Manifest, ModelCalled, Reading, UserError, bundle_of, redact
from minecrew.terminal.formatting import plain

DEADLINE = 300.0
"""Maximum number of real seconds per question, including all retries."""


class NotRead(Fault):
    """The model gave no answer that can be read."""

    where = "reader"


@dataclass(frozen=True)
class EndpointReader:
    """A `behaviors.ReaderModel` that asks an endpoint."""

    endpoint: Endpoint
    budget: Budget
    own: bool = False
    """Whether the model also plays in the crew."""

    @property
    def name(self) -> str:
        return self.endpoint.name + (OWN if self.own else "")

    async def read(self, instructions: str, data: str) -> ReaderReply:
        if self.budget.spent:
            return ReaderReply(None, "budget", self.budget.spent, calls=0)
        messages = [
            ModelMessage(role="system", content=instructions),
            ModelMessage(role="user", content=data),
        ]
        reply = await self.endpoint.ask(messages, ReaderAnswer, deadline=DEADLINE)
        for call in reply.calls:
            self.budget.add(self.endpoint.name, call)
        return ReaderReply(
            reply.value,
            reply.outcome,
            reply.message,
            len(reply.calls),
            _sum(call.tokens_in for call in reply.calls),
            _sum(call.tokens_out for call in reply.calls),
        )


def _sum(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


async def ask_reader(
    reading: Reading, spec: ReaderTable, *, budget: Budget | None = None
) -> list[RoundReading]:
    """Returns the model's reading of each round. Stored answers are used; missing ones are requested and
    stored.

    Raises UserError if the key, the base URL or the model is wrong. If a round got no answer, its reading
    contains the reason.
    """
    bundle = bundle_of(reading)
    manifest = manifest_of(bundle)
    own = manifest is not None and plays(spec.model or "", manifest)
    kept = {one.key: one for one in read_readings(reading)}
    story = tell_story(reading.events)
    found: list[RoundReading] = []
    endpoint = Endpoint(spec.model or "", base_url=spec.base_url)
    async with endpoint:
        reader = EndpointReader(endpoint, budget or Budget(), own=own)
        for question in reader_questions(story):
            known = kept.get(question.key(f"{MODEL_READER}{reader.name}"))
            if known is not None and known.outcome == "answered":
                found.append(known)
                continue
            one = await read_round(story, question, reader)
            if one.calls and not endpoint.reached:
                raise UserError(
                    f"no endpoint answers at {endpoint.place} ({one.message}); check the base URL"
                )
            found.append(RoundReading.model_validate_json(redact(one.line())))
    if bundle is not None:
        others = [one for one in kept.values() if one.reader not in {new.reader for new in found}]
        keep_readings(bundle, [*others, *found])
    return found


def budget_left(manifest: Manifest, events: Iterable[Header]) -> Budget:
    """Returns the rest of the run's budget, according to its log."""
    prices = {name: Price.model_validate(price) for name, price in manifest.prices.items()}
    budget = Budget(max_tokens=manifest.max_tokens, max_usd=manifest.max_usd, prices=prices)
    for event in events:
        if isinstance(event, ModelCalled):
            budget.count(event.model, event.tokens_in or 0, event.tokens_out or 0)
    return budget


def show_reading(reading: Reading, console: Console, spec: ReaderTable) -> None:
    """Asks the reader about rounds without a stored answer. Prints how much it read, and which rounds the
    rules read instead.
    """
    found = asyncio.run(ask_reader(reading, spec))
    answered = [one for one in found if one.outcome == "answered"]
    if not answered:
        why = f"{found[0].outcome} {found[0].message}" if found else "nobody spoke in this run"
        raise NotRead(f"{spec.model!r} could not read any round: {why}")
    acts, dropped = sum(len(one.acts) for one in answered), sum(one.dropped for one in answered)
    told = f"{len(answered)} of {len(found)} rounds read by {spec.model}: {acts} acts, {dropped} dropped"
    console.print(Text(plain(told), style="dim"), soft_wrap=True)
    for one in found:
        if one.outcome != "answered":
            why = plain(f"the rules read round {one.round} instead: {one.outcome} {one.message}")
            console.print(Text(why, style="yellow"), soft_wrap=True)
