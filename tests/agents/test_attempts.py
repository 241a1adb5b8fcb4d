"""What the offline mind tries next, given what the last attempts came to."""

from __future__ import annotations

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.attempts import next_attempt
from minecrew.agents.views import Action, Subtask, SubtaskView
from minecrew.bridge import Code, Observation, Outcome

SEEN = {"sheep": 9.0, "goat": 30.0}


def next_program(knowledge: Knowledge, *codes: Code) -> tuple[str, str, object]:
    """Which program, from which source, and where it begins, after outcomes with `codes`."""
    book = knowledge.model_dump(by_alias=True)
    book["mobs"]["goat"] = {"health": 8, "drops": [{"item": "white_wool"}]}
    view = SubtaskView(
        agent="Alice",
        team=("Alice",),
        assignment="gather 1 wool",
        subtask=Subtask(text="gather 1 wool", want={"white_wool": 1}),
        attempt=len(codes) + 1,
        observation=Observation(
            position=(0, 5, 0),
            health=20,
            food=20,
            time=0,
            inventory={},
            held=None,
            players={},
            mobs={},
            drops={},
            blocks={},
        ),
        outcomes=tuple(Outcome(ok=False, code=code, message="no") for code in codes),
    )
    action = next_attempt(view, Knowledge.model_validate(book), SEEN)
    assert isinstance(action, Action)
    source, _, _, start = action.program.args
    return action.program.call, source, start


def test_after_a_denial_another_source_in_sight_is_taken(knowledge: Knowledge) -> None:
    assert next_program(knowledge) == ("hunt", "sheep", None)
    assert next_program(knowledge, "FORBIDDEN") == ("hunt", "goat", None)
    assert next_program(knowledge, "FORBIDDEN", "NO_EFFECT") == ("hunt", "goat", None)


def test_where_all_in_sight_is_denied_it_is_looked_for_elsewhere(knowledge: Knowledge) -> None:
    _, source, start = next_program(knowledge, "FORBIDDEN", "FORBIDDEN")
    assert source == "sheep"
    assert isinstance(start, dict)
    assert "towards" in start
