"""What the offline mind tries next, given what the last attempts came to."""

from __future__ import annotations

import pytest

from minecrew.agents.answers import HEADINGS, Action, Heading, Subtask
from minecrew.agents.conformance import NOWHERE
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.attempts import VECTORS, next_attempt
from minecrew.agents.views import SubtaskView
from minecrew.bridge import Code, Outcome

SEEN = {"sheep": 9.0, "goat": 30.0}


def next_program(knowledge: Knowledge, *codes: Code) -> tuple[str, str, object]:
    """Which program, from which source, and where it begins, after outcomes with `codes`."""
    book = knowledge.model_dump(by_alias=True)
    book["mobs"]["goat"] = {"health": 8, "drops": [{"item": "white_wool"}]}
    view = SubtaskView(
        agent="Alice",
        team=("Alice",),
        goal={"white_wool": 1},
        assignment="gather 1 wool",
        subtask=Subtask(text="gather 1 wool", want={"white_wool": 1}),
        attempt=len(codes) + 1,
        observation=NOWHERE,
        outcomes=tuple(Outcome(ok=False, code=code, message="no") for code in codes),
    )
    action = next_attempt(view, Knowledge.model_validate(book), SEEN)
    assert isinstance(action, Action)
    source, _, _, start = action.program.args
    return action.program.call, source, start


@pytest.mark.parametrize("heading", HEADINGS)
def test_it_looks_where_that_was_agreed_whatever_the_words_are(
    knowledge: Knowledge, heading: Heading
) -> None:
    step = Subtask(text="look for reeds, not to the north or south", seek=("sugar_cane",), heading=heading)
    view = SubtaskView(
        agent="Alice", team=("Alice",), goal={}, assignment="", subtask=step, attempt=1, observation=NOWHERE
    )
    action = next_attempt(view, knowledge, {})
    assert isinstance(action, Action)
    assert action.program.args[1] == list(VECTORS[heading])


def test_after_a_denial_another_source_in_sight_is_taken(knowledge: Knowledge) -> None:
    assert next_program(knowledge) == ("hunt", "sheep", None)
    assert next_program(knowledge, "FORBIDDEN") == ("hunt", "goat", None)
    assert next_program(knowledge, "FORBIDDEN", "NO_EFFECT") == ("hunt", "goat", None)


def test_where_all_in_sight_is_denied_it_is_looked_for_elsewhere(knowledge: Knowledge) -> None:
    _, source, start = next_program(knowledge, "FORBIDDEN", "FORBIDDEN")
    assert source == "sheep"
    assert isinstance(start, dict)
    assert "towards" in start
