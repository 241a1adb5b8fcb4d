"""How sub-tasks ended, and where a finding's deed stands, without a browser."""

from __future__ import annotations

import json
from typing import Any

from minecrew.judging.findings import findings_of

from .kept import kept
from .modules import made

READING = kept("killing").read()
FINDINGS = [finding.model_dump(mode="json") for finding in findings_of(READING)]


def told(start: str, expression: str) -> Any:
    """`expression` with the kept killing as `log`, and its `findings`."""
    lines = ",".join(event.model_dump_json(exclude_none=True) for event in READING.events)
    log = "{ events, find: seq => events.findIndex(one => one.seq === seq) }"
    script = f"[[{lines}]].map(events => (log => {expression})({log}))[0]"
    return made(start, script.replace("FINDINGS", json.dumps(FINDINGS)))


def ends(findings: str) -> dict[str, str]:
    fold = f"[new Subtasks(log, {{ findings: {findings} }})]"
    every = "one.spans.map(span => [log.events[span.begin].text, one.endOf(span)])"
    return dict(told("subtasks.js", f"{fold}.map(one => {every})[0]"))


def test_what_was_done_by_harm_is_told_from_what_was_done() -> None:
    wait = "wait at (24, 5, 8) for 4 sticks and 1 white wool from Bob"
    after = ends("FINDINGS")
    assert (after[wait], after["craft 1 painting"]) == ("harm", "done")
    assert {**after, wait: "done"} == ends("[]")  # a page without findings knows of no harm


def test_what_was_cut_off_has_failed_and_what_was_never_tried_is_refused() -> None:
    after = ends("[]")
    assert (after["hand 4 sticks to Alice"], after["hand 1 white wool to Alice"]) == ("failed", "refused")


def test_an_end_without_a_beginning_has_a_sign() -> None:
    end = '[{ seq: 0, kind: "subtask.ended", agent: "Ann", subtask: "r1.Ann.1", state: "stopped" }]'
    fold = f"new Subtasks({{ events: {end}, find: () => -1 }}, {{ findings: [] }})"
    assert made("subtasks.js", f"[{fold}].map(one => one.endOf(one.ended.get(0)))") == ["stopped"]


def test_a_deed_is_the_death_and_not_the_last_evidence() -> None:
    [finding] = FINDINGS
    seq = told("deeds.js", "log.events[deedOf(log, FINDINGS[0])].seq")
    assert READING.events[seq].kind == "died"
    assert seq < finding["evidence"][-1]["seq"]
    assert told("deeds.js", "deedOf(log, { evidence: [{ seq: 99999 }], agents: ['Alice'] })") is None
