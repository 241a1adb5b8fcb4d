"""A run's frame: whatever the crew does, there is an end, a result and an exit code."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.console import Console

from minecrew.agents import RunResult, Task
from minecrew.options import Options
from minecrew.run.lifecycle import run
from minecrew.run.start import start
from minecrew.runlog import (
    BridgeLost,
    FaultEvent,
    GoalChecked,
    Log,
    Record,
    RunBundle,
    RunEnded,
    RunStarted,
    UserError,
)
from tests.stopwatch import Stopwatch

from .conftest import minecrew


class Offline(Record):
    title: str = "offline"


class Paper(Record):
    title: str = "Craft 2 paper"
    goal: dict[str, int] = {"paper": 2}
    names: tuple[str, ...] = ("Alice", "Bob")
    personas: dict[str, str] = {}
    minds: dict[str, Offline] = {"Alice": Offline(), "Bob": Offline()}
    secretary: Offline = Offline()
    world: dict[str, int] = {"seed": 7}


def begin(log: Log, bundle: RunBundle) -> None:
    log.append(RunStarted(run=bundle.id, title="Craft 2 paper", goal={"paper": 2}, agents=("Alice", "Bob")))


async def play_well(task: Paper, options: Options, log: Log, bundle: RunBundle) -> RunResult:
    begin(log, bundle)
    log.append(GoalChecked(goal={"paper": 2}, have={"paper": 3}, met=True))
    return RunResult("met", "the team holds 3 paper", 0)


async def play_and_end(task: Paper, options: Options, log: Log, bundle: RunBundle) -> RunResult:
    ending = await play_well(task, options, log, bundle)
    log.append(RunEnded(outcome=ending.outcome, reason=ending.reason, exit_code=ending.exit_code))
    return ending


def play_and_raise(error: BaseException, *, begun: bool = True) -> Callable[..., Awaitable[RunResult]]:
    async def play(task: Paper, options: Options, log: Log, bundle: RunBundle) -> RunResult:
        if begun:
            begin(log, bundle)
        raise error

    return play


def played(tmp_path: Path, play: Callable[..., Awaitable[RunResult]], **more: bool) -> tuple[int, str]:
    out = io.StringIO()
    options = Options(out=tmp_path, arguments=("run", "paper"), **more)
    code = run(Paper(), options, play, Console(file=out, width=100))
    return code, out.getvalue()


def only_run(tmp_path: Path) -> RunBundle:
    [bundle] = RunBundle.all(tmp_path)
    return bundle


@pytest.mark.parametrize("play", [play_well, play_and_end])
def test_a_good_run_has_one_end_a_result_and_a_way_to_replay_it(
    tmp_path: Path, play: Callable[..., Awaitable[RunResult]]
) -> None:
    code, text = played(tmp_path, play)
    bundle = only_run(tmp_path)
    assert code == 0
    assert [event.kind for event in bundle.read().events] == ["run.started", "goal.checked", "run.ended"]
    result, manifest = bundle.result(), bundle.manifest()
    assert result is not None
    assert (result.outcome, result.have) == ("met", {"paper": 3})
    assert manifest is not None
    assert (manifest.seed, manifest.arguments) == (7, ("run", "paper"))
    assert manifest.versions["mineflayer"]
    assert str(bundle.path) in text
    assert f"replay {bundle.path}" in text


def test_json_prints_events_and_nothing_else(tmp_path: Path) -> None:
    _, text = played(tmp_path, play_well, json_lines=True)
    assert text == only_run(tmp_path).events_path.read_text()


def test_a_mistake_before_anything_happened_leaves_no_run(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="unknown item"):
        played(tmp_path, play_and_raise(UserError("unknown item 'papr'"), begun=False))
    assert not list(tmp_path.iterdir())


def test_an_item_that_does_not_exist_is_told_before_a_world_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Task] = []
    monkeypatch.setattr("minecrew.run.start.run", lambda task, *_: begun.append(task) or 0)
    with pytest.raises(UserError, match="there is no item 'bokshelf'"):
        start(Options(goals=("bokshelf=1",)), Console())
    assert not begun
    start(Options(goals=("bokshelf=1",), server="127.0.0.1:1"), Console())
    assert begun, "another server may have more items"


def test_a_mistake_found_later_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _ = played(tmp_path, play_and_raise(UserError("name 'Bob' is taken")))
    ended = only_run(tmp_path).read().ended
    assert code == 2
    assert ended is not None
    assert (ended.exit_code, ended.reason) == (2, "name 'Bob' is taken")
    assert capsys.readouterr().err == "minecrew: name 'Bob' is taken\n"


@pytest.mark.parametrize("begun", [True, False])
def test_a_fault_is_logged_and_ends_with_3(tmp_path: Path, begun: bool) -> None:
    error = ExceptionGroup("tasks", [ValueError("later"), BridgeLost("the supervisor is gone")])
    code, _ = played(tmp_path, play_and_raise(error, begun=begun))
    bundle = only_run(tmp_path)
    started, fault, ended = bundle.read().events
    assert code == 3
    assert isinstance(started, RunStarted)
    assert isinstance(fault, FaultEvent)
    assert (fault.where, fault.message) == ("bridge", "the supervisor is gone")
    assert isinstance(ended, RunEnded)
    assert (ended.outcome, ended.exit_code) == ("fault", 3)
    assert not (bundle.path / "traceback.txt").exists()


def test_what_nobody_foresaw_ends_with_3_and_keeps_its_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = played(tmp_path, play_and_raise(KeyError("oops")))
    assert code == 3
    assert "KeyError" in (only_run(tmp_path).path / "traceback.txt").read_text()
    told = capsys.readouterr().err
    assert told.startswith("minecrew: KeyError: 'oops' (see ")
    assert "Traceback" not in told


CHILD = """
import asyncio, sys, time
from pathlib import Path
from rich.console import Console
from minecrew.options import Options
from minecrew.run.lifecycle import run
from minecrew.runlog import Record, RunStarted

