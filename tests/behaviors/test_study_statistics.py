"""Statistics over seeds: published examples, and simulated studies of which the truth is known.

Each method is simulated many times (`STUDIES` with `-m extras`, few in CI); a nominal 95 % interval has to
contain the truth in 93 to 97 % of the studies, an exact one in at least 95 %.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import exp, sqrt

import numpy
import pytest

from minecrew.behaviors import (
    CountOfRun,
    Interval,
    ReaderAccuracy,
    adjust,
    compare_paired,
    correct_share,
    estimate_mean,
    estimate_share,
    poisson_interval,
    rate_ratio,
    survival,
)

STUDIES = 2000
FEW = 150
Simulated = tuple[float, Interval | None]
"""The truth, and the interval of one simulated study."""


def coverage(simulate: Callable[[numpy.random.Generator], Simulated], studies: int) -> float:
    """The share of studies whose interval has the truth in it; a study without an interval has not."""
    hits = 0
    for number in range(studies):
        truth, interval = simulate(numpy.random.default_rng([7, number]))
        hits += interval is not None and interval.low <= truth <= interval.high
    return hits / studies


def margin(studies: int) -> float:
    """Three standard errors of a simulated coverage."""
    return 3 * sqrt(0.95 * 0.05 / studies)


def mean_of_seconds(chance: numpy.random.Generator) -> Simulated:
    """20 seeds, skewed times."""
    values = chance.gamma(4, 10, 20)
    found = estimate_mean({seed: [value] for seed, value in enumerate(values)})
    assert found is not None
    return 40.0, found.interval


def mean_with_repeats(chance: numpy.random.Generator) -> Simulated:
    """20 seeds of 3 runs, of which the seeds differ as much as the runs within one."""
    seeds = chance.normal(10, 2, 20)
    found = estimate_mean({place: list(chance.normal(seed, 2, 3)) for place, seed in enumerate(seeds)})
    assert found is not None
    return 10.0, found.interval


def share_of_goals(chance: numpy.random.Generator) -> Simulated:
    found = estimate_share({seed: [bool(value)] for seed, value in enumerate(chance.random(40) < 0.7)})
    assert found is not None
    return 0.7, found.interval


def difference_of_seconds(chance: numpy.random.Generator) -> Simulated:
    """20 seeds; what a seed adds is the same for both levels."""
    shared = chance.normal(60, 15, 20)
    first = {seed: [value + 5 + chance.normal(0, 6)] for seed, value in enumerate(shared)}
    second = {seed: [value + chance.normal(0, 6)] for seed, value in enumerate(shared)}
    found = compare_paired(first, second)
    assert found is not None
    return 5.0, found.interval


def difference_of_shares(chance: numpy.random.Generator) -> Simulated:
    shared = chance.random(30)
    first = {seed: [float(value < 0.8)] for seed, value in enumerate(shared)}
    second = {seed: [float(0.5 * value + 0.5 * chance.random() < 0.5)] for seed, value in enumerate(shared)}
    found = compare_paired(first, second, shares=True)
    assert found is not None
    return 0.8 - 0.5, found.interval


def ratio_of_counts(chance: numpy.random.Generator) -> Simulated:
    """20 seeds, each with its own rate (a gamma: more than Poisson's spread); twice the rate at the level."""
    runs = []
    for seed in range(20):
        own = 0.8 * chance.gamma(4, 0.25)
        for level in (True, False):
            minutes = chance.uniform(3, 8)
            runs.append(
                CountOfRun(seed, level, int(chance.poisson(own * minutes * (2 if level else 1))), minutes)
            )
    return 2.0, rate_ratio(runs).interval


def prevalence(chance: numpy.random.Generator) -> Simulated:
    """A reader of recall 0.8 and specificity 0.95, measured on 100 and 200 cases."""
    true, recall, specificity = 0.3, 0.8, 0.95
    seen = chance.binomial(400, true * recall + (1 - true) * (1 - specificity)) / 400
    reader = ReaderAccuracy(
        recall=chance.binomial(100, recall) / 100,
        specificity=chance.binomial(200, specificity) / 200,
        positives=100,
        negatives=200,
    )
    found = correct_share(seen, 400, reader)
    assert found is not None
    return true, found.interval


def lasting(chance: numpy.random.Generator) -> Simulated:
    """60 exponential lives of 10 on average, seen for 4 to 20; the share that lasts beyond 7."""
    lives, seen = chance.exponential(10, 60), chance.uniform(4, 20, 60)
    found = survival(list(numpy.minimum(lives, seen)), list(lives <= seen))
    assert found is not None
    return exp(-0.7), [point for point in found.points if point.time <= 7][-1].interval


NOMINAL = (
    mean_of_seconds,
    mean_with_repeats,
    share_of_goals,
    difference_of_seconds,
    difference_of_shares,
    ratio_of_counts,
    prevalence,
    lasting,
)


@pytest.mark.parametrize("simulate", NOMINAL, ids=lambda one: one.__name__)
def test_intervals_contain_the_truth(simulate: Callable[[numpy.random.Generator], Simulated]) -> None:
    assert 0.93 - margin(FEW) <= coverage(simulate, FEW) <= 1


@pytest.mark.extras
@pytest.mark.parametrize("simulate", NOMINAL, ids=lambda one: one.__name__)
def test_intervals_contain_the_truth_in_95_of_100_studies(
    simulate: Callable[[numpy.random.Generator], Simulated],
) -> None:
    found = coverage(simulate, STUDIES)
    print(f"{simulate.__name__}: {found:.4f} of {STUDIES}")
    assert 0.93 <= found <= 0.97


def test_the_exact_interval_contains_the_truth_at_least_as_often_as_it_says() -> None:
    """Over all counts, weighted by their chance: no simulation is needed."""
    for mean in (0.3, 1.0, 2.5, 7.0, 20.0):
        chance, covered = exp(-mean), 0.0
        for count in range(120):
            interval = poisson_interval(count)
            covered += chance * (interval.low <= mean <= interval.high)
            chance *= mean / (count + 1)
        assert 0.95 <= covered <= 1


def false_alarms(test: Callable[[numpy.random.Generator], float | None], studies: int) -> float:
    ps = [test(numpy.random.default_rng([9, number])) for number in range(studies)]
    return sum(p is not None and p <= 0.05 for p in ps) / studies


def null_pairs(chance: numpy.random.Generator) -> float | None:
    first = {seed: [value] for seed, value in enumerate(chance.gamma(2, 5, 20))}
    second = {seed: [value] for seed, value in enumerate(chance.gamma(2, 5, 20))}
    found = compare_paired(first, second)
    return found.p if found else None


def null_counts(chance: numpy.random.Generator) -> float | None:
    runs = []
    for seed in range(20):
        own = chance.gamma(4, 0.25)
        runs += [CountOfRun(seed, level, int(chance.poisson(own * 5)), 5.0) for level in (True, False)]
    return rate_ratio(runs).p


@pytest.mark.extras
@pytest.mark.parametrize("test", [null_pairs, null_counts], ids=lambda one: one.__name__)
def test_where_nothing_differs_five_of_a_hundred_studies_find_something(
    test: Callable[[numpy.random.Generator], float | None],
) -> None:
    found = false_alarms(test, STUDIES)
    print(f"{test.__name__}: {found:.4f} of {STUDIES}")
    assert 0.03 <= found <= 0.07


def test_fishers_plants_by_flipping_signs() -> None:
    """Darwin's maize, Fisher 1935: 863 of 32768 ways to flip are as large, one-sided: p = 0.0526."""
    heights = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)
    pairs = compare_paired(dict(enumerate([[float(one)] for one in heights])), {n: [0.0] for n in range(15)})
    assert pairs is not None
    assert pairs.effect == pytest.approx(314 / 15)
    assert pairs.p == pytest.approx(2 * 863 / 32768, abs=0.006)  # drawn, since there are more than 9999 ways
    few = compare_paired({0: [3.0], 1: [4.0], 2: [5.0], 3: [1.0]}, {n: [0.0] for n in range(4)})
    assert few is not None
    assert few.p == pytest.approx(2 / 16)  # all ways: only these signs, and their opposites


