"""What a bot saw again unchanged is stored once: a crew keeps thousands of observations."""

from __future__ import annotations

import pytest

from minecrew.bridge import ContainerSighting, Observation, Sighting, StoredSightings

from .conftest import Stage

CHEST = ContainerSighting(block="chest", at=(4, 64, 4), items={"bread": 3})
EMPTY = CHEST.model_copy(update={"items": {}})
FURNACE = Sighting(count=1, nearest=(10, 64, 10))
FURTHER = FURNACE.model_copy(update={"count": 2})


def seen(*containers: ContainerSighting, **blocks: Sighting) -> Observation:
    """An observation as it comes from a bot: it shares nothing with any other."""
    known: dict[str, object] = {"players": {}, "mobs": {}, "drops": {}, "blocks": blocks}
    body = {"position": (0, 64, 0), "health": 20, "food": 20, "time": 0, "inventory": {}, "held": None}
    one = Observation.model_validate({**body, **known, "containers": containers})
    return Observation.model_validate_json(one.model_dump_json())


def test_an_unchanged_sighting_is_stored_once() -> None:
    stored = StoredSightings()
    shared = [stored.share(seen(CHEST, furnace=FURNACE)) for _ in range(10)]
    assert all(one == seen(CHEST, furnace=FURNACE) for one in shared)
    assert len({id(spot) for one in shared for spot in one.containers}) == 1
    assert len({id(spot) for one in shared for spot in one.blocks.values()}) == 1


def test_a_sighting_that_changed_is_seen_as_it_is() -> None:
    stored = StoredSightings()
    each = [
        seen(CHEST, furnace=FURNACE),
        seen(EMPTY, furnace=FURTHER),
        seen(),
        seen(EMPTY),
        seen(CHEST, furnace=FURNACE),
    ]
    assert [stored.share(one) for one in each] == each


def test_a_container_that_is_gone_is_forgotten() -> None:
    stored = StoredSightings()
    first = stored.share(seen(CHEST))
    stored.share(seen())
    assert stored.share(seen(CHEST)).containers[0] is not first.containers[0]


@pytest.mark.asyncio(loop_scope="module")
async def test_a_bot_stores_what_it_sees_and_what_its_programs_end_with(stage: Stage) -> None:
    bot = stage.bots["Alice"]
    await stage.command("/give Alice chest 1")
    await stage.ticks(5)
    placed = await stage.run(
        "Alice",
        """await bot.equip(bot.inventory.items().find(item => item.name === 'chest'), 'hand')
        await bot.placeBlock(bot.blockAt(bot.entity.position.offset(0, -1, -3)), new Vec3(0, 1, 0))
        const chest = bot.findBlock({ matching: block => block.name === 'chest', maxDistance: 8 })
        const window = await bot.openChest(chest)
        window.close()""",
        deadline=60,
    )
    assert placed.ok, placed
    ended = [(await stage.run("Alice", "await bot.waitForTicks(1)")).observation for _ in range(2)]
    asked = [await bot.observe(surroundings=True) for _ in range(2)]
    all_seen = [one for one in (placed.observation, *ended, *asked) if one is not None]
    assert len(all_seen) == 5
    assert all(len(one.containers) == 1 for one in all_seen)
    assert len({id(spot) for one in all_seen for spot in one.containers}) == 1
    first, second = asked
    assert first.blocks
    assert all(first.blocks[name] is second.blocks[name] for name in first.blocks)
