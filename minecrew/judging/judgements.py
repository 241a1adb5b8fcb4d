"""The models' judgements of a run. They are stored in judge.jsonl in the bundle, one line per model and
round.

Asking a model again replaces its earlier judgements. This module needs neither a model nor Node.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from minecrew.behaviors import Misquoted, RoundJudgement, check_quotes
from minecrew.runlog import RunBundle, UserError, read_file


def keep_judgements(bundle: RunBundle, judgements: Sequence[RoundJudgement]) -> None:
    """Replaces the earlier judgements of these models, and keeps those of other models."""
    new = {one.judge for one in judgements}
    kept = [one for one in read_judgements(bundle) if one.judge not in new]
    bundle.write_judge([one.line() for one in (*kept, *judgements)])


def read_judgements(bundle: RunBundle) -> list[RoundJudgement]:
    """Returns the judgements of all models. Raises UserError if the file does not belong to this log."""
    path = bundle.judge_path
    try:
        lines = read_file(path, within=path.parent).split(b"\n")
        found = [RoundJudgement.model_validate_json(line) for line in lines if line]
        if any(one.findings for one in found):
            check_quotes((finding for one in found for finding in one.findings), bundle.read().events)
    except FileNotFoundError:
        return []
    except (OSError, ValidationError, Misquoted) as error:
        raise UserError(
            f"{str(path)!r} does not belong to this log; ask the model again, or delete the file"
        ) from error
    return found
