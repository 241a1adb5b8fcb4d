"""Settings of models: of the crew, an agent and a stage; what is sent of them, and where they stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import Caller, Endpoint, Retries, Task, load_task
from minecrew.options import ModelSettings, Options, read_options
from minecrew.run.choice import choose_task
from minecrew.run.manifest import make_manifest
from minecrew.run.minds import open_models
from minecrew.runlog import Log, UserError
from tests.endpoint_server import misbehaving

from .test_endpoint import ASKED, GOOD, Fruit, no_sleep

FILE = """
title = "x"
goal = { paper = 1 }

[mind]
kind = "openai"
model = "m"
base_url = "URL"
temperature = 0.5
retries = 0
first_token_seconds = 7
extra_body = { top_k = 3, options = { num_ctx = 8192 } }

[mind.stages.act]
temperature = 0
max_tokens = 900

[[agents]]
name = "Alice"

[[agents]]
name = "Bob"
mind = { kind = "openai", seed = 5, reasoning_effort = "low", between_tokens_seconds = 8 }
"""


def written(tmp_path: Path, text: str, url: str = "http://127.0.0.1:9/v1") -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("URL", url))
    return path


def chosen(path: Path, **options: object) -> Task:
    return choose_task(read_options({"task": str(path), **options}))


async def test_each_agent_and_stage_is_asked_with_its_own(tmp_path: Path) -> None:
    async with misbehaving(lambda n, request: GOOD) as server:
        task = chosen(written(tmp_path, FILE, server.url))
        with Log.create(tmp_path / "run") as log:
            async with open_models(task, Options()) as models:
                for name in ("Alice", "Bob"):
                    caller: Caller = models._caller(task.minds[name], task, log)
                    for stage in ("speak", "act"):
                        await caller.ask(ASKED, Fruit, purpose=stage)  # type: ignore[arg-type]  # a stage
    keys = ("temperature", "max_tokens", "seed", "reasoning_effort", "top_k", "options", "top_p")
    sent = [{key: request[key] for key in keys if key in request} for request in server.requests]
    extra = {"top_k": 3, "options": {"num_ctx": 8192}}
    bob = {"seed": 5, "reasoning_effort": "low"}
    assert sent == [
        {"temperature": 0.5, **extra},
        {"temperature": 0, "max_tokens": 900, **extra},
        {"temperature": 0.5, **extra, **bob},
        {"temperature": 0, "max_tokens": 900, **extra, **bob},
    ]


def test_they_stand_in_the_manifest_and_flags_replace_them(tmp_path: Path) -> None:
    path = written(tmp_path, FILE)
    task = chosen(path, temperature=1.5, answer_tokens=70, retries=3)
    manifest = make_manifest(task, read_options({"task": str(path)}), "20261121-045609177-craft-2-paper-b836")
    mind = manifest.task["mind"]
    assert isinstance(mind, dict)
    assert (mind["temperature"], mind["max_tokens"], mind["retries"]) == (1.5, 70, 3)
    assert mind["extra_body"] == {"top_k": 3, "options": {"num_ctx": 8192}}
    assert mind["stages"]["act"]["max_tokens"] == 900
    again = Task.model_validate(manifest.task)
    assert again.minds == task.minds
    assert again.minds["Bob"].seed == 5


def test_limits_and_retries_are_the_clients() -> None:
    settings = ModelSettings(retries=2, first_token_seconds=7, between_tokens_seconds=8)
    retries = Retries.of(settings, seed=4)
    assert (retries.tries, retries.timeout, retries.between, retries.seed) == (3, 7, 8, 4)
    assert Retries.of(ModelSettings(), seed=0) == Retries()


async def test_the_longest_answer_is_asked_for_as_the_server_wants_it() -> None:
    def answer(n: int, request: dict[str, Any]) -> Any:
        told = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
        return (400, {"error": {"message": told}}) if "max_tokens" in request else GOOD

    settings = ModelSettings(max_tokens=77)
    async with (
        misbehaving(answer) as server,
        Endpoint(
            "m", base_url=server.url, environ={}, retries=Retries(sleep=no_sleep), settings=settings
        ) as endpoint,
    ):
        for _ in range(2):
            assert (await endpoint.ask(ASKED, Fruit, deadline=10)).value is not None
    assert [request.get("max_completion_tokens") for request in server.requests] == [None, 77, 77]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("temperature = 3", "temperature"),
        ("extra_body = { messages = [] }", "minecrew sets 'messages' itself"),
        ("stages = { sleep = { temperature = 1 } }", "sleep"),
        ("retries = 99", "retries"),
    ],
)
def test_a_setting_that_cannot_be_is_one_line(tmp_path: Path, line: str, told: str) -> None:
    text = (
        f"title='x'\ngoal={{paper=1}}\nagents=[{{name='Alice'}}]\n[mind]\nkind='openai'\nmodel='m'\n{line}\n"
    )
    with pytest.raises(UserError, match=told) as caught:
        chosen(written(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_settings_without_a_model_are_refused() -> None:
    with pytest.raises(UserError, match="--temperature works only with models; add --mind openai"):
        choose_task(read_options({"task": "paper", "temperature": 1.0}))
    assert load_task("paper").mind.temperature is None


async def test_without_retries_an_endpoint_may_still_tell_how_it_wants_to_be_asked() -> None:
    unknown = ["stream_options", "max_tokens", "response_format"]

    def answer(n: int, request: dict[str, Any]) -> Any:
        found = next((name for name in unknown if name in request), None)
        told = {"max_tokens": "use 'max_completion_tokens'"}.get(found or "", f"unknown: {found}")
        return (400, {"error": {"message": told}}) if found else GOOD

    settings = ModelSettings(retries=0, max_tokens=77)
    async with (
        misbehaving(answer) as server,
        Endpoint(
            "m", base_url=server.url, environ={}, retries=Retries.of(settings, seed=0), settings=settings
        ) as endpoint,
    ):
        assert (await endpoint.ask(ASKED, Fruit, deadline=10)).value is not None
    assert len(server.requests) == 5


@pytest.mark.parametrize("bad", ["no fruit", (500, {}), "<half>"])
async def test_without_retries_a_question_is_asked_once(bad: object) -> None:
    async with (
        misbehaving(lambda n, request: bad) as server,
        Endpoint(
            "m", base_url=server.url, environ={}, retries=Retries.of(ModelSettings(retries=0), seed=0)
        ) as endpoint,
    ):
        assert (await endpoint.ask(ASKED, Fruit, deadline=10)).value is None
    assert len(server.requests) == 1
