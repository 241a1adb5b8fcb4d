"""The models' readings of a run's discussion. They are stored in acts.jsonl in the bundle, one line per
reader and round.

This module only stores and loads readings; it never asks a model.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import ValidationError

from minecrew.behaviors import (
    LEAST_JUDGED,
    MODEL_READER,
    RULES_READER,
    RULES_VERSION,
    RoundReading,
    check_acts,
    tell_story,
)
from minecrew.options import ReaderTable
from minecrew.runlog import Manifest, Reading, RunBundle, UserError, bundle_of, read_file

OWN = ", a member's model"
"""The remark after the name of a reader that also plays in the crew."""


def plays(model: str, manifest: Manifest) -> bool:
    """Returns whether that model is a mind of the crew."""
    return any(mind.split(" as ")[0] == f"openai {model}" for mind in manifest.minds.values())


def keep_readings(bundle: RunBundle, readings: Iterable[RoundReading]) -> None:
    bundle.write_acts([one.line() for one in readings])


def read_readings(reading: Reading) -> list[RoundReading]:
    """Returns all stored readings of this log. Raises UserError if the file does not belong to the log."""
    bundle = bundle_of(reading)
    if bundle is None:
        return []
    try:
        lines = read_file(bundle.acts_path, within=bundle.path).split(b"\n")
        found = [RoundReading.model_validate_json(line) for line in lines if line]
    except FileNotFoundError:
        return []
    except (OSError, ValidationError) as error:
        raise _misfit(bundle) from error
    if any(one.acts for one in found):
        story = tell_story(reading.events)
        for one in found:
            round_ = story.round(one.round)
            lines_of = frozenset(event.seq for event in round_.talk) if round_ else frozenset[int]()
            if check_acts(one.acts, story.events, lines_of, story.team) != one.acts:
                raise _misfit(bundle)
    return found


def _misfit(bundle: RunBundle) -> UserError:
    return UserError(
        f"{str(bundle.acts_path)!r} does not belong to this log; delete the file, and ask the "
        "reader again with --reader"
    )


def readings_by(reading: Reading, spec: ReaderTable) -> list[RoundReading]:
    """Returns the stored readings of that reader; empty for the rules."""
    if spec.kind == "rules":
        return []
    named = (f"{MODEL_READER}{spec.model}", f"{MODEL_READER}{spec.model}{OWN}")
    return [one for one in read_readings(reading) if one.reader in named]


def reader_title(reading: Reading, spec: ReaderTable | None = None) -> str:
    """Returns the reader of the run's discussion, with its version: 'rules/1', 'model:NAME/1'.

    If the model answered about too few rounds, the rules count as the reader. `spec`: None means the
    reader that the run's task names.
    """
    kept = readings_by(reading, spec or reader_of_run(bundle_of(reading)))
    answered = [one for one in kept if one.outcome == "answered"]
    if answered and len(answered) >= LEAST_JUDGED * len(kept):
        return answered[0].title
    return f"{RULES_READER}/{RULES_VERSION}"


def reader_of_run(bundle: RunBundle | None) -> ReaderTable:
    """Returns the reader that the run's task names, or else the rules."""
    manifest = manifest_of(bundle)
    table = manifest.task.get("reader") if manifest is not None else None
    try:
        return ReaderTable.model_validate(table or {})
    except ValidationError:  # as if there were no manifest
        return ReaderTable()


def manifest_of(bundle: RunBundle | None) -> Manifest | None:
    try:
        return bundle.manifest() if bundle is not None else None
    except UserError:  # nothing that is read rests on it
        return None
