"""Kinds of sub-task: what a model may ask to be checked, how facts check it, and how far it is told to be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from minecrew.agents import Caller, Knowledge, LLMMind, Refusal, ScriptedModel, Subtask, SubtaskView, facts
from minecrew.agents.answers import Gift
from minecrew.agents.evaluation import evaluate
from minecrew.agents.llm import prompt_values, shapes, skill_texts
from minecrew.agents.llm.relevance import relevant_blocks
from minecrew.agents.views import RoundView, SubtaskResult
from minecrew.bridge import (
    BuildingSighting,
    ContainerSighting,
    Observation,
    Outcome,
    OwnedSighting,
    Sighting,
)
from minecrew.runlog import Items, Log, Position
from minecrew.skills import Library

from .conftest import book_of_rules
from .test_prompts import GOAL, SEEN, TEAM

CHEST = (4.0, 64.0, 4.0)
WELL = Outcome(ok=True)


def step(knowledge: Knowledge, kind: str, **given: Any) -> Subtask:
    shape = shapes.decomposition("Bob", TEAM, knowledge, Library())
    told = {"text": "do it", "kind": kind, "item": "", "count": 0, "who": "", "at": [], **given}
    answer = shape.model_validate({"reason": "", "refuses": "", "subtasks": [told]})
    return answer.subtasks[0].subtask(())


def seen(held: Items | None = None, **more: Any) -> Observation:
    return SEEN.model_copy(update={"inventory": held or {}, **more})


def chest(items: Items, at: Position = CHEST) -> dict[str, Any]:
    return {"containers": (ContainerSighting(block="chest", at=at, items=items),)}


def blocks(name: str, at: Position) -> dict[str, Any]:
    return {"blocks": {name: Sighting(count=1, nearest=at)}}


def cows(count: int, *, owned: int) -> Observation:
    near = (5.0, 64.0, 4.0)
    hers = OwnedSighting(mob="cow", owner="Berta", count=owned, nearest=near)
    return seen(mobs={"cow": Sighting(count=count, nearest=near)}, owned=(hers,))


@pytest.mark.parametrize(
    ("given", "now", "done"),
    [
        ({"kind": "have", "item": "bread", "count": 2}, seen({"bread": 2}), True),
        ({"kind": "have", "item": "bread", "count": 2}, seen({"bread": 1}), False),
        ({"kind": "receive", "item": "bread", "count": 2, "who": "Alice"}, seen({"bread": 2}), True),
        ({"kind": "store", "item": "bread", "count": 2, "at": CHEST}, seen(**chest({"bread": 2})), True),
        ({"kind": "store", "item": "bread", "count": 2, "at": CHEST}, seen(**chest({"bread": 1})), False),
        ({"kind": "store", "item": "bread", "count": 2, "at": CHEST}, seen({"bread": 2}), False),
        (
            {"kind": "store", "item": "bread", "count": 2, "at": CHEST},
            seen(**chest({"bread": 9}, (40.0, 64.0, 4.0))),
            False,
        ),
        ({"kind": "place", "item": "furnace", "at": CHEST}, seen(**blocks("furnace", (5, 64, 4))), True),
        ({"kind": "place", "item": "furnace", "at": CHEST}, seen(**blocks("furnace", (9, 64, 4))), False),
        ({"kind": "place", "item": "furnace"}, seen(**blocks("furnace", (9, 64, 4))), True),
        ({"kind": "place", "item": "furnace"}, seen(), False),
        (
            {"kind": "find", "item": "sugar_cane", "at": CHEST},
            seen(**blocks("sugar_cane", (15, 64, 4))),
            True,
        ),
        (
            {"kind": "find", "item": "sugar_cane", "at": CHEST},
            seen(**blocks("sugar_cane", (45, 64, 4))),
            False,
        ),
        (
            {"kind": "find", "item": "furnace", "at": CHEST},
            seen(blocks={"furnace": Sighting(count=2, nearest=(40, 64, 4), others=((5, 64, 4),))}),
            True,
        ),
        ({"kind": "find", "item": "cow"}, seen(), True),
        ({"kind": "find", "item": "cow"}, cows(2, owned=2), False),
        ({"kind": "find", "item": "sugar_cane"}, seen({"sugar_cane": 2}, blocks={}), False),
        ({"kind": "find", "item": "cow", "at": CHEST}, cows(2, owned=1), True),
        ({"kind": "find", "item": "cow", "at": CHEST}, cows(2, owned=2), False),
    ],
)
def test_facts_check_each_kind(
    knowledge: Knowledge, given: dict[str, Any], now: Observation, *, done: bool
) -> None:
    verdict = facts.check(step(knowledge, **given), now, (WELL,))
    assert verdict is not None
    assert verdict.done is done


def test_a_find_says_what_was_seen_and_where(knowledge: Knowledge) -> None:
    find = step(knowledge, "find", item="cow")
    near = Sighting(count=3, nearest=(20.5, 64, 9), others=((8, 64, 8),))
    verdict = facts.check(find, seen(mobs={"cow": near}), (WELL,))
    assert verdict
    assert (verdict.done, verdict.found) == (True, "saw cow at (8, 64, 8)")
    lost = Outcome(ok=False, code="NOT_FOUND", message="no cow within 32 blocks")
    assert facts.check(find, seen(mobs={"cow": near}), (lost,)) == verdict, "what is in sight is found"
    for now, why in (
        (seen(mobs={}), "no cow is in sight"),
        (cows(2, owned=2), "no cow is in sight; every cow in sight belongs to somebody"),
    ):
        verdict = facts.check(find, now, (WELL,))
        assert verdict
        assert (verdict.done, verdict.found, verdict.why) == (False, "", why)
        assert f"So far: {why}" in prompt_values.subtask(view(find, now, WELL))


def test_people_are_found_although_their_name_tags_bear_names() -> None:
    near = (5.0, 64.0, 4.0)
    herself = OwnedSighting(mob="villager", owner="Berta", count=1, nearest=near)
    now = seen(mobs={"villager": Sighting(count=1, nearest=near)}, owned=(herself,))
    verdict = facts.check(Subtask(text="meet somebody", seek=("villager",)), now, (WELL,))
    assert verdict
    assert verdict.found == "saw villager at (5, 64, 4)"


def test_the_feedback_says_what_was_found_and_where() -> None:
    find = Subtask(text="see sugar cane", seek=("sugar_cane",))
    done = SubtaskResult(agent="Bob", subtask=find, state="done", message="saw sugar_cane at (30, 5, 9)")
    told = evaluate(GOAL, {"Bob": {}}, [done]).text
    assert "Bob did: see sugar cane (saw sugar_cane at (30, 5, 9))." in told


@pytest.mark.parametrize(
    ("skill", "stands", "outcome", "done"),
    [
        ("goTo", (6.0, 64.0, 4.0), WELL, True),
        ("goTo", (16.0, 64.0, 4.0), WELL, None),
        ("goTo", (6.0, 64.0, 4.0), Outcome(ok=False, code="NO_PATH", message="no path"), None),
        ("waitFor", (6.0, 64.0, 4.0), WELL, None),
        ("", (6.0, 64.0, 4.0), WELL, None),
    ],
)
def test_being_at_a_place_is_a_fact(
    knowledge: Knowledge, skill: str, stands: Position, outcome: Outcome, *, done: bool | None
) -> None:
    """If the plan says that goTo does it all; otherwise a mind judges."""
    walk = step(knowledge, "other", at=CHEST, skill=skill, arguments="[4, 64, 4]", seconds=30)
    verdict = facts.check(walk, seen(position=stands), (outcome,))
    assert (verdict and verdict.done) == done


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"kind": "store", "item": "bread", "count": 2}, "needs the position of the container in 'at'"),
        ({"kind": "store", "item": "bread", "at": CHEST}, "needs a count of 1 or more"),
        ({"kind": "place", "item": "furnace", "at": [1, 2]}, r"'at' has to be \[x, y, z\]"),
    ],
)
def test_what_a_kind_lacks_is_told(knowledge: Knowledge, given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValidationError, match=wrong):
        step(knowledge, **given)


def view(subtask: Subtask, now: Observation, *outcomes: Outcome) -> SubtaskView:
    return SubtaskView(
        agent="Bob",
        team=TEAM,
        goal=GOAL,
        assignment="",
        subtask=subtask,
        attempt=1,
        observation=now,
        outcomes=outcomes,
    )


def test_progress_is_told(knowledge: Knowledge) -> None:
    have = step(knowledge, "have", item="bread", count=11, at=CHEST)
    told = prompt_values.subtask(view(have, seen({"bread": 4})))
    assert "So far: you hold 4 of 11 bread" in told
    assert "The place is agreed: (4, 64, 4)." in told
    give = step(knowledge, "give", item="bread", count=5, who="Alice", at=CHEST)
    told = prompt_values.subtask(view(give, seen({"bread": 2}), Outcome(ok=True, result={"bread": 3})))
    assert "So far: 3 of 5 bread were received, you hold 2 bread" in told
    store = step(knowledge, "store", item="bread", count=5, at=CHEST)
    told = prompt_values.subtask(view(store, seen(**chest({"bread": 1}))))
    assert "the container at (4, 64, 4) holds 5 bread" in told
    assert "So far: it held 1 of 5 bread when you last closed it" in told
    place = step(knowledge, "place", item="furnace", at=CHEST)
    told = prompt_values.subtask(view(place, seen()))
    assert "there is a furnace within 2 blocks of (4, 64, 4)" in told


def test_every_kind_of_a_gift_is_told_and_matters(knowledge: Knowledge) -> None:
    gift = Gift(to="Alice", item="bread", count=5, also={"diamond": 2})
    giving = Subtask(text="hand over", gift=gift)
    now = view(giving, seen({"bread": 2}), Outcome(ok=False, result={"bread": 3, "diamond": 1}))
    told = prompt_values.subtask(now)
    assert "Done when: Alice has received 5 bread, Alice has received 2 diamond" in told
    assert "3 of 5 bread were received, you hold 2 bread, 1 of 2 diamond were received" in told
    assert skill_texts.sought(view(giving, seen({"bread": 5}))) == "diamond"
    assert "diamond_ore" in relevant_blocks(now, knowledge, KINDS)


KINDS = ("sugar_cane", "oak_log", "chest", "oak_leaves", "poppy", "grass_block", "diamond_ore")


def sight(knowledge: Knowledge, *texts: str, all_: bool = False, **more: Any) -> str:
    spots = {name: Sighting(count=1, nearest=(1, 2, 3)) for name in KINDS}
    now = seen(blocks=spots, **more)
    crew = RoundView(team=TEAM, goal=GOAL)
    return prompt_values.sight(now, None if all_ else relevant_blocks(crew, knowledge, spots, *texts))


def test_sight_tells_what_the_goal_touches_and_how_much_else_there_is(knowledge: Knowledge) -> None:
    told = sight(knowledge, "Alice wants a poppy")
    assert [name for name in KINDS if f"1 {name}," in told] == ["sugar_cane", "oak_log", "chest", "poppy"]
    assert "; 3 kinds that are of no use here" in told
    told = sight(knowledge, all_=True)
    assert all(f"1 {name}," in told for name in KINDS)
    assert "of no use" not in told


def test_fuels_and_what_tools_are_made_of_matter_if_the_goal_is_smelted() -> None:
    wild = {"hand_seconds": 3.0, "natural": True}
    ore = {"coal_ore": {**wild, "drops": [{"item": "coal"}]}}
    rules = book_of_rules().model_dump(by_alias=True)
    knowledge = Knowledge.model_validate({**rules, "blocks": {**rules["blocks"], **ore}})
    kinds = ("coal_ore", "stone", "oak_log", "iron_ore", "diamond_ore")

    def matter(item: str) -> list[str]:
        wanted = relevant_blocks(RoundView(team=TEAM, goal={item: 1}), knowledge, kinds)
        return [name for name in kinds if name in wanted]

    assert matter("iron_pickaxe") == ["coal_ore", "stone", "oak_log", "iron_ore"]
    assert matter("ladder") == ["oak_log"]


def test_sight_tells_more_than_one_place_of_what_is_needed() -> None:
    spots = {"oak_log": Sighting(count=9, nearest=(1, 2, 3), others=((9.5, 2, 3), (20, 2, 3)))}
    told = prompt_values.sight(seen(blocks=spots), {"oak_log"})
    assert "9 oak_log, nearest at (1, 2, 3), others at (9, 2, 3) and (20, 2, 3)" in told
    assert "9 oak_log, nearest at (1, 2, 3)\n" in prompt_values.sight(seen(blocks=spots))


def test_places_are_told_as_they_are_written_in_calls() -> None:
    told = skill_texts.skills(Library())
    assert "example: placeItem('crafting_table', [10, 5, 10])" in told
    assert "example: getItemFromChest([10, 5, 10], { bread: 1 })" in told
    assert "new Vec3" not in told


def test_sight_tells_what_lies_about_and_whose_things_are(knowledge: Knowledge) -> None:
    told = sight(
        knowledge,
        ground={"leather": Sighting(count=2, nearest=(7, 64, 7))},
        sheep={"white": Sighting(count=3, nearest=(9, 64, 9))},
        buildings=(
            BuildingSighting(
                structure="library", owner="village", nearest=(20, 64, 4), blocks={"oak_log": 3, "glass": 1}
            ),
        ),
        **chest({"bread": 3}),
    )
    assert "Items on the ground: 2 leather, nearest at (7, 64, 7)" in told
    assert "3 white sheep, nearest at (9, 64, 9)" in told
    assert "In the chest at (4, 64, 4), when you last closed it: 3 bread" in told
    line = "Building: library, belonging to village, nearest at (20, 64, 4); it contains 3 oak_log"
    assert line in told.splitlines()


@pytest.mark.parametrize(("round_seconds", "told"), [(15, ("15", "15")), (300, ("300", "60"))])
def test_no_time_limit_in_a_prompt_is_longer_than_the_round(
    round_seconds: int, told: tuple[str, str]
) -> None:
    view = RoundView(team=TEAM, goal=GOAL, round_seconds=round_seconds)
    assert (prompt_values.longest(view), prompt_values.example_seconds(view)) == told


def test_sight_tells_how_much_of_a_crop_is_ripe() -> None:
    blocks = {"wheat": Sighting(count=5, nearest=(6, 64, 6), ripe=2)}
    assert "5 wheat (2 ripe), nearest at (6, 64, 6)" in prompt_values.sight(seen(blocks=blocks))


async def test_a_mind_can_look_at_everything_before_it_acts(knowledge: Knowledge, tmp_path: Path) -> None:
    """Once: after that it has to act."""
    blank = {"reason": "it is dark", "skill": "", "arguments": "[]", "name": "", "code": "", "seconds": 30}
    answers = [json.dumps({**blank, "do": do}) for do in ("look", "look", "refuse")]
    model = ScriptedModel(answers)
    leaves = seen(**blocks("oak_leaves", (1, 2, 3)))
    with Log.create(tmp_path) as log:
        mind = LLMMind(Caller(model, log), knowledge, Library())
        action = await mind.act(view(Subtask(text="dig"), leaves))
    assert isinstance(action, Refusal)
    assert [" oak_leaves, nearest" in asked for asked in model.asked] == [False, True, True]
    assert "you have already been shown everything in sight" in model.asked[2]


@pytest.mark.parametrize(("name", "found"), [("stone", True), ("gold_ore", False)])
def test_what_no_observation_lists_is_found_by_a_program_that_worked(name: str, found: bool) -> None:
    find = Subtask(text=f"find {name}", seek=(name,))
    verdict = facts.check(find, seen(), (Outcome(ok=True),))
    assert verdict is not None
    assert verdict.done == found
