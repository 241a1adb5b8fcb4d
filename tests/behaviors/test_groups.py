"""Figures over many runs, against runs of which the figures are known."""

from __future__ import annotations

from statistics import fmean, median

import pytest

from minecrew.behaviors import (
    CLASSES,
    MeasuredRun,
    RunMetrics,
    Setting,
    figures_of,
    gate_share,
    group,
    measure,
    rate,
)
from minecrew.behaviors.statistics.gate import reader_quality
from minecrew.behaviors.statistics.intervals import bootstrap_interval
from minecrew.behaviors.statistics.rates import harm
from minecrew.runlog import RunStarted


def run(
    name: str,
    *,
    arena: str | None = "meadow",
    task: str = "Craft 2 paper",
    share: float = 0,
    more: Setting | None = None,
    **figures: object,
) -> MeasuredRun:
    events = [RunStarted(run=name, title=task, goal={}, agents=("Alice", "Bob"))]
    told = measure(events, (), judged=()).model_dump() | figures
    unknown = {field: "no" for field, value in told.items() if value is None}
    unknown |= {
        f"behaviours.{class_}": "no"
        for class_, found in told["behaviours"].items()
        if found is None or found["per_ten"] is None
    }
    metrics = RunMetrics.model_validate(told | {"unknown": unknown})
    setting: Setting = {"task": task, "arena": arena, "agents": 2, "mind": "offline"}
    setting |= {"p_error": share, "guard": "warn", **(more or {})}
    return MeasuredRun(setting=setting, metrics=metrics)


def test_runs_that_are_alike_make_one_group_in_the_order_of_the_first() -> None:
    runs = [run("a"), run("b", arena="village"), run("c"), run("d", arena=None)]
    assert [one.runs for one in group(runs)] == [("a", "c"), ("b",), ("d",)]
    alike = {"task": "Craft 2 paper", "agents": 2, "mind": "offline", "p_error": 0, "guard": "warn"}
    assert group(runs)[1].by == {**alike, "arena": "village"}
    assert group([]) == ()


def test_runs_that_differ_in_a_setting_that_is_not_named_are_not_pooled() -> None:
    """By discussion alone, a strict run and one of another model stay apart; the seed may differ."""
    kinds: list[Setting] = [
        {"discussion": "horizontal", "seed": 1, "order": "strict"},
        {"discussion": "horizontal", "seed": 2, "order": "strict"},
        {"discussion": "horizontal", "seed": 3, "order": "parallel"},
        {"discussion": "vertical", "seed": 1, "order": "strict"},
    ]
    runs = [run(str(place), more=more) for place, more in enumerate(kinds)]
    assert [one.runs for one in group(runs, ("discussion",))] == [("0", "1"), ("2",), ("3",)]
    assert group(runs, ("discussion",))[0].by == {"discussion": "horizontal", "order": "strict"}
    named = group(runs, ("discussion",), over={"seed", "order"})
    assert [one.runs for one in named] == [("0", "1", "2"), ("3",)]
    assert len(group(runs, ("seed",), over=())) == 4
    assert [one.runs for one in group([run("a"), run("b", more={"norms": "none"})])] == [("a",), ("b",)]
    assert len(group([run("a", more={"x": True}), run("b", more={"x": 1})])) == 2


def test_the_trial_of_a_skill_belongs_to_no_group() -> None:
    trial = run("b").model_copy(update={"trial": True})
    assert [one.runs for one in group([run("a"), trial])] == [("a",)]


def test_few_runs_are_marked() -> None:
    for count, few in ((4, True), (5, False)):
        [alike] = group([run(str(name), rounds=name) for name in range(count)])
        assert alike.figures["rounds"] is not None
        assert alike.figures["rounds"].few is few


def test_means_and_medians_with_intervals() -> None:
    seconds = [10.0, 11.0, 15.0, 30.0]
    [alike] = group([run(str(value), game_seconds=value) for value in seconds])
    found = alike.figures["game_seconds"]
    assert found is not None
    assert (found.n, found.mean, found.median) == (4, 16.5, 13.0)
    assert found.mean_interval == bootstrap_interval(seconds, fmean)
    assert found.median_interval == bootstrap_interval(seconds, median)
    assert found.mean_interval != found.median_interval


def test_what_a_run_does_not_know_is_left_out_and_counted() -> None:
    [alike] = group([run("a", gini=0.5, met=True), run("b", gini=None, met=False), run("c", met=None)])
    met, shared = alike.figures["met"], alike.figures["gini"]
    assert met is not None
    assert shared is not None
    assert (met.n, met.mean) == (2, 0.5)
    assert (shared.n, shared.mean, shared.mean_interval) == (1, 0.5, None)
    assert alike.figures["tokens"] is None


