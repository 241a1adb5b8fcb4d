"""The endpoint's client over real sockets: every way to fail has a name, and the key is told to nobody."""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict

from minecrew.agents import Endpoint, ModelMessage, Reply, Retries
from minecrew.agents.llm.shapes import assignments
from minecrew.runlog import UserError
from tests.endpoint_server import KEY, Misbehaving, completion, misbehaving

GOOD = '{"fruit": "pear", "count": 2}'
ASKED = [ModelMessage(role="user", content="which fruit?")]


class Fruit(BaseModel):
    model_config = ConfigDict(extra="forbid")

    fruit: Literal["apple", "pear"]
    count: int


TRIES = Retries().tries


async def no_sleep(seconds: float) -> None:
    assert 0 <= seconds <= 20
    await asyncio.sleep(0)


async def ask(
    server: Misbehaving, *, key: str = KEY, deadline: float = 120.0, timeout: float = 60.0, tries: int = TRIES
) -> Reply[Fruit]:
    environ = {"OPENAI_API_KEY": key}
    async with Endpoint(
        "m", base_url=server.url, environ=environ, retries=Retries(timeout, tries, sleep=no_sleep)
    ) as endpoint:
        return await endpoint.ask(ASKED, Fruit, deadline=deadline)


async def test_it_asks_by_schema_and_gives_a_value() -> None:
    async with misbehaving(lambda n, request: GOOD) as server:
        reply = await ask(server)
    assert reply.value == Fruit(fruit="pear", count=2)
    (call,) = reply.calls
    assert (call.outcome, call.tokens_in, call.tokens_out) == ("answered", 7, 3)
    (request,) = server.requests
    shape = request["response_format"]
    assert shape["type"] == "json_schema"
    assert shape["json_schema"]["strict"] is True
    schema = shape["json_schema"]["schema"]
    assert schema["properties"]["fruit"]["enum"] == ["apple", "pear"]
    assert schema["required"] == ["fruit", "count"]
    assert schema["additionalProperties"] is False
    assert f"authorization: bearer {KEY}" in server.headers[0].lower()


@pytest.mark.parametrize(
    ("fault", "outcome", "calls"),
    [
        ((429, {"error": {"message": f"slow down, {KEY}"}}), "limited", TRIES),
        ((429, {"error": {"message": "no money", "code": "insufficient_quota"}}), "limited", 1),
        ((500, {"error": {"message": f"oops {KEY}"}}), "failed", TRIES),
        ((503, {}), "failed", TRIES),
        ((400, {"error": {"message": "context_length_exceeded"}}), "cut_off", 1),
        ((413, {"error": {"message": "too large"}}), "failed", 1),
        ((418, {"error": {"message": "teapot"}}), "failed", 3),  # by each form of answer once
        ("<drop>", "failed", 3),
        ("<half>", "failed", TRIES),
        ("<html>", "failed", TRIES),
        ({"choices": "none"}, "failed", TRIES),
        ({"choices": []}, "unreadable", TRIES),
        ({"error": "what?"}, "failed", TRIES),
        ([], "failed", TRIES),
        (completion(None), "unreadable", TRIES),
        (completion("  "), "unreadable", TRIES),
        (completion('{"fruit": "pe', finish="length"), "cut_off", 2),
        (completion(None, refusal=f"I will not, {KEY}"), "declined", 1),
        (completion("", finish="content_filter"), "declined", 1),
        ("a pear, I think", "unreadable", 2),
        (f"a pear, and {KEY}", "unreadable", 2),
        ('{"fruit": "plum", "count": 2}', "unreadable", 2),
        ('{"fruit": "pear"}', "unreadable", 2),
        ('{"fruit": "pear", "count": }', "unreadable", 2),
        ('{"fruit": ' * 20_000, "unreadable", 2),
    ],
    ids=lambda value: str(value)[:40].replace(KEY, "KEY"),
)
async def test_every_failure_has_a_name_and_an_end(fault: Any, outcome: str, calls: int) -> None:
    async with misbehaving(lambda n, request: fault) as server:
        reply = await ask(server)
    assert reply.value is None
    assert reply.outcome == outcome
    assert len(reply.calls) == len(server.requests) == calls
    assert reply.message
    assert "\n" not in reply.message
    assert KEY not in reply.message
    assert all(KEY not in call.message for call in reply.calls)
    async with misbehaving(lambda n, request: fault if n == 1 else GOOD) as server:
        reply = await ask(server)
    assert (reply.value is not None) == (calls > 1)


@pytest.mark.parametrize("fault", ["<hang>", "<dribble>"])
async def test_who_does_not_answer_in_time_is_left(fault: str) -> None:
    loop = asyncio.get_running_loop()
    async with misbehaving(lambda n, request: fault) as server:
        began = loop.time()
        one_call = await ask(server, timeout=0.3, deadline=50, tries=2)
        whole = await ask(server, timeout=50, deadline=0.3)
        assert loop.time() - began < 25
    assert [(reply.outcome, len(reply.calls)) for reply in (one_call, whole)] == [
        ("timeout", 2),
        ("timeout", 1),
    ]
    async with misbehaving(lambda n, request: fault if n == 1 else GOOD) as server:
        assert (await ask(server, timeout=2, deadline=60)).value is not None


