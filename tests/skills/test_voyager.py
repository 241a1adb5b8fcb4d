"""Skills in Voyager's manner, imported and run in real worlds: a few here, all of them when soaked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from minecrew.skill_tools.trial import run_trial
from minecrew.skills import Library, Trial, import_skills

from .conftest import Crew

VOYAGERS = Path(__file__).with_name("voyager")


@dataclass(frozen=True)
class Run:
    """What a skill is given, and has to gain at least."""

    give: dict[str, int] = field(default_factory=dict)
    expect: dict[str, int] = field(default_factory=dict)
    arena: str = "meadow"
    seed: int = 1
    code: str | None = None
    """What it ends as, where this server does not offer what it needs."""


ARMOUR = {"iron_helmet": 1, "iron_chestplate": 1, "iron_leggings": 1, "iron_boots": 1, "shield": 1}
RUNS = {
    "buildPillarOfThree": Run(give={"cobblestone": 3}),
    "catchOneFish": Run(give={"fishing_rod": 1}, code="NO_EFFECT"),
    "cookTwoMutton": Run(give={"furnace": 1, "mutton": 2, "oak_planks": 2}, expect={"cooked_mutton": 2}),
    "craftPlanksAndSticks": Run(give={"oak_log": 2}, expect={"oak_planks": 6, "stick": 4}),
    "craftStoneAxe": Run(give={"crafting_table": 1, "cobblestone": 3, "stick": 2}, expect={"stone_axe": 1}),
    "craftWoodenPickaxeFromNothing": Run(expect={"wooden_pickaxe": 1}),
    "craftWorkbench": Run(give={"oak_log": 1}, expect={"crafting_table": 1}),
    "cutThreeSugarCane": Run(expect={"sugar_cane": 3}),
    "eatBreadWhenHungry": Run(give={"bread": 2}),
    "gatherThreeOakLogs": Run(expect={"oak_log": 3}),
    "killOneCow": Run(give={"wooden_sword": 1}, expect={"beef": 1}),
    "killTwoSheep": Run(give={"iron_sword": 1}, expect={"mutton": 2}),
    "mineAnyLog": Run(expect={"oak_log": 1}),
    "mineSixCobblestone": Run(give={"wooden_pickaxe": 1}, expect={"cobblestone": 6}, arena="mine"),
    "placeWorkbenchBeside": Run(give={"crafting_table": 1}),
    "shearOneSheep": Run(give={"shears": 1}, expect={"white_wool": 1}),
    "smeltTwoIronOre": Run(give={"furnace": 1, "iron_ore": 2, "coal": 1}, expect={"iron_ingot": 2}),
    "sowWheatByTheWater": Run(give={"wooden_hoe": 1, "wheat_seeds": 1}),
    "storeAndFetchCobblestone": Run(give={"chest": 1, "cobblestone": 5}),
    "wearIronArmor": Run(give=ARMOUR),
}
SAMPLE = {
    "craftPlanksAndSticks": {"oak_planks": 6, "stick": 4},
    "placeWorkbenchBeside": {"crafting_table": -1},
    "storeAndFetchCobblestone": {"chest": -1, "cobblestone": -3},
    "killOneCow": {},
}
"""What changes hands at least."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    own = tmp_path_factory.mktemp("own")
    import_skills(VOYAGERS, own, Library())
    return Library([own])


def test_each_skill_of_the_folder_has_a_run(library: Library) -> None:
    shipped = Library()
    assert sorted(RUNS) == [skill.name for skill in library.all() if not shipped.get(skill.name)]


@pytest.mark.asyncio(loop_scope="module")
async def test_some_run_in_one_world(crew: Crew, library: Library) -> None:
    await crew.bots["Alice"].learn(library.sources())
    for name, change in SAMPLE.items():
        for item, count in RUNS[name].give.items():
            await crew.grant("Alice", item, count)
        outcome = await crew.does("Alice", name)
        gains = {**change, **RUNS[name].expect}
        assert {i: n for i, n in gains.items() if outcome.gained.get(i, 0) < n} == {}, outcome.gained


@pytest.mark.soak
@pytest.mark.parametrize("name", RUNS)
async def test_all_run_each_in_a_world_of_its_own(library: Library, name: str) -> None:
    run, skill = RUNS[name], library.get(name)
    assert skill is not None
    trial = Trial(call=f"{name}(bot)", give=run.give, expect=run.expect, arena=run.arena, seed=run.seed)
    tried = await run_trial(skill, trial, library)
    if run.code is not None:
        assert (tried.outcome.code, tried.outcome.seconds < 60) == (run.code, True), tried.problem
    else:
        assert tried.problem == ""
