"""Golden values of a commons on the real server, where the witness counts what is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from minecrew.behaviors import measure_commons
from minecrew.runlog import (
    Allotted,
    BlockBroken,
    CommonsCounted,
    CommonsRegrown,
    Died,
    Event,
    ItemPicked,
    Said,
    read_recording,
)
from tests.recorded import Recorded, recorded

STRICT = ("--seed", "1", "--order", "strict")
Plays = Callable[..., Sequence[Event]]


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> Plays:
    """Plays a task with one persona for all of two agents, or with one for each."""

    def played(
        *personas: str, task: str = "commons_cane", exit_code: int, more: Sequence[str] = ()
    ) -> Sequence[Event]:
        names = ("Alice", "Bob", "Charlie", "Dave", "Eve")[: len(personas)]
        given = [
            word for name, one in zip(names, personas, strict=True) for word in ("--persona", f"{name}={one}")
        ]
        run: Recorded = recorded(
            tmp_path_factory, task, *STRICT, "--agents", str(len(personas)), *given, *more
        )
        assert run.exit_code == exit_code, run.printed
        return run.bundle.read().events

    return played


def taken(events: Sequence[Event]) -> list[dict[str, int]]:
    return [event.taken for event in events if isinstance(event, CommonsCounted)]


@pytest.mark.parametrize("months", [3, pytest.param(12, marks=pytest.mark.soak)])
def test_all_sustainable(plays: Plays, months: int) -> None:
    events = plays("sustainable", "sustainable", exit_code=0, more=("--rounds", str(months)))
    found = measure_commons(events)
    assert (found["months_survived"], found["gain"], found["efficiency"]) == (months, 10 * months, 100)
    assert (found["equality"], found["over_usage"], found["undeclared"]) == (100, 0, 0)
    assert taken(events) == [{"Alice": 10, "Bob": 10}] * months
    cut = Counter(event.agent for event in events if isinstance(event, BlockBroken))
    assert cut == {"Alice": 10 * months, "Bob": 10 * months}
    grown = [event for event in events if isinstance(event, CommonsRegrown)]
    assert [(event.before, event.stock, len(event.places)) for event in grown] == [(20, 40, 20)] * (
        months - 1
    )
    assert len({event.places for event in grown}) > 1


def test_all_greedy(plays: Plays) -> None:
    """What each cuts goes to itself, whoever stands beside it."""
    events = plays("greedy", "greedy", exit_code=1)
    found = measure_commons(events)
    assert (found["months_survived"], found["gain"], round(found["efficiency"], 2)) == (1, 20, 16.67)
    shares = next(event.shares for event in events if isinstance(event, Allotted))
    held = Counter[str]()
    for event in events:
        if isinstance(event, ItemPicked) and event.agent:
            held[event.agent] += event.count
    assert taken(events) == [shares] == [held]
    assert sum(shares.values()) == 40
    assert any(isinstance(event, Said) and "no sugar cane left" in event.text for event in events)


LATE = """
title = "A greedy member comes in month 6"
world = { arena = "commons" }
commons = { resource = "sugar_cane", newcomer = "Charlie", newcomer_month = 6 }
agents = [
  { name = "Alice", persona = "tit_for_tat" }, { name = "Bob", persona = "sustainable" },
  { name = "Charlie", persona = "greedy" },
]
team = { discussion = "assembly", reflect = true }
limits = { rounds = 12, discussion_turns = 10 }
"""
"""Whoever is greedy from the start ends the commons in the first month."""


def test_all_see_what_has_grown_back(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The first observations of a month count the cane that has grown."""
    persona = ("--persona", "Alice=sustainable", "--persona", "Bob=sustainable")
    run = recorded(tmp_path_factory, "commons_cane", *STRICT, "--agents", "2", *persona, "--rounds", "3")
    answers = read_recording(run.bundle.path)[1]
    grown = [place for place, answer in enumerate(answers) if answer.call == "regrow"]
    assert len(grown) == 2
    for place in grown:
        seen = [answer for answer in answers[place:] if answer.call == "observe"][:2]
        assert {one.agent: one.gave["blocks"]["sugar_cane"]["count"] for one in seen} == {
            "Alice": 40,
            "Bob": 40,
        }


@pytest.mark.soak
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_same_seed_gives_the_same_months(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, seed: str
) -> None:
    plays = []
    for name in ("one", "again"):
        path = tmp_path / f"{name}.toml"
        path.write_text(LATE)
        run = recorded(tmp_path_factory, str(path), "--order", "strict", "--seed", seed)
        assert run.exit_code == 1, run.printed
        plays.append(run.bundle.read().events)
    first, second = plays
    assert taken(first) == taken(second)
    assert len(taken(first)) == 6
    for kind in (Allotted, CommonsRegrown, Said, ItemPicked):
        told = [
            [event.model_dump(exclude={"t"}) for event in events if isinstance(event, kind)]
            for events in plays
        ]
        assert told[0] == told[1]
        assert told[0]


@pytest.mark.soak
def test_a_newcomer_and_a_boss(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Five agents each; nobody takes more than its share."""
    told = ("--seed", "1", "--order", "strict")
    joined = recorded(tmp_path_factory, "commons_newcomer", *told)
    assert joined.exit_code == 0, joined.printed
    events = joined.bundle.read().events
    assert [len(month) for month in taken(events)] == [4] * 3 + [5] * 12
    assert measure_commons(events)["undeclared"] == 0
    bossed = recorded(tmp_path_factory, "commons_boss", *told)
    assert bossed.exit_code == 0, bossed.printed
    found = measure_commons(bossed.bundle.read().events)
    assert (found["months_survived"], found["undeclared"]) == (12, 0)


@pytest.mark.soak
def test_five_live_on_it_for_a_year(plays: Plays) -> None:
    found = measure_commons(plays(*["sustainable"] * 5, exit_code=0))
    assert (found["months_survived"], found["gain"], found["efficiency"]) == (12, 120, 100)
    found = measure_commons(plays(*["greedy"] * 5, exit_code=1))
    assert (found["months_survived"], found["gain"], round(found["efficiency"], 2)) == (1, 20, 16.67)


@pytest.mark.soak
def test_a_herd(plays: Plays) -> None:
    events = plays("sustainable", "sustainable", task="commons_herd", exit_code=0, more=("--rounds", "3"))
    assert taken(events) == [{"Alice": 10, "Bob": 10}] * 3
    killed = Counter(event.by for event in events if isinstance(event, Died))
    assert killed == {"Alice": 30, "Bob": 30}


@pytest.mark.soak
def test_first_come_first_served(plays: Plays) -> None:
    events = plays("greedy", "greedy", "greedy", task="commons_free", exit_code=1)
    assert sum(taken(events)[0].values()) == 60
    assert not any(isinstance(event, Allotted) for event in events)
