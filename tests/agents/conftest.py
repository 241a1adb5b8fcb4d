"""A small book of rules (the real one is the server's), and a crew in a fake world."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from minecrew.agents import (
    FakeWorld,
    Knowledge,
    Mind,
    OfflineMind,
    OfflineSecretary,
    RunResult,
    Task,
    run_crew,
)
from minecrew.game import VERSION
from minecrew.runlog import Event, Log, read_events

from .llm_crew import LLMCrew

RECIPES = {
    "oak_planks": (4, {"oak_log": 1}, False),
    "birch_planks": (4, {"birch_log": 1}, False),
    "stick": (4, {"oak_planks": 2}, False),
    "crafting_table": (1, {"oak_planks": 4}, False),
    "paper": (3, {"sugar_cane": 3}, True),
    "book": (1, {"paper": 3, "leather": 1}, False),
    "bookshelf": (1, {"oak_planks": 6, "book": 3}, True),
    "painting": (1, {"stick": 8, "white_wool": 1}, True),
    "ladder": (3, {"stick": 7}, True),
    "bread": (1, {"wheat": 3}, True),
    "hay_block": (1, {"wheat": 9}, True),
    "wooden_pickaxe": (1, {"oak_planks": 3, "stick": 2}, True),
    "stone_pickaxe": (1, {"cobblestone": 3, "stick": 2}, True),
    "iron_pickaxe": (1, {"iron_ingot": 3, "stick": 2}, True),
    "furnace": (1, {"cobblestone": 8}, True),
    "beacon": (1, {"cobblestone": 3, "nether_star": 1}, True),
}
TOOLS = {"wooden_pickaxe": 59, "stone_pickaxe": 131, "iron_pickaxe": 250}
BLOCKS = {"oak_log": 3.0, "birch_log": 3.0, "sugar_cane": 0.0, "wheat": 0.0, "bookshelf": 2.25}
MEADOW = {"oak_log": 70, "sugar_cane": 40, "cow": 12, "sheep": 10}
MINE = {"oak_log": 70, "stone": 500, "iron_ore": 20, "diamond_ore": 3}


def book_of_rules() -> Knowledge:
    items = {*RECIPES, *BLOCKS, "leather", "beef", "white_wool", "cobblestone", "stone", "wheat", "coal"}
    items |= {"iron_ore", "iron_ingot", "diamond", "nether_star"}
    wheat = [{"count": 9, "in": {"hay_block": 1}, "table": False}]
    return Knowledge.model_validate(
        {
            "version": VERSION,
            "items": {
                name: {"uses": TOOLS[name], "stack": 1} if name in TOOLS else {} for name in sorted(items)
            },
            "smelting": [{"item": "iron_ingot", "from": "iron_ore", "ticks": 200}],
            "fuels": {"coal": 1600, "oak_planks": 300, "wooden_pickaxe": 200},
            "recipes": {
                **{
                    item: [{"count": n, "in": parts, "table": table}]
                    for item, (n, parts, table) in RECIPES.items()
                },
                "wheat": wheat,
            },
            "blocks": {
                **{
                    name: {"hand_seconds": s, "drops": [{"item": "book" if name == "bookshelf" else name}]}
                    for name, s in BLOCKS.items()
                },
                **{
                    name: {
                        "hand_seconds": 5 * seconds,
                        "tool_seconds": seconds,
                        "needs_tool": list(TOOLS)[worst:],
                        "drops": [{"item": drop}],
                    }
                    for name, seconds, worst, drop in (
                        ("stone", 1.15, 0, "cobblestone"),
                        ("iron_ore", 1.15, 1, "iron_ore"),
                        ("diamond_ore", 0.75, 2, "diamond"),
                    )
                },
                "hay_block": {"hand_seconds": 0.75, "drops": [{"item": "hay_block"}]},
            },
            "mobs": {
                "cow": {"health": 10, "drops": [{"item": "leather", "min": 0, "max": 2}, {"item": "beef"}]},
                "sheep": {"health": 8, "drops": [{"item": "white_wool"}]},
            },
            "attack": {"hand": 1},
        }
    )


@pytest.fixture
def knowledge() -> Knowledge:
    return book_of_rules()


class Play:
    """Runs a task with offline minds in a fake world and keeps what happened."""

    def __init__(self, directory: Path, knowledge: Knowledge) -> None:
        self.directory, self.knowledge = directory, knowledge
        self.minds: dict[str, Callable[[Mind], Mind]] = {}
        self.world: FakeWorld | None = None
        self.result: RunResult | None = None
        self.events: list[Event] = []

    def prepare(self, task: Task, sources: Mapping[str, int] = MEADOW) -> FakeWorld:
        self.world = FakeWorld(self.knowledge, task.names, sources)
        return self.world

    async def __call__(self, task: Task, sources: Mapping[str, int] = MEADOW) -> list[Event]:
        world = self.world or self.prepare(task, sources)
        minds: dict[str, Mind] = {}
        for name in task.names:
            mind: Mind = OfflineMind(self.knowledge)
            minds[name] = self.minds[name](mind) if name in self.minds else mind
        with Log.create(self.directory) as log:
            self.result = await run_crew(
                task,
                run="test",
                log=log,
                world=world,
                minds=minds,
                secretary=OfflineSecretary(self.knowledge),
            )
        self.events = list(read_events(self.directory).events)
        return self.events


@pytest.fixture
def play(tmp_path: Path, knowledge: Knowledge) -> Play:
    return Play(tmp_path / "run", knowledge)


@pytest.fixture
def crew(tmp_path: Path, knowledge: Knowledge) -> LLMCrew:
    return LLMCrew(tmp_path / "run", knowledge, MEADOW)
