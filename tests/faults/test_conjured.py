"""The audit is not fooled: what no event explains does not balance, and it says where."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from minecrew.agents import OfflineMind, OfflineSecretary, goal_task, open_world, run_crew
from minecrew.behaviors import keep_ledger
from minecrew.runlog import Log, read_events


@pytest.mark.parametrize("conjure", [pytest.param(False, marks=pytest.mark.soak), True])
async def test_a_conjured_item_does_not_balance(tmp_path: Path, conjure: bool) -> None:
    task = goal_task({"oak_planks": 4}, agents=1)
    task = task.model_copy(update={"world": task.world.model_copy(update={"speed": "max"})})
    with Log.create(tmp_path) as log:
        async with open_world(task, log) as (world, _):
            minds = {"Alice": OfflineMind(world.knowledge)}
            begun = asyncio.Event()
            log.subscribe(lambda event: begun.set() if event.kind == "skill.started" else None)
            run = asyncio.ensure_future(
                run_crew(
                    task,
                    run="x",
                    log=log,
                    world=world,
                    minds=minds,
                    secretary=OfflineSecretary(world.knowledge),
                )
            )
            await begun.wait()
            since = log.count
            if conjure:
                await world.server.command("/give Alice diamond 1")
            result = await run
    assert result.outcome == "met"
    ledger = keep_ledger(read_events(tmp_path).events)
    assert ledger.balanced is not conjure
    if conjure:
        (imbalance,) = ledger.imbalances.values()
        assert imbalance.after < since <= imbalance.before
        assert (imbalance.agent, imbalance.item) == ("Alice", "diamond")
        assert (imbalance.expected, imbalance.counted) == (0, 1)
        where = f"between events {imbalance.after} and {imbalance.before}"
        assert f"Alice holds 1 diamond, but according to the events it should hold 0, {where}" in str(
            imbalance
        )
