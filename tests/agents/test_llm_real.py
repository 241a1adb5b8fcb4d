"""Models play in the real world: the server's own witness tells what became of what they wrote."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minecrew.agents import (
    load_task,
    task_names,
)
from minecrew.behaviors import keep_ledger
from minecrew.runlog import (
    DiscussionEnded,
    ModelCalled,
    RunBundle,
)
from tests.commandline import minecrew
from tests.edited import minecrew_edited
from tests.endpoint_server import KEY, completion, misbehaving_aside

from .planner import Planner
from .real_models import play, with_team
from .registry import whole_registry

FAULTS: tuple[Any, ...] = (
    (500, {"error": {"message": f"oops {KEY}"}}),
    "I would rather not say it in JSON.",
    "<drop>",
    (429, {}, "0"),
    '{"Zoe": "Gather 3 sugar cane."}',
    "<half>",
    completion(""),
    "<html>",
    completion('{"sa', finish="length"),
    (503, {}),
)


TALK = ("recruited", "task.specified", "said", "discussion.ended", "assigned")


def environments(parent: int) -> dict[str, str]:
    """Process -> its environment, of all that come from `parent`."""
    parents: dict[str, str] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[path.parent.name] = path.read_text().rsplit(")", 1)[1].split()[1]
    found, new = dict[str, str](), {str(parent)}
    while new:
        new = {pid for pid, above in parents.items() if above in new}
        for pid in new:
            with suppress(OSError):  # it has just ended
                found[pid] = Path(f"/proc/{pid}/environ").read_text(errors="replace")
    return found


@dataclass(frozen=True)
class Served:
    """A run over HTTP, in strict order; its endpoint is gone."""

    bundle: RunBundle
    printed: str
    asked: Counter[str]
    children: dict[str, str]
    """The processes it started, each with its environment."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    """The command line with all who serve the crew (recruiter, task specifier, secretary), a real socket, and
    faults in three calls of ten.
    """
    planner, chance, out = Planner(whole_registry()), Random(3), tmp_path_factory.mktemp("served")
    faults = cycle(FAULTS)
    asked = Counter[str]()
    running: list[subprocess.Popen[str]] = []
    children: dict[str, str] = {}

    def answer(number: int, request: dict[str, Any]) -> Any:
        asked[request["model"]] += 1
        if number == 1:
            children.update(environments(running[0].pid))
        if chance.random() < 0.3:
            return next(faults)
        said = planner("\n\n".join(f"[{one['role']}]\n{one['content']}" for one in request["messages"]))
        return re.sub(r'"say": "([^"]*)"', rf'"say": "\1 My key is {KEY}."', said)

    with misbehaving_aside(answer) as server:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "minecrew", "run", "paper", "--speed", "max", "--seed", "1"),
                *("--mind", "openai", "--model", "m/1", "--base-url", server.url, "--out", str(out)),
                *("--discussion", "roleplay", "--recruit", "auto", "--order", "strict"),
            ],
            env={**os.environ, "OPENAI_API_KEY": KEY},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        with process:
            try:
                told, err = process.communicate(timeout=240)
            finally:
                process.kill()
    assert process.returncode == 0, told + err
    (bundle,) = RunBundle.all(out)
    return Served(bundle, told + err, asked, children)


def test_a_model_that_sees_only_text_makes_paper(served: Served) -> None:
    events = served.bundle.read().events
    result = served.bundle.result()
    assert result is not None
    assert result.outcome == "met"
    ledger = keep_ledger(events)
    assert ledger.balanced
    assert ledger.contributors("paper") == {"Alice", "Bob"}
    assert [event.kind for event in events if event.kind in TALK] == [
        *("recruited", "recruited", "task.specified", "said", "said", "said"),
        *("discussion.ended", "assigned", "assigned"),
    ]
    assert {event.purpose for event in events if isinstance(event, ModelCalled)} == {
        "recruit",
        "specify",
        "speak",
        "assign",
        "decompose",
        "act",
    }


def test_it_is_made_over_http_while_three_calls_in_ten_fail(served: Served) -> None:
    """The key is found nowhere afterwards."""
    bundle, children = served.bundle, served.children
    assert len(children) >= 4  # supervisor, server, two bots
    assert not [pid for pid, environment in children.items() if KEY in environment]
    manifest = bundle.manifest()
    assert manifest is not None
    assert manifest.minds == dict.fromkeys(("Alice", "Bob"), "openai m/1")
    assert manifest.secretary == "openai m/1"
    calls = [event for event in bundle.read().events if isinstance(event, ModelCalled)]
    assert len(calls) == served.asked["m/1"]
    assert sum(call.outcome != "answered" for call in calls) > 0.15 * len(calls)
    assert {call.outcome for call in calls} >= {"answered", "unreadable", "failed"}
    for call in calls:
        assert call.prompt is not None
        assert (bundle.path / call.prompt).is_file()
    files = {path: path.read_bytes() for path in bundle.path.rglob("*") if path.is_file()}
    plain = (gzip.decompress(kept) if path.suffix == ".gz" else kept for path, kept in files.items())
    kept = b"".join(plain).decode()
    assert "My key is ***." in kept
    assert KEY not in kept + served.printed


def rerun(bundle: RunBundle, *options: str) -> subprocess.CompletedProcess[str]:
    return minecrew("rerun", bundle.path, *options, environment={**os.environ, "COLUMNS": "200"})


def test_it_is_rerun_with_the_answers_that_were_recorded(served: Served) -> None:
    told = rerun(served.bundle)
    assert (told.returncode, told.stderr) == (0, ""), told.stdout
    assert f"identical: {len(served.bundle.read().events)} events" in told.stdout


def test_an_edit_of_a_prompt_is_the_first_difference(served: Served, tmp_path: Path) -> None:
    told = minecrew_edited(
        tmp_path,
        "agents/llm/prompts/act.md",
        "What do you run now?",
        "What shall be run now?",
        "rerun",
        str(served.bundle.path),
    )
    acted = next(
        event
        for event in served.bundle.read().events
        if isinstance(event, ModelCalled) and event.purpose == "act"
    )
    assert (told.returncode, told.stderr) == (1, "")
    assert f"first difference at event {acted.seq}: in prompt" in told.stdout
    parted = told.stdout.splitlines()[-2:]
    assert ["What do you run now?" in line for line in parted] == [True, False]
    assert ["What shall be run now?" in line for line in parted] == [False, True]


def test_a_missing_answer_is_told_in_one_line(served: Served, tmp_path: Path) -> None:
    copy = RunBundle(tmp_path / served.bundle.id)
    shutil.copytree(served.bundle.path, copy.path)
    answered = next(e for e in copy.read().events if isinstance(e, ModelCalled) and e.answer)
    (copy.path / str(answered.answer)).unlink()
    told = rerun(copy)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == (
        f"minecrew: run {copy.id!r} has no file {answered.answer}, which a rerun needs; restore it\n"
    )


def test_it_acts_again_in_a_real_world_with_those_answers(served: Served, tmp_path: Path) -> None:
    told = rerun(served.bundle, "--live", "--speed", "max", "--out", str(tmp_path))
    assert (told.returncode, told.stderr) == (0, ""), told.stdout
    assert "decisions are the same" in told.stdout
    (again,) = RunBundle.all(tmp_path)
    assert keep_ledger(again.read().events).balanced


TASKS = [name for name in task_names() if not name.startswith("figure6")]
"""In those of figure 6, agents have personas, which only change the offline mind."""


@pytest.mark.parametrize("structure", ["horizontal", "vertical", "roleplay", "solo", "none"])
@pytest.mark.parametrize("name", TASKS)
@pytest.mark.soak
def test_every_task_is_played_in_every_structure(tmp_path: Path, name: str, structure: str) -> None:
    played = asyncio.run(play(with_team(load_task(name), discussion=structure), tmp_path / "run", Planner))
    assert played.result.outcome == "met", played.result
    assert keep_ledger(played.events).balanced
    ends = {event.reason for event in played.events if isinstance(event, DiscussionEnded)}
    assert (ends == {"task_done"}) == (structure == "roleplay")
    assert bool(ends) == (structure != "none")
