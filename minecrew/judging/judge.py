"""A model as a second annotator of a run. The model is asked round by round.

`findings.jsonl` and people's annotations are never changed; `judgements.py` stores the model's judgements.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from minecrew.agents import Endpoint, ModelMessage
from minecrew.behaviors import JUDGE, JudgeAnswer, JudgeReply, RoundJudgement, judge_round, tell_story
from minecrew.judging.findings import FindingFilter, check_filter, print_finding
from minecrew.judging.judgements import keep_judgements
from minecrew.runlog import Fault, Reading, UserError, bundle_of, redact
from minecrew.terminal.formatting import count_findings, plain, tell_counts

DEADLINE = 600.0
"""Maximum number of real seconds per question, including all retries."""
AT_ONCE = 4
"""Maximum number of simultaneous questions."""


class NotJudged(Fault):
    """The model gave no readable answer."""

    where = "judge"


@dataclass(frozen=True)
class Judge:
    """A `behaviors.JudgeModel` that asks an endpoint."""

    endpoint: Endpoint

    @property
    def name(self) -> str:
        return self.endpoint.name

    async def ask(self, instructions: str, data: str) -> JudgeReply:
        messages = [
            ModelMessage(role="system", content=instructions),
            ModelMessage(role="user", content=data),
        ]
        reply = await self.endpoint.ask(messages, JudgeAnswer, deadline=DEADLINE)
        spent = [call.tokens_in for call in reply.calls], [call.tokens_out for call in reply.calls]
        tokens_in, tokens_out = (
            None if all(count is None for count in counts) else sum(count or 0 for count in counts)
            for counts in spent
        )
        return JudgeReply(reply.value, reply.outcome, reply.message, len(reply.calls), tokens_in, tokens_out)


async def _ask(reading: Reading, endpoint: Endpoint) -> list[RoundJudgement]:
    """Returns the model's judgement of each round.

    Raises UserError if the key, the base URL or the model is wrong.
    """
    story = tell_story(reading.events)
    if not story.rounds:
        raise UserError(f"{str(reading.path)!r} has no rounds; there is nothing to judge")
    async with endpoint:
        judge = Judge(endpoint)
        first = await judge_round(
            story, story.rounds[0].number, judge
        )  # alone: it tells whether anybody is there
        if not endpoint.reached and first.calls:
            raise UserError(f"no endpoint answers at {endpoint.place} ({first.message}); check the base URL")
        places = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> RoundJudgement:
            async with places:
                return await judge_round(story, number, judge)

        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(one(later.number)) for later in story.rounds[1:]]
        except* UserError as errors:
            raise errors.exceptions[0] from None
    found = [first, *(task.result() for task in tasks)]
    return [RoundJudgement.model_validate_json(redact(one.line())) for one in found]


def show_judge(
    reading: Reading, console: Console, *, model: str, base_url: str | None, only: FindingFilter, json: bool
) -> bool:
    """Asks the model, stores its judgements with the run, and prints them.

    Returns False if some rounds were not judged.
    """
    check_filter(only, reading)
    judgements = asyncio.run(_ask(reading, Endpoint(model, base_url=base_url)))
    unjudged = [one for one in judgements if one.outcome != "answered"]
    if len(unjudged) == len(judgements):
        raise NotJudged(f"{model!r} judged no round; round {unjudged[0].round}: {_reason(unjudged[0])}")
    bundle = bundle_of(reading)
    if bundle is not None:
        keep_judgements(bundle, judgements)
    if json:
        for one in judgements:
            console.file.write(one.line() + "\n")
        return not unjudged
    wanted = [finding for one in judgements for finding in one.findings if only.takes(finding)]
    events = {event.seq: event for event in reading.events}
    for finding in wanted:
        print_finding(finding, events, console)
    head = f"{JUDGE}{model} found: {tell_counts(count_findings(wanted))}"
    console.print(Text(plain(head), style="bold"), soft_wrap=True)
    console.print(Text(_spent(judgements), style="dim"), soft_wrap=True)
    for one in unjudged:
        told = plain(f"round {one.round} was not judged: {_reason(one)}")
        console.print(Text(told, style="yellow"), soft_wrap=True)
    return not unjudged


def _spent(judgements: Sequence[RoundJudgement]) -> str:
    answered = sum(one.outcome == "answered" for one in judgements)
    misquoted, dropped = sum(one.misquoted for one in judgements), sum(one.dropped for one in judgements)
    counts = [count for one in judgements for count in (one.tokens_in, one.tokens_out) if count is not None]
    return (
        f"{answered} of {len(judgements)} rounds judged; dropped: {misquoted} quotes, {dropped} findings; "
        f"{sum(one.calls for one in judgements)} calls" + (f", {sum(counts)} tokens" if counts else "")
    )


def _reason(one: RoundJudgement) -> str:
    return f"{one.outcome}: {one.message}" if one.message else one.outcome
