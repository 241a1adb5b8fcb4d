"""The findings of a log: those that its bundle keeps, or else what the detectors find in it now."""

from __future__ import annotations

from pydantic import ValidationError

from behaviors import Finding, Misquoted, check_quotes, find
from runlog import EVENTS_FILE, Reading, UserError

FINDINGS_FILE = "findings.jsonl"


def judge(reading: Reading) -> tuple[Finding, ...]:
    """Raises UserError where the bundle's findings are not of this log."""
    kept = reading.path.with_name(FINDINGS_FILE)
    if reading.path.name != EVENTS_FILE or not kept.is_file():
        return find(reading.events)
    try:
        findings = tuple(Finding.model_validate_json(line) for line in kept.read_bytes().splitlines())
        check_quotes(findings, reading.events)
    except (OSError, ValidationError, Misquoted) as error:
        first = str(error).splitlines()[0]
        raise UserError(f"{str(kept)!r} does not fit the events: {first}; delete it") from error
    return findings
