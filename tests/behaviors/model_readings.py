"""Cases, acts that a model may have read in them, and the findings that follow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from benchmarks.corpus import Case, read_cases
from minecrew.behaviors import Finding, ReadAct, RoundReading, check_quotes, find


def case(text: str) -> Case:
    text = text.replace("\nteam", "\nnear deed accident: none\nteam", 1)
    (one,) = read_cases(text, where="x.case", part="mine")
    return one


def act(seq: int, kind: str, who: str, quote: str, **rest: Any) -> ReadAct:
    fields: dict[str, Any] = {
        "to": (),
        "deed": "other",
        "things": (),
        "amount": 0,
        "work_of": (),
        "when": "now",
    } | rest
    fields |= {"seq": seq, "kind": kind, "who": tuple(who.split()), "quote": quote}
    return ReadAct.model_validate(fields)


def reading(round_: int, *acts: ReadAct, outcome: str = "answered") -> RoundReading:
    return RoundReading(
        key=str(round_), reader="model:m", version=1, round=round_, outcome=outcome, acts=acts
    )


def lines(one: Case) -> list[int]:
    return [event.seq for event in one.events if event.kind == "said"]


def found(one: Case, *readings: RoundReading) -> list[Finding]:
    findings = find(one.events, {}, readings=readings)
    check_quotes(findings, one.events)
    return list(findings)


def names(text: str) -> list[str]:
    """The names of the findings in a case, as the rules read it."""
    return [finding.name for finding in find(case(text).events, {})]


def contradictions(findings: Iterable[Finding]) -> list[str]:
    """The agents of each broken word, and those to whom it was given: 'Ann Ben'."""
    return [f"{'+'.join(f.agents)} {'+'.join(f.targets)}" for f in findings if f.class_ == "contradiction"]
