"""Endpoints that would fill the memory, loosen the budget or send prompts elsewhere, over real HTTP."""

from __future__ import annotations

import gzip
import json
import zlib
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import Budget, Endpoint, Knowledge, Retries, goal_task
from minecrew.agents.wire import LONGEST
from minecrew.runlog import ModelCalled, RunEnded, UserError
from tests.endpoint_server import KEY, completion, misbehaving

from .conftest import MEADOW
from .llm_crew import LLMCrew
from .test_endpoint import ASKED, GOOD, Fruit, ask, no_sleep

PACKED = gzip.compress(json.dumps(completion(GOOD)).encode(), mtime=0)
BOMB = gzip.compress(b" " * 20_000_000, 1, mtime=0)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    "usage",
    [
        None,
        [],
        "much",
        {"prompt_tokens": -5, "completion_tokens": -1_000_000},
        {"prompt_tokens": "many", "completion_tokens": True},
        {"prompt_tokens": 0, "completion_tokens": 0},
        {"prompt_tokens": 1e300, "completion_tokens": float("nan")},
        {"prompt_tokens": 2.5, "completion_tokens": {}},
    ],
    ids=str,
)
async def test_odd_usage_neither_rejects_an_answer_nor_loosens_the_budget(usage: Any) -> None:
    said = GOOD + " " * 4000
    async with misbehaving(lambda n, request: completion(said) | {"usage": usage}) as server:
        (call,) = (await ask(server)).calls
    assert call.outcome == "answered"
    budget = Budget(max_tokens=1000)
    budget.add("m", call)
    assert 1000 <= budget.tokens < 2000
    assert budget.spent


async def test_an_empty_answer_is_paid_for_too() -> None:
    async with misbehaving(lambda n, request: completion("") | {"usage": {"prompt_tokens": -1}}) as server:
        reply = await ask(server, tries=1)
    budget = Budget()
    budget.add("m", reply.calls[0])
    assert budget.tokens > 0


IN_AN_HOUR = datetime.now(UTC) + timedelta(hours=1)


@pytest.mark.parametrize(
    ("headers", "least", "most"),
    [
        ({"Retry-After": "3"}, 3, 3),
        ({"Retry-After": "0"}, 0, 0),
        ({"Retry-After": "1e300"}, 20, 20),
        ({"Retry-After": "inf"}, 20, 20),
        ({"Retry-After": "nan"}, 0.2, 0.5),
        ({"Retry-After": "-3"}, 0.2, 0.5),
        ({"Retry-After": "soon"}, 0.2, 0.5),
        ({"Retry-After": ""}, 0.2, 0.5),
        ({"Retry-After": "Mon, 99 Foo 99999999 00:00:00 GMT"}, 0.2, 0.5),
        ({"Retry-After": format_datetime(IN_AN_HOUR, usegmt=True)}, 20, 20),
        (
            {
                "Date": "Fri, 07 Nov 2014 23:59:59 GMT",
                "Retry-After": "Sat, 08 Nov 2014 00:00:06 GMT",
            },
            7,
            7,
        ),
        ({"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}, 0, 0),
    ],
    ids=range(12),
)
async def test_a_server_may_ask_for_a_pause_in_any_way(
    headers: dict[str, str], least: float, most: float
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async with (
        misbehaving(lambda n, request: (429, b"{}", headers) if n == 1 else GOOD) as server,
        Endpoint("m", base_url=server.url, environ={}, retries=Retries(sleep=sleep)) as endpoint,
    ):
        assert (await endpoint.ask(ASKED, Fruit, deadline=60)).value is not None
    assert least <= waits[0] <= most


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("<endless>", "more than 1000 kB"),
        ((200, BOMB, {"Content-Encoding": "gzip"}), "more than 1000 kB"),
        ((200, zlib.compress(b" " * 9_000_000), {"Content-Encoding": "deflate"}), "more than 1000 kB"),
        ((500, BOMB, {"Content-Encoding": "gzip"}), "500:"),
        ((200, b"garbage", {"Content-Encoding": "gzip"}), "broke off"),
        ((200, b"garbage", {"Content-Encoding": "br"}), "is not a chat completion"),
        (HEAD + b"Content-Length: 99999999999\r\n\r\n" + b" " * 100, "broke off"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", "broke off"),
        (HEAD + b"X: " + b"y" * 500_000, "no connection"),
        (b"SSH-2.0-OpenSSH_9.9\r\n", "no connection"),
        (b"", "no connection"),
        (HEAD + b"\r\n" + b"[" * 900_000, "is not a chat completion"),
        (HEAD + b"\r\n\xff\xfe\x00", "is not a chat completion"),
    ],
    ids=lambda value: str(value)[:50],
)
async def test_a_reply_is_bounded_while_it_arrives(fault: Any, told: str) -> None:
    async with misbehaving(lambda n, request: fault) as server:
        reply = await ask(server, tries=1)
    (call,) = reply.calls
    assert (call.outcome, call.text) == ("failed", "")
    assert told in call.message
    assert call.seconds < 30


async def test_no_more_is_taken_than_is_kept() -> None:
    async with misbehaving(lambda n, request: "<endless>") as server:
        await ask(server, tries=1)
    assert server.written < 20 * LONGEST  # what the sockets hold comes on top


async def test_an_answer_that_is_packed_is_read() -> None:
    async with misbehaving(lambda n, request: (200, PACKED, {"Content-Encoding": "gzip"})) as server:
        assert (await ask(server)).value is not None


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_prompts_are_not_sent_on_to_another_host(status: int) -> None:
    async with misbehaving(lambda n, request: GOOD) as other:
        where = f"{other.url}/chat/completions?{KEY}"
        async with misbehaving(lambda n, request: (status, b"", {"Location": where})) as server:
            with pytest.raises(
                UserError, match=r"redirects to 127\.0\.0\.1, but prompts are not sent"
            ) as caught:
                await ask(server)
    assert other.requests == []
    assert KEY not in str(caught.value)


async def test_an_endpoint_of_which_nothing_can_be_read_ends_the_run(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    crew = LLMCrew(tmp_path / "run", knowledge, MEADOW)
    task = goal_task({"paper": 1}, agents=2)
    async with (
        misbehaving(lambda n, request: "<html>") as server,
        Endpoint("m", base_url=server.url, environ={}, retries=Retries(sleep=no_sleep)) as endpoint,
    ):
        events = await crew(task, endpoint)
    end = events[-1]
    assert isinstance(end, RunEnded)
    assert (end.outcome, end.exit_code) == ("not_met", 1)
    assert end.reason == (
        "no answer from m in round 1 could be read (failed: the answer is not a chat completion)"
    )
    assert {event.round for event in events if isinstance(event, ModelCalled)} == {1}


async def test_one_answer_in_a_round_lets_the_run_go_on(tmp_path: Path, knowledge: Knowledge) -> None:
    crew = LLMCrew(tmp_path / "run", knowledge, MEADOW)
    task = goal_task({"paper": 1}, agents=2)
    task = task.model_copy(update={"limits": task.limits.model_copy(update={"rounds": 3})})
    async with (
        misbehaving(lambda n, request: '{"say": "Well."}' if n == 3 else (418, {})) as server,
        Endpoint("m", base_url=server.url, environ={}, retries=Retries(sleep=no_sleep)) as endpoint,
    ):
        events = await crew(task, endpoint)
    end = events[-1]
    assert isinstance(end, RunEnded)
    assert "in round 2 could be read" in end.reason
