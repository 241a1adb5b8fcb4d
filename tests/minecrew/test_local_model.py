"""A real model over the real wire: installed, served, asked for every shape, gone with whoever started it.

It is far too small to plan. What it says is not judged: only that it comes, in the shape that was asked for,
and is read, fixed or given a name.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from minecrew.agents import Endpoint, ModelMessage, Reply, Retries, samples
from minecrew.agents.llm import shapes
from minecrew.agents.model import AnswerForm, ModelAnswer, Written
from minecrew.local_model.installation import NAME, PINS
from minecrew.runlog import ModelCalled, RunBundle
from tests.endpoint_server import KEY

MOST = 300
"""Tokens of a prompt."""
LONGEST = 64
"""Tokens of an answer."""
NAMED = {"answered", "unreadable", "cut_off"}
"""What can come of a call that was answered at all."""
SHAPES = samples()
READ = ("speech", "verdict")
"""Those that the model gives whole; the others may be cut off, and are asked for once."""


def minecrew(*arguments: str, limit: float = 60, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "minecrew", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=limit,
    )


@pytest.fixture(scope="session")
def installed() -> None:
    """In the user's own cache, so that it is downloaded once."""
    done = minecrew("model", "install", limit=300)
    if done.returncode == 2 and "cannot reach the package index" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr


@dataclass(frozen=True)
class Served:
    process: subprocess.Popen[str]
    child: int
    command: Sequence[str]
    """What it tells people to run."""

    @property
    def url(self) -> str:
        return self.command[-1]


