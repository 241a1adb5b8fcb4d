"""Runs side by side, from their logs alone."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

from minecrew.behaviors import Harm, Interval, MeasuredRun, Rate, RunGroup, RunMetrics, Spread
from minecrew.judging.comparison import RunComparison
from minecrew.runlog import ItemDropped, ItemPicked, Manifest, RunBundle, SkillEnded
from tests import commandline

from .conftest import minecrew, paper_events, write
from .test_cli import denied


def manifest(bundle: RunBundle, *, arena: str = "meadow", mind: str = "offline") -> None:
    bundle.write_manifest(
        Manifest(
            run=bundle.id,
            started="2026-11-21T07:00:00Z",
            task={"world": {"arena": arena}},
            seed=1,
            minds={"Alice": mind, "Bob": "offline"},
        )
    )


def without_cane(root: Path) -> RunBundle:
    """The same run, but for Alice's harvest: the paper comes from nowhere."""
    return write(root, [one for one in paper_events() if not isinstance(one, (ItemDropped, ItemPicked))])


def rows(printed: str) -> dict[str, list[str]]:
    """Of the first table."""
    table = printed[: printed.index("└")]
    lines = [line.strip("│").split("│") for line in table.splitlines() if line.startswith("│")]
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in lines}


def test_two_runs_stand_side_by_side(bundle: RunBundle, tmp_path: Path) -> None:
    manifest(bundle)
    told = minecrew("compare", str(bundle.path), str(without_cane(tmp_path / "others").path))
    assert (told.returncode, told.stderr) == (0, "")
    table = rows(told.stdout)
    assert table["arena"] == ["meadow", "n/a"]
    assert table["goal met"] == ["yes", "yes"]
    assert table["failures"] == ["1 NOT_FOUND", "1 NOT_FOUND"]
    assert table["gathered from the world"] == ["3 Alice", "-"]
    assert table["Gini"] == ["0.5", "n/a"]
    assert table["destructive"][0].startswith("0 [0, ")
    assert "n/a: gini: nobody gathered anything from the world" in told.stdout


def test_json_is_every_run_and_every_group(bundle: RunBundle, tmp_path: Path) -> None:
    again = write(bundle.path.parent, paper_events())
    other = without_cane(tmp_path / "others")
    for one in (bundle, again):
        manifest(one, mind="openai")
    told = minecrew("compare", str(bundle.path.parent), str(other.path), "--json")
    assert (told.returncode, told.stderr) == (0, "")
    comparison = RunComparison.model_validate_json(told.stdout)
    assert [one.setting["mind"] for one in comparison.runs] == ["offline+openai"] * 2 + [None]
    assert [len(one.runs) for one in comparison.groups] == [2, 1]
    named = ("--by", "task", *(word for name in ("mind", "arena", "secretary") for word in ("--over", name)))
    told = minecrew("compare", str(tmp_path / "runs"), str(other.path), "--json", *named)
    apart = RunComparison.model_validate_json(told.stdout).groups
    assert [one.by["task"] for one in apart] == ["Craft 2 paper"] * 2  # what the manifest tells is unknown
    everything = {name for one in comparison.runs for name in one.setting} - {"task"}
    named = ("--by", "task", *(word for name in everything for word in ("--over", name)))
    told = minecrew("compare", str(tmp_path / "runs"), str(other.path), "--json", *named)
    [pooled] = RunComparison.model_validate_json(told.stdout).groups
    assert pooled.by == {"task": "Craft 2 paper"}
    gathered = pooled.figures["gathered"]
    assert gathered is not None
    assert (gathered.n, gathered.mean, gathered.median) == (3, 2, 3)


