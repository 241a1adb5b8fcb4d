"""Usable answers are read in whichever way they come, over real HTTP; thoughts are kept, not read."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import Budget, Caller, Endpoint, RecordedAnswers, Retries
from minecrew.agents.answer_text import LONGEST_BAD, read_answer
from minecrew.agents.llm.recorded import RecordedCaller, RecordedModel
from minecrew.runlog import Header, Log, ModelCalled
from tests.endpoint_server import completion, misbehaving

from .test_endpoint import ASKED, GOOD, Fruit, ask, no_sleep

DRAFT = '{"fruit": "apple", "count": 9}'
THOUGHTS = f"Perhaps {{so}}: {DRAFT}?"


def message(finish: str = "stop", **fields: Any) -> dict[str, Any]:
    body = completion(None, finish=finish)
    body["choices"][0]["message"] = {"role": "assistant", **fields}
    return body


def called(arguments: Any) -> dict[str, Any]:
    return {"id": "1", "type": "function", "function": {"name": "Fruit", "arguments": arguments}}


@pytest.mark.parametrize(
    "said",
    [
        f"<think>{THOUGHTS}</think>{GOOD}",
        f"<THINKING>\n{THOUGHTS}\n</THINKING>\n\n```json\n{GOOD}\n```\nI chose {{well}}.",
        f"{THOUGHTS}</think>{GOOD}",
        f"<think>one</think> <think>{DRAFT}</think> {GOOD} <think>{DRAFT}",
        f"{{so}} <think>{DRAFT}</think> {GOOD}",
        f"```json\n{GOOD}\n```\nThe braces {{ and }} are JSON's.",
        f"A set {{pear}} gives {GOOD}",
        f"{GOOD}\n{GOOD}",
        f"{GOOD} or {DRAFT}",
        f"{GOOD[:9]} no: {GOOD}",
        f'{{"name": "Fruit", "arguments": {GOOD}}}',
        f"<tool_call>[{GOOD}]</tool_call>",
        json.dumps(Fruit.model_json_schema()) + GOOD,
        "\ufeff" + GOOD,
    ],
)
async def test_an_answer_is_found_wherever_it_stands(said: str) -> None:
    async with misbehaving(lambda n, request: said) as server:
        reply = await ask(server)
    assert reply.value == Fruit(fruit="pear", count=2)
    assert [call.text for call in reply.calls] == [said]


@pytest.mark.parametrize(
    "body",
    [
        message(content=[{"type": "text", "text": GOOD[:9]}, {"type": "text", "text": GOOD[9:]}]),
        message(content=[{"type": "output_text", "text": GOOD}]),
        message(content=[GOOD]),
        message(content=json.loads(GOOD)),
        message(content=None, tool_calls=[called(GOOD)]),
        message(content="I call it.", tool_calls=[called(json.loads(GOOD))], finish="tool_calls"),
        message(content=None, function_call={"name": "Fruit", "arguments": GOOD}),
        message(content=GOOD, refusal="", tool_calls="none", reasoning=3),
        {"choices": [{"text": GOOD}]},
        completion(GOOD + " and", finish="length"),
    ],
)
async def test_an_answer_is_read_in_whichever_field_it_comes(body: dict[str, Any]) -> None:
    async with misbehaving(lambda n, request: body) as server:
        reply = await ask(server)
    assert reply.value == Fruit(fruit="pear", count=2)
    assert [(call.outcome, call.message) for call in reply.calls] == [("answered", "")]


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        (message(content=f"<think>{DRAFT}</think>I cannot."), "unreadable"),
        (message(content=f"<think>{DRAFT}"), "unreadable"),
        (message(content="", reasoning_content=DRAFT), "unreadable"),
        (message(content=None, reasoning=DRAFT, finish="length"), "cut_off"),
        (message(content=[{"type": "thinking", "thinking": DRAFT}]), "unreadable"),
        (message(content=[{"type": "refusal", "refusal": "no"}]), "declined"),
        (message(content=DRAFT, refusal="I take that back"), "declined"),
        (message(content="", finish="refusal"), "declined"),
        (message(content=GOOD[:-3], finish="max_tokens"), "cut_off"),
        (message(content=[3, None, {"type": 4}]), "unreadable"),
    ],
)
async def test_what_is_no_answer_is_named(body: dict[str, Any], outcome: str) -> None:
    async with misbehaving(lambda n, request: body) as server:
        reply = await ask(server, tries=1)
    assert (reply.value, reply.outcome) == (None, outcome)
    assert reply.message


async def test_programs_with_plain_ends_of_lines_are_read() -> None:
    assert read_answer('{"fruit": "pear",\n "count": 2, "note": "a\nb"}', Noted)[0] == Noted(
        fruit="pear", count=2, note="a\nb"
    )


class Noted(Fruit):
    note: str


async def test_halves_of_characters_do_no_harm() -> None:
    said = json.dumps({"fruit": "pear", "count": 2, "note": "x"}).replace("x", "\ud800\x00")
    async with (
        misbehaving(lambda n, request: said + "\ud800") as server,
        Endpoint("m", base_url=server.url, environ={}, retries=Retries(sleep=no_sleep)) as endpoint,
    ):
        reply = await endpoint.ask(ASKED, Noted, deadline=5)
    assert reply.value is not None
    assert reply.value.note == "?\x00"
    reply.calls[0].text.encode()


async def logged(path: Path, caller: Callable[[Log], Caller]) -> list[ModelCalled]:
    """What the log tells of one question."""
    events: list[Header] = []
    with Log.create(path) as log:
        log.subscribe(events.append)
        await caller(log).ask(ASKED, Fruit, purpose="speak")
    return [event for event in events if isinstance(event, ModelCalled)]


@pytest.mark.parametrize(
    "fields",
    [
        {"content": GOOD, "reasoning_content": THOUGHTS},
        {"content": GOOD, "reasoning": THOUGHTS, "reasoning_content": THOUGHTS},
        {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": THOUGHTS}]}, GOOD]},
    ],
)
async def test_thoughts_are_kept_and_come_again_in_a_rerun(fields: dict[str, Any], tmp_path: Path) -> None:
    async with (
        misbehaving(lambda n, request: message(**fields)) as server,
        Endpoint("m", base_url=server.url, environ={}) as endpoint,
    ):
        events = await logged(tmp_path / "run", lambda log: Caller(endpoint, log))
    (event,) = events
    assert event.outcome == "answered"
    assert event.thoughts is not None
    assert (tmp_path / "run" / event.thoughts).read_text() == THOUGHTS
    answers = RecordedAnswers.of([event], tmp_path / "run")
    model = RecordedModel("m", answers)
    (again,) = await logged(tmp_path / "rerun", lambda log: RecordedCaller(model, log))
    assert (again.outcome, again.answer, again.thoughts) == ("answered", event.answer, event.thoughts)


async def test_what_could_not_be_read_when_it_was_recorded_is_not_read_in_a_rerun(tmp_path: Path) -> None:
    """Else a run that an older version kept would go on differently."""
    (tmp_path / "old" / "models").mkdir(parents=True)
    (tmp_path / "old" / "models" / "a.txt").write_text(f"{GOOD} or {GOOD}")
    (tmp_path / "old" / "models" / "b.txt").write_text(GOOD)
    first = ModelCalled(
        model="m", purpose="speak", seconds=1, outcome="unreadable", message="no", answer="models/a.txt"
    )
    then = {"outcome": "answered", "message": None, "answer": "models/b.txt", "attempt": 2}
    events = [first, first.model_copy(update=then)]
    model = RecordedModel("m", RecordedAnswers.of(events, tmp_path / "old"))
    again = await logged(tmp_path / "new", lambda log: RecordedCaller(model, log))
    assert [(event.outcome, event.attempt) for event in again] == [("unreadable", 1), ("answered", 2)]


async def test_of_a_bad_answer_twenty_kilobytes_are_kept_and_sent_back_and_all_of_it_is_paid_for() -> None:
    said = "\u20ac" * 50_000
    body = message(content=said, reasoning=said)
    del body["usage"]
    async with misbehaving(lambda n, request: body if n == 1 else GOOD) as server:
        reply = await ask(server)
    bad, good = reply.calls
    assert 0 < len(bad.text.encode()) <= LONGEST_BAD == 20_000
    assert 0 < len(bad.thoughts.encode()) <= LONGEST_BAD
    assert len(server.requests[1]["messages"][-2]["content"].encode()) <= LONGEST_BAD
    assert good.outcome == "answered"
    budget = Budget(max_tokens=1)
    budget.add("m", bad)
    assert budget.tokens >= 100_000 // 4


@pytest.mark.parametrize(
    "text",
    ["{" * 200_000, '{"a":' * 200_000, '{"' * 300_000, "<think>" * 140_000, "<think></think>{}" * 60_000],
    ids=lambda text: text[:20],
)
def test_reading_takes_bounded_time(text: str) -> None:
    began = time.process_time()
    assert read_answer(text, Fruit)[0] is None
    assert time.process_time() - began < 5