def test_silence_lasts_two_minutes_at_most() -> None:
    """The test above has a shorter one."""
    assert Endpoint("m", base_url="http://127.0.0.1:9/v1", environ={}).timeout == 120


async def test_an_agent_that_is_none_is_told_so_and_never_taken() -> None:
    team = assignments(("Alice", "Bob"))
    right = '{"Alice": "Gather 3 cane", "Bob": "nothing"}'
    for wrong in (right.replace("Bob", "Zoe"), right.replace("}", ', "Zoe": "Gather 3 cane"}')):
        async with (
            misbehaving(lambda n, request, wrong=wrong: wrong if n == 1 else right) as server,
            Endpoint("m", base_url=server.url, environ={}, retries=Retries(sleep=no_sleep)) as endpoint,
        ):
            reply = await endpoint.ask(ASKED, team, deadline=10)
        assert [call.outcome for call in reply.calls] == ["unreadable", "answered"]
        assert "Bob: Field required" in reply.calls[0].message or "Zoe: Extra" in reply.calls[0].message
        assert reply.value is not None
        assert set(reply.value.model_dump(by_alias=True)) == {"Alice", "Bob"}


async def test_nobody_there_is_no_connection() -> None:
    async with misbehaving(lambda n, request: GOOD) as server:
        pass
    environ = {"OPENAI_API_KEY": KEY}
    async with Endpoint(
        "m", base_url=server.url, environ=environ, retries=Retries(sleep=no_sleep)
    ) as endpoint:
        reply = await endpoint.ask(ASKED, Fruit, deadline=60)
        assert not endpoint.reached
    assert (reply.outcome, len(reply.calls)) == ("failed", 3)
    assert "no connection" in reply.message


async def test_who_has_answered_once_is_tried_longer() -> None:
    async with misbehaving(lambda n, request: GOOD if n == 1 else "<drop>") as server:
        environ = {"OPENAI_API_KEY": KEY}
        async with Endpoint(
            "m", base_url=server.url, environ=environ, retries=Retries(sleep=no_sleep)
        ) as endpoint:
            await endpoint.ask(ASKED, Fruit, deadline=60)
            reply = await endpoint.ask(ASKED, Fruit, deadline=60)
    assert (reply.outcome, len(reply.calls)) == ("failed", TRIES)


async def test_a_server_that_drops_the_connection_after_each_reply_loses_no_call() -> None:
    """It does not say so before, and drops it as soon as something more is sent."""
    body = json.dumps(completion(GOOD)).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"

    served: list[asyncio.Task[None] | None] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.append(asyncio.current_task())
        asked = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(asked.lower().split(b"content-length:")[1].split(b"\r\n")[0]))
        writer.write(head.encode() + body)
        await writer.drain()
        await reader.read(1)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        async with Endpoint("m", base_url=url, environ={}, retries=Retries(60, 1)) as endpoint:
            replies = [await endpoint.ask(ASKED, Fruit, deadline=20) for _ in range(3)]
        await asyncio.gather(*filter(None, served))
    assert [call.outcome for reply in replies for call in reply.calls] == ["answered"] * 3


async def test_a_wrong_answer_is_mended_once_by_telling_what_was_wrong() -> None:
    wrong = '{"fruit": "plum", "count": 2}'
    async with misbehaving(lambda n, request: wrong if n == 1 else GOOD) as server:
        reply = await ask(server)
    assert [call.outcome for call in reply.calls] == ["unreadable", "answered"]
    told = server.requests[1]["messages"]
    assert told[-2] == {"role": "assistant", "content": wrong}
    assert "fruit: Input should be 'apple' or 'pear'" in told[-1]["content"]


@pytest.mark.parametrize("text", [f"```json\n{GOOD}\n```", f"Here it is: {GOOD} Bye!", f"\n {GOOD}"])
async def test_an_answer_within_words_is_read(text: str) -> None:
    async with misbehaving(lambda n, request: text) as server:
        reply = await ask(server)
    assert reply.value is not None
    assert len(reply.calls) == 1


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize("known", [("json_object", None), (None,)])
async def test_a_server_that_knows_no_schema_is_asked_otherwise_from_then_on(
    status: int, known: Sequence[str | None]
) -> None:
    def answer(n: int, request: dict[str, Any]) -> Any:
        kind = request.get("response_format", {}).get("type")
        return GOOD if kind in known else (status, {"error": {"message": f"response_format: no {kind}"}})

    async with misbehaving(answer) as server:
        environ = {"OPENAI_API_KEY": KEY}
        async with Endpoint(
            "m", base_url=server.url, environ=environ, retries=Retries(sleep=no_sleep)
        ) as endpoint:
            for _ in range(2):
                assert (await endpoint.ask(ASKED, Fruit, deadline=10)).value is not None
    kinds = [request.get("response_format", {}).get("type") for request in server.requests]
    tried = ["json_schema", "json_object", None][: 4 - len(known)]
    assert kinds == [*tried, tried[-1]]
    assert '"apple"' in server.requests[-1]["messages"][-1]["content"]


