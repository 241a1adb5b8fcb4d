"""Minds that are models: what they see is enough to play, and what they answer is what happens."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import (
    Budget,
    Caller,
    Discussion,
    FunctionModel,
    Knowledge,
    LLMMind,
    LLMSecretary,
    ModelCall,
    ModelMessage,
    Price,
    ScriptedModel,
    TalkLine,
    Task,
    check_mind,
    goal_task,
    read_prices,
)
from minecrew.agents.model import ModelAnswer
from minecrew.agents.task import Team
from minecrew.game import VERSION
from minecrew.runlog import (
    Assigned,
    DiscussionEnded,
    Log,
    ModelCalled,
    ProgramWritten,
    Refused,
    RunEnded,
    Said,
    SkillEnded,
    SkillKept,
    SkillStarted,
    SubtaskEnded,
    TaskSpecified,
    UserError,
)
from minecrew.skills import Library

from .conftest import MEADOW, MINE
from .llm_crew import LLMCrew
from .planner import Planner, attempt, data


@pytest.fixture
def crew(tmp_path: Path, knowledge: Knowledge) -> LLMCrew:
    return LLMCrew(tmp_path / "run", knowledge)


def one_round(task: Task) -> Task:
    return task.model_copy(update={"limits": task.limits.model_copy(update={"rounds": 1})})


@pytest.mark.parametrize("goal", ["paper", "bookshelf", "painting", "iron_pickaxe"])
@pytest.mark.parametrize("agents", [1, 3])
async def test_what_the_prompts_tell_is_enough_to_play(crew: LLMCrew, goal: str, agents: int) -> None:
    where = MINE if goal == "iron_pickaxe" else MEADOW
    await crew(goal_task({goal: 1}, agents=agents), Planner(crew.knowledge), where)
    assert crew.result is not None
    assert crew.result.outcome == "met"


@pytest.mark.parametrize("structure", ["vertical", "roleplay", "solo", "none"])
async def test_models_play_in_every_structure(crew: LLMCrew, structure: str) -> None:
    task = goal_task({"bookshelf": 1})
    team = task.team.model_copy(update={"discussion": structure})
    events = await crew(task.model_copy(update={"team": team}), Planner(crew.knowledge))
    assert crew.result is not None
    assert crew.result.outcome == "met"
    asked = [event for event in events if isinstance(event, ModelCalled) and event.round == 1]
    spoken = [(event.agent, crew.path / (event.prompt or "")) for event in asked if event.purpose == "speak"]
    told = {agent: path.read_text() for agent, path in spoken}
    all_three = {"Alice", "Bob", "Charlie"}
    speakers = {"vertical": all_three, "roleplay": all_three, "solo": {"Alice"}, "none": set()}
    assert set(told) == speakers[structure]
    for agent, text in told.items():
        first = agent == "Alice"
        reviewed, played = structure == "vertical", structure == "roleplay"
        assert ("Alice proposes the plan and you review it" in text) == (reviewed and not first)
        assert ("You alone plan for all members" in text) == (structure == "solo")
        assert ("You are the instructor, and Bob and Charlie assist you" in text) == (played and first)
        assert ("You are an assistant, and Alice instructs you" in text) == (played and not first)
    specified = [event.text for event in events if isinstance(event, TaskSpecified)]
    assert len(specified) == (1 if structure == "roleplay" else 0)
    assert all(specified[0] in data("task", text) for text in told.values() if specified)


def with_team(task: Task, **team: str) -> Task:
    return task.model_copy(update={"team": Team.model_validate({**task.team.model_dump(), **team})})


def without(line: str, answer: Callable[[str], str]) -> Callable[[str], str]:
    """The same model, to which the prompts do not tell one thing."""
    return lambda prompt: answer(re.sub(rf"^{line}: .*\n", "", prompt, flags=re.MULTILINE))


@pytest.mark.parametrize("structure", ["horizontal", "roleplay"])
@pytest.mark.parametrize("line", ["Inventory", "Blocks", "Done when"])
async def test_without_a_part_of_the_prompts_nobody_can_play(
    crew: LLMCrew, line: str, structure: str
) -> None:
    """What it holds, what it sees, when a sub-task is done."""
    task = with_team(one_round(goal_task({"bookshelf": 1})), discussion=structure)
    await crew(task, without(line, Planner(crew.knowledge)))
    assert crew.result is not None
    assert crew.result.outcome != "met"


async def test_every_call_stands_in_the_log_with_its_words_and_what_it_led_to(crew: LLMCrew) -> None:
    events = await crew(goal_task({"paper": 2}, agents=2), Planner(crew.knowledge))
    calls = {event.seq: event for event in events if isinstance(event, ModelCalled)}
    assert {call.purpose for call in calls.values()} == {"speak", "assign", "decompose", "act"}
    assert {call.model for call in calls.values()} == {"function"}
    for call in calls.values():
        assert call.prompt is not None
        assert call.answer is not None
        assert (crew.path / call.prompt).read_text().startswith("[system]\nYou are ")
        json.loads((crew.path / call.answer).read_text())
    led: dict[str, set[str]] = {}
    for event in events:
        for seq in event.cause:
            if seq in calls:
                led.setdefault(calls[seq].purpose, set()).add(event.kind)
    assert led == {
        "speak": {"said"},
        "assign": {"assigned", "subtask.started"},
        "decompose": {"subtask.started"},
        "act": {"program.written", "skill.started"},
    }
    said = next(event for event in events if isinstance(event, Said))
    call = calls[said.cause[-1]]
    assert call.answer is not None
    assert json.loads((crew.path / call.answer).read_text())["say"] == said.text


@pytest.mark.parametrize("structure", ["horizontal", "vertical", "roleplay"])
async def test_what_stays_the_same_comes_first(crew: LLMCrew, structure: str) -> None:
    """All turns of an agent begin with the same words, so that an endpoint can keep them."""
    task = with_team(goal_task({"bookshelf": 1}), discussion=structure, recruit="auto")
    events = await crew(task, Planner(crew.knowledge))
    prompts: dict[tuple[str | None, str], list[str]] = {}
    for event in events:
        if isinstance(event, ModelCalled) and event.prompt:
            prompts.setdefault((event.agent, event.purpose), []).append(
                (crew.path / event.prompt).read_text()
            )
    shared = [texts for texts in prompts.values() if len(texts) > 1]
    assert len(shared) >= 3
    for texts in shared:
        assert len({text.split("\n\n[user]\n")[0] for text in texts}) == 1


class Short(FunctionModel):
    """Has no tokens left for a whole answer once Bob is asked to speak."""

    async def call(self, sent: Any, answer: Any, form: Any, seconds: float) -> ModelAnswer:
        if "What will you, Bob, say now?" in sent[1].content:
            return ModelAnswer("cut_off", "the answer was cut off", '{"say": "Solution: I')
        return await super().call(sent, answer, form, seconds)


@pytest.mark.parametrize(("thinking", "told"), [("paused", "stands still"), ("live", "goes on")])
async def test_the_task_says_what_the_world_does_meanwhile(crew: LLMCrew, thinking: str, told: str) -> None:
    task = one_round(goal_task({"paper": 2}, agents=2))
    task = task.model_copy(update={"world": task.world.model_copy(update={"thinking": thinking})})
    seen: list[str] = []
    planner = Planner(crew.knowledge)

    def model(prompt: str) -> str:
        seen.append(prompt)
        return planner(prompt)

    await crew(task, model)
    assert f"while you talk, the world {told}." in seen[0]


async def test_who_has_no_tokens_left_ends_role_playing(crew: LLMCrew) -> None:
    """The fourth of its five ends; in other structures the turn passes."""
    task = with_team(goal_task({"paper": 2}, agents=2), discussion="roleplay")
    events = await crew(one_round(task), Short(Planner(crew.knowledge)))
    (ended,) = [event for event in events if isinstance(event, DiscussionEnded)]
    assert (ended.reason, ended.turns) == ("token_limit", 2)
    said = [event for event in events if isinstance(event, Said)]
    calls = {event.seq: event for event in events if isinstance(event, ModelCalled)}
    assert calls[said[-1].cause[-1]].outcome == "cut_off"


async def test_a_spent_budget_is_a_token_limit_too(crew: LLMCrew) -> None:
    task = with_team(goal_task({"paper": 2}, agents=2), discussion="roleplay")
    events = await crew(task, Planner(crew.knowledge), budget=Budget(max_tokens=1000))
    (ended,) = [event for event in events if isinstance(event, DiscussionEnded)]
    assert ended.reason == "token_limit"
    assert crew.result is not None
    assert crew.result.reason.startswith("the budget of 1000 tokens is spent")


async def test_the_same_words_are_kept_once(tmp_path: Path, knowledge: Knowledge) -> None:
    with Log.create(tmp_path) as log:
        calls = listening(log)
        secretary = LLMSecretary(Caller(FunctionModel(lambda prompt: '{"Alice": "Gather 3 cane"}'), log))
        record = Discussion(goal={"paper": 1}, team=("Alice",), lines=(), reason="agreed")
        plans = [await secretary.assign(record) for _ in range(2)]
    first, second = calls
    assert (first.prompt, first.answer) == (second.prompt, second.answer)
    assert len(list((tmp_path / "models").iterdir())) == 2
    assert [plan.assignments[0].cause for plan in plans] == [(0,), (1,)]


TEAM = ("Alice", "Bob", "Cleo")
TALK = (
    TalkLine(speaker="Alice", text="I gather 3 sugar cane.", seq=4),
    TalkLine(speaker="Bob", text="I will not, it is night.", seq=5),
)


def listening(log: Log) -> list[ModelCalled]:
    """The calls that will be logged."""
    calls: list[ModelCalled] = []
    log.subscribe(lambda event: calls.append(event) if isinstance(event, ModelCalled) else None)
    return calls


async def assign(path: Path, *answers: dict[str, str]) -> tuple[Any, list[ModelCalled]]:
    with Log.create(path) as log:
        calls = listening(log)
        caller = Caller(ScriptedModel(json.dumps(answer) for answer in answers), log)
        record = Discussion(goal={"paper": 1}, team=TEAM, lines=TALK, reason="agreed")
        plan = await LLMSecretary(caller).assign(record)
    return plan, calls


LINES = {"Alice": "Gather 3 sugar cane.", "Bob": "refuses: it is night", "Cleo": "nothing"}


async def test_the_secretary_tells_work_refusal_and_leisure_apart(tmp_path: Path) -> None:
    plan, (call,) = await assign(tmp_path, LINES)
    assert [(a.agent, a.text, a.cause) for a in plan.assignments] == [
        ("Alice", "Gather 3 sugar cane.", (4, 5, call.seq))
    ]
    assert [(r.agent, r.reason) for r in plan.refusals] == [("Bob", "it is night")]


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ({name: line for name, line in LINES.items() if name != "Bob"}, "Bob: Field required"),
        (LINES | {"Dave": "Gather 1 oak log."}, "Dave: Extra inputs"),
        (LINES | {"Alice": "Gather some sugar cane."}, "Alice: Value error, the line has no quantity"),
        (LINES | {"Bob": "refuses: "}, "Bob: Value error, write the reason"),
        (LINES | {"Cleo": ""}, "Cleo: String should have at least 1"),
    ],
)
async def test_nobody_is_invented_or_dropped(tmp_path: Path, answer: dict[str, str], wrong: str) -> None:
    plan, calls = await assign(tmp_path / "mended", answer, LINES)
    assert [call.outcome for call in calls] == ["unreadable", "answered"]
    assert calls[0].message is not None
    assert calls[0].message.startswith(wrong)
    assert [a.agent for a in plan.assignments] == ["Alice"]
    plan, calls = await assign(tmp_path / "not", answer, answer)
    assert not plan.assignments
    assert not plan.refusals
    assert [(call.outcome, call.attempt) for call in calls] == [("unreadable", 1), ("unreadable", 2)]


async def test_a_refusal_is_logged_as_one_and_not_as_a_failure(crew: LLMCrew) -> None:
    planner = Planner(crew.knowledge)

    def answer(prompt: str) -> str:
        if "What is run now?" in prompt and "You are Bob" in prompt:
            return json.dumps(attempt("refuse", reason="I have promised to hurt nobody"))
        return planner(prompt)

    events = await crew(one_round(goal_task({"bookshelf": 1})), answer)
    refused = [event for event in events if isinstance(event, Refused)]
    assert {(event.agent, event.reason) for event in refused} == {("Bob", "I have promised to hurt nobody")}
    calls = {event.seq: event for event in events if isinstance(event, ModelCalled)}
    assert all(calls[event.cause[0]].purpose == "act" for event in refused)
    states = Counter(
        event.state for event in events if isinstance(event, SubtaskEnded) and event.agent == "Bob"
    )
    assert states["refused"] == len(refused)
    assert states["failed"] == 0


async def test_a_model_without_an_answer_costs_a_turn_and_no_run(crew: LLMCrew) -> None:
    events = await crew(one_round(goal_task({"paper": 2}, agents=2)), lambda prompt: "I am but a poet.")
    assert crew.result is not None
    assert crew.result.outcome == "not_met"
    assert {event.text for event in events if isinstance(event, Said)} == {"..."}
    assert not any(isinstance(event, Assigned) for event in events)
    assert isinstance(events[-1], RunEnded)


JS = """/**
 * Makes planks of {n} logs.
 * @keywords wood
 */
