"""Two runs of one seed in strict order are the same run, at whatever speed; and where two part is told."""

from __future__ import annotations

from pathlib import Path

from minecrew.runlog import (
    ModelCalled,
    RunBundle,
    RunStarted,
    Said,
    SkillEnded,
    first_difference,
    read_events,
)
from tests.recorded import Recorded

from .conftest import FAILING, minecrew, only_run, paper_events, write


def test_in_strict_order_a_seed_repeats_a_run_at_any_speed(failing: Recorded, tmp_path: Path) -> None:
    """The calls that fail on purpose are the same ones, too."""
    again = minecrew("run", *FAILING, "--speed", "40", "--out", str(tmp_path))
    assert (again.returncode, again.stderr) == (0, "")
    paths = []
    for printed, bundle in ((failing.printed, failing.bundle), (again.stdout, only_run(tmp_path))):
        assert "strict order" in printed
        manifest = bundle.manifest()
        assert manifest is not None
        assert manifest.task["world"].items() >= {"order": "strict", "thinking": "paused"}.items()
        paths.append(str(bundle.path))
    told = minecrew("diff", *paths)
    assert told.returncode == 0, told.stdout
    assert "identical" in told.stdout
    assert {event.kind for event in read_events(Path(paths[0])).events} >= {
        "item.picked",
        "item.crafted",
        "position",
    }
    assert any(e.injected for e in read_events(Path(paths[0])).events if isinstance(e, SkillEnded))


def test_where_two_runs_part_is_told(tmp_path: Path, bundle: RunBundle) -> None:
    events = list(paper_events())
    events[3] = Said(agent="Bob", channel="discussion", text="I'll sleep. [END]")
    other = write(tmp_path / "others", events)
    told = minecrew("diff", str(bundle.path), str(other.path))
    assert told.returncode == 1
    assert "first difference at event 3: in text" in told.stdout
    assert "I'll look for a cow" in told.stdout
    assert "I'll sleep" in told.stdout


def test_a_log_that_ends_before_the_other_differs(bundle: RunBundle) -> None:
    events = bundle.read().events
    found = first_difference(events, events[:-1])
    assert found is not None
    assert (found.seq, found.right, found.fields) == (len(events) - 1, None, ())


def test_the_wall_clock_does_not_count() -> None:
    one = RunStarted(run="a", t=1.0, title="x", goal={}, agents=())
    assert first_difference([one], [one.model_copy(update={"run": "b", "t": 2.0})]) is None
    found = first_difference([one], [one.model_copy(update={"title": "y"})])
    assert found is not None
    assert found.fields == ("title",)


def test_how_long_a_model_took_does_not_count_and_what_it_cost_does() -> None:
    one = ModelCalled(model="m", purpose="speak", tokens_in=9, seconds=1.0, outcome="answered")
    assert first_difference([one], [one.model_copy(update={"seconds": 2.0})]) is None
    found = first_difference([one], [one.model_copy(update={"tokens_in": 10})])
    assert found is not None
    assert found.fields == ("tokens_in",)
