"""Prompts and answers of a log that somebody else made: however long and many they are, reading them ends."""

from __future__ import annotations

import json
import os
import tracemalloc
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from minecrew.replay.prompts import show_prompts
from minecrew.runlog import Calls, CallText, Reading, calls_part, read_events, shown_calls
from minecrew.runlog.shown_calls import TextBound
from tests.stopwatch import cpu_seconds

MANIFEST: dict[str, Any] = {"run": "r", "started": "2026-01-01T00:00:00Z", "seed": 1, "task": {}}


def name(number: int) -> str:
    return f"models/{number:020x}.txt"


def call(**fields: Any) -> dict[str, Any]:
    given = {"model": "m", "purpose": "speak", "seconds": 1.0, "outcome": "answered", "agent": "Alice"}
    return {"kind": "model.called", **given, **fields}


def run_of(
    folder: Path,
    *calls: Mapping[str, Any],
    texts: Mapping[int, str] | None = None,
    manifest: Mapping[str, Any] | None = None,
) -> Reading:
    started = {"kind": "run.started", "run": "r", "title": "t", "goal": {"paper": 1}, "agents": ["Alice"]}
    (folder / "models").mkdir(parents=True)
    lines = (json.dumps({"seq": seq, "t": 0.0, **one}) for seq, one in enumerate([started, *calls]))
    (folder / "events.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    for number, text in (texts or {}).items():
        (folder / name(number)).write_text(text, "utf-8")
    if manifest is not None:
        (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return read_events(folder)


def text_of(reading: Reading, seq: int) -> CallText:
    return Calls(reading).text(seq)


def test_calls_are_shown_until_their_lines_are_too_many(tmp_path: Path) -> None:
    reading = run_of(tmp_path, *[call(prompt=name(1))] * 9, texts={1: "a\n" * 9 + "b"})
    calls = Calls(reading)
    shown = [isinstance(one, CallText) for one in shown_calls(calls, calls, TextBound(lines=45))]
    assert shown == [True] * 4 + [False] * 5
    part = json.loads(calls_part(reading, TextBound(lines=45)))
    assert ["messages" in one for one in part["calls"]] == shown
    assert part["lines"] == ["a", "b"]


def test_calls_are_shown_until_their_characters_are_too_many(tmp_path: Path) -> None:
    texts = {number: str(number) * 100 for number in range(1, 10)} | {5: "\1" * 100}
    calls = Calls(run_of(tmp_path, *[call(answer=name(number)) for number in texts], texts=texts))
    shown = [isinstance(one, CallText) for one in shown_calls(calls, calls, TextBound(characters=600))]
    assert shown == [True] * 4 + [False] * 5  # \1 has six characters in JSON


def test_thousands_of_calls_with_many_lines_end_on_the_page(tmp_path: Path) -> None:
    reading = run_of(tmp_path, *[call(prompt=name(1))] * 5000, texts={1: "\n" * 400_000})
    part = json.loads(calls_part(reading))
    assert sum("messages" in one for one in part["calls"]) == 2


def test_thousands_of_calls_with_long_lines_end_on_the_terminal(tmp_path: Path) -> None:
    lines = [f"{number}" * 100_000 for number in range(10)]
    reading = run_of(tmp_path, *[call(prompt=name(1))] * 5000, texts={1: "\n".join(lines)})
    console = Console(file=StringIO(), width=200)
    show_prompts(reading, console)
    said = console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO above
    assert said.count("10 lines are the same as in #") == 66
    assert "4933 more calls are left out" in said


def test_a_long_text_is_cut_and_says_so(tmp_path: Path) -> None:
    told = text_of(run_of(tmp_path, call(answer=name(1)), texts={1: "x" * 3_000_000}), 1)
    assert told.answer is not None
    assert len(told.answer) < 1_100_000
    assert told.answer.endswith("x\n(The rest is left out, because the text has more than 1,048,576 bytes.)")


def test_no_more_of_a_text_is_read_than_is_shown(tmp_path: Path) -> None:
    reading = run_of(tmp_path, call(answer=name(1)), texts={1: ""})
    os.truncate(tmp_path / name(1), 1 << 28)
    tracemalloc.start()
    try:
        text_of(reading, 1)
        assert tracemalloc.get_traced_memory()[1] < 1 << 24
    finally:
        tracemalloc.stop()


def unchanged(tmp_path: Path, before: list[str], now: list[str]) -> list[str]:
    texts = {1: "\n".join(before), 2: "\n".join(now)}
    told = text_of(run_of(tmp_path, call(prompt=name(1)), call(prompt=name(2)), texts=texts), 2)
    (message,) = told.messages
    return [piece.text for piece in message.pieces if piece.same]


def test_the_lines_that_the_call_before_had_are_marked(tmp_path: Path) -> None:
    old = [f"old {number}" for number in range(8)]
    now = ["new", *old[:5], "between", *old[5:], *old[:2]]
    assert unchanged(tmp_path, ["gone", *old], now) == ["\n".join(old[:5])]  # and three lines are too few


def test_lines_in_another_order_are_marked_once(tmp_path: Path) -> None:
    left, right = [f"left {one}" for one in range(5)], [f"right {one}" for one in range(6)]
    assert unchanged(tmp_path, [*left, *right], [*right, *left]) == ["\n".join(right)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(["x"] * 20_000, ["x", "y"] * 10_000, id="one line again and again"),
        pytest.param(
            [f"{one}" for one in range(20_000)], [f"{one}" for one in range(20_000, 0, -1)], id="backwards"
        ),
        pytest.param(["a", "b"] * 10_000, ["b", "a", "a"] * 7_000, id="two lines"),
    ],
)
def test_two_prompts_are_compared_in_little_time(tmp_path: Path, old: list[str], new: list[str]) -> None:
    texts = {1: "\n".join(old), 2: "\n".join(new)}
    reading = run_of(tmp_path, call(prompt=name(1)), call(prompt=name(2)), texts=texts)
    assert cpu_seconds(lambda: text_of(reading, 2)) < 2


def test_a_file_that_many_calls_name_is_searched_once(tmp_path: Path) -> None:
    reading = run_of(tmp_path, *[call(prompt=name(1))] * 2000, texts={1: "y" * 1_000_000})
    assert cpu_seconds(lambda: list(Calls(reading).matching("z"))) < 2
    assert len(list(Calls(reading).matching("Y"))) == 2000


@pytest.mark.parametrize(
    "mind",
    [7, "abc", [], {"stages": 7}, {"stages": {"speak": "abc"}}, {"stages": {"speak": [1]}}, {"stages": None}],
)
def test_any_mind_of_a_manifest_gives_settings(tmp_path: Path, mind: object) -> None:
    manifest = {**MANIFEST, "task": {"agents": [7, {"name": []}, {"name": "Alice", "mind": mind}], "mind": 3}}
    reading = run_of(tmp_path, call(prompt=name(1)), call(agent=None), manifest=manifest)
    assert [Calls(reading).summary(seq).settings for seq in (1, 2)] == [{}, {}]


@pytest.mark.parametrize("agents", [7, None, {"Alice": 1}, "Alice"])
def test_any_agents_of_a_manifest_give_settings(tmp_path: Path, agents: object) -> None:
    reading = run_of(tmp_path, call(), manifest={**MANIFEST, "task": {"agents": agents}})
    assert Calls(reading).summary(1).settings == {}


@pytest.mark.parametrize("price", [{}, {"input": 1.0}, {"output": 1.0}, {"x": 1.0}])
def test_a_price_that_lacks_a_part_gives_no_cost(tmp_path: Path, price: dict[str, float]) -> None:
    manifest = {**MANIFEST, "prices": {"m": price}}
    assert Calls(run_of(tmp_path, call(tokens_in=9, tokens_out=1), manifest=manifest)).summary(1).usd is None


def test_a_long_setting_is_left_out(tmp_path: Path) -> None:
    mind = {"extra_body": {"x": "y" * 5_000_000}, "temperature": 0.5}
    task = {"agents": [{"name": "Alice", "mind": mind}]}
    reading = run_of(tmp_path, *[call()] * 3000, manifest={**MANIFEST, "task": task})
    calls = Calls(reading)
    told = calls.summary(1).settings
    assert told == {"temperature": 0.5, "extra_body": "(left out: 5,000,009 characters)"}
    assert cpu_seconds(lambda: [calls.summary(seq) for seq in calls]) < 2


@pytest.mark.parametrize("target", ["outside.txt", "events.jsonl"])
def test_a_link_that_leads_out_of_the_texts_is_not_followed(tmp_path: Path, target: str) -> None:
    (tmp_path / "outside.txt").write_text("secret")
    reading = run_of(tmp_path / "run", call(answer=name(1), prompt=name(2)))
    (tmp_path / "run" / name(1)).symlink_to(tmp_path / target)
    told = text_of(reading, 1)
    assert (told.answer, told.messages) == (None, ())


def test_a_directory_of_texts_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    reading = run_of(tmp_path / "run", call(answer=name(1)))
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / Path(name(1)).name).write_text("secret")
    (tmp_path / "run" / "models").rmdir()
    (tmp_path / "run" / "models").symlink_to(tmp_path / "elsewhere")
    assert text_of(reading, 1).answer is None
