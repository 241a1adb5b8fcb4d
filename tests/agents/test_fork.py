"""A run in a fake world is repeated up to an event, and then goes on with one thing changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from minecrew.agents import (
    FakeWorld,
    Fork,
    ForkedModel,
    FunctionModel,
    Knowledge,
    LLMMind,
    LLMSecretary,
    Mind,
    ModelMessage,
    OfflineMind,
    OfflineSecretary,
    RecordedAnswers,
    RecordedCaller,
    Retries,
    Task,
    check_copy,
    goal_task,
    make_persona,
    run_crew,
)
from minecrew.agents.answers import Utterance
from minecrew.agents.deadline_mind import SILENCE
from minecrew.agents.fork import forgetting
from minecrew.agents.llm.caller import Caller
from minecrew.agents.model import ModelAnswer
from minecrew.agents.views import Check, CommonsState, Critique, DiscussionView
from minecrew.runlog import (
    Event,
    ForkChange,
    Forked,
    ForkOrigin,
    Log,
    ModelCalled,
    RoundStarted,
    Said,
    SubtaskStarted,
    UserError,
    difference_at,
    read_events,
)

from .conftest import MEADOW
from .planner import Planner


class Setting:
    """Plays the same task again and again: as it is, or as a fork of what was played first."""

    def __init__(self, path: Path, knowledge: Knowledge, task: Task) -> None:
        self.path, self.knowledge, self.task = path, knowledge, task
        self.world = FakeWorld(knowledge, task.names, MEADOW)
        self.first: Sequence[Event] = ()
        self.shown: list[DiscussionView] = []

    async def play(
        self, name: str, origin: ForkOrigin | None = None, *, new: Mind | None = None
    ) -> list[Event]:
        task = self.task
        world = self.world = FakeWorld(self.knowledge, task.names, MEADOW)
        world.failures = {name: ["NOT_FOUND"] * 5 for name in task.names}  # the first round comes to nothing
        with Log.create(self.path / name) as log:
            minds: dict[str, Mind] = {one: Seeing(self.knowledge, self.shown) for one in task.names}
            secretary = OfflineSecretary(self.knowledge)
            if origin:
                check_copy(self.first, origin.at, log)
            forks = [Fork(origin, log, world.diverge, mind=new)] if origin else []
            await run_crew(
                task, run=name, log=log, world=world, minds=minds, secretary=secretary, forks=forks
            )
        events = list(read_events(self.path / name).events)
        self.first = self.first or events
        return events

    async def fork(
        self, at: int, change: ForkChange | None = None, *, new: Mind | None = None, name: str = "fork"
    ) -> list[Event]:
        return await self.play(name, ForkOrigin(run="first", at=at, seed=7, change=change), new=new)


class Seeing(OfflineMind):
    """Keeps what it is shown in the discussion."""

    def __init__(self, knowledge: Knowledge, shown: list[DiscussionView]) -> None:
        super().__init__(knowledge)
        self.shown = shown

    async def speak(self, view: DiscussionView):  # type: ignore[no-untyped-def]  # as its base
        self.shown.append(view)
        return await super().speak(view)


@pytest.fixture
async def first(tmp_path: Path, knowledge: Knowledge) -> Setting:
    setting = Setting(tmp_path, knowledge, goal_task({"paper": 3}, agents=2))
    await setting.play("first")
    return setting


def said_in(events: Sequence[Event], round: int) -> list[Said]:
    return [event for event in events if isinstance(event, Said) and event.round == round]


def start_of(events: Sequence[Event], round: int) -> int:
    return next(e.seq for e in events if isinstance(e, RoundStarted) and e.round == round)


def same(left: Sequence[Event], right: Sequence[Event]) -> bool:
    return len(left) == len(right) and not any(
        difference_at(one.seq, one, other) for one, other in zip(left, right, strict=True)
    )


async def test_without_a_change_only_the_seed_is_another_one(first: Setting) -> None:
    line = said_in(first.first, 2)[0]
    events = await first.fork(line.seq)
    assert same(first.first[: line.seq], events[: line.seq])
    forked = events[line.seq]
    assert isinstance(forked, Forked)
    assert (forked.run, forked.at, forked.seed, forked.change) == ("first", line.seq, 7, None)
    assert first.world.diverged == (7, None)
    assert [one.text for one in said_in(events, 2)] == [one.text for one in said_in(first.first, 2)]


async def test_a_line_is_replaced_once(first: Setting) -> None:
    line = said_in(first.first, 2)[0]
    assert line.agent is not None
    words = "Bob, please gather 3 sugar cane, and I craft the paper."
    events = await first.fork(line.seq, ForkChange(kind="say", agent=line.agent, value=words))
    mine = [one for one in said_in(events, 2) if one.agent == line.agent]
    assert mine[0].text == words
    assert words not in [one.text for one in mine[1:]]
    assert isinstance(events[line.seq], Forked)


async def test_a_silenced_agent_says_nothing_from_then_on_and_still_works(first: Setting) -> None:
    agent = first.task.names[0]
    at = start_of(first.first, 2)
    events = await first.fork(at, ForkChange(kind="silence", agent=agent))
    after = [one.text for one in said_in(events, 2) if one.agent == agent]
    assert after
    assert set(after) == {SILENCE.text}
    assert [one.text for one in said_in(events, 1)] == [one.text for one in said_in(first.first, 1)]


async def test_a_new_mind_decides_from_then_on(first: Setting, knowledge: Knowledge) -> None:
    agent = first.task.names[0]
    new = make_persona("silent", knowledge)
    at = start_of(first.first, 2)
    events = await first.fork(at, ForkChange(kind="mind", agent=agent, value="silent"), new=new)
    after = [one.text for one in said_in(events, 2) if one.agent == agent]
    assert {text.split(" [END]")[0] for text in after} <= {"Yes.", "Hm."}


async def twice(setting: Setting, earlier: ForkChange, new: Mind, *, events: int) -> tuple[int, list[Event]]:
    """Forks at round 2, and again `events` events after that, with a new mind of the same agent. Returns the
    number of the event at which the second fork begins, and the events.
    """
    agent, start = setting.task.names[0], start_of(setting.first, 2)
    once = await setting.fork(start, earlier, name="once")
    at = next(event.seq for event in once if isinstance(event, Forked)) + events
    change = ForkChange(kind="mind", agent=agent, value="new")
    origins = (
        ForkOrigin(run="first", at=start, seed=7, change=earlier),
        ForkOrigin(run="once", at=at, seed=8, change=change),
    )
    task, world = setting.task, FakeWorld(setting.knowledge, setting.task.names, MEADOW)
    world.failures = {name: ["NOT_FOUND"] * 5 for name in task.names}
    with Log.create(setting.path / "twice") as log:
        check_copy(once, at, log)
        await run_crew(
            task,
            run="twice",
            log=log,
            world=world,
            minds={one: OfflineMind(setting.knowledge) for one in task.names},
            secretary=OfflineSecretary(setting.knowledge),
            forks=[
                Fork(origin, log, world.diverge, mind=mind)
                for origin, mind in zip(origins, (None, new), strict=True)
            ],
        )
    logged = list(read_events(setting.path / "twice").events)
    assert [event.run for event in logged if isinstance(event, Forked)] == ["first", "once"]
    return at, logged


async def test_a_new_mind_of_a_silenced_agent_is_silent_too(first: Setting) -> None:
    agent = first.task.names[0]
    new = make_persona("silent", first.knowledge)
    at, events = await twice(first, ForkChange(kind="silence", agent=agent), new, events=2)
    after = [one.text for one in events[at:] if isinstance(one, Said) and one.agent == agent]
    assert after
    assert set(after) == {SILENCE.text}


async def test_a_new_mind_of_an_agent_that_forgot_does_not_learn_what_was_before(first: Setting) -> None:
    shown: list[DiscussionView] = []
    new = Seeing(first.knowledge, shown)
    await twice(first, ForkChange(kind="forget", agent=first.task.names[0]), new, events=1)
    assert shown  # the new mind is asked
    assert all(view.feedback == () and view.history == () for view in shown if view.round == 2)


async def test_an_agent_that_forgets_sees_nothing_from_before(first: Setting) -> None:
    agent = first.task.names[0]
    at = start_of(first.first, 2)
    first.shown.clear()
    await first.fork(at, ForkChange(kind="forget", agent=agent))
    second = [view for view in first.shown if view.round == 2]
    forgot = [view for view in second if view.agent == agent]
    knows = [view for view in second if view.agent != agent]
    assert forgot
    assert all(view.feedback == () and view.history == () for view in forgot)
    assert all(view.feedback and view.history for view in knows)


async def test_the_guard_changes_with_the_seed(first: Setting) -> None:
    await first.fork(start_of(first.first, 2), ForkChange(kind="guard", value="block"))
    assert first.world.diverged == (7, "block")


async def test_a_copy_that_differs_is_named_by_its_event(first: Setting) -> None:
    started = next(event for event in first.first if isinstance(event, SubtaskStarted))
    first.first = list(first.first)
    first.first[started.seq] = started.model_copy(update={"text": "sing a song"})
    with pytest.RaisesGroup(UserError, flatten_subgroups=True, allow_unwrapped=True) as raised:
        await first.fork(start_of(first.first, 2))
    [error] = raised.value.exceptions if isinstance(raised.value, ExceptionGroup) else [raised.value]
    while isinstance(error, ExceptionGroup):
        [error] = error.exceptions
    assert f"event {started.seq} is another one (text)" in str(error)


async def test_models_repeat_their_answers_and_are_asked_after_the_fork(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    task = goal_task({"paper": 3}, agents=2)
    planner = Planner(knowledge)
    asked: list[str] = []

    async def play(
        name: str, caller: Callable[[Log], Caller], forks: Sequence[ForkOrigin] = ()
    ) -> list[Event]:
        with Log.create(tmp_path / name) as log:
            world, one = FakeWorld(knowledge, task.names, MEADOW), caller(log)
            await run_crew(
                task,
                run=name,
                log=log,
                world=world,
                minds=dict.fromkeys(task.names, LLMMind(one, knowledge, world.library)),
                secretary=LLMSecretary(one),
                forks=[Fork(origin, log, world.diverge) for origin in forks],
            )
        return list(read_events(tmp_path / name).events)

    first = await play("first", lambda log: Caller(FunctionModel(planner), log))
    calls = [event for event in first if isinstance(event, ModelCalled)]
    at = calls[2].seq

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return planner(prompt)

    recorded = RecordedAnswers.of(first[:at], tmp_path / "first")
    model = ForkedModel(FunctionModel(answer), recorded, Retries(sleep=asyncio.sleep))
    events = await play(
        "fork", lambda log: RecordedCaller(model, log), [ForkOrigin(run="first", at=at, seed=1)]
    )
    assert same(first[:at], events[:at])
    assert len(asked) == sum(isinstance(event, ModelCalled) for event in events) - 2


class Unreachable(FunctionModel):
    """A model at whose address nobody answers."""

    def __init__(self) -> None:
        super().__init__(lambda prompt: "")
        self.reached = False

    async def call(self, *_: object) -> ModelAnswer:
        return ModelAnswer("failed", "connection refused")


async def test_an_endpoint_that_does_not_answer_after_the_fork_ends_the_run(tmp_path: Path) -> None:
    broken = ModelCalled(
        model="m", purpose="speak", seconds=1, outcome="failed", attempt=1, message="busy", agent="Alice"
    )
    answers = RecordedAnswers(tmp_path, {(None, "Alice", "speak"): [[broken]]})
    live, stage = Unreachable(), Unreachable()
    told, other = (ForkedModel(one, answers, Retries()) for one in (live, stage))
    question = [ModelMessage(role="user", content="What do you say?")]
    with Log.create(tmp_path / "fork") as log:
        caller = RecordedCaller(told, log, stages={"reflect": other})
        repeated = await caller.ask(question, Utterance, purpose="speak", agent="Alice")
        assert repeated.why == "failed: busy"  # the recorded run went on
        with pytest.raises(UserError, match="no endpoint answers at"):
            await caller.ask(question, Utterance, purpose="speak", agent="Alice")
        live.reached = True
        later = await caller.ask(question, Utterance, purpose="speak", agent="Alice")
        assert later.why == "failed: connection refused"  # it has answered before


async def test_who_forgets_keeps_no_check_no_critique_and_no_limit(first: Setting) -> None:
    origin = ForkOrigin(run="one", at=10, seed=1, change=ForkChange(kind="forget", agent="Ann"))
    with Log.create(first.path / "forgetting") as log:
        fork = Fork(origin, log, first.world.diverge)
    check = Check(speaker="Ben", claim="I hold 3", about="Ben", item="paper", said=3, held=3, true=True)
    critique = Critique(round=1, text="I cut cane.", reason="it is short")
    commons = CommonsState(
        resource="sugar_cane", item="sugar_cane", capacity=40, collapse=2, stock=20, months=4, limit=5
    )
    view = first.shown[-1].model_copy(
        update={
            "checks": tuple(check.model_copy(update={"seq": seq}) for seq in (9, 10)),
            "critiques": tuple(critique.model_copy(update={"seq": seq}) for seq in (9, 10)),
            "commons": commons.model_copy(update={"limit_seq": 9}),
        }
    )
    told = forgetting(view, fork)
    assert [one.seq for one in told.checks] == [one.seq for one in told.critiques] == [10]
    assert told.commons
    assert told.commons.limit is None
    later = view.model_copy(update={"commons": commons.model_copy(update={"limit_seq": 10})})
    kept = forgetting(later, fork).commons
    assert kept
    assert kept.limit == 5
