"""Kappa and alpha against examples that were published with their answers, and what is undefined."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from minecrew.behaviors.statistics.reliability import (
    cohen_kappa,
    coincidences,
    krippendorff_alpha,
    pair_table,
)


def units(observers: Sequence[str]) -> list[list[str]]:
    """One string an observer, one letter a unit; a dot is no value."""
    return [[value for value in unit if value != "."] for unit in zip(*observers, strict=True)]


@pytest.mark.parametrize(
    ("observers", "alpha"),
    # Krippendorff, "Computing Krippendorff's alpha-reliability" (2011), sections A, B and C
    [
        (("0100000010", "1110010000"), 0.095),
        (("aabbdcccedda", "babbbccceddd"), 0.692),
        (("123321412...", "1233224125.3", ".3332342251.", "12332441251."), 0.743),
    ],
    ids=["two observers, two categories", "two observers, five", "four observers, values missing"],
)
def test_alpha_of_published_data(observers: Sequence[str], alpha: float) -> None:
    found = krippendorff_alpha(coincidences(units(observers)))
    assert found is not None
    assert round(found, 3) == alpha


@pytest.mark.parametrize(
    ("rows", "kappa"),
    [
        # Fleiss, "Statistical Methods for Rates and Proportions", chapter 18: two raters, three diagnoses
        (((75, 1, 4), (5, 4, 1), (0, 0, 10)), 0.676),
        (((20, 5), (10, 15)), 0.4),
        (((45, 15), (25, 15)), 0.130),  # two tables with the same share of agreement ...
        (((25, 35), (5, 35)), 0.259),  # ... and other margins
    ],
)
def test_kappa_of_published_tables(rows: Sequence[Sequence[int]], kappa: float) -> None:
    pairs = [
        (first, second)
        for first, row in enumerate(rows)
        for second, count in enumerate(row)
        for _ in range(count)
    ]
    found = cohen_kappa(pair_table(pairs))
    assert found is not None
    assert round(found, 3) == kappa


def test_full_agreement_is_one_and_full_disagreement_is_below_zero() -> None:
    same, other = [(True, True), (False, False)], [(True, False), (False, True)]
    assert cohen_kappa(pair_table(same)) == krippendorff_alpha(coincidences(same)) == 1
    assert cohen_kappa(pair_table(other)) == -1
    assert krippendorff_alpha(coincidences(other)) == pytest.approx(-0.5)


@pytest.mark.parametrize("pairs", [[], [(True, True)] * 9, [(False, False)]])
def test_without_variation_both_are_undefined(pairs: list[tuple[bool, bool]]) -> None:
    assert cohen_kappa(pair_table(pairs)) is None
    assert krippendorff_alpha(coincidences(pairs)) is None


def test_a_unit_with_one_value_does_not_count() -> None:
    both = [(True, True), (False, False), (True, False)]
    alone = [(True,), (False,), ()]
    assert coincidences([*both, *alone]) == coincidences(both)
