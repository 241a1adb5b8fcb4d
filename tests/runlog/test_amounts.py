"""A negative amount of items is refused when a log is read: with one, items could be made out of nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter, ValidationError
from rich.console import Console

from minecrew.replay.audit import audit
from minecrew.runlog import KINDS, InventoryCorrected, SkillEnded, read_events

SIGNED = {("inventory.corrected", "seen"), ("skill.ended", "gained")}
"""What a bot believes, and a change."""


def amounts() -> Iterator[Any]:
    """(Kind, field, type) of each field that tells how many there are."""
    for kind, model in KINDS.items():
        for name, field in model.model_fields.items():
            type_ = Annotated[field.annotation, *(field.metadata or [None])]
            for value in (1, {"paper": 1}, {"Ann": {"paper": 1}}):
                if (name == "count") != isinstance(value, int):
                    continue
                if (
                    _takes(type_, value)
                    and not _takes(type_, "text")
                    and not _takes(type_, {"paper": "text"})
                ):
                    yield pytest.param(kind, name, type_, value, id=f"{kind} {name}")


def _takes(type_: Any, value: object) -> bool:
    try:
        TypeAdapter(type_).validate_python(value)
    except ValidationError:
        return False
    return True


def negative(value: Any) -> Any:
    return {name: negative(one) for name, one in value.items()} if isinstance(value, dict) else -value


@pytest.mark.parametrize(("kind", "name", "type_", "value"), list(amounts()))
def test_no_amount_is_negative(kind: str, name: str, type_: Any, value: Any) -> None:
    assert _takes(type_, negative(value)) == ((kind, name) in SIGNED)


def test_the_fields_are_found() -> None:
    found = {(one.values[0], one.values[1]) for one in amounts()}
    assert found >= SIGNED | {
        ("item.dropped", "count"),
        ("item.crafted", "used"),
        ("goal.checked", "have"),
    }
    assert len(found) >= 20


def test_a_change_may_be_negative() -> None:
    assert SkillEnded(name="x", ok=True, seconds=1, gained={"paper": -2}).gained == {"paper": -2}
    assert InventoryCorrected(seen={"paper": -2}, counted={}).seen == {"paper": -2}


@pytest.mark.parametrize("count", [63, -63])
def test_a_forged_drop_does_not_pass_the_audit(tmp_path: Path, count: int) -> None:
    """What Alice throws away, less than nothing, is in her hands at the next count."""
    drop = {"entity": 9, "item": "diamond", "count": count, "origin": "agent", "position": [0, 5, 0]}
    events = [
        {"kind": "run.started", "run": "r", "title": "t", "goal": {"diamond": 64}, "agents": ["Alice"]},
        {"kind": "item.granted", "agent": "Alice", "item": "diamond", "count": 1},
        {"kind": "inventory", "source": "server", "agent": "Alice", "items": {"diamond": 1}},
        {"kind": "item.dropped", "source": "server", "agent": "Alice", **drop},
        {"kind": "inventory", "source": "server", "agent": "Alice", "items": {"diamond": 1 - count}},
        {"kind": "run.ended", "outcome": "met", "reason": "ok", "exit_code": 0},
    ]
    lines = (json.dumps({"seq": seq, "t": 0.0, **event}) for seq, event in enumerate(events))
    (tmp_path / "events.jsonl").write_text("\n".join(lines) + "\n")
    reading = read_events(tmp_path)
    with (tmp_path / "said").open("w") as file:
        assert not audit(reading, Console(file=file, width=200))
    wrong = (
        {4: "count: Input should be greater"} if count < 0 else {5: "items.diamond: Input should be greater"}
    )
    broken = {one.line: one.message for one in reading.problems if one.kind == "broken"}
    assert [(line, told in broken[line]) for line, told in wrong.items()] == [(line, True) for line in wrong]
