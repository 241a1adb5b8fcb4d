"""What the report on a fork reads in the log of a continuation."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecrew.forks.report import continuation
from minecrew.runlog import ForkChange, Forked, ForkOrigin, RoundStarted, RunBundle, RunStarted, UserError

SILENT = ForkChange(kind="silence", agent="Alice")
FIRST = Forked(run="first", at=2, seed=1, agent="Alice", change="silence")
SECOND = Forked(run="second", at=5, seed=2, agent="Alice", change="silence")


def played(root: Path, *forks: Forked) -> RunBundle:
    """A continuation whose log has these forks."""
    bundle = RunBundle.create(root, title="Craft 1 paper")
    with bundle.log() as log:
        log.append(RunStarted(run=bundle.id, title="", goal={"paper": 1}, agents=("Alice", "Bob")))
        for fork in forks:
            log.append(RoundStarted(round=1))
            log.append(fork)
    return bundle


def test_a_continuation_that_repeats_a_fork_and_ends_before_its_own_is_refused(tmp_path: Path) -> None:
    bundle = played(tmp_path, FIRST)
    with pytest.raises(UserError, match="at or after event 5"):
        continuation(bundle, ForkOrigin(run="second", at=5, seed=2, change=SILENT), ())


def test_a_continuation_begins_at_its_own_fork(tmp_path: Path) -> None:
    bundle = played(tmp_path, FIRST, SECOND)
    for origin, begun in (
        (ForkOrigin(run="first", at=2, seed=1, change=SILENT), 2),
        (ForkOrigin(run="second", at=5, seed=2, change=SILENT), 4),
    ):
        assert continuation(bundle, origin, ()).begun == begun


@pytest.mark.parametrize(
    "changed",
    [{"run": "other"}, {"at": 6}, {"seed": 3}, {"change": ForkChange(kind="forget", agent="Alice")}],
)
def test_a_fork_that_differs_in_anything_is_another_one(tmp_path: Path, changed: dict[str, object]) -> None:
    origin = ForkOrigin(run="second", at=5, seed=2, change=SILENT).model_copy(update=changed)
    with pytest.raises(UserError, match="nothing was changed"):
        continuation(played(tmp_path, SECOND), origin, ())
