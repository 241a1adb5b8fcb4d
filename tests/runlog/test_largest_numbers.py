"""The largest numbers that a log may contain can still be added up; larger ones are refused line by line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from minecrew.judging.comparison import compare, measure_run
from minecrew.runlog import RunBundle, find_logs
from minecrew.runlog.header import LARGEST_FIGURE, MOST
from minecrew.tables.run_rows import run_rows

KEPT = Path(__file__).parents[1] / "fixtures" / "bundles"
ITEMS = ("items", "inventories", "have", "goal", "gained", "used", "left")


def times(value: float) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Without those of the first line, from which a reader sees that the file is a log."""
    named = ("t", "seconds", "damage")
    return lambda event: {**event, **{name: value for name in named if name in event and event["seq"]}}


def rounds(value: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Every second event of a round is in another one."""
    return lambda event: {**event, "round": value} if event.get("round") and event["seq"] % 2 else event


def counts(value: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def filled(old: Any) -> Any:
        return {name: filled(one) for name, one in old.items()} if isinstance(old, dict) else value

    def change(event: dict[str, Any]) -> dict[str, Any]:
        told = {name: filled(event[name]) for name in ITEMS if name in event}
        return {**event, **told, **({"count": value, "tick": value} if "count" in event else {})}

    return change


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(KEPT / "bookshelf", tmp_path / "whole")
    shutil.copytree(KEPT / "bookshelf", tmp_path / "forged")
    return tmp_path


def forge(root: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> RunBundle:
    bundle = RunBundle(root / "forged")
    lines = bundle.events_path.read_bytes().splitlines()
    bundle.events_path.write_text("".join(json.dumps(change(json.loads(line))) + "\n" for line in lines))
    return bundle


def use(root: Path, bundle: RunBundle) -> None:
    """Adds up its numbers, alone and beside those of another run."""
    measure_run(bundle.read()).model_dump_json()
    run_rows(bundle.read())
    compare(find_logs([str(root)]), (), Console(file=StringIO()))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(change, id=f"{name} {number}")
        for name, changes in {
            "times": [times(LARGEST_FIGURE), times(-LARGEST_FIGURE), times(1e308)],
            "rounds": [rounds(MOST), rounds(1 << 62)],
            "counts": [counts(MOST), counts(1 << 62)],
        }.items()
        for number, change in enumerate(changes)
    ],
)
def test_numbers_of_any_size_can_be_added_up(
    root: Path, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    use(root, forge(root, change))


@pytest.mark.parametrize("change", [times(1e308), rounds(1 << 62), counts(1 << 62)])
def test_larger_numbers_are_named_by_their_lines(
    root: Path, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    problems = forge(root, change).read().problems
    assert "Input should be less than or equal to" in problems[0].message
