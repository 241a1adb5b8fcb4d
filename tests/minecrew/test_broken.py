"""One broken bundle beside one that is whole: whoever reads many says what is broken, and goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.mutation_fuzz import fuzz
from minecrew.page import write_page
from minecrew.runlog import RunBundle, UserError, read_events
from minecrew.service.card import state_of
from minecrew.service.index import RunFilter, RunIndex
from minecrew.skills import gather_records

from .conftest import minecrew, paper_events, write

LINES = {
    "a number that is none": '{"seq":1,"t":NaN,"kind":"round.started"}',
    "a number too large": '{"seq":1,"t":1e999,"kind":"round.started"}',
    "such a number within": '{"seq":1,"kind":"observed","observation":{"position":[1e999]}}',
    "nested without end": '{"seq":1,"kind":"skill.started","name":"x","args":'
    + "[" * 5000
    + "]" * 5000
    + "}",
    "a skill's end without its fields": '{"seq":1,"t":1,"kind":"skill.ended"}',
    "a skill's end of other types": '{"seq":1,"kind":"skill.ended","name":[],"ok":{},"seconds":"x"}',
}


@pytest.fixture
def beside(tmp_path: Path) -> tuple[RunBundle, RunBundle]:
    """(whole, to be broken)."""
    root = tmp_path / "runs"
    return write(root, paper_events()), write(root, paper_events())


@pytest.mark.parametrize("name", LINES)
def test_a_broken_line_is_named_and_the_rest_is_read(beside: tuple[RunBundle, RunBundle], name: str) -> None:
    whole, broken = beside
    lines = broken.events_path.read_text().split("\n")
    lines[1] = LINES[name]
    broken.events_path.write_text("\n".join(lines))
    reading = read_events(broken.path)
    assert [problem.line for problem in reading.problems] == [2, 3]
    assert reading.problems[0].kind == "broken"
    root = whole.path.parent
    index = RunIndex(root, state_of)
    cards = index.cards(RunFilter(), limit=9)
    index.close()
    assert {card.id for card in cards} == {whole.id, broken.id}
    for card in cards:
        json.loads(card.model_dump_json(), parse_constant=pytest.fail)
    assert gather_records(root)["mineBlock"].calls == 2


@pytest.mark.parametrize("number", ["1e999", "NaN"])
def test_a_result_without_a_number_is_told_of(beside: tuple[RunBundle, RunBundle], number: str) -> None:
    whole, _ = beside
    result = minecrew("export", str(whole.path), "--out", str(whole.path.parent / "x"), "--to", "jsonl")
    assert result.returncode == 0, result.stderr
    exported = whole.path.parent / "x"
    text = exported.read_text()
    at = text.index('"t":')
    exported.write_text(text[:at] + f'"t":{number}' + text[text.index(",", at) :])
    taken = minecrew("import", str(exported), "--out", str(whole.path.parent.parent / "taken"))
    assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
    assert "line 1" in taken.stderr


def test_commands_over_many_runs_go_on(beside: tuple[RunBundle, RunBundle]) -> None:
    whole, broken = beside
    root = str(whole.path.parent)
    broken.events_path.write_bytes(b"[" * 100_000)
    (broken.path / "result.json").write_text("[" * 5000)
    for command in (
        ("runs", "--out", root),
        ("compare", root),
        ("skills", "list", "--out", root),
        ("export", root, "--to", "jsonl", "--out", f"{root}/all.jsonl"),
    ):
        ran = minecrew(*command)
        assert ran.returncode == 0, (command, ran.stderr)
        assert "Traceback" not in ran.stderr


def test_one_broken_run_is_one_line(beside: tuple[RunBundle, RunBundle]) -> None:
    _, broken = beside
    broken.events_path.write_bytes(b"[" * 100_000 + b"\n")
    with pytest.raises(UserError, match="is not a minecrew event log"):
        read_events(broken.path)


FIELD = {"origin": [0, 0], "width": 2, "depth": 1, "palette": ["dirt"], "cells": [0, 0], "heights": [5, 5]}
ARENA = {"name": "flat", "seed": 1, "spawn": [0, 5, 0], "bounds": [0, 0, 2, 1], "resources": {}, "mobs": []}


@pytest.mark.parametrize(
    "wrong",
    [{"heights": [5]}, {"cells": [0, 1]}, {"cells": [0, -1]}, {"width": 1000}, {"width": -2, "depth": -1}],
)
def test_a_surface_that_does_not_fit_is_one_line(
    beside: tuple[RunBundle, RunBundle], wrong: dict[str, object]
) -> None:
    _, broken = beside
    page = broken.path / "page.html"
    empty = {"structure": "house", "blocks": {"oak_log": []}}
    (broken.path / "arena.json").write_text(json.dumps(ARENA | {"surface": FIELD, "buildings": [empty]}))
    write_page(page, read_events(broken.path), (), blind=False)
    (broken.path / "arena.json").write_text(json.dumps(ARENA | {"surface": FIELD | wrong}))
    with pytest.raises(UserError, match=r"cannot read .*arena\.json"):
        write_page(page, read_events(broken.path), (), blind=False)


@pytest.mark.parametrize("mutations", [30, pytest.param(20_000, marks=pytest.mark.soak)])
def test_no_mutation_breaks_a_reader(beside: tuple[RunBundle, RunBundle], mutations: int) -> None:
    score = fuzz(beside[0].path, mutations, seed=1)
    assert score.mutations == mutations
    assert not score.wrong, "\n".join(score.wrong[:20])
