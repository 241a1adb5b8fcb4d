"""What a bot saw again unchanged is stored once: a crew keeps thousands of observations."""

from __future__ import annotations

from minecrew.bridge import ContainerSighting, Observation, Sighting, StoredSightings

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
