"""GovSim's figures: two golden runs, and three that are reckoned by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from minecrew.behaviors import Month, commons_figures, measure_commons
from minecrew.runlog import (
    Allotted,
    CommonsBegan,
    CommonsCounted,
    CommonsRegrown,
    Header,
    MemberJoined,
    RoundStarted,
    RunStarted,
)

FIVE = ("Alice", "Bob", "Charlie", "Dave", "Eve")


def figures(months: Sequence[Month], agents: tuple[str, ...] = FIVE) -> dict[str, float]:
    capacity = 20 * len(agents)
    return commons_figures(months, planned=12, collapse=capacity // 20, capacity=capacity, agents=agents)


def test_everybody_is_greedy() -> None:
    found = figures([Month(100, 0, 5, dict.fromkeys(FIVE, 20))])
    assert (found["months_survived"], found["gain"]) == (1, 20)
    assert found["efficiency"] == pytest.approx(16.67, abs=0.005)
    assert (found["equality"], found["over_usage"]) == (100, 100)


def test_everybody_is_sustainable() -> None:
    found = figures([Month(100, 50, 5, dict.fromkeys(FIVE, 10))] * 12)
    assert (found["months_survived"], found["gain"], found["efficiency"]) == (12, 120, 100)
    assert (found["equality"], found["over_usage"]) == (100, 0)


def test_one_takes_all() -> None:
    """Two members: R = 40 and 0. Gini = (40 + 40) / (2 * 2 * 40) = 1/2. One take, and it is above f = 10."""
    found = figures([Month(40, 0, 2, {"Alice": 40})], ("Alice", "Bob"))
    assert (found["equality"], found["over_usage"]) == (50, 100)


def test_one_takes_three_times_as_much() -> None:
    """Three members, h = 60, f = 10: takes of 30, 10, 10 leave 10. Then h = 20, f = 3: takes of 3, 3, 4.

    R = 33, 13, 14: the differences are 20, 19, 1, each twice, so Gini = 80 / (2 * 3 * 60) = 2/9. Two of six
    takes are above f: 30 > 10 and 4 > 3.
    """
    months = [
        Month(60, 10, 3, {"Alice": 30, "Bob": 10, "Charlie": 10}),
        Month(20, 10, 3, {"Alice": 3, "Bob": 3, "Charlie": 4}),
    ]
    found = figures(months, ("Alice", "Bob", "Charlie"))
    assert found["equality"] == pytest.approx(100 * 7 / 9)
    assert found["over_usage"] == pytest.approx(100 * 2 / 6)
    assert (found["months_survived"], found["gain"]) == (2, 20)


def test_who_takes_nothing_is_no_take_but_a_member() -> None:
    """Four members, h = 80, f = 10: takes of 20, 10, 10 and none.

    R = 20, 10, 10, 0: the differences are 10, 10, 20, 0, 10, 10, each twice, so Gini = 120 / (2 * 4 * 40) =
    3/8. One of three takes is above f.
    """
    found = figures([Month(80, 40, 4, {"Alice": 20, "Bob": 10, "Charlie": 10, "Dave": 0})], FIVE[:4])
    assert found["equality"] == pytest.approx(62.5)
    assert found["over_usage"] == pytest.approx(100 / 3)


def test_a_month_with_the_last_units_is_survived() -> None:
    """It collapses below a twentieth, and not at it."""
    assert figures([Month(100, 5, 5, {"Alice": 95}), Month(10, 4, 5, {"Bob": 6})])["months_survived"] == 2


def log(*, newcomer: str | None = None) -> list[Header]:
    """Two members and perhaps a third from the second month; Bob takes two more than he was allotted."""
    return [
        RunStarted(run="r", title="t", goal={}, agents=FIVE[:3] if newcomer else FIVE[:2]),
        CommonsBegan(
            resource="sugar_cane", capacity=40, collapse=2, months=12, mode="declared", newcomer=newcomer
        ),
        RoundStarted(round=1),
        Allotted(resource="sugar_cane", shares={"Alice": 10, "Bob": 8}),
        CommonsCounted(resource="sugar_cane", stock=20, taken={"Alice": 10, "Bob": 10}, source="server"),
        CommonsRegrown(resource="sugar_cane", before=20, stock=40, places=(), source="server"),
        *([MemberJoined(agent=newcomer)] if newcomer else []),
        Allotted(resource="sugar_cane", shares={"Alice": 8, "Bob": 0}),
        CommonsCounted(resource="sugar_cane", stock=32, taken={"Alice": 8}, source="server"),
    ]


def test_the_months_are_read_from_the_log() -> None:
    found = measure_commons(log())
    assert (found["months_survived"], found["gain"], found["undeclared"]) == (2, 14, 2)
    assert found["over_usage"] == 0


def test_the_share_is_that_of_those_who_are_there() -> None:
    """With two members 10 is the share of 40, with three it is 6: then 8 is too much."""
    assert measure_commons(log(newcomer="Charlie"))["over_usage"] == pytest.approx(100 / 3)


@pytest.mark.parametrize(
    ("place", "changed"),
    [
        (0, {"agents": ()}),
        (0, {"agents": ("Alice",)}),
        (1, {"capacity": 0}),
        (1, {"capacity": -7}),
        (1, {"months": 0}),
    ],
)
def test_a_log_without_members_units_or_months_has_no_efficiency(
    place: int, changed: dict[str, object]
) -> None:
    events = log(newcomer="Charlie" if changed == {"agents": ("Alice",)} else None)
    events[place] = events[place].model_copy(update=changed)
    assert ("efficiency" in measure_commons(events)) is (changed == {"agents": ("Alice",)})


def test_a_crew_that_shares_nothing_has_no_such_figures() -> None:
    assert measure_commons(log()[:1]) == measure_commons(log()[:3]) == {}