@contextmanager
def serving(*arguments: str) -> Iterator[Served]:
    process = subprocess.Popen(
        [sys.executable, "-m", "minecrew", "model", "start", *(arguments or ("--port", "0"))],
        env={**os.environ, "OPENAI_API_KEY": KEY},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    with process:
        try:
            assert process.stdout
            lines = [process.stdout.readline() for _ in range(5)]
            (command,) = [line for line in lines if "minecrew run" in line] or [process.stderr.read()]
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            yield Served(process, int(children[0]), shlex.split(command))
        finally:
            process.kill()


@pytest.fixture(scope="module")
def served(installed: None) -> Iterator[Served]:
    with serving("--port", "0", "--answer-tokens", str(LONGEST)) as one:
        yield one


def gone(pid: int, limit: float = 5.0) -> bool:
    ends = time.monotonic() + limit
    while time.monotonic() < ends:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def test_every_shape_there_is_is_asked_for() -> None:
    kinds = {
        name: kind.model_json_schema()
        for name, kind in vars(shapes).items()
        if isinstance(kind, type) and issubclass(kind, shapes.Shape) and kind is not shapes.Shape
    }
    parts = {part for schema in kinds.values() for part in schema.get("$defs", {})}
    made = {
        name: function.__annotations__["return"].removeprefix("type[").removesuffix("]")
        for name, function in vars(shapes).items()
        if getattr(function, "__module__", "") == shapes.__name__ and not name.startswith("_")
        if getattr(function, "__annotations__", {}).get("return", "").startswith("type[")
    }
    assert {"assignments", "attempt"} <= made.keys()
    whole = kinds.keys() - parts - set(made.values())
    assert set(SHAPES) == made.keys() | {name.lower().removesuffix("answer") for name in whole}


@pytest.mark.parametrize("name", SHAPES)
async def test_a_real_model_answers_in_the_shape(served: Served, name: str) -> None:
    shape, prompt = SHAPES[name].shape, SHAPES[name].prompt
    retries = Retries() if name in READ else Retries(tries=1)
    async with Endpoint(NAME, base_url=served.url, environ={}, retries=retries) as endpoint:
        reply = await endpoint.ask([ModelMessage(role="user", content=prompt)], shape, deadline=60)
    first = reply.calls[0]
    assert {call.outcome for call in reply.calls} <= NAMED
    assert 0 < (first.tokens_in or 0) <= MOST
    assert 0 < (first.tokens_out or 0) <= LONGEST
    for call in reply.calls:  # the server held it to the schema, whether it makes sense or not
        keys = re.findall(r'"(\w+)":', call.text)
        assert call.outcome == "cut_off" or set(keys) >= set(shape.model_json_schema()["required"])
    if name in READ:
        assert isinstance(reply.value, shape)


@pytest.mark.soak
def test_its_check_tells_the_truth(served: Served) -> None:
    told = minecrew("model", "check", "--model", NAME, "--base-url", served.url, limit=300)
    lines = told.stdout.splitlines()
    answered = sum(line.startswith("ok") for line in lines)
    assert f"the model can give {answered} of {len(SHAPES)} kinds of answers" in lines
    assert told.returncode == (0 if answered == len(SHAPES) else 1), told.stderr
    assert "note  form: the endpoint accepts JSON schemas, and forces the model to follow them" in lines
    assert "tokens per second" in told.stdout
    assert "does not stream" not in told.stdout
    assert "does not count" not in told.stdout


SEA = [ModelMessage(role="user", content="Tell me about the sea in one sentence, without JSON.")]


async def test_the_server_holds_a_model_to_the_schema(served: Served) -> None:
    """Asked for prose, it cannot but begin as the shape does."""
    async with Endpoint(NAME, base_url=served.url, environ={}, retries=Retries(tries=1)) as endpoint:
        reply = await endpoint.ask(SEA, shapes.VerdictAnswer, deadline=60)
    assert re.match(r'\{\s*"why":', reply.calls[0].text)


class Plain(Endpoint):
    """Finds out, as with a server that knows no forms, that it has to ask in words."""

    async def call(
        self,
        sent: Sequence[ModelMessage],
        answer: type[BaseModel],
        form: AnswerForm,
        seconds: float,
        written: Written,
    ) -> ModelAnswer:
        if form == "text":
            return await super().call(sent, answer, form, seconds, written)
        return ModelAnswer("failed", f"no {form}", form=True)


@pytest.mark.soak  # tests/agents/test_bad_endpoints.py
async def test_prose_of_a_real_model_is_complained_of_and_asked_for_again(served: Served) -> None:
    async with Plain(NAME, base_url=served.url, environ={}) as endpoint:
        reply: Reply[Any] = await endpoint.ask(SEA, shapes.VerdictAnswer, deadline=60)
    first, second = reply.calls[2:]
    assert first.outcome in ("unreadable", "cut_off")
    assert second.outcome in NAMED
    assert [one.role for one in second.sent] == ["user", "assistant", "user", "system"]
    assert second.sent[1].content == first.text
    assert "Answer again" in second.sent[2].content


def test_it_is_for_this_machine_alone_and_has_no_key(served: Served) -> None:
    assert KEY not in Path(f"/proc/{served.child}/environ").read_text()
    port = f"{int(served.url.rsplit(':', 1)[1].split('/')[0]):04X}"
    sockets = Path(f"/proc/{served.child}/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    listening = [line.split()[1] for line in sockets.splitlines() if line.split()[3] == "0A"]
    assert [address for address in listening if address.endswith(f":{port}")] == [f"0100007F:{port}"]


def test_ctrl_c_ends_it_cleanly(installed: None) -> None:
    with serving() as one:
        os.killpg(one.process.pid, signal.SIGINT)
        out, err = one.process.communicate(timeout=60)
        assert (one.process.returncode, out, err) == (0, "the model's process has ended\n", "")
        assert gone(one.child)


def test_it_does_not_outlive_whoever_started_it(installed: None) -> None:
    with serving() as one:
        one.process.kill()
        assert gone(one.child)


def test_the_loss_of_the_process_is_told_in_a_line(installed: None) -> None:
    with serving() as one:
        os.kill(one.child, signal.SIGKILL)
        _, err = one.process.communicate(timeout=60)
        assert one.process.returncode == 3
        assert err.startswith("minecrew: model: ")
        assert "it ended with code -9" in err
        assert len(err.splitlines()) == 1


def test_a_port_that_is_taken_is_a_mistake(installed: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = minecrew("model", "start", "--port", port)
    assert told.returncode == 2
    assert told.stderr.startswith(f"minecrew: port {port} on 127.0.0.1 is not available")
    assert len(told.stderr.splitlines()) == 1


def test_what_is_not_installed_is_not_started(tmp_path: Path) -> None:
    told = minecrew("model", "start", MINECREW_CACHE=str(tmp_path))
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.endswith("run `minecrew model install`\n")


def test_without_network_it_is_one_line_and_nothing_is_left(tmp_path: Path) -> None:
    """The index is a port where nobody answers."""
    told = minecrew(
        *("model", "install"),
        MINECREW_CACHE=str(tmp_path),
        PIP_CONFIG_FILE=os.devnull,
        PIP_INDEX_URL="http://127.0.0.1:9/simple",
        PIP_EXTRA_INDEX_URL="",
        PIP_FIND_LINKS="",
    )
    assert told.returncode == 2
    (line,) = told.stderr.splitlines()
    assert line.startswith(f"minecrew: cannot reach the package index for {PINS[0]}")
    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]


def test_whatever_else_stops_pip_is_told_in_its_words(tmp_path: Path) -> None:
    told = minecrew(
        *("model", "install"),
        MINECREW_CACHE=str(tmp_path),
        PIP_CONFIG_FILE=os.devnull,
        PIP_NO_INDEX="1",
        PIP_FIND_LINKS=str(tmp_path),
    )
    assert told.returncode == 2
    (line,) = told.stderr.splitlines()
    assert line.startswith("minecrew: pip could not install the model: ERROR: Could not find a version that")
    assert not list(tmp_path.glob("model-*"))


@pytest.mark.parametrize("structure", ["horizontal", "none"])
@pytest.mark.soak
def test_a_round_of_paper_ends_cleanly(installed: None, tmp_path: Path, structure: str) -> None:
    """With the very command it prints. No paper is expected; without a talk it gets as far as a part."""
    with serving() as one:
        assert list(one.command[:3]) == ["minecrew", "run", "paper"]
        more = ("--speed", "max", "--discussion", structure, "--out", str(tmp_path))
        done = minecrew(*one.command[1:], *more, limit=900)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    (bundle,) = RunBundle.all(tmp_path)
    events = bundle.read().events
    assert events[-1].kind == "run.ended"
    calls = [event for event in events if isinstance(event, ModelCalled)]
    wanted = {"horizontal": {"speak"}, "none": {"decompose"}}[structure]
    assert wanted <= {call.purpose for call in calls}
    assert all(call.prompt and (bundle.path / call.prompt).is_file() for call in calls)
    assert {call.outcome for call in calls} <= NAMED
    assert json.loads((bundle.path / "manifest.json").read_text())["minds"]["Alice"] == f"openai {NAME}"
