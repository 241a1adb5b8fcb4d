"""What a bot believes that it holds is what the server counts, whatever a program does with its windows."""
# ruff: noqa: E501 (one program, one line)

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from minecrew.bridge import Outcome

from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLACE = (
    "const under = bot.blockAt(bot.entity.position.floored().offset(0, -1, 2))\n"
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


REFUSED = {
    "slots": "w.slots",
    "items": "w.containerItems()",
    "count": "w.count(paper)",
    "withdraw": "await w.withdraw(paper, null, 1)",
    "deposit": "await w.deposit(paper, null, 1)",
}


@pytest.mark.parametrize("name", REFUSED)
async def test_a_window_that_was_closed_refuses_everything(furnished: Stage, name: str) -> None:
    outcome = await tried(furnished, f"const w = await bot.openChest(at); w.close(); {REFUSED[name]}")
    assert outcome.code == "BAD_ARGUMENT", outcome
    assert "closed" in outcome.message


async def test_closing_it_again_does_nothing(furnished: Stage) -> None:
    outcome = await tried(furnished, "const w = await bot.openChest(at); w.close(); w.close()")
    assert outcome.ok, outcome
