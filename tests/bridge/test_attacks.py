"""Hostile programs against a live crew: none gets through, and the next program finds a clean house."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.attack import Range
from benchmarks.attacks import ATTACKS, PRELUDE, Attack, on_name

from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

LONG = ("waiting", "flood", "overriding")
"""Kinds of which the suite runs every fifth, and `make soak` all."""
_LONG = [a for a in ATTACKS if a.kind in LONG]
QUICK = [a for a in ATTACKS if not a.kills and a.kind not in ("reaching", *LONG)] + _LONG[::5]
"""'reaching' is tried in test_escape."""
REST = [a for a in ATTACKS if a not in QUICK and a.kind != "reaching"]
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


async def test_no_name_of_the_facade_leads_out(stage: Stage) -> None:
    bob = range_of(stage)
    assert not await bob.house()
    names = await bob.names()
    assert len(names) > 100
    for attack in names:
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
    assert on_name("bot", "chat").kind == "every name"