def test_wilson_as_newcombe_prints_it() -> None:
    """Newcombe 1998, table I: 81 of 263 is 0.2553 to 0.3662; 0 of 20 is 0 to 0.1611."""
    for yes, n, low, high in ((81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611)):
        found = estimate_share({seed: [seed < yes] for seed in range(n)})
        assert found is not None
        assert found.interval is not None
        assert (found.interval.low, found.interval.high) == pytest.approx((low, high), abs=1e-4)


def test_repeats_of_a_seed_are_no_more_seeds() -> None:
    once = estimate_mean({seed: [float(seed)] for seed in range(10)})
    often = estimate_mean({seed: [float(seed)] * 50 for seed in range(10)})
    assert once is not None
    assert often is not None
    assert (often.n, often.seeds, often.value) == (500, 10, once.value)
    assert once.interval is not None
    assert often.interval is not None
    width = once.interval.high - once.interval.low
    assert often.interval.high - often.interval.low == pytest.approx(width, rel=0.2)


def test_holm_and_benjamini_hochberg_of_their_papers() -> None:
    """Benjamini and Hochberg 1995, section 3.2: of 15 p-values 4 are discoveries at 5 %; Holm has 3."""
    ps: list[float | None] = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262),
        *(0.5719, 0.6528, 0.7590, 1.0),
    ]
    assert _below(adjust(ps, "benjamini-hochberg")) == 4
    assert _below(adjust(ps, "holm")) == 3
    assert adjust([None, 0.01, None], "holm") == [None, 0.01, None]


