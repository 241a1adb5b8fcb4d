"""What is recorded of a run in a fake world is played to a second crew, which then does the same.

Here stands what is rare in real runs: those who are too slow, are stopped, or are cut off.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import (
    DiscussionView,
    FakeWorld,
    FunctionModel,
    Knowledge,
    LLMMind,
    LLMSecretary,
    Mind,
    OfflineMind,
    OfflineSecretary,
    Playback,
    RecordedAnswers,
    RecordedCaller,
    RecordedModel,
    RecordedWorld,
    RecordingWorld,
    RerunComparison,
    RunResult,
    Secretary,
    Task,
    Voice,
    VoicedMind,
    World,
    auxiliary_agents,
    deadline_mind,
    goal_task,
    run_crew,
)
from minecrew.agents.deadline_mind import in_time
from minecrew.agents.llm.caller import Caller
from minecrew.agents.model import GIVEN_UP
from minecrew.runlog import (
    Log,
    ModelCalled,
    Note,
    Recording,
    Refused,
    RoundEnded,
    RunEnded,
    Said,
    SkillEnded,
    UserError,
    read_events,
    read_recording,
)
from minecrew.skills import Library

from .conftest import MEADOW
from .planner import Planner


@dataclass
class Setting:
    """How both crews are made."""

    task: Task
    knowledge: Knowledge
    voice: Voice | None = None
    """For Alice."""
    answer: Callable[[str], str] | None = None
    hangs: str = ""
    """A model that is asked with this in the prompt does not answer."""

    def crew(self, world: World, log: Log, caller: Caller | None, voice: Voice | None) -> Crew:
        names = self.task.names
        minds: dict[str, Mind]
        secretary: Secretary
        if caller:
            minds = dict.fromkeys(names, LLMMind(caller, self.knowledge, world.library))
            secretary = LLMSecretary(caller)
        else:
            minds = dict.fromkeys(names, OfflineMind(self.knowledge))
            secretary = OfflineSecretary(self.knowledge)
        if voice:
            minds["Alice"] = VoicedMind(minds["Alice"], voice)
        return Crew(self.task, world, log, minds, secretary)


@dataclass
class Crew:
    task: Task
    world: World
    log: Log
    minds: dict[str, Mind]
    secretary: Secretary

    async def play(self) -> RunResult:
        return await run_crew(
            self.task,
            run="r",
            log=self.log,
            world=self.world,
            minds=self.minds,
            secretary=self.secretary,
        )


class Hanging(FunctionModel):
    """Answers, unless it is asked with `words`; then it is silent for long."""

    def __init__(self, answer: Callable[[str], str], words: str) -> None:
        super().__init__(answer)
        self.words = words

    async def call(self, sent, answer, form, seconds, written):  # type: ignore[no-untyped-def]  # as its base
        if self.words and any(self.words in one.content for one in sent):
            await asyncio.sleep(60)
        return await super().call(sent, answer, form, seconds, written)


async def record(
    path: Path,
    setting: Setting,
    *,
    cut: int | None = None,
) -> None:
    """Plays, and cuts it off while its program number `cut` runs."""
    library = Library(kept=path / "skills")
    fake = FakeWorld(setting.knowledge, setting.task.names, MEADOW, library=library)
    if cut:
        fake = Endless(setting.knowledge, setting.task.names, MEADOW, library=library)
        fake.cut = cut
    with Log.create(path) as log, Recording.create(path, {}) as recording:
        world = RecordingWorld(fake, recording, log)
        voice = setting.voice

        async def speak(view: DiscussionView) -> str | None:
            assert voice
            return await world.heard("speak", voice(view), view.agent, lambda line: line)

        model = Hanging(setting.answer, setting.hangs) if setting.answer else None
        crew = setting.crew(world, log, Caller(model, log) if model else None, speak if voice else None)
        playing = asyncio.ensure_future(crew.play())
        if isinstance(fake, Endless):
            while not (fake.reached.is_set() or playing.done()):
                await asyncio.sleep(0)
            playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing


async def play_back(path: Path, again: Path, setting: Setting) -> RerunComparison:
    events = read_events(path).events
    _, answers = read_recording(path)
    with Log.create(again) as log:
        playback = Playback(events, answers, log)
        world = RecordedWorld(setting.knowledge, Library(kept=again / "skills"), playback, log)

        async def speak(view: DiscussionView) -> str | None:
            said: str | None = await playback.ask("speak", view.agent)
            return said

        model = RecordedModel("function", RecordedAnswers.of(events, path), playback=playback)
        caller = RecordedCaller(model, log) if setting.answer else None
        crew = setting.crew(world, log, caller, speak if setting.voice else None)
        async with asyncio.timeout(20):
            return await playback.play(crew.play())


def paper(**limits: float) -> Task:
    task = goal_task({"paper": 3}, agents=2)
    return task.model_copy(update={"limits": task.limits.model_copy(update=limits)})


async def silent(view: DiscussionView) -> str | None:
    await asyncio.sleep(60)
    return None


async def test_a_crew_is_played_back(tmp_path: Path, knowledge: Knowledge) -> None:
    setting = Setting(paper(), knowledge)
    await record(tmp_path / "a", setting)
    events = read_events(tmp_path / "a").events
    assert await play_back(tmp_path / "a", tmp_path / "b", setting) == RerunComparison(len(events))


@pytest.mark.parametrize("stop", ["all", "first"])
async def test_so_is_one_that_is_stopped_in_the_middle(
    tmp_path: Path, knowledge: Knowledge, stop: str
) -> None:
    """By the time, or by the first who is through."""
    task = paper(round_seconds=2, rounds=2)
    task = task.model_copy(update={"team": task.team.model_copy(update={"stop": stop})})
    setting = Setting(task, knowledge)
    await record(tmp_path / "a", setting)
    events = read_events(tmp_path / "a").events
    rules_of = {event.rule for event in events if isinstance(event, RoundEnded)}
    assert rules_of & {"time", "first"}
    assert await play_back(tmp_path / "a", tmp_path / "b", setting) == RerunComparison(len(events))


async def test_who_was_too_slow_to_speak_is_so_again_at_once(tmp_path: Path, knowledge: Knowledge) -> None:
    setting = Setting(paper(thinking_seconds=0.3), knowledge, voice=silent)
    await record(tmp_path / "a", setting)
    events = read_events(tmp_path / "a").events
    assert any(isinstance(event, Said) and event.text == "..." for event in events)
    setting.task = paper(thinking_seconds=600)  # nobody waits for it
    assert await play_back(tmp_path / "a", tmp_path / "b", setting) == RerunComparison(len(events))


@pytest.mark.parametrize(
    ("hangs", "led_to"),
    [("What do you run now?", Refused), ("You are the secretary", Note), ("Turns left in this talk", Said)],
)
async def test_so_is_a_model(
    tmp_path: Path,
    knowledge: Knowledge,
    monkeypatch: pytest.MonkeyPatch,
    hangs: str,
    led_to: type[Refused | Note | Said],
) -> None:
    setting = Setting(
        paper(thinking_seconds=1, rounds=1, discussion_turns=2),
        knowledge,
        answer=Planner(knowledge),
        hangs=hangs,
    )
    await record(tmp_path / "a", setting)
    events = read_events(tmp_path / "a").events
    given_up = [event for event in events if isinstance(event, ModelCalled) and event.message == GIVEN_UP]
    assert given_up
    assert any(isinstance(event, led_to) and event.seq > given_up[0].seq for event in events)

    async def patient(answer: Any, seconds: float, *, arrived: Any) -> Any:
        return await in_time(answer, 600, arrived=arrived)

    for module in (deadline_mind, auxiliary_agents):
        monkeypatch.setattr(module, "in_time", patient)
    assert await play_back(tmp_path / "a", tmp_path / "b", setting) == RerunComparison(len(events))


def test_answers_are_those_of_the_bundle_and_of_nobody_else(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("a")
    (tmp_path / "run").mkdir()
    for name in ("../secret.txt", str(tmp_path / "secret.txt")):
        called = ModelCalled(model="m", purpose="speak", seconds=1, outcome="answered", answer=name)
        with pytest.raises(UserError, match="has no file"):
            RecordedAnswers.of([called], tmp_path / "run")


class Endless(FakeWorld):
    """Its program number `cut`, and each after it, does not end, so that a run can be cut off in it."""

    cut = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reached = asyncio.Event()

    async def _play(self, agent, program, *rest):  # type: ignore[no-untyped-def]  # as its base
        if len(self.ran) >= self.cut:
            self.reached.set()
            await asyncio.Event().wait()
        return await super()._play(agent, program, *rest)


@pytest.mark.parametrize("cut", [1, 3, 6])
async def test_what_was_interrupted_is_so_again(tmp_path: Path, knowledge: Knowledge, cut: int) -> None:
    setting = Setting(paper(), knowledge)
    await record(tmp_path / "a", setting, cut=cut)
    events = read_events(tmp_path / "a").events
    assert isinstance(events[-1], RunEnded)
    assert events[-1].outcome == "interrupted"
    assert any(isinstance(event, SkillEnded) and event.code == "STOPPED" for event in events)
    assert await play_back(tmp_path / "a", tmp_path / "b", setting) == RerunComparison(len(events))


async def test_another_plan_is_told_by_its_first_event(tmp_path: Path, knowledge: Knowledge) -> None:
    setting = Setting(paper(), knowledge)
    await record(tmp_path / "a", setting)
    setting.task = paper(attempts=1, round_seconds=7)
    assert (await play_back(tmp_path / "a", tmp_path / "b", setting)).difference is None, (
        "it made no difference"
    )
    said = next(event for event in read_events(tmp_path / "a").events if isinstance(event, Said))
    setting.task = setting.task.model_copy(update={"goal": {"paper": 6}})
    compared = await play_back(tmp_path / "a", tmp_path / "c", setting)
    assert compared.difference
    assert (compared.difference.seq, compared.difference.fields) == (0, ("goal",))
    setting.task = paper()
    setting.answer = Planner(knowledge)
    compared = await play_back(tmp_path / "a", tmp_path / "d", setting)
    assert compared.difference
    assert compared.difference.seq == said.seq, "models are asked where none was"
    assert compared.difference.right
    assert compared.difference.right["kind"] == "model.called"