async function {name} (bot) {{
  await mineBlock(bot)
}}
"""


def of(stage: str) -> str:
    return {"act": "What is run now?", "verify": "Is it done?"}[stage]


async def test_a_program_that_was_verified_is_kept_and_one_that_failed_is_not(crew: LLMCrew) -> None:
    """Facts cannot tell here, so the critic is asked; the fake world knows `seek` alone of these names."""
    critic = iter([False, True])

    def answer(prompt: str) -> str:
        if "say now?" in prompt:
            return json.dumps({"say": "I look around. [END]"})
        if "Now the line of each member" in prompt:
            return json.dumps({"Alice": "Look around 1 time."})
        if "Now the sub-tasks" in prompt:
            steps = [{"text": "look around", "kind": "other", "item": "", "count": 0, "who": ""}]
            return json.dumps({"reason": "", "refuses": "", "subtasks": steps})
        if of("act") in prompt:
            return json.dumps(
                attempt(
                    "write", name="seek", code=JS.format(n=2, name="seek"), arguments='[["cow"], [1, 0, 0]]'
                )
            )
        return json.dumps({"why": "I saw it", "done": next(critic)})

    events = await crew(one_round(goal_task({"oak_planks": 1}, agents=1)), answer)
    written = [event for event in events if isinstance(event, ProgramWritten)]
    assert [(event.name, event.summary) for event in written] == [("seek", "Makes planks of 2 logs.")] * 2
    started = [event for event in events if isinstance(event, SkillStarted)]
    assert [event.cause[-1] for event in started] == [event.seq for event in written]
    (kept,) = [event for event in events if isinstance(event, SkillKept)]
    assert (kept.name, kept.path) == ("seek", "skills/seek.js")
    ended = [event for event in events if isinstance(event, SkillEnded)]
    assert kept.cause[0] == ended[-1].seq
    assert (crew.path / kept.path).read_text() == JS.format(n=2, name="seek").strip()
    assert crew.world is not None
    assert crew.world.library.get("seek") is not None


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        (attempt("call"), "to call, name the skill"),
        (attempt("call", skill="danceAround"), "skill: Input should be"),
        (attempt("call", skill="goTo", arguments="8, 5, 8"), "arguments has to be a JSON list"),
        (attempt("call", skill="goTo", arguments='{"x": 8}'), "arguments has to be a JSON list"),
        (attempt("call", skill="goTo", arguments="[" * 9999 + "]" * 9999), "arguments has to be a JSON list"),
        (attempt("call", skill="goTo", arguments="[NaN]"), "arguments has to be a JSON list"),
        (attempt("call", skill="goTo", arguments="[1e999]"), "arguments has to be a JSON list"),
        (attempt("call", skill="goTo", arguments='["\\ud800"]'), "arguments has to be a JSON list"),
        (attempt("call", skill="goTo", arguments="[8, 5, 8]", seconds=float("nan")), "seconds: Input should"),
        (attempt("refuse", reason=""), "a refusal needs its reason"),
        (attempt("write", name="", code="x"), "cannot be a program's name"),
        (attempt("write", name="bot", code=JS.format(n=1, name="bot")), "cannot be a program's name"),
        (attempt("write", name="Math", code=JS.format(n=1, name="Math")), "cannot be a program's name"),
        (attempt("write", name="chop", code=JS.format(n=1, name="hew")), "has no function 'chop'"),
        (attempt("write", name="chop", code="async function chop (bot) {}"), "has no JSDoc sentence"),
        (attempt("write", name="goTo", code=JS.format(n=1, name="goTo")), "there is a skill goTo already"),
    ],
)
async def test_what_cannot_be_run_is_mended_before_it_is_tried(
    crew: LLMCrew, answer: dict[str, Any], wrong: str
) -> None:
    planner = Planner(crew.knowledge)

    def model(prompt: str) -> str:
        asked = of("act") in prompt and "That could not be read" not in prompt
        return json.dumps(answer) if asked else planner(prompt)

    events = await crew(goal_task({"paper": 2}, agents=2), model)
    acts = [event for event in events if isinstance(event, ModelCalled) and event.purpose == "act"]
    assert wrong in (acts[0].message or "")
    assert {event.outcome for event in acts if event.attempt == 1} == {"unreadable"}
    assert crew.result is not None
    assert crew.result.outcome == "met"


@pytest.mark.parametrize(
    ("step", "wrong"),
    [
        ({"item": "oak_plank"}, f"there is no 'oak_plank' in Minecraft {VERSION}; did you mean oak_planks"),
        ({"count": 0}, "needs a count of 1 or more"),
        ({"item": ""}, "needs an item"),
        ({"kind": "give"}, "needs the member it is about"),
        ({"kind": "give", "who": "Zoe"}, "who: Input should be"),
        ({"kind": "give", "who": "Alice"}, "who: Input should be"),  # herself
        (None, "give either sub-tasks, or in refuses the reason"),
    ],
)
async def test_a_sub_task_is_about_what_there_is(
    crew: LLMCrew, step: dict[str, Any] | None, wrong: str
) -> None:
    planner = Planner(crew.knowledge)
    whole = {"text": "hold 4 oak planks", "kind": "have", "item": "oak_planks", "count": 4, "who": ""}
    steps = [] if step is None else [whole | step]

    def model(prompt: str) -> str:
        asked = "Now the sub-tasks of Alice" in prompt and "That could not be read" not in prompt
        return json.dumps({"reason": "", "refuses": "", "subtasks": steps}) if asked else planner(prompt)

    events = await crew(one_round(goal_task({"paper": 2}, agents=2)), model)
    messages = [e.message or "" for e in events if isinstance(e, ModelCalled) and e.purpose == "decompose"]
    assert wrong in " ".join(messages)


async def test_a_budget_of_tokens_ends_the_run_with_its_reason(crew: LLMCrew) -> None:
    asked = 0
    planner = Planner(crew.knowledge)

    def model(prompt: str) -> str:
        nonlocal asked
        asked += 1
        return planner(prompt)

    budget = Budget(max_tokens=8000)
    events = await crew(goal_task({"bookshelf": 1}), model, budget=budget)
    assert crew.result is not None
    assert (crew.result.outcome, crew.result.exit_code) == ("not_met", 1)
    assert crew.result.reason.startswith("the budget of 8000 tokens is spent")
    assert [event.kind for event in events[-2:]] == ["evaluated", "run.ended"]
    calls = [event for event in events if isinstance(event, ModelCalled)]
    assert len(calls) == asked
    assert 8000 <= budget.tokens < 8000 + 3 * 3000  # what was under way, one for each agent
    begun = sum(event.kind == "subtask.started" for event in events)
    assert begun == sum(event.kind == "subtask.ended" for event in events)


async def test_a_budget_of_money_counts_by_the_prices(crew: LLMCrew, tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text("[function]\ninput = 2.5\noutput = 10\n")
    prices = read_prices(path, ["function"])
    assert prices == {"function": Price(input=2.5, output=10)}
    budget = Budget(max_usd=0.02, prices=prices)
    await crew(goal_task({"bookshelf": 1}), Planner(crew.knowledge), budget=budget)
    assert crew.result is not None
    assert crew.result.reason.startswith("the budget of 0.02 USD is spent (0.0")
    assert budget.tokens * 2.5e-6 < budget.usd < budget.tokens * 10e-6


class Silent(FunctionModel):
    """Never answers."""

    async def call(self, sent: Any, answer: Any, form: Any, seconds: float) -> ModelAnswer:
        await asyncio.sleep(60)
        raise AssertionError("nobody waits so long")


async def test_a_call_that_is_given_up_stands_in_the_log(crew: LLMCrew) -> None:
    task = one_round(goal_task({"paper": 2}, agents=1))
    limits = task.limits.model_copy(update={"thinking_seconds": 0.05, "discussion_turns": 1})
    model = Silent(lambda prompt: "")
    model.reached = True
    events = await crew(task.model_copy(update={"limits": limits}), model)
    calls = [event for event in events if isinstance(event, ModelCalled)]
    assert [(call.purpose, call.outcome, call.message) for call in calls] == [
        ("speak", "timeout", "given up"),
        ("assign", "timeout", "given up"),
    ]
    assert all(call.prompt and call.answer is None for call in calls)


def test_a_budget_takes_the_endpoints_count_or_characters() -> None:
    sent = (ModelMessage(role="user", content=400 * "x"),)
    budget = Budget(max_tokens=1000, prices={"m": Price(input=2, output=10)})
    budget.add("m", ModelCall("answered", 1.0, sent=sent, text=80 * "y"))
    assert (budget.tokens, round(budget.usd, 9)) == (120, 0.0004)
    budget.add("m", ModelCall("unreadable", 1.0, "odd", 700, 30, sent, "z"))
    assert (budget.tokens, round(budget.usd, 9)) == (850, 0.0021)
    budget.add("m", ModelCall("failed", 1.0, "no connection", sent=sent))
    assert budget.tokens == 850
    assert budget.spent is None
    budget.add("other", ModelCall("answered", 1.0, "", 150, 0, sent, "z"))
    assert budget.spent == "the budget of 1000 tokens is spent (1000 used)"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("[m]\ninput = 1\n", "no price at 'm.output'"), ("[m", "no valid TOML"), ("", "no price for 'm'")],
)
def test_prices_that_are_none_are_told(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "prices.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=wrong):
        read_prices(path, ["m"])


async def test_models_conform(tmp_path: Path, knowledge: Knowledge) -> None:
    for number, answer in enumerate((Planner(knowledge), lambda prompt: "What?")):
        with Log.create(tmp_path / str(number)) as log:
            caller = Caller(FunctionModel(answer), log)
            await check_mind(LLMMind(caller, knowledge, Library()))
