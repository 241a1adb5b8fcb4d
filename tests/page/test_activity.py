"""What an agent's time counts as, without a browser: a program that waits is waiting, whatever its length."""

from __future__ import annotations

import json
from typing import Any

from .modules import made


def totals(*events: dict[str, Any]) -> dict[str, dict[str, float]]:
    log = [{"seq": 0, "t": 0, "tick": 0, "kind": "run.started", "agents": ["Alice"], "goal": {}}, *events]
    for seq, event in enumerate(log):
        event.update({"seq": seq, "t": seq, **({"agent": "Alice"} if seq else {})})
    seconds = [event["tick"] / 20 for event in log]
    known = {"events": log, "length": len(log), "agents": ["Alice"], "axes": {"game": seconds}}
    fold = f"new Activity({{ ...{json.dumps(known)}, end: () => {seconds[-1]} }})"
    return dict(made("activity.js", f"Object.fromEntries({fold}.totals())"))


def program(name: str, begin: float, end: float, *between: dict[str, Any]) -> list[dict[str, Any]]:
    """Times in seconds."""
    return [
        {"kind": "skill.started", "name": name, "tick": begin * 20},
        *between,
        {"kind": "skill.ended", "name": name, "ok": True, "tick": end * 20},
    ]


def step(second: float) -> dict[str, Any]:
    return {"kind": "position", "position": [second, 5, 0], "tick": second * 20}


def test_a_program_that_waits_is_waiting_from_its_first_second() -> None:
    begun, done = {"kind": "subtask.started", "text": "", "tick": 0}, {"kind": "round.ended", "tick": 100}
    told = totals(begun, *program("receive", 0, 2, step(1)), *program("mineBlock", 2, 4, step(3)), done)[
        "Alice"
    ]
    assert told == {"work": 2, "wait": 2, "think": 0, "idle": 1}


def test_within_another_program_standing_still_is_waiting() -> None:
    begun, done = {"kind": "subtask.started", "text": "", "tick": 0}, {"kind": "round.ended", "tick": 200}
    told = totals(begun, *program("mine", 0, 10, step(1), step(9)), done)["Alice"]
    assert told == {"work": 2, "wait": 8, "think": 0, "idle": 0}
