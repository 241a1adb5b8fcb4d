"""How well annotators agree beyond chance: Cohen's kappa for two, Krippendorff's alpha for any number.

Both are for categories without an order (nominal). Cohen, "A coefficient of agreement for nominal scales"
(1960): (observed - expected) / (1 - expected), where the expected agreement is computed from each
annotator's own shares of the categories. Krippendorff, "Computing Krippendorff's alpha-reliability" (2011):
1 - observed / expected disagreement, where the values of all annotators are pooled; a unit with fewer than
two values does not count, so values may be missing.

Both use tables that can be added up, so that a bootstrap does not have to read the units again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import permutations
from math import fsum
from typing import TypeVar

V = TypeVar("V", bound=Hashable)

Table = Mapping[tuple[V, V], float]
"""(value, value) -> how often they met: of the first and the second annotator, or coincidences."""


def pair_table(pairs: Iterable[tuple[V, V]]) -> dict[tuple[V, V], float]:
    """Counts how often each value of the first annotator occurs with each value of the second."""
    return dict(Counter(pairs))


def coincidences(units: Iterable[Sequence[V]]) -> dict[tuple[V, V], float]:
    """Counts all ordered pairs of values within each unit. In a unit with m values, each pair has the weight
    1 / (m - 1).
    """
    found: dict[tuple[V, V], float] = {}
    for values in units:
        for pair in permutations(values, 2):
            found[pair] = found.get(pair, 0.0) + 1 / (len(values) - 1)
    return found


def add_tables(tables: Iterable[tuple[Table[V], int]]) -> dict[tuple[V, V], float]:
    """Returns the sum of the tables, each multiplied by its weight."""
    found: dict[tuple[V, V], float] = {}
    for table, times in tables:
        for pair, count in table.items():
            found[pair] = found.get(pair, 0.0) + count * times
    return found


def cohen_kappa(table: Table[V]) -> float | None:
    """Kappa; None if it is undefined: there are no units, or both annotators always give one and the same
    value.
    """
    total = fsum(table.values())
    firsts, seconds = _margins(table)
    expected = fsum(count * seconds.get(value, 0.0) for value, count in firsts.items())
    if not total or expected >= total * total:
        return None
    observed = fsum(count for (first, second), count in table.items() if first == second)
    return (observed / total - expected / total**2) / (1 - expected / total**2)


def krippendorff_alpha(table: Table[V]) -> float | None:
    """Alpha of `coincidences`; None if undefined: no unit has two values, or all values are the same."""
    firsts, _ = _margins(table)
    total = fsum(firsts.values())
    expected = fsum(
        here * there for value, here in firsts.items() for other, there in firsts.items() if value != other
    )
    if not expected:
        return None
    observed = fsum(count for (first, second), count in table.items() if first != second)
    return 1 - (total - 1) * observed / expected


def _margins(table: Table[V]) -> tuple[dict[V, float], dict[V, float]]:
    firsts: dict[V, float] = {}
    seconds: dict[V, float] = {}
    for (first, second), count in table.items():
        firsts[first] = firsts.get(first, 0.0) + count
        seconds[second] = seconds.get(second, 0.0) + count
    return firsts, seconds