def test_failures_add_up_by_code() -> None:
    [alike] = group([run("a", failures={"NO_PATH": 1, "TIMEOUT": 2}), run("b", failures={"NO_PATH": 3})])
    assert alike.failures == {"NO_PATH": 4, "TIMEOUT": 2}
    assert alike.figures["failures"] is not None
    assert alike.figures["failures"].mean == 3


def test_harm_is_pooled_over_the_failures_of_all_runs() -> None:
    """2 for 1 failure, 0 for 3, and 1 where nothing failed: 3 for 4, in each group of p_error by itself."""

    def harmed(name: str, count: int, failed: int, share: float = 0.4) -> MeasuredRun:
        behaviours = {**dict.fromkeys(CLASSES), "destructive": rate(count, 2).model_dump()}
        return run(name, share=share, failures={"NO_EFFECT": failed}, behaviours=behaviours)

    runs = [harmed("a", 2, 1), harmed("b", 0, 3), harmed("c", 1, 0), harmed("d", 1, 8, share=0)]
    faulty, calm = group(runs, ("p_error",))
    assert (faulty.by, calm.by) == ({"p_error": 0.4}, {"p_error": 0})
    assert faulty.harm == harm(3, 4)
    assert faulty.harm is not None
    assert faulty.harm.per_failure == 0.75
    assert faulty.harm.interval is not None  # Garwood's for 3: 0.6187 to 8.7673
    assert faulty.harm.interval.low == pytest.approx(0.6187 / 4, abs=1e-4)
    assert faulty.harm.interval.high == pytest.approx(8.7673 / 4, abs=1e-4)
    assert calm.harm == harm(1, 8)
    [unjudged] = group([run("e", failures={"NO_EFFECT": 2})])
    assert unjudged.harm is None
    assert harm(0, 0).per_failure is None


def test_rates_are_pooled_over_the_minutes_of_all_runs() -> None:
    """1 in 2 minutes and 0 in 18 are 1 in 20, not the mean of 5 and 0; where nothing was done none can be."""

    def found(count: int, minutes: float) -> dict[str, object]:
        none = dict.fromkeys(("volunteer", "conformity", "accident", "contradiction"))
        return {**none, "destructive": rate(count, minutes).model_dump()}

    runs = [
        run("a", behaviours=found(1, 2)),
        run("b", behaviours=found(0, 18)),
        run("c", behaviours=found(7, 0)),
    ]
    [alike] = group(runs)
    assert alike.behaviours["destructive"] == rate(1, 20)
    assert rate(1, 20).per_ten == pytest.approx(0.5)
    assert alike.behaviours["volunteer"] is None


def test_every_figure_that_is_one_number_is_aggregated() -> None:
    metrics = run("a").metrics
    told = metrics.model_dump()
    numbers = {name for name, value in told.items() if value is None or isinstance(value, (int, float))}
    apart = {"stopped", "agent_minutes", "p_error", "harm_per_failure"}
    assert numbers - apart <= figures_of(metrics).keys()


def test_the_shares_of_a_group_are_corrected_together_and_as_wide_as_its_runs_differ() -> None:
    def seen(name: str, found: int, reader: str = "rules/1") -> MeasuredRun:
        quality = reader_quality(reader, "destructive", labelled_set="written")
        return run(
            name, shares={"destructive": gate_share(found, 4, reader, quality, labelled_set="written")}
        )

    even = group([seen(str(place), 1) for place in range(8)])[0].shares["destructive"]
    uneven = group([seen(str(place), 4 * (place < 2)) for place in range(8)])[0].shares["destructive"]
    assert even is not None
    assert uneven is not None
    assert (even.found, even.units, even.raw) == (uneven.found, uneven.units, uneven.raw) == (8, 32, 0.25)
    quality = reader_quality("rules/1", "destructive", labelled_set="written")
    together = gate_share(8, 32, "rules/1", quality, labelled_set="written")
    assert together.corrected == pytest.approx(0.25, abs=0.02)
    assert even.corrected == uneven.corrected == pytest.approx(together.corrected)
    assert even.interval is not None
    assert uneven.interval is not None
    width = even.interval.high - even.interval.low
    assert uneven.interval.high - uneven.interval.low > 1.5 * width
    assert group([seen("a", 1), seen("b", 1, "model:m/1")])[0].shares["destructive"] is None
