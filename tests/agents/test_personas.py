"""Each persona is a mind like any other, and does what it is named for; the real runs are in test_figure6."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import (
    AssignmentView,
    DiscussionView,
    Feedback,
    Knowledge,
    Mind,
    Refusal,
    Subtask,
    TalkLine,
    Task,
    check_mind,
    load_task,
    make_persona,
    with_personas,
)
from minecrew.agents.offline.personas import OURS
from minecrew.agents.views import SubtaskResult
from minecrew.bridge import Observation, Sighting
from minecrew.runlog import Assigned, Items, Said, UserError

from .conftest import Play

NAMES = tuple(OURS)
PAPER = {"paper": 2}
NOTHING: Items = {}
MADE = SubtaskResult(
    agent="Bob",
    subtask=Subtask(text="Saw something up!", want={"oak_planks": 9}),
    state="done",
    gained={"oak_log": -1, "oak_planks": 4},
)


def observed(inventory: Items, *sights: str) -> Observation:
    blocks = {name: Sighting(nearest=(3, 64, 3), count=20) for name in sights}
    return Observation(
        position=(0.5, 64, 0.5),
        health=20,
        food=20,
        time=0,
        inventory=inventory,
        held=None,
        players={},
        mobs={},
        drops={},
        blocks=blocks,
    )


def talk(*lines: str, inventory: Items = NOTHING, goal: Items = PAPER, **more: Any) -> DiscussionView:
    """Bob's turn, after lines of Alice's."""
    return DiscussionView(
        agent="Bob",
        role="a player",
        team=("Alice", "Bob"),
        title="",
        goal=goal,
        round=1,
        observation=observed(inventory, "sugar_cane", "oak_log"),
        lines=tuple(TalkLine(speaker="Alice", text=text) for text in lines),
        **more,
    )


def part(text: str, inventory: Items = NOTHING, **more: Any) -> AssignmentView:
    seen = observed(inventory, "sugar_cane", "oak_log", "bookshelf")
    return AssignmentView(
        agent="Bob", role="", team=("Alice", "Bob"), goal=PAPER, assignment=text, observation=seen, **more
    )


def after(*results: SubtaskResult) -> tuple[Feedback, ...]:
    return (Feedback(met=False, text="", inventories={"Alice": {}, "Bob": {}}, results=results),)


async def said(name: str, view: DiscussionView, knowledge: Knowledge) -> str:
    return (await make_persona(name, knowledge).speak(view)).text


async def steps(name: str, view: AssignmentView, knowledge: Knowledge) -> list[Subtask]:
    answer = await make_persona(name, knowledge).decompose(view)
    assert not isinstance(answer, Refusal)
    return answer


@pytest.mark.parametrize("name", NAMES)
async def test_a_persona_is_a_mind(name: str, knowledge: Knowledge) -> None:
    await check_mind(make_persona(name, knowledge))


@pytest.mark.parametrize("name", NAMES)
async def test_a_persona_gets_on_with_the_others(name: str, play: Play) -> None:
    """In a world where there is nobody to hurt and nothing to break; at its second place in the team."""

    def bent(mind: Mind) -> Mind:
        return make_persona(name, play.knowledge)

    play.minds = {"Bob": bent}
    await play(load_task("paper"))
    assert play.result is not None
    assert play.result.outcome == "met"


async def test_silent_says_next_to_nothing(play: Play) -> None:
    play.minds = {"Bob": lambda mind: make_persona("silent", play.knowledge)}
    events = await play(load_task("paper"))
    lines = [event.text for event in events if isinstance(event, Said) and event.agent == "Bob"]
    assert lines
    assert all(len(line.replace("[END]", "").split()) == 1 for line in lines)
    assert any(event.agent == "Bob" for event in events if isinstance(event, Assigned))


async def test_follower_waits_to_be_told_and_takes_it_on(knowledge: Knowledge) -> None:
    assert "Alice, what shall I do?" in await said("follower", talk(), knowledge)
    told = await said("follower", talk("Bob, could you gather 3 sugar cane?"), knowledge)
    assert "I'll gather 3 sugar cane" in told
    blamed = talk("Bob, you made 4 oak planks. Please gather 3 sugar cane.", feedback=after(MADE), goal=PAPER)
    assert "You are right" not in await said("follower", blamed, knowledge)  # a table takes planks
    useless = blamed.model_copy(update={"goal": {"sugar_cane": 3}})
    assert (await said("follower", useless, knowledge)).startswith("You are right about me.")


async def test_eager_will_not_wait(knowledge: Knowledge) -> None:
    plan = "I'll gather 3 sugar cane and craft 2 paper."
    offer = await said("eager", talk(plan, inventory={"crafting_table": 1}), knowledge)
    assert "I can also gather 1 of Alice's 3 sugar cane" in offer


async def test_eager_helps_once_it_is_through(knowledge: Knowledge) -> None:
    mine = SubtaskResult(agent="Bob", subtask=Subtask(text="gather 1 oak log"), state="done")
    hers = SubtaskResult(agent="Alice", subtask=Subtask(text="gather 3 sugar cane"), state="stopped")
    assert "Alice, is that all right with you?" in await said(
        "eager", talk(feedback=after(mine, hers)), knowledge
    )
    late = mine.model_copy(update={"state": "stopped"})
    assert "My part is finished" not in await said("eager", talk(feedback=after(late, hers)), knowledge)


async def test_generous_gives_what_it_holds(knowledge: Knowledge) -> None:
    plan = "I'll gather 3 sugar cane and craft 2 paper."
    offer = await said("generous", talk(plan, inventory={"sugar_cane": 3, "dirt": 9}), knowledge)
    assert "I will give 3 sugar cane to Alice" in offer
    assert "dirt" not in offer


async def test_distracted_plays_in_its_first_round_only(knowledge: Knowledge) -> None:
    line = "Gather 3 sugar cane."
    played = await steps("distracted", part(line, {"birch_log": 1}), knowledge)
    assert played[0].text == "craft 4 birch planks"
    assert all(step.text.startswith("craft") for step in played)
    later = await steps("distracted", part(line, {"birch_log": 1}, feedback=after()), knowledge)
    assert [step.text for step in later] == ["gather 3 sugar cane"]


async def test_a_plain_mind_says_who_made_what_nobody_needs(play: Play) -> None:
    play.minds = {"Bob": lambda mind: make_persona("distracted", play.knowledge)}
    task = load_task("paper").model_copy(update={"title": "Gather 4 leather", "goal": {"leather": 4}})
    events = await play(task)
    told = [event for event in events if isinstance(event, Said) and event.round == 2]
    assert told[0].text.startswith("Bob, last round you made 4 oak planks")
    assert "Those are no use for 4 leather" in told[0].text
    assert told[1].text.startswith("You are right")


async def test_nobody_is_blamed_for_what_is_of_use(knowledge: Knowledge) -> None:
    view = talk(feedback=after(MADE.model_copy(update={"agent": "Alice"})), goal={"painting": 1})
    assert "last round" not in await said("follower", view.model_copy(update={"lines": ()}), knowledge)
    assert "no use" not in await said("eager", view, knowledge)
    told = await said("eager", view.model_copy(update={"goal": {"sugar_cane": 2}}), knowledge)
    assert "you made 4 oak planks. Those are no use" in told


async def test_vandal_breaks_what_it_is_to_craft_until_it_is_kept_from_it(knowledge: Knowledge) -> None:
    line = "Craft 3 books at (1, 64, 1)."
    (only,) = await steps("vandal", part(line), knowledge)
    assert only.want == {"book": 3}
    denied = SubtaskResult(agent="Bob", subtask=only, state="refused")
    honest = await steps("vandal", part(line, feedback=after(denied)), knowledge)
    assert "craft 3 books" in [step.text for step in honest]
    assert "get 3 books" not in [step.text for step in honest]


def test_personas_stand_in_the_task() -> None:
    task = load_task("figure6_killing")
    assert task.personas == {"Alice": "ruthless"}
    assert with_personas(task, ["Alice=silent", "Bob=eager"]).personas == {"Alice": "silent", "Bob": "eager"}
    assert load_task("paper").personas == {}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("Alice=kind", f"there is no persona 'kind'; give one of {', '.join(NAMES)}"),
        ("Alice", f"there is no persona ''; give one of {', '.join(NAMES)}"),
        ("Zoe=eager", "'Zoe' is not in the crew; choose from Alice, Bob"),
    ],
)
def test_a_wrong_persona_is_told_in_one_line(given: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        with_personas(load_task("paper"), [given])
    assert str(caught.value) == f"--persona {given!r}: {message}"


def test_a_wrong_persona_in_a_task_file_is_told_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "x"\ngoal = { paper = 1 }\n[[agents]]\nname = "Ann"\npersona = "kind"\n')
    with pytest.raises(
        UserError, match=r"mine.toml: 'agents.0.persona' is wrong: there is no persona.*eager.*\(got 'kind'\)"
    ):
        load_task(str(file))


def test_the_command_line_refuses_it_with_exit_code_2() -> None:
    command = shutil.which("minecrew", path=str(Path(sys.executable).parent))
    call = [sys.executable, "-m", "minecrew"] if command is None else [command]
    done = subprocess.run(
        [*call, "run", "paper", "--persona", "Bob=kind"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "give one of eager, generous" in done.stderr


def test_a_task_dumps_and_reads_its_personas() -> None:
    task = load_task("figure6_library")
    assert Task.model_validate(task.model_dump(mode="json")) == task
