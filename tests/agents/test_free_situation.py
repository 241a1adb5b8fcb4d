"""When an agent with free hands is asked: once per situation of facts, and never once the goal is met."""

from __future__ import annotations

from pathlib import Path

from minecrew.agents import FakeWorld, Knowledge, Plan, Subtask, SubtaskView, Task, Verdict, goal_task
from minecrew.agents.answers import Action, Assignment, IdleAnswer, Refusal, Utterance
from minecrew.agents.execution import execute
from minecrew.agents.injection import Injection
from minecrew.agents.llm import memory
from minecrew.agents.task import Team
from minecrew.agents.views import AssignmentView, DiscussionView, IdleView, RoundView, SubtaskResult, TalkLine
from minecrew.bridge import Program
from minecrew.runlog import Items, Log

LOG = Program(call="gather", args=("oak_log", "oak_log", 1, None))
TRUNK = Subtask(text="hold 1 oak log", want={"oak_log": 1})
WAITS = Program(call="receive", args=({"leather": 1}, None))
"""Nobody brings it: it runs for as long as the fake world lets a program wait."""
LEATHER = Subtask(text="hold 1 leather", want={"leather": 1})
IN_VAIN = Subtask(text="look around")


class Hands:
    """Breaks its part into `steps`, runs `program` for each once, and has these answers when it is free."""

    kind = "hands"

    def __init__(self, *steps: Subtask, program: Program = LOG, answers: tuple[IdleAnswer, ...] = ()) -> None:
        self.steps, self.program, self.answers = list(steps), program, list(answers)
        self.asked: list[IdleView] = []
        self.acted: list[SubtaskView] = []

    async def speak(self, view: DiscussionView) -> Utterance:
        return Utterance(text="")

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        return self.steps

    async def act(self, view: SubtaskView) -> Action | Refusal:
        self.acted.append(view)
        if view.attempt > 1 or view.subtask == IN_VAIN:
            return Refusal(agent=view.agent, reason="no more")
        return Action(program=self.program, seconds=30)

    async def verify(self, view: SubtaskView) -> Verdict:
        return Verdict(done=True)

    async def idle(self, view: IdleView) -> IdleAnswer:
        self.asked.append(view)
        return self.answers.pop(0) if self.answers else IdleAnswer()


async def worked(
    path: Path, knowledge: Knowledge, goal: Items, parts: tuple[str, ...], **minds: Hands
) -> dict[str, list[SubtaskResult]]:
    """A round in which those named in `parts` have a part; what came of it, by agent."""
    made = goal_task(goal, agents=len(minds))
    task: Task = made.model_copy(update={"team": Team(idle="ask")})
    assert task.names == tuple(minds)
    plan = Plan(assignments=tuple(Assignment(agent=name, text=f"The part of {name}.") for name in parts))
    world = FakeWorld(knowledge, task.names, {"oak_log": 9})
    view = RoundView(team=task.names, goal=goal)

    def context(agent: str) -> RoundView:
        return view

    with Log.create(path) as log:
        log.set_round(1)
        _, results = await execute(plan, task, minds, world, context=context, log=log, injection=Injection())
    return {name: [one for one in results if one.agent == name] for name in minds}


WORK = IdleAnswer(deed="work", part="Wait for 1 leather.")


async def test_once_the_goal_is_met_nobody_is_asked_and_what_was_volunteered_ends(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    alice, bob = Hands(TRUNK), Hands(LEATHER, LEATHER, program=WAITS)
    charlie = Hands(LEATHER, program=WAITS, answers=(WORK,))
    results = await worked(
        tmp_path, knowledge, {"oak_log": 1}, ("Alice", "Bob"), Alice=alice, Bob=bob, Charlie=charlie
    )
    assert len(charlie.asked) == 1
    assert not alice.asked
    assert [(one.state, one.message) for one in results["Charlie"]] == [
        ("stopped", "the agent chose this work while it was idle, and the goal is met")
    ]
    assert [one.state for one in results["Bob"]] == ["refused", "refused"]  # its own part goes on to its end
    assert [view.met for view in bob.acted][:1] == [False]
    assert bob.acted[-1].met


async def test_without_the_goal_it_goes_on(tmp_path: Path, knowledge: Knowledge) -> None:
    charlie = Hands(LEATHER, program=WAITS, answers=(WORK,))
    results = await worked(
        tmp_path, knowledge, {"oak_log": 9}, ("Alice",), Alice=Hands(TRUNK), Bob=Hands(), Charlie=charlie
    )
    assert [one.state for one in results["Charlie"]] == ["refused"]


async def test_the_same_situation_is_never_asked_about_twice(tmp_path: Path, knowledge: Knowledge) -> None:
    """Alice's sub-tasks end and begin again, and nothing is otherwise."""
    bob = Hands()
    await worked(tmp_path, knowledge, {"oak_log": 9}, ("Alice",), Alice=Hands(*[IN_VAIN] * 5), Bob=bob)
    texts = [tuple(view.at_work.values()) for view in bob.asked]
    assert len(texts) == len(set(texts))


async def test_only_what_is_said_to_it_is_another_situation(tmp_path: Path, knowledge: Knowledge) -> None:
    for number, (text, times) in enumerate({"Alice, go on.": 1, "Bob, rest.": 2, "Go on.": 2}.items()):
        bob, charlie = Hands(), Hands(answers=(IdleAnswer(deed="say", say=text),))
        crew = {"Alice": Hands(LEATHER, program=WAITS), "Bob": bob, "Charlie": charlie}
        await worked(tmp_path / str(number), knowledge, {"oak_log": 9}, ("Alice",), **crew)
        assert len(bob.asked) == times, text
        assert len(charlie.asked) == 1, text
        assert len(bob.asked[-1].heard) == times - 1, text


async def test_its_own_lines_are_told_as_its_own(tmp_path: Path, knowledge: Knowledge) -> None:
    bob = Hands(answers=(IdleAnswer(deed="say", say="Alice, I wait."),))
    await worked(
        tmp_path, knowledge, {"oak_log": 9}, ("Alice",), Alice=Hands(TRUNK, LEATHER, IN_VAIN), Bob=bob
    )
    assert len(bob.asked) > 1
    assert "\nBob (you): Alice, I wait.\n" in memory.said_at_work(bob.asked[1].heard, "Bob")
    assert "\nBob: Alice, I wait.\n" in memory.said_at_work(bob.asked[1].heard, "Alice")


def test_older_lines_are_not_left_out_silently() -> None:
    lines = [TalkLine(speaker="Bob", text=f"Line {number}.") for number in range(11)]
    assert "(3 earlier lines are left out)\nBob: Line 3." in memory.said_at_work(lines, "Alice")


async def test_who_works_is_told_with_its_progress(tmp_path: Path, knowledge: Knowledge) -> None:
    bob = Hands()
    trunks = Subtask(text="hold 3 oak logs", want={"oak_log": 3})
    await worked(tmp_path, knowledge, {"oak_log": 9}, ("Alice",), Alice=Hands(TRUNK, trunks), Bob=bob)
    told = memory.at_work(bob.asked[-1])
    assert (
        "\nAlice: hold 3 oak logs; so far, it holds 1 of 3 oak_log; everything it holds: 1 oak_log\n" in told
    )
