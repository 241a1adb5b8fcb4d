"""Answers that come token by token: who is still writing is not cut off, and what does not end is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from minecrew.agents import Endpoint, Reply, Retries
from tests.endpoint_server import Misbehaving, misbehaving

from .test_endpoint import ASKED, GOOD, Fruit, ask, no_sleep

DONE = b"data: [DONE]\n\n"


def delta(finish: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": finish}], "usage": None}


def words(text: str, size: int = 3) -> list[dict[str, Any]]:
    return [delta(content=text[at : at + size]) for at in range(0, len(text), size)]


USAGE = {"choices": [], "usage": {"prompt_tokens": 70, "completion_tokens": 30}}


async def stream(
    *events: dict[str, Any] | bytes, pause: float = 0.0, hang: bool = False
) -> AsyncIterator[Any]:
    for event in events:
        yield event
        await asyncio.sleep(pause)
    if hang:
        await asyncio.sleep(60)


async def asked(server: Misbehaving, *, first: float, between: float, deadline: float = 20) -> Reply[Fruit]:
    retries = Retries(first, 1, sleep=no_sleep, between=between)
    async with Endpoint("m", base_url=server.url, environ={}, retries=retries) as endpoint:
        return await endpoint.ask(ASKED, Fruit, deadline=deadline)


@pytest.mark.parametrize(
    "events",
    [
        [*words(GOOD), delta("stop"), USAGE, DONE],
        [delta(role="assistant", content=""), *words(GOOD), USAGE, DONE],
        [*words(GOOD), delta("stop"), USAGE],
        [b": hello\n\n", b"event: x\r\n", *words(GOOD), b"data: 3\n\n", USAGE, DONE],
        [delta(reasoning_content="Hm {"), *words(GOOD), USAGE, DONE],
        [delta(content=[{"type": "text", "text": GOOD[:4]}]), *words(GOOD[4:]), USAGE, DONE],
        [
            delta(tool_calls=[{"index": 0, "function": {"name": "Fruit", "arguments": part}}])
            for part in (GOOD[:9], GOOD[9:])
        ]
        + [USAGE, DONE],
        [*words(GOOD), USAGE, b"data: [DONE]"],
    ],
    ids=range(8),
)
async def test_a_stream_is_read_to_its_end(events: Sequence[Any]) -> None:
    async with misbehaving(lambda n, request: stream(*events)) as server:
        (call,) = (await ask(server)).calls
    assert (call.outcome, call.text, call.tokens_in, call.tokens_out) == ("answered", GOOD, 70, 30)
    assert server.requests[0]["stream"] is True


async def test_who_is_still_writing_is_not_cut_off() -> None:
    for _ in range(5):  # a busy machine may pause for half a second; a limit of the whole cuts off each time
        async with misbehaving(lambda n, request: stream(*words(GOOD), DONE, pause=0.1)) as server:
            reply = await asked(server, first=0.5, between=0.5)
        if reply.value is not None:
            break
    assert reply.value is not None
    assert reply.calls[0].seconds > 0.9


@pytest.mark.soak
async def test_a_token_per_second_for_200_seconds_is_an_answer() -> None:
    said = GOOD + " " * (200 - len(GOOD))
    async with misbehaving(lambda n, request: stream(*words(said, 1), DONE, pause=1)) as server:
        reply = await asked(server, first=60, between=30, deadline=300)
    assert reply.value is not None
    assert reply.calls[0].seconds >= 199


@pytest.mark.parametrize(
    ("events", "first", "between", "told"),
    [
        ([], 0.2, 50.0, "no answer within 0.2 s"),
        ([b": wait\n\n"] * 200, 0.2, 50.0, "no answer within"),
        (words(GOOD[:9]), 50.0, 0.2, "no answer within"),
    ],
    ids=["nothing", "comments", "half"],
)
async def test_who_falls_silent_is_left(
    events: Sequence[Any], first: float, between: float, told: str
) -> None:
    async with misbehaving(lambda n, request: stream(*events, pause=0.01, hang=True)) as server:
        reply = await asked(server, first=first, between=between, deadline=60)
    assert reply.outcome == "timeout"
    assert reply.calls[0].seconds < 25
    assert told in reply.message


async def test_a_stream_without_an_end_is_left_at_the_deadline() -> None:
    async def on() -> AsyncIterator[Any]:
        while True:
            yield delta(content="on ")
            await asyncio.sleep(0.02)

    async with misbehaving(lambda n, request: on()) as server:
        reply = await asked(server, first=60, between=60, deadline=2)
    assert (reply.value, reply.outcome) == (None, "timeout")
    assert reply.calls[0].text.startswith("on on")


@pytest.mark.parametrize("name", ["content", "reasoning_content"])
async def test_a_stream_of_too_many_words_is_cut_off(name: str) -> None:
    async def on() -> AsyncIterator[Any]:
        while True:
            yield delta(**{name: "on " * 5000})

    async with misbehaving(lambda n, request: on()) as server:
        reply = await asked(server, first=60, between=60, deadline=60)
    assert reply.outcome == "failed"
    assert "more than 1000 kB" in reply.message
    assert len(reply.calls[0].text + reply.calls[0].thoughts) <= 20_000


@pytest.mark.parametrize(
    ("events", "outcome", "told"),
    [
        (words(GOOD[:9]), "failed", "ended before the answer"),
        ([*words(GOOD[:9]), {"error": {"message": "out of memory"}}], "failed", "out of memory"),
        ([*words(GOOD[:9]), b"data: {broken\n\n", *words(GOOD[9:])], "failed", "is not a chat completion"),
        ([*words(GOOD[:9]), delta("length"), DONE], "cut_off", "cut off"),
        ([delta("content_filter"), DONE], "declined", "content filter"),
        ([delta(refusal="I "), delta(refusal="will not"), delta("stop"), DONE], "declined", "I will not"),
        ([delta("stop"), DONE], "unreadable", "an empty answer"),
        ([b"data: " + b"x" * 2_000_000], "failed", "more than 1000 kB"),
    ],
)
async def test_a_stream_that_goes_wrong_has_a_name(events: Sequence[Any], outcome: str, told: str) -> None:
    async with misbehaving(lambda n, request: stream(*events)) as server:
        reply = await ask(server, tries=1)
    assert (reply.value, reply.outcome) == (None, outcome)
    assert told in reply.message


async def test_an_answer_that_is_whole_counts_although_the_stream_hangs() -> None:
    async with misbehaving(lambda n, request: stream(*words(GOOD), hang=True)) as server:
        reply = await asked(server, first=60, between=2, deadline=60)
    assert [(call.outcome, call.message) for call in reply.calls] == [("answered", "")]


@pytest.mark.parametrize("unknown", ["stream_options", "stream"])
async def test_a_server_that_does_not_stream_is_asked_otherwise_from_then_on(unknown: str) -> None:
    def answer(n: int, request: dict[str, Any]) -> Any:
        return (422, {"detail": f"extra input: {unknown}"}) if unknown in request else GOOD

    async with (
        misbehaving(answer) as server,
        Endpoint("m", base_url=server.url, environ={}, retries=Retries(sleep=no_sleep)) as endpoint,
    ):
        for _ in range(2):
            assert (await endpoint.ask(ASKED, Fruit, deadline=10)).value is not None
    assert [unknown in request for request in server.requests] == [True, False, False]
    assert all("response_format" in request for request in server.requests)
