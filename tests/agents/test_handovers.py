"""Who handed what to whom in a round, and the sub-tasks that wait for it."""

from __future__ import annotations

from pathlib import Path

from minecrew.agents import FakeWorld, Knowledge, Plan, Subtask, facts, goal_task
from minecrew.agents.answers import Assignment
from minecrew.agents.execution import execute
from minecrew.agents.handovers import Handovers
from minecrew.agents.injection import Injection
from minecrew.agents.llm import prompt_values
from minecrew.agents.views import RoundView
from minecrew.runlog import BlockBroken, ContainerMoved, ItemCrafted, ItemDropped, ItemPicked, Log, Position

from .test_free_situation import Hands
from .test_kinds import seen, step, view

CHEST: Position = (4.0, 64.0, 4.0)


def throw(
    handovers: Handovers, giver: str | None, taker: str, count: int, *, entity: int, round: int = 1
) -> None:
    dropped = {"entity": entity, "item": "paper", "count": count, "source": "server", "round": round}
    origin = "agent" if giver else "block"
    handovers.hear(ItemDropped(**dropped, agent=giver, origin=origin, position=CHEST))
    handovers.hear(ItemPicked(**dropped, agent=taker))


def move(handovers: Handovers, agent: str, direction: str, count: int) -> None:
    moved = {"container": "chest", "position": CHEST, "item": "paper", "count": count, "direction": direction}
    handovers.hear(ContainerMoved(**moved, agent=agent, source="server", round=1))


def test_what_was_thrown_counts_for_its_thrower() -> None:
    handovers = Handovers()
    throw(handovers, "Theo", "Nora", 6, entity=1)
    throw(handovers, "Ivo", "Theo", 3, entity=2)
    throw(handovers, None, "Nora", 1, entity=3)
    throw(handovers, "Nora", "Nora", 1, entity=4)
    assert handovers.received("Nora", ["Theo"], 1) == {"paper": 6}
    assert handovers.received("Nora", ["Ivo"], 1) == {}
    assert handovers.received("Theo", ["Ivo"], 1) == {"paper": 3}
    assert handovers.received("Nora", ["Theo"], 2) == {}, "that is another round"


def test_what_is_taken_from_a_chest_counts_for_who_put_it_there() -> None:
    handovers = Handovers()
    move(handovers, "Theo", "in", 4)
    move(handovers, "Ivo", "in", 3)
    move(handovers, "Nora", "out", 6)
    assert handovers.received("Nora", ["Theo"], 1) == {"paper": 4}
    assert handovers.received("Nora", ["Ivo"], 1) == {"paper": 2}


def test_without_a_witness_nobody_knows() -> None:
    handovers = Handovers()
    handovers.hear(ItemPicked(entity=1, item="paper", count=1, agent="Nora", source="bot"))
    assert handovers.received("Nora", ["Theo"], 1) is None


def test_only_what_the_named_member_hands_over_counts(knowledge: Knowledge) -> None:
    receive: Subtask = step(knowledge, "receive", item="paper", count=3, who="Alice")
    now = seen({"paper": 6})
    verdict = facts.check(receive, now, (), {"paper": 2})
    assert verdict
    assert (verdict.done, verdict.why) == (False, "1 paper short")
    verdict = facts.check(receive, now, (), {"paper": 3})
    assert verdict
    assert verdict.done
    told = prompt_values.subtask(view(receive, now).model_copy(update={"handed": {"paper": 2}}))
    assert "Done when: Alice has handed you 3 paper in this round" in told
    assert "So far: Alice has handed you 2 of 3 paper, you hold 6 paper" in told


def test_a_bot_that_puts_the_rest_of_a_stack_back_has_not_received_it() -> None:
    handovers = Handovers()
    move(handovers, "Bob", "in", 64)
    move(handovers, "Charlie", "out", 64)
    move(handovers, "Charlie", "in", 63)
    assert handovers.received("Charlie", ["Bob"], 1) == {"paper": 1}
    move(handovers, "Dora", "out", 63)
    assert handovers.received("Dora", ["Bob"], 1) == {"paper": 63}
    assert handovers.received("Dora", ["Charlie"], 1) == {}


def test_what_is_put_in_after_other_work_is_ones_own() -> None:
    handovers = Handovers()
    move(handovers, "Bob", "in", 3)
    move(handovers, "Charlie", "out", 3)
    handovers.hear(ItemCrafted(item="paper", count=3, used={}, agent="Charlie", source="server", round=1))
    move(handovers, "Charlie", "in", 3)
    move(handovers, "Dora", "out", 3)
    assert handovers.received("Charlie", ["Bob"], 1) == {"paper": 3}
    assert handovers.received("Dora", ["Charlie"], 1) == {"paper": 3}


def test_who_puts_all_of_it_back_has_received_nothing() -> None:
    handovers = Handovers()
    move(handovers, "Bob", "in", 3)
    move(handovers, "Charlie", "out", 3)
    move(handovers, "Charlie", "in", 3)
    assert handovers.received("Charlie", ["Bob"], 1) == {}


def test_what_others_put_in_is_taken_out_before_what_one_put_in_oneself() -> None:
    handovers = Handovers()
    move(handovers, "Bob", "in", 3)
    move(handovers, "Alice", "in", 3)
    move(handovers, "Bob", "out", 3)
    assert handovers.received("Bob", ["Alice"], 1) == {"paper": 3}


def test_what_lay_in_a_broken_chest_does_not_lie_in_the_next_one() -> None:
    handovers = Handovers()
    move(handovers, "Bob", "in", 3)
    handovers.hear(BlockBroken(block="chest", position=CHEST, agent="Bob", source="server", round=1))
    move(handovers, "Charlie", "out", 3)
    assert handovers.received("Charlie", ["Bob"], 1) == {}


async def test_each_sub_task_waits_for_the_items_of_its_own_giver(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    """Only Charlie's six have arrived, and they count once."""

    def receive(giver: str, count: int) -> Subtask:
        return Subtask(
            text=f"receive {count} paper from {giver}",
            want={"paper": count},
            await_from=(giver,),
            handed_over=True,
        )

    alice = Hands(receive("Bob", 3), receive("Charlie", 6), receive("Charlie", 1))
    task = goal_task({"oak_log": 9}, agents=3)
    world = FakeWorld(knowledge, task.names, {"oak_log": 9})
    world.held["Alice"] = {"paper": 6}
    handovers = Handovers()
    plan = Plan(assignments=(Assignment(agent="Alice", text="Receive 10 paper."),))
    with Log.create(tmp_path) as log:
        log.set_round(1)
        log.subscribe(handovers.hear)
        whole = {"entity": 1, "item": "paper", "count": 6, "source": "server"}
        log.append(ItemDropped(**whole, agent="Charlie", origin="agent", position=CHEST))
        log.append(ItemPicked(**whole, agent="Alice"))
        _, results = await execute(
            plan,
            task,
            {"Alice": alice, "Bob": Hands(), "Charlie": Hands()},
            world,
            context=lambda agent: RoundView(team=task.names, goal=task.goal),
            log=log,
            injection=Injection(),
            handovers=handovers,
        )
    assert [one.state for one in results] == ["refused", "done", "refused"]
    assert [view.handed for view in alice.acted[::2]] == [{}, {"paper": 0}]
