"""Stations that the crew digs up: the log says so, and every view from then on."""

from __future__ import annotations

from pathlib import Path

from minecrew.agents import FakeWorld, Knowledge, OfflineSecretary, Subtask, SubtaskView, goal_task, run_crew
from minecrew.agents.answers import Action, Refusal, Utterance
from minecrew.agents.offline import OfflineMind
from minecrew.agents.removed_blocks import RemovedBlocks
from minecrew.agents.views import AssignmentView, DiscussionView
from minecrew.bridge import Outcome, Program
from minecrew.runlog import BlockBroken, BlockPlaced, Log, Position

HERE, THERE = (6.0, 5.0, 6.0), (9.0, 5.0, 9.0)


def broken(at: Position, block: str = "crafting_table", by: str = "Alice") -> BlockBroken:
    return BlockBroken(agent=by, block=block, position=at)


def test_the_log_says_what_the_crew_has_dug_up(tmp_path: Path) -> None:
    with Log.create(tmp_path) as log:
        removed = RemovedBlocks(log, ("Alice", "Bob"))
        log.append(broken(HERE, by="Bob"))
        log.append(broken(THERE, by="Steve"))
        log.append(broken(THERE, "dirt"))
        assert removed.places == (HERE,)
        log.append(broken(THERE, "trapped_chest"))
        assert removed.places == (HERE, THERE)
        log.append(BlockPlaced(agent="Bob", block="furnace", item="furnace", position=HERE))
        assert removed.places == (THERE,)


class Digger(OfflineMind):
    """Digs in each of two attempts, and notes what it is shown."""

    def __init__(self, knowledge: Knowledge) -> None:
        super().__init__(knowledge)
        self.shown: list[tuple[str, tuple[Position, ...]]] = []

    async def speak(self, view: DiscussionView) -> Utterance:
        self.shown.append(("speak", view.removed))
        return await super().speak(view)

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        return [Subtask(text="dig", want={"diamond": 1})]

    async def act(self, view: SubtaskView) -> Action | Refusal:
        self.shown.append(("act", view.removed))
        return Action(program=Program(call="dig"), seconds=5)


async def test_views_say_so_at_once_and_in_later_rounds(tmp_path: Path, knowledge: Knowledge) -> None:
    task = goal_task({"leather": 1}, agents=1)
    limits = task.limits.model_copy(update={"rounds": 2, "attempts": 2, "discussion_turns": 1})
    digger = Digger(knowledge)
    with Log.create(tmp_path) as log:

        class Ground(FakeWorld):
            async def run(self, agent: str, program: Program, *, deadline: float) -> Outcome:
                log.append(broken(HERE, by=agent))
                return await super().run(agent, program, deadline=deadline)

        await run_crew(
            task.model_copy(update={"limits": limits}),
            run="test",
            log=log,
            world=Ground(knowledge, task.names, {"cow": 1}),
            minds={"Alice": digger},
            secretary=OfflineSecretary(knowledge),
        )
    of = {kind: [places for name, places in digger.shown if name == kind] for kind in ("speak", "act")}
    assert of["act"] == [(), (HERE,), (HERE,), (HERE,)]
    assert (of["speak"][0], of["speak"][-1]) == ((), (HERE,))
