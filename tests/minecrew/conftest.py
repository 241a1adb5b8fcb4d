"""A small run, as a crew would log it, and a real one; and the command line."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from minecrew.cli import app
from minecrew.runlog import (
    Assigned,
    DiscussionEnded,
    Evaluated,
    GoalChecked,
    Header,
    Inventory,
    ItemCrafted,
    ItemDropped,
    ItemPicked,
    RoundEnded,
    RoundStarted,
    RunBundle,
    RunEnded,
    RunStarted,
    Said,
    SkillEnded,
    SkillStarted,
    SubtaskEnded,
    SubtaskStarted,
)
from tests import commandline
from tests.recorded import Recorded, recorded

HERE = (1.0, 64.0, 2.0)


def paper_events() -> Sequence[Header]:
    """Alice gathers cane and makes paper; Bob fails at a cow."""
    bob = {"agent": "Bob", "subtask": "r1.Bob.1"}
    alice = {"agent": "Alice", "subtask": "r1.Alice.1"}
    server = {"agent": "Alice", "source": "server"}
    return [
        RunStarted(run="r", title="Craft 2 paper", goal={"paper": 2}, agents=("Alice", "Bob")),
        RoundStarted(),
        Said(agent="Alice", channel="discussion", to=("Bob",), text="I [bold]gather[/bold] cane.\x1b[31m"),
        Said(agent="Bob", channel="discussion", text="I'll look for a cow. [END]"),
        DiscussionEnded(reason="agreed", turns=2),
        Assigned(agent="Alice", text="Craft 2 paper"),
        SubtaskStarted(**alice, text="Craft 2 paper", tick=20),
        SkillStarted(**alice, name="mineBlock", args=("sugar_cane", 3), attempt=1, deadline=30),
        SubtaskStarted(**bob, text="Kill a cow"),
        SkillStarted(**bob, name="killMob", args=("cow",), attempt=1, deadline=30),
        ItemDropped(**server, entity=5, item="sugar_cane", count=3, origin="block", position=HERE, tick=60),
        ItemPicked(**server, entity=5, item="sugar_cane", count=3, tick=62),
        ItemCrafted(**server, item="paper", count=3, used={"sugar_cane": 3}, tick=80),
        SkillEnded(**alice, name="mineBlock", ok=True, seconds=3, gained={"paper": 3}, tick=100),
        SkillEnded(**bob, name="killMob", ok=False, code="NOT_FOUND", message="no cow", seconds=4),
        SubtaskEnded(**alice, text="Craft 2 paper", state="done", attempts=1),
        SubtaskEnded(
            **bob, text="Kill a cow", state="failed", attempts=5, code="NOT_FOUND", message="no cow within 48"
        ),
        Inventory(**server, items={"paper": 3}, tick=1260),
        RoundEnded(rule="all", inventories={"Alice": {"paper": 3}, "Bob": {}}),
        GoalChecked(goal={"paper": 2}, have={"paper": 3}, met=True),
        Evaluated(met=True, feedback="The goal is met."),
        RunEnded(outcome="met", reason="the team holds 3 paper", exit_code=0),
    ]


def write(root: Path, events: Sequence[Header]) -> RunBundle:
    bundle = RunBundle.create(root, title="Craft 2 paper")
    with bundle.log() as log:
        for event in events:
            if isinstance(event, RoundStarted):
                log.set_round(1)
            log.append(event)
    return bundle


@pytest.fixture
def bundle(tmp_path: Path) -> RunBundle:
    return write(tmp_path / "runs", paper_events())


@pytest.fixture
def killed(tmp_path: Path) -> RunBundle:
    """The same run, killed after Bob's words, in the middle of a line."""
    bundle = write(tmp_path / "runs", paper_events()[:5])
    bundle.events_path.write_bytes(bundle.events_path.read_bytes()[:-20])
    return bundle


def minecrew(*arguments: str) -> subprocess.CompletedProcess[str]:
    return commandline.minecrew(*arguments, environment={**os.environ, "COLUMNS": "200"})


def within(*arguments: str | Path) -> Result:
    """In this process, in which pyarrow and all else is loaded once."""
    return CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "200"})


class Loaded(commandline.Zygote):
    """As `commandline.minecrew`, in forks of another process: `command` and a socket's number start it."""

    def __init__(self, *command: str) -> None:
        self.line, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        begun = [*command, str(theirs.fileno())]
        self.process = subprocess.Popen(begun, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        theirs.close()

    def minecrew(
        self, *words: str, cwd: Path, environment: Mapping[str, str], timeout: float = 200
    ) -> subprocess.CompletedProcess[str]:
        request = {"arguments": words, "cwd": str(cwd), "environment": dict(environment)}
        nobody = Path(os.devnull)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, nobody.open("rb") as nothing:
            code = self.run(request, [nothing.fileno(), out.fileno(), err.fileno()], timeout)
            told = [file.seek(0) or file.read().decode() for file in (out, err)]
        return subprocess.CompletedProcess(["minecrew", *words], code, *told)


def heed_ctrl_c() -> None:
    """Whoever starts the tests in the background has it ignored, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def living(session: int) -> list[int]:
    """The processes of a session that are not over."""
    found = []
    for path in Path("/proc").iterdir():
        try:
            fields = (path / "stat").read_text().rsplit(") ", 1)[1].split()
        except (OSError, IndexError):
            continue
        if path.name.isdigit() and int(fields[3]) == session and fields[0] != "Z":
            found.append(int(path.name))
    return found


def only_run(root: Path) -> RunBundle:
    [bundle] = RunBundle.all(root)
    return bundle


SHARE = 0.3
"""Of the skill calls of the runs below, which fail on purpose."""


FAILING = ("paper", "--seed", "2", "--order", "strict", "--p-error", str(SHARE))
"""Two agents, in strict order, in a minute of game time; as little as there is with talk and work."""


@pytest.fixture(scope="session")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    played = recorded(tmp_path_factory, *FAILING)
    assert (played.exit_code, ", on purpose" in played.printed) == (0, True), played.printed
    return played


@pytest.fixture(scope="session")
def parallel(tmp_path_factory: pytest.TempPathFactory) -> RunBundle:
    """Of three agents, in parallel order."""
    played = recorded(
        tmp_path_factory, "--goal", "book=1", "--agents", "3", "--seed", "5", "--p-error", str(SHARE)
    )
    assert (played.exit_code, ", on purpose" in played.printed) == (0, True), played.printed
    return played.bundle
