"""Hostile programs against a live crew: none gets through, and the next program finds a clean house.

What a bot believes that it holds is what the server counts, whatever a program does with its windows.
"""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from benchmarks.attack import Range
from benchmarks.attacks import ATTACKS, PRELUDE, Attack, on_name
from benchmarks.attacks.reaching import ALLOWED, REFUSED, WALK
from minecrew.bridge import Outcome
from tests.stopwatch import Stopwatch

from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

SAMPLE = {
    "truth": (
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
"""What the suite runs, by kind; `make soak` runs the others. Those of 'reaching' are all tried below, and windows
that are closed again as well; some of those that cost the process are tried in test_chaos.
"""
QUICK = [a for a in ATTACKS if a.name in SAMPLE.get(a.kind, ())]
REST = [a for a in ATTACKS if a not in QUICK and a.kind != "reaching"]
EVERY = 6
"""Of the facade's names the suite tries one in so many."""


@pytest.fixture(scope="module")
def targets(stage: Stage) -> Iterator[Range]:
    with Stopwatch() as watch:
        yield Range(stage.bridge, stage.bots, clock=lambda: watch.seconds)


def called(attack: Attack) -> str:
    return f"{attack.kind}: {attack.name}"


@pytest.mark.parametrize("name", REFUSED)
async def test_who_reaches_for_the_host_fails(stage: Stage, name: str) -> None:
    if name == "constructor of bot":
        await stage.bridge.call("server", "grant", {"player": "Alice", "item": "stick", "count": 1})
    outcome = await stage.run("Alice", REFUSED[name])
    assert not outcome.ok, outcome.result
    assert outcome.code in ("PROGRAM_ERROR", "FORBIDDEN", "BAD_ARGUMENT"), outcome


@pytest.mark.parametrize("number", range(len(ALLOWED)))
async def test_nothing_of_the_host_shows(stage: Stage, number: int) -> None:
    body = list(ALLOWED)[number]
    outcome = await stage.run("Alice", body)
    assert (outcome.ok, outcome.result) == (True, ALLOWED[body]), outcome


async def test_no_object_in_reach_belongs_to_the_host(stage: Stage) -> None:
    outcome = await stage.run("Alice", WALK, deadline=30)
    assert outcome.ok, outcome
    assert outcome.result["seen"] > 10_000
    assert outcome.result["found"] == []
    assert len(outcome.result["loose"]) <= 5, outcome.result["loose"]


async def test_the_bot_survived_it_all(stage: Stage) -> None:
    assert stage.of("exit", "Alice") == []
    assert (await stage.run("Alice", "return bot.username")).result == "Alice"


PLACE = (
    "const here = bot.entity.position.floored()\n"
    "const clear = p => bot.blockAt(p.offset(0, 1, 0))?.name === 'air' && p.distanceTo(here) > 1.5\n"
    "const under = bot.findBlock({ matching: mcData.blocksByName.grass_block.id, maxDistance: 4, useExtraInfo: b => clear(b.position) })\n"
    "await bot.equip(bot.inventory.items().find(i => i.name === 'chest'), 'hand')\n"
    "await bot.placeBlock(under, new Vec3(0, 1, 0))"
)
OPEN = (
    "const at = bot.findBlock({ matching: mcData.blocksByName.chest.id, maxDistance: 5 })\n"
    "const paper = mcData.itemsByName.paper.id\n"
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def furnished(stage: Stage) -> AsyncIterator[Stage]:
    """Bob stands before a chest."""
    await grant(stage, "chest", 1)
    placed = await stage.run("Bob", PLACE, deadline=10)
    assert placed.ok, placed
    yield stage


async def grant(stage: Stage, item: str, count: int) -> None:
    await stage.bridge.call("server", "grant", {"player": "Bob", "item": item, "count": count})
    await stage.ticks(2)


async def tried(stage: Stage, body: str) -> Outcome:
    """A program of Bob's; the view that is left of what he holds is the server's count."""
    await grant(stage, "paper", 3)
    outcome = await stage.run("Bob", OPEN + body, deadline=20)
    told = await stage.bots["Bob"].recount()
    assert told is not None, outcome
    assert told.seen == told.counted, outcome
    return outcome


FORGING = {
    "closed again after a toss": "const w = await bot.openChest(at); w.close(); await bot.waitForTicks(2); await bot.toss(paper, null, 1); await bot.waitForTicks(2); w.close()",
    "closed through the bot": "const w = await bot.openChest(at); w.close(); await bot.waitForTicks(2); await bot.toss(paper, null, 1); await bot.waitForTicks(2); await bot.closeWindow(at); w.close()",
    "the first of two": "const w = await bot.openChest(at); const v = await bot.openChest(at); await v.deposit(paper, null, 1); w.close(); await bot.waitForTicks(2); v.close()",
    "closed amid a withdrawal": "const w = await bot.openChest(at); await w.deposit(paper, null, 3); const taken = w.withdraw(paper, null, 2).catch(() => {}); w.close(); await taken; await bot.waitForTicks(3)",
    "closed amid a deposit": "const w = await bot.openChest(at); const laid = w.deposit(paper, null, 2).catch(() => {}); await bot.waitForTicks(1); w.close(); await laid; await bot.waitForTicks(3)",
    "left amid a deposit": "const w = await bot.openChest(at); w.deposit(paper, null, 2).catch(() => {}); await bot.waitForTicks(1)",
    "two deposits at once": "const w = await bot.openChest(at); await Promise.allSettled([w.deposit(paper, null, 1), w.deposit(paper, null, 1), bot.toss(paper, null, 1)]); w.close()",
}


@pytest.mark.parametrize("name", FORGING)
async def test_no_window_forges_what_is_held(furnished: Stage, name: str) -> None:
    await tried(furnished, FORGING[name])


async def test_a_window_that_opens_when_its_run_is_over_hides_nothing(furnished: Stage) -> None:
    """The server closes it with the one before, so what is picked up is told for the inventory alone."""
    late = "const w = await bot.openChest(at); bot.openChest(at).catch(() => {}); w.close()"
    assert (await furnished.run("Bob", OPEN + late, deadline=20)).ok
    await furnished.ticks(3)
    await tried(furnished, "return 1")


CLOSED = {
    "slots": "w.slots",
    "items": "w.containerItems()",
    "count": "w.count(paper)",
    "withdraw": "await w.withdraw(paper, null, 1)",
    "deposit": "await w.deposit(paper, null, 1)",
}


@pytest.mark.parametrize("name", CLOSED)
async def test_a_window_that_was_closed_refuses_everything(furnished: Stage, name: str) -> None:
    outcome = await tried(furnished, f"const w = await bot.openChest(at); w.close(); {CLOSED[name]}")
    assert outcome.code == "BAD_ARGUMENT", outcome
    assert "closed" in outcome.message


async def test_closing_it_again_does_nothing(furnished: Stage) -> None:
    outcome = await tried(furnished, "const w = await bot.openChest(at); w.close(); w.close()")
    assert outcome.ok, outcome


async def test_what_a_bot_sees_and_what_its_programs_end_with_is_stored_once(furnished: Stage) -> None:
    """What it saw before and sees unchanged; test_sightings has the parts."""
    bot = furnished.bots["Bob"]
    opened = await tried(furnished, "const w = await bot.openChest(at); w.close()")
    ended = [(await furnished.run("Bob", "await bot.waitForTicks(1)")).observation for _ in range(2)]
    asked = [await bot.observe(surroundings=True) for _ in range(2)]
    all_seen = [one for one in (opened.observation, *ended, *asked) if one is not None]
    assert len(all_seen) == 5
    assert all(len(one.containers) == 1 for one in all_seen)
    assert len({id(spot) for one in all_seen for spot in one.containers}) == 1
    first, second = asked
    assert first.blocks
    assert all(first.blocks[name] is second.blocks[name] for name in first.blocks)


@pytest.mark.parametrize("attack", QUICK, ids=called)
async def test_it_gets_nowhere(targets: Range, attack: Attack) -> None:
    trial = await targets.trial(attack)
    assert not trial.wrong, trial


@pytest.mark.soak
@pytest.mark.parametrize("attack", REST, ids=called)
async def test_what_takes_longer_gets_nowhere(targets: Range, attack: Attack) -> None:
    trial = await targets.trial(attack)
    assert not trial.wrong, trial


@pytest.mark.parametrize("every", [EVERY, pytest.param(1, marks=pytest.mark.soak)])
async def test_no_name_of_the_facade_leads_out(targets: Range, every: int) -> None:
    assert not await targets.house()
    names = await targets.names()
    assert len(names) > 100
    for attack in names[::every]:
        outcome = await targets.run(PRELUDE + attack.main)
        assert outcome.result == "held" or outcome.code in attack.ends, (attack.name, outcome)
    assert not await targets.house()


async def test_an_attack_that_gets_through_is_seen(targets: Range) -> None:
    """The measuring itself: what a leak, a broken house and a wrong end look like."""
    leak = Attack(
        "a leak",
        "test",
        "reach({ constructor: () => () => ({ pid: 1, versions: {} }) }, 'here'); return verdict()",
    )
    assert "ESCAPED here" in " ".join((await targets.trial(leak)).wrong)
    host = Attack("a host's object", "test", "reach({ _client: {} }, 'bot'); return verdict()")
    assert "bot._client" in " ".join((await targets.trial(host)).wrong)
    assert "ended as NO_SPACE" in " ".join(
        (await targets.trial(Attack("a code", "test", "throw fail('NO_SPACE', '')"))).wrong
    )


async def test_the_attacks_are_many_and_of_every_kind() -> None:
    kinds = Counter(attack.kind for attack in ATTACKS)
    assert sum(kinds.values()) - kinds["reaching"] >= 60
    assert len({(a.kind, a.name) for a in ATTACKS}) == len(ATTACKS)
    assert len(QUICK) == sum(len(names) for names in SAMPLE.values())
    assert on_name("bot", "chat").kind == "every name"
