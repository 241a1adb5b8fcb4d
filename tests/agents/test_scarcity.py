"""A world that yields less than the goal needs: the crew makes what can be made, and says what is short."""

from __future__ import annotations

import pytest

from minecrew.agents import goal_task
from minecrew.agents.answers import Action, Refusal, Subtask
from minecrew.agents.conformance import NOWHERE
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.attempts import BRIEF, next_attempt
from minecrew.agents.planning import Costs, possible_part
from minecrew.agents.views import SubtaskResult, SubtaskView
from minecrew.bridge import Outcome, Program, Sighting
from minecrew.runlog import Items, RoundStarted

from .conftest import MEADOW, Play

CANE_FOR_TWO = {**MEADOW, "sugar_cane": 20, "cow": 30}
STRUCTURES = ("horizontal", "vertical", "debate", "roleplay")


@pytest.mark.parametrize(
    ("structure", "agents"), [*((name, 3) for name in STRUCTURES), ("solo", 1), ("horizontal", 8)]
)
async def test_as_many_are_made_as_the_world_yields(play: Play, structure: str, agents: int) -> None:
    task = goal_task({"bookshelf": 5}, agents=agents)
    task = task.model_copy(update={"team": task.team.model_copy(update={"discussion": structure})})
    events = await play(task, CANE_FOR_TWO)
    assert play.result is not None
    assert (play.result.outcome, play.result.exit_code) == ("impossible", 1)
    assert play.result.reason == "this world lacks sugar cane; the crew holds 2 of 5 bookshelf"
    assert sum(isinstance(event, RoundStarted) for event in events) < task.limits.rounds


async def test_what_is_scattered_is_brought_together(play: Play) -> None:
    task = goal_task({"bookshelf": 3})
    agents = [
        agent.model_copy(update={"inventory": {"leather": 2, "paper": 6, "oak_planks": 9}})
        for agent in task.agents
    ]
    await play(task.model_copy(update={"agents": tuple(agents)}), {})
    assert play.result is not None
    assert play.result.reason == "this world lacks leather, sugar cane; the crew holds 2 of 3 bookshelf"


@pytest.mark.parametrize("structure", ["horizontal", "vertical"])
async def test_nobody_searches_for_what_the_others_hold(play: Play, structure: str) -> None:
    task = goal_task({"bookshelf": 1})
    held: list[Items] = [{"leather": 3}, {"sugar_cane": 9}, {"oak_planks": 6, "crafting_table": 1}]
    agents = [
        agent.model_copy(update={"inventory": items}) for agent, items in zip(task.agents, held, strict=True)
    ]
    team = task.team.model_copy(update={"discussion": structure})
    events = await play(task.model_copy(update={"agents": tuple(agents), "team": team}), {})
    assert play.result is not None
    assert play.result.outcome == "met"
    assert sum(isinstance(event, RoundStarted) for event in events) == 1


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize(("star", "outcome"), [(1, "met"), (0, "impossible")])
async def test_nobody_gives_up_before_all_have_said_what_they_hold(
    play: Play, star: int, outcome: str, structure: str
) -> None:
    task = goal_task({"beacon": 1}, agents=2)
    held: list[Items] = [{"cobblestone": 3, "crafting_table": 1}, {"nether_star": star} if star else {}]
    agents = [
        agent.model_copy(update={"inventory": items}) for agent, items in zip(task.agents, held, strict=True)
    ]
    team = task.team.model_copy(update={"discussion": structure})
    events = await play(task.model_copy(update={"agents": tuple(agents), "team": team}), {})
    assert play.result is not None
    assert play.result.outcome == outcome
    assert star or play.result.reason == "this world lacks nether star"
    assert sum(isinstance(event, RoundStarted) for event in events) == 1


@pytest.mark.parametrize(
    ("goal", "held", "part"),
    [
        ({"bookshelf": 4}, {"leather": 5}, {"bookshelf": 1}),
        ({"bookshelf": 4}, {"leather": 5, "bookshelf": 2}, {"bookshelf": 3}),
        ({"bookshelf": 4}, {"leather": 2, "bookshelf": 2}, {}),
        ({"bookshelf": 1, "painting": 3}, {"white_wool": 2}, {"painting": 2}),
        ({"book": 2, "bookshelf": 2}, {"leather": 5}, {"book": 2, "bookshelf": 1}),
        ({"bookshelf": 4}, {"leather": 99}, {"bookshelf": 4}),
    ],
)
def test_the_part_of_a_goal_that_can_still_be_made(
    knowledge: Knowledge, goal: Items, held: Items, part: Items
) -> None:
    costs = Costs(knowledge, {"oak_log": 5.0, "sugar_cane": 5.0})
    assert possible_part(goal, {**held, "crafting_table": 1}, costs) == part


