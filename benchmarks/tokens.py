"""Counts the tokens in the prompts and answers of a crew, per task, discussion structure and stage.

python -m benchmarks.tokens [--task NAME] [--structure NAME]; the exit code is 1 if a run misses its goal.

The model is simulated by a function of the prompt (tests/agents/planner.py), in a real world. Its answers are
nearly as short as possible, so a real model's output is longer; the prompts are the same for every model.
Tokens are counted by the local model's tokenizer (`minecrew model install`); if it is not installed, four
characters count as one token, as in the budget. The tokens that an endpoint adds around each message, and the
schema of the answer, are not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from minecrew.agents import (
    Caller,
    FunctionModel,
    LLMMind,
    LLMRecruiter,
    LLMSecretary,
    LLMSpecifier,
    Task,
    load_task,
    open_world,
    run_crew,
    structures,
)
from minecrew.local_model.installation import NAME, WEIGHTS, model_directory
from minecrew.runlog import Log, ModelCalled, read_events
from minecrew.skills import Library
from tests.agents.planner import Planner

TASKS = ("paper", "bookshelf")
STRUCTURES = ("horizontal", *sorted(structures().keys() - {"horizontal"}))
PER_TOKEN = 4
"""Characters per token if there is no tokenizer."""
DEADLINE = 60.0
"""Maximum real seconds for counting the tokens of a text."""

Count = Callable[[str], int]


@dataclass(frozen=True)
class StageTokens:
    """Sums over all calls of one stage in a run."""

    purpose: str
    calls: int
    tokens_in: int
    tokens_out: int
    characters: int
    repeated: int
    """Input tokens that repeat the beginning of the agent's previous prompt; endpoints can cache them."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tokens")
    parser.add_argument("--task", choices=TASKS, action="append")
    parser.add_argument("--structure", choices=STRUCTURES, action="append")
    options = parser.parse_args()
    console, met = Console(), True
    with tokenizer() as (count, name):
        for task in options.task or TASKS:
            for structure, recruit in played(options.structure or STRUCTURES):
                with tempfile.TemporaryDirectory() as directory:
                    outcome = asyncio.run(play(load_task(task), structure, recruit, Path(directory)))
                    stages = measure(Path(directory), count)
                met = met and outcome == "met"
                console.print(table(f"{task}, {structure}, recruit {recruit}: {outcome}; {name}", stages))
    return 0 if met else 1


def played(structures: Sequence[str]) -> list[tuple[str, str]]:
    """Returns pairs of structure and recruit: all structures with the fixed team, and the first one also with
    experts.
    """
    return [*((structure, "fixed") for structure in structures), (structures[0], "auto")]


async def play(task: Task, structure: str, recruit: str, directory: Path) -> str:
    """Plays one run with models, and returns its outcome."""
    world = task.world.model_copy(update={"speed": "max"})
    team = task.team.model_copy(update={"discussion": structure, "recruit": recruit})
    task = task.model_copy(update={"world": world, "team": team})
    library = Library(kept=directory / "skills")
    with Log.create(directory) as log:
        async with open_world(task, log, library=library) as (world_, _):
            caller = Caller(FunctionModel(Planner(world_.knowledge, at_once=True)), log)
            result = await run_crew(
                task,
                run="tokens",
                log=log,
                world=world_,
                minds=dict.fromkeys(task.names, LLMMind(caller, world_.knowledge, library)),
                secretary=LLMSecretary(caller),
                recruiter=LLMRecruiter(caller, library) if recruit == "auto" else None,
                specifier=LLMSpecifier(caller),
            )
    return result.outcome


def measure(directory: Path, count: Count) -> list[StageTokens]:
    """Returns the sums for the stages of a run, in the order of their first calls."""

    def text(name: str | None) -> str:
        return (directory / name).read_text(encoding="utf-8") if name else ""

    calls: dict[str, list[tuple[str, str, str]]] = {}
    before: dict[str | None, str] = {}
    for event in read_events(directory).events:
        if isinstance(event, ModelCalled):
            prompt, answer = text(event.prompt), text(event.answer)
            kept = same_beginning(prompt, before.get(event.agent, ""))
            calls.setdefault(event.purpose, []).append((prompt, answer, kept))
            before[event.agent] = prompt
    return [
        StageTokens(
            purpose,
            len(texts),
            sum(count(prompt) for prompt, _, _ in texts),
            sum(count(answer) for _, answer, _ in texts),
            sum(len(prompt) + len(answer) for prompt, answer, _ in texts),
            sum(count(kept) for _, _, kept in texts if kept),
        )
        for purpose, texts in calls.items()
    ]


def same_beginning(one: str, other: str) -> str:
    """Returns the longest common beginning of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return one[: next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))]


def table(title: str, stages: Sequence[StageTokens]) -> Table:
    columns = ("stage", "calls", "input per call", "output per call", "total", "in repeated prefixes")
    shown = Table(*columns, title=title, title_justify="left")
    for stage in stages:
        each = [f"{tokens / stage.calls:.0f}" for tokens in (stage.tokens_in, stage.tokens_out)]
        together = f"{stage.tokens_in + stage.tokens_out:,}"
        share = f"{stage.repeated / max(1, stage.tokens_in):.0%}"
        shown.add_row(stage.purpose, str(stage.calls), *each, together, share)
    calls = sum(stage.calls for stage in stages)
    tokens = sum(stage.tokens_in + stage.tokens_out for stage in stages)
    characters = sum(stage.characters for stage in stages) / max(1, tokens)
    shown.add_section()
    repeated = sum(stage.repeated for stage in stages)
    share = (
        f"{repeated / max(1, sum(stage.tokens_in for stage in stages)):.0%}, {tokens - repeated:,} are not"
    )
    shown.add_row("all", str(calls), "", f"{characters:.2f} characters per token", f"{tokens:,}", share)
    return shown


@contextmanager
def tokenizer() -> Iterator[tuple[Count, str]]:
    """Yields a function that counts tokens, and the name of its unit, while the local model is served."""
    if not (model_directory() / WEIGHTS).is_file():
        yield (lambda text: len(text) // PER_TOKEN), f"characters / {PER_TOKEN}"
        return
    command = [sys.executable, "-m", "minecrew", "model", "start", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout
        try:
            address = re.search(r"http://[\d.:]+", served.stdout.readline())
            if not address:
                sys.exit("the local model did not start; see `minecrew model start`")

            def count(text: str) -> int:
                asked = urllib.request.Request(
                    f"{address[0]}/tokenize", json.dumps({"content": text}).encode()
                )
                with urllib.request.urlopen(asked, timeout=DEADLINE) as told:
                    return len(json.load(told)["tokens"])

            yield count, f"tokens of {NAME}"
        finally:
            served.terminate()


if __name__ == "__main__":
    sys.exit(main())