def test_many_runs_are_shown_by_group_and_each_counts_once(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    bundles = [write(root, paper_events()) for _ in range(7)]
    told = minecrew("compare", str(root), str(bundles[0].path), "last", "--out", str(root))
    assert "7 runs; --json shows each run" in told.stdout
    assert rows(told.stdout)["runs"] == ["7"]
    assert rows(told.stdout)["by code"] == ["7 NOT_FOUND"]


def test_a_capacity_that_the_arena_declares_is_held_against_the_catches(bundle: RunBundle) -> None:
    """Alice takes 3 cane; of 9, of which 4 have to stay, 2.5 are hers."""
    bundle.write_arena({"name": "pond", "capacity": {"sugar_cane": {"stock": 9, "keep": 4}}})
    told = json.loads(minecrew("compare", str(bundle.path), "--json").stdout)
    assert told["runs"][0]["metrics"]["over_usage"] == 1
    assert told["runs"][0]["setting"]["arena"] == "pond"
    bundle.write_arena({"name": "pond", "capacity": {"sugar_cane": 2}})
    refused = minecrew("compare", str(bundle.path))
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
    assert "capacity" in refused.stderr


def test_a_log_by_itself_takes_nothing_from_the_run_beside_it(bundle: RunBundle) -> None:
    manifest(bundle)
    bundle.write_arena({"name": "pond", "capacity": {"sugar_cane": {"stock": 9, "keep": 4}}})
    lines = bundle.events_path.read_text().split("\n")
    (bundle.path / "mine.jsonl").write_text("\n".join(lines[1:]))
    (found,) = json.loads(minecrew("compare", str(bundle.path / "mine.jsonl"), "--json").stdout)["runs"]
    assert (found["setting"]["arena"], found["setting"]["mind"]) == (None, None)
    assert (found["metrics"]["run"], found["metrics"]["over_usage"]) == ("mine", None)


def failing(root: Path, share: float) -> RunBundle:
    """Bob's failure was asked for."""
    events = list(paper_events())
    events[0] = events[0].model_copy(update={"p_error": share})
    injected = [
        one.model_copy(update={"injected": True}) if isinstance(one, SkillEnded) and not one.ok else one
        for one in events
    ]
    return write(root, injected if share else events)


def test_runs_are_grouped_by_the_share_that_was_to_fail(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    for share in (0.0, 0.4, 0.4):
        failing(root, share)
    told = minecrew("compare", str(root), "--by", "p_error")
    groups = told.stdout[told.stdout.index("Group") :]
    assert "p_error 0 " in groups
    assert "p_error 0.4" in groups
    assert [cell.split()[0] for cell in rows(groups)["on purpose"]] == ["0", "1"]
    assert [cell.split(" ", 1)[0] for cell in rows(groups)["harm per failure"]] == ["0", "0"]
    assert [cell.rsplit("(", 1)[1] for cell in rows(groups)["harm per failure"]] == ["0 of 1)", "0 of 2)"]
    both = RunComparison.model_validate_json(minecrew("compare", str(root), "--json").stdout)
    assert [one.by["p_error"] for one in both.groups] == [0, 0.4]
    assert [one.by["agents"] for one in both.groups] == [2, 2]


def test_runs_under_another_guard_are_another_group(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    start, *rest = paper_events()
    names = []
    for mode, more in (("off", []), ("block", [denied(3)]), ("block", [])):
        names.append(str(write(root, [start.model_copy(update={"guard": mode}), *rest, *more]).path))
    told = minecrew("compare", *names).stdout
    assert rows(told)["guard"] == ["off", "block", "block"]
    assert rows(told)["guard denied"] == ["n/a", "3 structure", "0"]
    assert "n/a: guard warned, guard denied: the guard was off" in told
    off, block = RunComparison.model_validate_json(minecrew("compare", *names, "--json").stdout).groups
    assert (off.by["guard"], off.figures["guard_denied"]) == ("off", None)
    assert block.figures["guard_denied"] is not None
    assert (block.by["guard"], block.figures["guard_denied"].mean) == ("block", 1.5)


def test_a_narrow_screen_gets_more_tables_and_no_torn_interval(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    for _ in range(4):
        write(root, paper_events())
    done = commandline.minecrew("compare", root, environment={**os.environ, "COLUMNS": "100"})
    assert done.returncode == 0, done.stderr
    told = done.stdout
    assert max(map(len, told.splitlines())) <= 100
    first, second, _ = told.split("└", 2)
    assert len(rows(first + "└")["destructive"]) == 3
    assert len(rows(second[second.index("┏") :] + "└")["destructive"]) == 1
    assert all(cell.endswith("(0)") for cell in rows(first + "└")["destructive"])


def test_a_killed_run_is_compared_and_said_to_be_cut(bundle: RunBundle, killed: RunBundle) -> None:
    told = minecrew("compare", str(bundle.path), str(killed.path))
    assert told.returncode == 0
    assert rows(told.stdout)["outcome"] == ["met", "unfinished"]
    assert rows(told.stdout)["goal met"] == ["yes", "n/a"]
    assert "cut off" in told.stderr


def test_what_cannot_be_read_among_many_is_left_out_and_named(bundle: RunBundle) -> None:
    broken = bundle.path.parent / "broken"
    shutil.copytree(bundle.path, broken)
    (broken / "events.jsonl").write_text("no log\n")
    told = minecrew("compare", str(bundle.path.parent), "--json")
    assert told.returncode == 0
    assert [one["metrics"]["run"] for one in json.loads(told.stdout)["runs"]] == ["r"]
    assert "left out" in told.stderr
    assert "broken" in told.stderr
    alone = minecrew("compare", str(broken))
    assert (alone.returncode, alone.stdout) == (2, "")


def test_mistakes_are_one_line(bundle: RunBundle, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for arguments, word in (
        ((str(tmp_path / "empty"),), "no runs in"),
        ((str(bundle.path), "--by", "colour"), "'colour'"),
        (("nothing-like-it",), "nothing-like-it"),
    ):
        told = minecrew("compare", *arguments)
        assert told.returncode == 2
        assert word in told.stderr
        assert len(told.stderr.splitlines()) == 1


def test_every_figure_that_json_prints_is_explained() -> None:
    told = set(re.findall(r"`(\w+)`", Path(__file__).parents[2].joinpath("docs", "metrics.md").read_text()))
    records = (RunComparison, MeasuredRun, RunMetrics, RunGroup, Spread, Rate, Harm, Interval)
    assert {name for record in records for name in record.model_fields} - told == set()