def attempt(
    knowledge: Knowledge,
    subtask: Subtask,
    held: Items,
    *codes: str,
    at_work: tuple[str, ...] = (),
    seen: dict[str, float] | None = None,
    blocks: dict[str, Sighting] | None = None,
    earlier: tuple[SubtaskResult, ...] = (),
) -> Action | Refusal:
    view = SubtaskView(
        agent="Alice",
        team=("Alice", "Bob"),
        goal={"bookshelf": 5},
        assignment="",
        subtask=subtask,
        attempt=len(codes) + 1,
        observation=NOWHERE.model_copy(update={"inventory": held, "blocks": blocks or {}}),
        earlier=earlier,
        outcomes=tuple(Outcome.model_validate({"ok": False, "code": code}) for code in codes),
        at_work=at_work,
    )
    return next_attempt(view, knowledge, seen or {})


def test_of_too_few_materials_as_much_is_made_as_they_are_enough_for(knowledge: Knowledge) -> None:
    step = Subtask(text="craft 15 books", want={"book": 15})
    action = attempt(knowledge, step, {"paper": 20, "leather": 7})
    assert isinstance(action, Action)
    assert (action.program.call, action.program.args) == ("craftItem", ("book", 6))
    step = Subtask(text="smelt 9 iron ingots", want={"iron_ingot": 9}, fuel="coal")
    action = attempt(knowledge, step, {"iron_ore": 4, "coal": 2})
    assert isinstance(action, Action)
    assert (action.program.call, action.program.args) == ("smeltItem", ("iron_ore", "coal", 4))


def test_nobody_waits_for_those_who_have_stopped(knowledge: Knowledge) -> None:
    step = Subtask(text="wait", want={"leather": 3}, await_from=("Bob",))
    for codes, at_work, brief in (
        ((), ("Alice",), (BRIEF,)),
        ((), ("Alice", "Bob"), ()),
        (("NOT_RECEIVED",), ("Alice", "Bob"), ()),
    ):
        action = attempt(knowledge, step, {}, *codes, at_work=at_work)
        assert isinstance(action, Action)
        assert (action.program.call, action.program.args[2:]) == ("receive", brief)
    action = attempt(knowledge, step, {}, "NOT_RECEIVED", at_work=("Alice",), seen={"cow": 9.0})
    assert isinstance(action, Action)
    assert action.program.call == "hunt", "what is in sight is gathered"
    refused = attempt(knowledge, step, {}, "NOT_RECEIVED", at_work=("Alice",))
    assert refused == Refusal(agent="Alice", reason="nobody is at work who could bring more")


def test_who_has_walked_away_goes_back_to_its_station(knowledge: Knowledge) -> None:
    table = Subtask(text="set up", station="crafting_table", at=(8, 5, 8))
    step = Subtask(text="craft 1 book", want={"book": 4})
    shelf = Subtask(text="craft 1 bookshelf", want={"bookshelf": 1})
    held = {"paper": 3, "leather": 1, "oak_planks": 6, "book": 3}
    done = SubtaskResult(agent="Alice", subtask=table, state="done")
    near = {"crafting_table": Sighting(count=1, nearest=NOWHERE.position)}
    far = {"crafting_table": Sighting(count=1, nearest=(NOWHERE.position[0] + 33, *NOWHERE.position[1:]))}

    def call(subtask: Subtask, blocks: dict[str, Sighting], *earlier: SubtaskResult) -> Program:
        action = attempt(knowledge, subtask, held, blocks=blocks, earlier=earlier)
        assert isinstance(action, Action)
        return action.program

    for blocks in ({}, far):
        program = call(shelf, blocks, done)
        assert (program.call, program.args) == ("returnTo", ([8.0, 5.0, 8.0], "craftItem", "bookshelf", 1))
    assert call(shelf, near, done).call == "craftItem"
    for code in ("NO_PATH", "NEEDS_TABLE"):
        again = attempt(knowledge, shelf, held, code, earlier=(done,))
        assert isinstance(again, Action)
        assert again.program.call == "craftItem", "the way back did not help"
    assert call(shelf, {}).call == "craftItem", "it has no station, and is told so"
    assert call(step, {}, done).call == "craftItem", "a book needs no table"
