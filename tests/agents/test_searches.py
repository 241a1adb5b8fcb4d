"""What minds are told of earlier searches: what was found, and where nothing was."""

from __future__ import annotations

from typing import Any

from minecrew.agents import Subtask
from minecrew.agents.past_rounds import remember
from minecrew.agents.views import RoundRecord, SubtaskResult
from minecrew.bridge import Outcome
from minecrew.runlog import Position

from .test_memory import CALL, SEEN, later, over


def gone(to: Position, **outcome: Any) -> Outcome:
    """The outcome of a program that ended at a place."""
    return Outcome.model_validate(
        {"ok": False, "observation": SEEN.model_copy(update={"position": to}), **outcome}
    )


def test_the_digest_tells_every_stretch_of_a_search() -> None:
    """Also of one that the end of the round cut off on its way back."""
    far = gone((-154.5, 5, 240.5), code="NOT_FOUND", message="no wheat found within 50 s")
    near = gone((-150.5, 5, 200.5), code="NOT_FOUND", message="no wheat found within 8 s")
    wrong = gone((42.5, 5, 44.5), code="BAD_ARGUMENT", message="direction has to be north")
    back = gone((-132.5, 5, 199.5), code="STOPPED", message="stopped")
    find = Subtask(text="see wheat", seek=("wheat",))
    search = {"agent": "Bob", "subtask": find, "begun": (42.5, 5, 44.5), "seen": SEEN}
    whole = [
        over(
            1,
            SubtaskResult(**search, state="stopped", outcomes=(wrong, far, near, back), programs=(CALL,) * 4),
        ),
        over(
            2, SubtaskResult(**search, state="failed", outcomes=(gone((9, 5, 9), ok=True),), programs=(CALL,))
        ),
        over(3, SubtaskResult(**search, state="done", outcomes=(far, near), programs=(CALL,) * 2)),
    ]
    told = later(*whole)
    assert (
        "Searched without success: Bob in round 1, from (42, 5, 44) to (-155, 5, 240): "
        "no wheat found within 50 s; then from (-155, 5, 240) to (-151, 5, 200): no wheat found within 8 s\n"
        "Searched without success: Bob in round 2, from (42, 5, 44) to (9, 5, 9): no wheat in sight\n"
    ) in told
    assert "Bob in round 3" not in told
    kept: list[RoundRecord] = []
    for record in whole:
        kept = remember(kept, record)
    assert later(*kept) == told


def test_the_digest_tells_what_was_found_and_where() -> None:
    find = Subtask(text="see sugar cane", seek=("sugar_cane",))
    found = SubtaskResult(agent="Bob", subtask=find, state="done", message="saw sugar_cane at (30, 5, 9)")
    assert "Found: Bob saw sugar_cane at (30, 5, 9) in round 1" in later(over(1, found))
    told = later(over(1, found), over(2))
    assert "Bob in round 1: see sugar cane (done: saw sugar_cane at (30, 5, 9))" in told
    assert later(*remember(remember([], over(1, found)), over(2))) == told
