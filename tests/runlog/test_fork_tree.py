"""The tree of forks, made of manifests that anybody may have written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from minecrew.runlog import ForkOrigin, ForkTree, Manifest, Result, RunBundle, fork_tree, summarize
from minecrew.runlog.fork_tree import _origin


def made(root: Path, run: str, of: str | None = None, *, outcome: str = "met") -> RunBundle:
    """A bundle that says that it is a fork of the run `of`."""
    bundle = RunBundle(root / run)
    bundle.path.mkdir(parents=True)
    bundle.events_path.touch()
    forks = () if of is None else (ForkOrigin(run=of, at=3, seed=1),)
    bundle.write_manifest(Manifest(run=run, started="", task={}, seed=1, forks=forks))
    changed = {"run": run, "outcome": outcome}
    bundle.write_result(Result.model_validate({**summarize([]).model_dump(), **changed}))
    return bundle


def runs_of(tree: ForkTree | None) -> Iterator[str]:
    if tree is not None:
        yield tree.run
        for one in tree.forks:
            yield from runs_of(one)


def test_a_fork_of_a_fork_is_under_it(tmp_path: Path) -> None:
    made(tmp_path, "a")
    made(tmp_path, "b", "a")
    tree = fork_tree(made(tmp_path, "c", "b"))
    assert list(runs_of(tree)) == ["a", "b", "c"]
    assert tree is not None
    assert tree.outcome == "met"


def test_a_run_that_names_itself_has_no_forks(tmp_path: Path) -> None:
    assert fork_tree(made(tmp_path, "a", "a")) is None


@pytest.mark.parametrize("shown", ["a", "b", "c"])
def test_runs_that_name_one_another_are_each_shown_once(tmp_path: Path, shown: str) -> None:
    for run, of in (("a", "b"), ("b", "a"), ("c", "a")):
        made(tmp_path, run, of)
    runs = list(runs_of(fork_tree(RunBundle(tmp_path / shown))))
    assert sorted(runs) == ["a", "b", "c"]


@pytest.mark.parametrize("outside", ["../other", "..", "a/b", "/etc", "other\n"])
def test_an_origin_outside_the_folder_is_not_read(tmp_path: Path, outside: str) -> None:
    made(tmp_path, "other", outcome="fault")
    assert fork_tree(made(tmp_path / "runs", "a", outside)) is None


def test_of_a_long_chain_of_forks_the_part_around_the_run_is_shown(tmp_path: Path) -> None:
    names = [f"run{number:04}" for number in range(600)]
    for before, run in zip([None, *names], names, strict=False):
        made(tmp_path, run, before)
    for shown in (names[0], names[300], names[-1]):
        tree = fork_tree(RunBundle(tmp_path / shown))
        assert tree is not None
        assert shown in list(runs_of(tree))
        assert json.loads(tree.model_dump_json())["run"] == tree.run


def test_a_manifest_is_read_once_until_it_changes(tmp_path: Path) -> None:
    for run, of in (("a", None), ("b", "a"), ("c", None)):
        made(tmp_path, run, of)
    read = _origin.cache_info().misses
    for run in ("a", "b", "a"):
        assert list(runs_of(fork_tree(RunBundle(tmp_path / run)))) == ["a", "b"]
    assert _origin.cache_info().misses == read + 3
    origin = ForkOrigin(run="c", at=30_000, seed=1)
    RunBundle(tmp_path / "b").write_manifest(Manifest(run="b", started="", task={}, seed=1, forks=(origin,)))
    assert list(runs_of(fork_tree(RunBundle(tmp_path / "b")))) == ["c", "b"]


def test_a_broken_manifest_hides_no_fork_and_is_read_once(tmp_path: Path) -> None:
    for run, of in (("a", None), ("b", "a"), ("c", None)):
        made(tmp_path, run, of)
    (tmp_path / "c" / "manifest.json").write_text('{"at": [')
    read = _origin.cache_info().misses
    for _ in range(3):
        assert list(runs_of(fork_tree(RunBundle(tmp_path / "a")))) == ["a", "b"]
    assert _origin.cache_info().misses == read + 3
