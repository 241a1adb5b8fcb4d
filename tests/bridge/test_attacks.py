"""Hostile programs against a live crew: none gets through, and the next program finds a clean house."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.attack import Range
from benchmarks.attacks import ATTACKS, PRELUDE, Attack, on_name

from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAMPLE = {
    "truth": (
        "a window closed again after a toss",
        "a slot of four and a half",
        "a face that is nearly one",
        "one stack thrown twice",
    ),
    "limit": (
        "timers whose delay arms timers",
        "a plan with a million barred",
        "ninety plans at once",
        "a list without an end",
    ),
    "argument": (
        "an event's name that changes",
        "a place outside the world",
        "a view without end",
        "a predicate that keeps its block",
        "a thenable as a predicate's answer",
        "symbols for everything",
    ),
    "result": (
        "nested two thousand deep",
        "half a character",
        "a line number without end",
        "a megabyte",
        "an error behind a proxy",
    ),
    "text": ("import made of pieces", "the wrapper closed"),
    "stack": ("an error of the host at the end of the stack",),
    "behind": (
        "one listener for two events",
        "a rejection with a getter",
        "a tampered prototype",
        "the host's date behind the program's",
        "quitting",
    ),
    "overriding": ("a skill called undefined", "a skill that remembers"),
    "waiting": ("caught in its own finally",),
    "flood": ("chat", "views"),
}
"""What the suite runs, by kind; `make soak` runs the others. 'reaching' is tried in test_escape, some of
those that cost the process in test_chaos.
"""
QUICK = [a for a in ATTACKS if a.name in SAMPLE.get(a.kind, ())]
REST = [a for a in ATTACKS if a not in QUICK and a.kind != "reaching"]
EVERY = 6
"""Of the facade's names the suite tries one in so many."""
RANGES: dict[int, Range] = {}


def range_of(stage: Stage) -> Range:
    return RANGES.setdefault(id(stage), Range(stage.bridge, stage.bots))


def called(attack: Attack) -> str:
    return f"{attack.kind}: {attack.name}"


@pytest.mark.parametrize("attack", QUICK, ids=called)
async def test_it_gets_nowhere(stage: Stage, attack: Attack) -> None:
    trial = await range_of(stage).trial(attack)
    assert not trial.wrong, trial


@pytest.mark.soak
@pytest.mark.parametrize("attack", REST, ids=called)
async def test_what_takes_longer_gets_nowhere(stage: Stage, attack: Attack) -> None:
    trial = await range_of(stage).trial(attack)
    assert not trial.wrong, trial


@pytest.mark.parametrize("every", [EVERY, pytest.param(1, marks=pytest.mark.soak)])
async def test_no_name_of_the_facade_leads_out(stage: Stage, every: int) -> None:
    bob = range_of(stage)
    assert not await bob.house()
    names = await bob.names()
    assert len(names) > 100
    for attack in names[::every]:
        outcome = await bob.run(PRELUDE + attack.main)
        assert outcome.result == "held" or outcome.code in attack.ends, (attack.name, outcome)
    assert not await bob.house()


async def test_an_attack_that_gets_through_is_seen(stage: Stage) -> None:
    """The measuring itself: what a leak, a broken house and a wrong end look like."""
    bob = range_of(stage)
    leak = Attack(
        "a leak",
        "test",
        "reach({ constructor: () => () => ({ pid: 1, versions: {} }) }, 'here'); return verdict()",
    )
    assert "ESCAPED here" in " ".join((await bob.trial(leak)).wrong)
    host = Attack("a host's object", "test", "reach({ _client: {} }, 'bot'); return verdict()")
    assert "bot._client" in " ".join((await bob.trial(host)).wrong)
    assert "ended as NO_SPACE" in " ".join(
        (await bob.trial(Attack("a code", "test", "throw fail('NO_SPACE', '')"))).wrong
    )


async def test_the_attacks_are_many_and_of_every_kind() -> None:
    kinds = Counter(attack.kind for attack in ATTACKS)
    assert sum(kinds.values()) - kinds["reaching"] >= 60
    assert len({(a.kind, a.name) for a in ATTACKS}) == len(ATTACKS)
    assert len(QUICK) == sum(len(names) for names in SAMPLE.values())
    assert on_name("bot", "chat").kind == "every name"
