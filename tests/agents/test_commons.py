"""Life on a commons in a fake world: months, roles, memory, variants; the real one is in tests/minecrew."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from minecrew.agents import Discussion, Knowledge, OfflineSecretary, TalkLine, Task, load_task, make_persona
from minecrew.agents.commons.allotment import allot
from minecrew.agents.notebook import MOST, ROUNDS, Notebook
from minecrew.agents.task import parse_task, with_agents
from minecrew.runlog import (
    Allotted,
    Assigned,
    Declared,
    DiscussionEnded,
    Event,
    LimitAgreed,
    MemberJoined,
    Reflected,
    Reported,
    RoundStarted,
    RunEnded,
    Said,
    UserError,
)

from .conftest import Play
from .llm_crew import LLMCrew


def commons(agents: int = 3, *, rounds: int = 3, **table: Any) -> Task:
    task = with_agents(load_task("commons_cane"), agents)
    return task.model_copy(
        update={
            "commons": task.commons.model_copy(update=table),
            "limits": task.limits.model_copy(update={"rounds": rounds}),
        }
    )


async def played(play: Play, task: Task, *personas: str) -> list[Event]:
    for name, persona in zip(task.names, personas, strict=False):
        play.minds[name] = lambda mind, persona=persona: make_persona(persona, play.knowledge)  # type: ignore[misc]  # bound at once
    return await play(task, {"sugar_cane": 20 * len(task.names)})


def of(events: list[Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


# ---- parts


def test_demands_are_met_as_far_as_there_is_enough() -> None:
    assert allot({"Alice": 3, "Bob": 0, "Charlie": 2}, 9, "s") == {"Alice": 3, "Bob": 0, "Charlie": 2}
    shares = allot({"Alice": 100, "Bob": 100, "Charlie": 4}, 40, "s")
    assert sum(shares.values()) == 40
    assert shares["Charlie"] == 4


def test_the_lot_is_that_of_its_seed_and_favours_nobody() -> None:
    demands = {"Alice": 9, "Bob": 9}
    assert allot(demands, 9, "1") == allot(demands, 9, "1")
    drawn = [allot(demands, 9, str(seed))["Alice"] for seed in range(400)]
    assert len(set(drawn)) > 4
    assert sum(drawn) / len(drawn) == pytest.approx(4.5, abs=0.3)


def test_a_notebook_recalls_what_is_nearest_and_forgets() -> None:
    notes = Notebook()
    notes.add(["Alice"], 1, "Bob has stolen cane.")
    for number in range(MOST + 2):
        notes.add(["Alice"], 1, f"The weather was fine on day {number}.")
    recalled = [note.text for note in notes.recall("Alice", 2, ["What about Bob and his cane?"])]
    assert len(recalled) == MOST
    assert recalled[0] == "Bob has stolen cane."
    assert recalled[-1] == f"The weather was fine on day {MOST + 1}."
    assert notes.recall("Alice", 1 + ROUNDS)
    assert notes.recall("Alice", 2 + ROUNDS) == ()
    assert notes.recall("Bob", 2) == ()


@pytest.mark.parametrize(
    ("said", "limit"),
    [
        ([("Alice", "At most 10 each."), ("Bob", "Yes, at most 10.")], 10),
        ([("Alice", "At most 12."), ("Bob", "No more than 8."), ("Alice", "Then at most 8.")], 8),
        ([("Alice", "At most 10 each."), ("Bob", "I take what I like.")], None),
        ([("Alice", "Lovely weather.")], None),
    ],
)
async def test_the_secretary_reads_the_limit(
    knowledge: Knowledge, said: list[tuple[str, str]], limit: int | None
) -> None:
    lines = tuple(TalkLine(speaker=name, text=text, seq=n) for n, (name, text) in enumerate(said))
    record = Discussion(goal={}, team=("Alice", "Bob"), lines=lines, reason="agreed")
    assert (await OfflineSecretary(knowledge).agreed_limit(record, "sugar_cane")).limit == limit


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ('resource = "sugar_cane"', "'goal' is missing"),
        ('newcomer = "Zoe"', "the newcomer 'Zoe' is not in"),
        ('newcomer = "Alice"', "the newcomer 'Alice' joins nobody"),
        ('universalization = "all"', "'commons.universalization' is wrong"),
    ],
)
def test_a_mistake_in_the_task_is_named(changed: str, message: str) -> None:
    resource = 'resource = "none"' if "resource" in changed else f'resource = "sheep"\n{changed}'
    with pytest.raises(UserError, match=message):
        parse_task(f'title = "x"\n[commons]\n{resource}\n[[agents]]\nname = "Alice"\n', "x.toml")


# ---- months


async def test_a_month_has_its_parts_in_this_order(play: Play) -> None:
    events = await played(play, commons(2, rounds=1))
    kinds = (
        RoundStarted,
        Declared,
        Allotted,
        Assigned,
        Reported,
        Said,
        DiscussionEnded,
        LimitAgreed,
        Reflected,
    )
    order = [type(event) for event in events if isinstance(event, kinds)]
    assert list(dict.fromkeys(order)) == list(kinds)
    assert play.result
    assert play.result.outcome == "met"


async def test_all_sustainable_last_and_all_greedy_do_not(play: Play) -> None:
    events = await played(play, commons(rounds=12))
    assert [event.shares for event in of(events, Allotted)] == [
        dict.fromkeys(("Alice", "Bob", "Charlie"), 10)
    ] * 12
    (end,) = of(events, RunEnded)
    assert (end.outcome, end.exit_code) == ("met", 0)


async def test_greed_ends_it_in_the_first_month(play: Play) -> None:
    events = await played(play, commons(rounds=12), "greedy", "greedy", "greedy")
    assert sum(of(events, Allotted)[0].shares.values()) == 60
    (end,) = of(events, RunEnded)
    assert (end.outcome, end.exit_code, len(of(events, RoundStarted))) == ("not_met", 1, 1)
    assert "collapsed in month 1: 0 were left" in end.reason


async def test_tit_for_tat_takes_as_much_as_the_greediest_did(play: Play) -> None:
    """Charlie takes 12 of 60 in month 1, when its share would be 10; then the report makes Alice want 12."""

    class Wants:
        def __init__(self, mind: Any, amount: int) -> None:
            self.mind, self.amount = mind, amount

        def __getattr__(self, name: str) -> Any:
            return getattr(self.mind, name)

        async def declare(self, view: Any) -> Any:
            return (await self.mind.declare(view)).model_copy(update={"amount": self.amount})

    play.minds["Charlie"] = lambda mind: Wants(mind, 12)  # type: ignore[assignment,return-value]  # as a Mind
    events = await played(play, commons(rounds=2), "tit_for_tat", "sustainable")
    wanted = [(event.round, event.agent, event.amount) for event in of(events, Declared)]
    assert wanted == [
        (1, "Alice", 10),
        (1, "Bob", 10),
        (1, "Charlie", 12),
        (2, "Alice", 12),
        (2, "Bob", 9),
        (2, "Charlie", 12),
    ]


@pytest.mark.parametrize("report", [True, False])
@pytest.mark.parametrize("talk", [True, False])
async def test_report_and_talk_are_left_out_each_by_itself(play: Play, report: bool, talk: bool) -> None:
    events = await played(play, commons(2, rounds=2, report=report, talk=talk))
    assert bool(of(events, Reported)) is report
    assert bool(of(events, Said)) is bool(of(events, LimitAgreed)) is talk


async def test_without_a_report_tit_for_tat_knows_of_nothing(play: Play) -> None:
    events = await played(play, commons(2, rounds=2, report=False), "tit_for_tat", "greedy")
    assert [event.amount for event in of(events, Declared) if event.agent == "Alice"] == [10]


async def test_a_newcomer_takes_part_from_its_month_on(play: Play) -> None:
    events = await played(play, commons(3, rounds=4, newcomer="Charlie", newcomer_month=3))
    declared = Counter(event.round for event in of(events, Declared))
    assert declared == {1: 2, 2: 2, 3: 3, 4: 3}
    assert [(event.agent, event.round) for event in of(events, MemberJoined)] == [("Charlie", 3)]
    assert {event.agent for event in of(events, Assigned) if event.round == 2} == {"Alice", "Bob"}
    assert [event.shares["Alice"] for event in of(events, Allotted)] == [15, 15, 10, 10]


async def test_in_free_mode_nothing_is_declared_and_the_first_gets_it(play: Play) -> None:
    events = await played(play, commons(2, rounds=1, mode="free"), "greedy", "sustainable")
    assert not of(events, Declared)
    assert not of(events, Allotted)
    (report,) = of(events, Reported)
    assert report.taken == {"Alice": 30, "Bob": 10}


async def test_a_boss_speaks_first_and_its_reviewers_follow(play: Play) -> None:
    task = load_task("commons_boss")
    events = await played(
        play, task.model_copy(update={"limits": task.limits.model_copy(update={"rounds": 1})})
    )
    assert [event.agent for event in of(events, Said)][:2] == list(task.names[:2])


async def test_any_task_can_have_reflections(play: Play) -> None:
    """A crafting task whose goal takes two rounds; offline minds have nothing to note there."""

    class Notes:
        def __init__(self, mind: Any) -> None:
            self.mind, self.shown = mind, []  # type: ignore[var-annotated]  # views

        def __getattr__(self, name: str) -> Any:
            return getattr(self.mind, name)

        async def speak(self, view: Any) -> Any:
            self.shown.append(view.notes)
            return await self.mind.speak(view)

        async def reflect(self, view: Any) -> Any:
            return (await self.mind.reflect(view)).model_copy(update={"text": f"round {view.round} is over"})

    noting: list[Notes] = []

    def wrap(mind: Any) -> Any:
        noting.append(Notes(mind))
        return noting[-1]

    task = with_agents(load_task("paper"), 1)
    task = task.model_copy(update={"team": task.team.model_copy(update={"reflect": True})})
    play.minds["Alice"] = wrap
    play.prepare(task, {"sugar_cane": 40, "oak_log": 40}).failures["Alice"] = ["NO_PATH"] * 5
    events = await play(task)
    assert [event.text for event in of(events, Reflected)] == ["round 1 is over"]
    assert [note.text for note in noting[0].shown[-1]] == ["round 1 is over"]


# ---- models


def villager(prompt: str) -> str:
    """A model that wants 7, agrees to 7, and takes what it is told to take."""
    if "How many do you" in prompt:
        answer: dict[str, object] = {"reason": "enough for me", "amount": 7}
    elif "Did they agree" in prompt:
        answer = {"why": "both say 7", "agreed": True, "limit": 7}
    elif "What will you, " in prompt:
        answer = {"say": "Seven each, I say. [END]", "asks": [], "impossible": ""}
    elif "write down?" in prompt:
        answer = {"note": "seven is fine"}
    elif "Now give the sub-tasks" in prompt:
        have = int(prompt.split("so that you hold ")[1].split()[0])
        step = {"text": f"hold {have} sugar_cane", "kind": "have", "item": "sugar_cane", "count": have}
        answer = {"reason": "", "refuses": "", "subtasks": [step]}
    else:
        have = int(prompt.split("so that you hold ")[1].split()[0])
        code = "/** Takes cane. */\nasync function gather (bot, a, b, c, d) {}"
        kept = "- gather(" in prompt
        told = json.dumps(["sugar_cane", "sugar_cane", have, None])
        answer = {
            "reason": "",
            "do": "call" if kept else "write",
            "skill": "gather" if kept else "",
            "arguments": told,
            "name": "gather",
            "code": code,
            "seconds": 60,
        }
    return json.dumps(answer)


async def test_models_declare_take_talk_and_reflect(crew: LLMCrew) -> None:
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return villager(prompt)

    task = commons(2, rounds=2, universalization="both")
    events = await crew(task, answer, {"sugar_cane": 40})
    assert [event.amount for event in of(events, Declared)] == [7, 7, 7, 7]
    assert of(events, Declared)[0].reason == "enough for me"
    assert [event.taken for event in of(events, Reported)] == [{"Alice": 7, "Bob": 7}] * 2
    assert [event.limit for event in of(events, LimitAgreed)] == [7, 7]
    assert [event.text for event in of(events, Reflected)] == ["seven is fine"] * 4
    second = [one for one in asked if "How many do you" in one][2]
    for told in (
        "if everyone takes more than 10, the sugar cane stock shrinks next month",
        "In month 1 we agreed on a limit: at most 7 for each member.",
        "seven is fine",
        "The mayor said: In month 1, Alice took 7, Bob took 7 sugar cane.",
        "If fewer than 2 are left at the end of a month, nothing grows back",
        "There are 40 sugar cane now.",
    ):
        assert told in second
    assert "The goal of the team" not in second


@pytest.mark.parametrize(
    ("arm", "told", "untold"),
    [
        ("none", "", "shrinks next month"),
        ("principle", "their part of what grows back, the sugar cane stock shrinks", "more than 10"),
        ("number", "Each member's part of what grows back is 10", "shrinks next month"),
        ("both", "more than 10, the sugar cane stock shrinks", "their part of what"),
    ],
)
async def test_the_arms_of_universalization(crew: LLMCrew, arm: str, told: str, untold: str) -> None:
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return villager(prompt)

    await crew(commons(2, rounds=1, universalization=arm), answer, {"sugar_cane": 40})
    declaring = next(one for one in asked if "How many do you" in one)
    assert told in declaring
    assert untold not in declaring
