"""Checks the rules that every mind must follow: call `await check_mind(MyMind())` in your own test."""

from __future__ import annotations

from minecrew.agents.answers import Action, IdleAnswer, Refusal, Subtask, Utterance, Verdict
from minecrew.agents.free_hands import QUESTION, idle_options
from minecrew.agents.mind import IdleMind, Mind
from minecrew.agents.structures import structures
from minecrew.agents.views import AssignmentView, DiscussionView, IdleView, SubtaskView, TalkLine
from minecrew.bridge import Observation, Outcome

TEAM = ("Alice", "Bob")
NOWHERE = Observation(
    position=(0.5, 64.0, 0.5),
    health=20,
    food=20,
    time=0,
    inventory={},
    held=None,
    players={},
    mobs={},
    drops={},
    blocks={},
)


async def check_mind(mind: Mind) -> None:
    """Gives a mind several small views. Raises AssertionError with the rule that the mind broke."""
    talk = DiscussionView(
        agent="Bob",
        role="an experienced Minecraft player",
        team=TEAM,
        title="Craft 2 paper",
        goal={"paper": 2},
        round=1,
        observation=NOWHERE,
        lines=(TalkLine(speaker="Alice", text="Bob, what shall we do?"),),
    )
    parts = [{"agent": agent, "structure": name} for name in structures() for agent in reversed(TEAM)]
    for part in parts:
        said = await mind.speak(talk.model_copy(update=part))
        assert isinstance(said, Utterance), "speak must return an Utterance"
        assert said.text.strip(), "an utterance must not be empty"

    for line in ("Gather 1 oak log.", "", "Sing a song for the cows."):
        view = AssignmentView(
            agent="Bob", role=talk.role, team=TEAM, goal=talk.goal, assignment=line, observation=NOWHERE
        )
        steps = await mind.decompose(view)
        assert isinstance(steps, (list, Refusal)), "decompose must return sub-tasks or a Refusal"
        if isinstance(steps, list):
            assert all(isinstance(step, Subtask) for step in steps), (
                "decompose must return a list of Subtask objects"
            )
        else:
            assert steps.reason, "a refusal must have a reason"

    if isinstance(mind, IdleMind):
        answer = await mind.idle(
            IdleView(
                agent="Bob",
                role=talk.role,
                team=TEAM,
                goal=talk.goal,
                assignment="",
                observation=NOWHERE,
                question=QUESTION,
                options=idle_options("Bob", 1, 1, seed=1),
                at_work={"Alice": "gather 1 oak log"},
            )
        )
        assert isinstance(answer, IdleAnswer), "idle must return an IdleAnswer"

    failed = Outcome(ok=False, code="NOT_FOUND", message="no oak_log within 48 blocks")
    for outcomes in ((), (failed,), (failed, failed)):
        todo = SubtaskView(
            agent="Bob",
            team=TEAM,
            goal=talk.goal,
            assignment="Gather 1 oak log.",
            subtask=Subtask(text="gather 1 oak log", want={"oak_log": 1}),
            attempt=len(outcomes) + 1,
            observation=NOWHERE,
            outcomes=outcomes,
        )
        action = await mind.act(todo)
        assert isinstance(action, (Action, Refusal)), "act must return an Action or a Refusal"
        if isinstance(action, Action):
            assert action.seconds > 0, "an action must have a deadline"
        assert isinstance(await mind.verify(todo), Verdict), "verify must return a Verdict"