async def test_the_server_says_how_long_to_wait_but_not_for_ever() -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    asked = iter(["3", "100000", "soon"])

    def answer(n: int, request: dict[str, Any]) -> Any:
        wait = next(asked, None)
        return GOOD if wait is None else (429, {}, wait)

    async with misbehaving(answer) as server:
        environ = {"OPENAI_API_KEY": KEY}
        async with Endpoint(
            "m", base_url=server.url, environ=environ, retries=Retries(sleep=sleep)
        ) as endpoint:
            assert (await endpoint.ask(ASKED, Fruit, deadline=60)).value is not None
    assert waits[:2] == [3.0, 20.0]
    assert 0 < waits[2] <= 2


async def test_with_three_faults_in_ten_many_calls_complete() -> None:
    chance = Random(5)
    faults: list[Any] = [
        (429, {}),
        (500, {}),
        (503, {}, "0"),
        "<drop>",
        "<half>",
        "<html>",
        {"choices": []},
        completion(""),
        "no JSON at all",
        completion('{"fru', finish="length"),
    ]
    async with misbehaving(
        lambda n, request: chance.choice(faults) if chance.random() < 0.3 else GOOD
    ) as server:
        environ = {"OPENAI_API_KEY": KEY}
        async with Endpoint(
            "m", base_url=server.url, environ=environ, retries=Retries(sleep=no_sleep)
        ) as endpoint:
            replies = []
            for _ in range(10):
                async with asyncio.TaskGroup() as group:
                    tasks = [group.create_task(endpoint.ask(ASKED, Fruit, deadline=30)) for _ in range(10)]
                replies += [task.result() for task in tasks]
    faulty = sum(call.outcome != "answered" for reply in replies for call in reply.calls)
    assert faulty > 25
    assert len(replies) == 100
    # A second wrong answer to one question is not fixed: a few are left.
    assert sum(reply.value is not None for reply in replies) >= 95
    assert {reply.outcome for reply in replies} <= {"answered", "unreadable", "cut_off"}


@pytest.mark.parametrize(
    ("status", "key", "answer"),
    [
        (401, KEY, "refuses the key in OPENAI_API_KEY"),
        (403, KEY, "refuses the key in OPENAI_API_KEY"),
        (401, "", "needs a key; set OPENAI_API_KEY"),
        (404, KEY, "has no model 'm'"),
    ],
)
async def test_what_the_user_has_to_mend_is_one_line_without_the_key(
    status: int, key: str, answer: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    async with misbehaving(lambda n, request: (status, {"error": {"message": f"no {KEY}"}})) as server:
        with pytest.raises(UserError, match=answer) as caught:
            await ask(server, key=key)
    told = "".join(traceback.format_exception(caught.value))
    assert KEY not in told
    assert "httpx" not in told
    out, err = capfd.readouterr()
    assert KEY not in caplog.text + out + err + json.dumps(server.requests)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("model", "url", "environ", "answer"),
    [
        ("m", None, {}, "needs a key; set OPENAI_API_KEY, or give another"),
        ("m", "localhost:8000", {"OPENAI_API_KEY": KEY}, "is not the address of an endpoint"),
        ("m", "ftp://127.0.0.1/v1", {"OPENAI_API_KEY": KEY}, "is not the address of an endpoint"),
        ("m", "http://[/v1", {"OPENAI_API_KEY": KEY}, "is not the address of an endpoint"),
        ("m", "http://127.0.0.1:99999/v1", {"OPENAI_API_KEY": KEY}, "is not the address of an endpoint"),
        (" ", "http://127.0.0.1/v1", {"OPENAI_API_KEY": KEY}, "the model has no name"),
        ("m", "http://127.0.0.1/v1", {"OPENAI_API_KEY": "sk-\u00e4"}, "a character that no key contains"),
        ("m", "http://127.0.0.1/v1", {"OPENAI_API_KEY": "sk-a\nb"}, "a character that no key contains"),
    ],
)
def test_a_mistake_is_seen_before_anything_is_sent(
    model: str, url: str | None, environ: dict[str, str], answer: str
) -> None:
    with pytest.raises(UserError, match=answer) as caught:
        Endpoint(model, base_url=url, environ=environ)
    assert "sk-" not in str(caught.value)


def test_a_password_in_the_address_is_not_told() -> None:
    endpoint = Endpoint("m", base_url="http://me:hidden@127.0.0.1:9/v1", environ={})
    assert endpoint.place == "http://127.0.0.1:9/v1"
