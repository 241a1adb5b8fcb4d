"""`minecrew model check` tells the truth about endpoints, whatever they are like."""

from __future__ import annotations

import asyncio
import io
import json
import re
import tomllib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from minecrew.agents import ModelCall, Reply, samples
from minecrew.model_check import ShapeTrial, advice, check_model
from minecrew.options import ModelSettings
from minecrew.runlog import UserError
from tests.agents.test_endpoint import Fruit
from tests.endpoint_server import completion, misbehaving, misbehaving_aside

from .test_cli import minecrew

SAMPLES = samples()
NAMES = list(SAMPLES)


def fitting(request: dict[str, Any]) -> str:
    """An answer in the shape that is asked for, in whichever form."""
    told = " ".join(one["content"] for one in request["messages"])
    asked = request.get("response_format", {}).get("json_schema", {}).get("name", "Judgement")
    named = next((one for one in SAMPLES.values() if one.question in told), None)
    titled = next(one for one in SAMPLES.values() if one.shape.model_json_schema()["title"] == asked)
    return json.dumps((named or titled).answer)


async def streamed(text: str, usage: dict[str, int]) -> AsyncIterator[dict[str, Any]]:
    await asyncio.sleep(0.02)
    for part in (text[:9], text[9:]):
        yield {"choices": [{"delta": {"content": part}, "finish_reason": None}]}
    yield {"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": usage}


def perfect(n: int, request: dict[str, Any]) -> Any:
    return streamed(fitting(request), {"prompt_tokens": 50, "completion_tokens": 20})


def plain(n: int, request: dict[str, Any]) -> Any:
    """Neither schemas nor streams nor counts; and its limit has the newer name."""
    for unknown in ("response_format", "stream_options", "stream"):
        if unknown in request:
            return 400, {"error": {"message": f"unknown field {unknown}"}}
    if "max_tokens" in request:
        return 400, {"error": {"message": "use max_completion_tokens"}}
    return completion(f"Sure! {fitting(request)}") | {"usage": None}


def forgetful(n: int, request: dict[str, Any]) -> Any:
    """Knows no verdicts, and breaks off what is long."""
    said = fitting(request)
    if "done" in said:
        return "I would say so."
    return completion(said[:40], finish="length") if len(said) > 110 else said


async def checked(answer: Callable[[int, dict[str, Any]], Any], **more: Any) -> tuple[bool, list[str], int]:
    console = Console(file=io.StringIO(), width=200, markup=False)
    options = {"settings": ModelSettings(max_tokens=77), "deadline": 5.0} | more
    async with misbehaving(answer) as server:
        good = await check_model("m", server.url, console, **options)
    assert isinstance(console.file, io.StringIO)
    return good, console.file.getvalue().splitlines(), len(server.requests)


def named(lines: list[str], mark: str) -> list[str]:
    return [line[6:].partition(":")[0] for line in lines if line.startswith(f"{mark:6}")]


async def test_of_a_perfect_endpoint() -> None:
    good, lines, requests = await checked(perfect)
    assert good
    assert requests == len(NAMES) + 1
    assert named(lines, "ok") == NAMES
    assert named(lines, "wrong") == []
    for line in lines[1 : len(NAMES) + 1]:
        assert re.search(r"answered in \d\.\d s, first words after \d\.\d s, \d+ tokens per second$", line)
    assert [line[6:] for line in lines if line.startswith("note")] == [
        "form: the endpoint accepts JSON schemas, and forces the model to follow them"
    ]
    assert f"the model can give {len(NAMES)} of {len(NAMES)} kinds of answers" in lines
    table = tomllib.loads("\n".join(lines[lines.index("[mind]") :]))["mind"]
    assert table | {"base_url": ""} == {"kind": "openai", "model": "m", "base_url": "", "max_tokens": 77}


async def test_of_an_endpoint_that_knows_little() -> None:
    good, lines, requests = await checked(plain)
    assert good
    assert named(lines, "ok") == NAMES
    assert requests == len(NAMES) + 5
    told = "\n".join(line for line in lines if line.startswith("note"))
    assert "the endpoint does not support JSON answers" in told
    assert "the endpoint does not stream" in told
    assert "the endpoint does not count them" in told
    assert "the setting is sent as max_completion_tokens" in told


async def test_of_an_endpoint_that_cannot_give_all() -> None:
    good, lines, _ = await checked(forgetful)
    assert not good
    assert named(lines, "wrong") == ["verdict", "decomposition", "attempt"]
    assert "wrong decomposition: cut off: the answer was cut off" in lines
    assert f"the model can give {len(NAMES) - 3} of {len(NAMES)} kinds of answers" in lines
    assert "length: answers were cut off; raise max_tokens, or the server's own limit" in "\n".join(lines)


@pytest.mark.parametrize(
    ("fault", "deadline", "told"),
    [
        ("<html>", 5.0, "failed: the answer is not a chat completion"),
        ("<dribble>", 2.0, "timeout: no answer within 2 s"),
    ],
)
async def test_of_an_endpoint_that_is_none(fault: str, deadline: float, told: str) -> None:
    good, lines, _ = await checked(lambda n, request: fault, deadline=deadline)
    assert not good
    assert lines[1:] == [
        f"wrong speech: {told}",
        f"wrong specification: {told}",
        "wrong the last questions got no answer; the check stops here",
    ]


async def test_thoughts_are_told_and_shortened() -> None:
    async def thinking(text: str) -> AsyncIterator[dict[str, Any]]:
        yield {"choices": [{"delta": {"reasoning": "hm " * 500}}]}
        async for event in streamed(text, {}):
            yield event

    good, lines, _ = await checked(lambda n, request: thinking(fitting(request)))
    assert good
    assert 'reasoning_effort = "low"' in lines
    assert any(f"thoughts: {1500 * len(NAMES):,} characters" in line for line in lines)


def test_a_slow_model_is_given_a_longer_limit() -> None:
    def trial(seconds: float, first: float | None) -> ShapeTrial:
        call = ModelCall("answered", seconds, text="{}")
        return ShapeTrial("speech", Reply(Fruit(fruit="pear", count=1), (call,)), seconds, first)

    assert dict(advice([trial(90, 5.0)])) == {}
    assert dict(advice([trial(90, 5.0), trial(90, 20.01)])) == {"first_token_seconds": 401}
    assert dict(advice([trial(30, None)])) == {"first_token_seconds": 600}


async def test_where_nobody_answers_is_a_mistake() -> None:
    async with misbehaving(perfect) as server:
        pass
    with pytest.raises(UserError, match="no endpoint answers at"):
        await check_model("m", server.url, Console(), settings=ModelSettings(), deadline=5)
    with pytest.raises(UserError, match=r"no endpoint answers at .* \(no answer within 0.3 s\)"):
        await checked(lambda n, request: "<hang>", deadline=0.3)


def test_the_command_tells_by_its_exit_code(tmp_path: Path) -> None:
    with misbehaving_aside(lambda n, request: (401, {})) as server:
        told = minecrew("model", "check", "--model", "m", "--base-url", server.url, cwd=tmp_path)
    assert told.returncode == 2
    assert "needs a key" in told.stderr
    with misbehaving_aside(forgetful) as server:
        told = minecrew("model", "check", "--model", "m", "--base-url", server.url, cwd=tmp_path)
    assert told.returncode == 1
    assert f"{len(NAMES) - 3} of {len(NAMES)} kinds of answers" in told.stdout
