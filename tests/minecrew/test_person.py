"""A person plays an agent's voice and judges a round, by lines that are piped in; a real world."""

from __future__ import annotations

from pathlib import Path

from minecrew.runlog import Assigned, ClaimChecked, Evaluated, Note, RunEnded, Said, find_events, read_events
from tests.commandline import minecrew

TASK = """
title = "Craft 2 paper"
goal = { paper = 2 }
agents = [{ name = "Alice" }]
limits = { rounds = 2, discussion_turns = 1 }
team = { evaluator = "human" }
"""
CLAIM = "I hold 9 sugar cane, and it is a lovely morning."
ADVICE = "Nobody holds any sugar cane, Alice. Get some."


def test_a_person_speaks_and_judges_and_claims_are_checked_by_the_servers_count(tmp_path: Path) -> None:
    path = tmp_path / "paper.toml"
    path.write_text(TASK, encoding="utf-8")
    lines = tmp_path / "lines"
    lines.write_text(f"{CLAIM}\n{ADVICE}\n", encoding="utf-8")
    command = ("run", str(path), "--human", "Alice", "--speed", "max", "--out", str(tmp_path / "runs"))
    with lines.open("rb") as stdin:
        done = minecrew(*command, stdin=stdin)
    assert done.returncode == 0, (done.stdout, done.stderr)
    events = read_events(find_events("last", tmp_path / "runs")).events
    said = [event for event in events if isinstance(event, Said)]
    (claim,) = (event for event in events if isinstance(event, ClaimChecked))
    assert (claim.claim, claim.said, claim.held, claim.true) == ("I hold 9 sugar cane", 9, 0, False)
    assert claim.cause == (said[0].seq,)
    first, second = (event for event in events if isinstance(event, Evaluated))
    assert (first.advice, second.met) == (ADVICE, True)
    assert [event.round for event in events if isinstance(event, Assigned)] == [2], "the input has ended"
    assert next(event.outcome for event in events if isinstance(event, RunEnded)) == "met"
    assert not [event for event in events if isinstance(event, Note)]
    told = " ".join(done.stdout.split())
    assert "claims wrongly: “I hold 9 sugar cane”; Alice holds 0 sugar cane" in told
    assert ADVICE in told
    assert "The team holds 0 of 2 paper." in done.stderr
