"""The labelled corpus, read once per process, and not before a test needs it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from benchmarks.corpus import Case, load_cases
from benchmarks.labelling import load_minds


@cache
def all_cases() -> tuple[Case, ...]:
    gc.disable()  # its many events are there to stay: to look through them again and again takes long
    try:
        cases = load_cases()
        gc.freeze()
        return cases
    finally:
        gc.enable()


@cache
def minds_cases() -> tuple[Case, ...]:
    """Runs of capable models, with their labels."""
    return tuple(load_minds())


def cases_in(file: Path) -> Iterator[Case]:
    for case in all_cases():
        if (case.part, case.where.split(":")[0]) == (file.parent.name, file.name):
            yield case