def _below(ps: Iterable[float | None]) -> int:
    return sum(p is not None and p <= 0.05 for p in ps)


def test_leukaemia_by_kaplan_and_meier() -> None:
    """Freireich 1963, 6-MP: of 21 patients 9 relapse; S(6) = 0.857, S(10) = 0.753, S(23) = 0.448."""
    weeks = (6, 6, 6, 7, 10, 13, 16, 22, 23, 6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35)
    found = survival([float(one) for one in weeks], [place < 9 for place in range(21)])
    assert found is not None
    shares = {point.time: point.share for point in found.points}
    assert [shares[time] for time in (6, 10, 23)] == pytest.approx([0.857, 0.753, 0.448], abs=5e-4)
    assert (found.n, found.ended, found.median) == (21, 9, 23)


def test_rogan_gladen_is_clipped() -> None:
    """20 % found by a reader of recall 0.9 and specificity 0.9 are 12.5 %; 5 % are none."""
    reader = ReaderAccuracy(recall=0.9, specificity=0.9, positives=1000, negatives=1000)
    found, none = correct_share(0.2, 500, reader), correct_share(0.05, 500, reader)
    assert found is not None
    assert none is not None
    assert found.corrected == pytest.approx(0.125)
    assert found.interval.low < 0.125 < found.interval.high
    assert none.corrected == 0
    guess = ReaderAccuracy(recall=0.5, specificity=0.5, positives=9, negatives=9)
    assert correct_share(0.2, 500, guess) is None


def test_a_ratio_without_findings_is_unknown() -> None:
    runs = [CountOfRun(seed, level, 2 * level, 5.0) for seed in range(9) for level in (True, False)]
    found = rate_ratio(runs)
    assert (found.ratio, found.unknown) == (None, "one of the levels has no findings")
    assert found.counts == (18, 0)