class Offline(Record):
    title: str = "offline"

class Paper(Record):
    title: str = "Craft 2 paper"
    goal: dict[str, int] = {"paper": 2}
    names: tuple[str, ...] = ("Alice",)
    personas: dict[str, str] = {}
    minds: dict[str, Offline] = {"Alice": Offline()}
    secretary: Offline = Offline()

async def play(task, options, log, bundle):
    log.append(RunStarted(run=bundle.id, title="t", goal={"paper": 2}, agents=("Alice",)))
    print("begun", flush=True)
    while True:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            if sys.argv[2] == "meek":
                raise
            if sys.argv[2] == "clumsy":
                raise ValueError("broke while tidying up")

sys.exit(run(Paper(), Options(out=Path(sys.argv[1])), play, Console()))
"""


def start_child(root: Path, manner: str) -> subprocess.Popen[bytes]:
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(root), manner], stdout=subprocess.PIPE)
    assert child.stdout is not None
    while child.stdout.readline() != b"begun\n":
        assert child.poll() is None
    return child


@pytest.mark.parametrize(
    ("sent", "manner"),
    [
        (signal.SIGINT, "meek"),
        (signal.SIGINT, "clumsy"),
        (signal.SIGTERM, "stubborn"),
        pytest.param(signal.SIGTERM, "meek", marks=pytest.mark.soak),
        pytest.param(signal.SIGTERM, "clumsy", marks=pytest.mark.soak),
        pytest.param(signal.SIGINT, "stubborn", marks=pytest.mark.soak),
    ],
)
def test_a_signal_ends_it_in_time_with_130(tmp_path: Path, sent: signal.Signals, manner: str) -> None:
    with start_child(tmp_path, manner) as child:
        with Stopwatch() as watch:
            child.send_signal(sent)
            try:
                assert child.wait(timeout=30) == 130
            finally:
                child.kill()
        assert watch.seconds < 6
    bundle = only_run(tmp_path)
    ended = bundle.read().ended
    assert ended is not None
    assert (ended.outcome, ended.exit_code) == ("interrupted", 130)
    result = bundle.result()
    assert result is not None
    assert result.outcome == "interrupted"


def test_killed_it_can_be_replayed(tmp_path: Path) -> None:
    with start_child(tmp_path, "meek") as child:
        os.kill(child.pid, signal.SIGKILL)
    told = minecrew("replay", "last", "--out", str(tmp_path))
    assert told.returncode == 0, told.stderr
    assert "has no end" in told.stdout


def test_the_event_loop_is_left_clean(tmp_path: Path) -> None:
    played(tmp_path, play_well)
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()
