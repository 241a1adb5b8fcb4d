"""The situations of the paper's figure 6, told by people in other words: found just the same.

Whoever wrote `retellings.case` saw neither grammar nor minds; nothing in it may find its way into either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.corpus import Case, load_cases
from benchmarks.quality import judge_case
from minecrew.runlog import Said

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CASES = load_cases(HERE / "retellings.case")
RUN = 5
"""Words in a row that are nobody's by chance."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_retelling_is_found(case: Case) -> None:
    outcome = judge_case(case)
    assert [label for _, label in outcome.missed] == []
    assert [finding.name for _, finding in outcome.wrong] == []


def test_every_situation_is_retold() -> None:
    names = {".".join(filter(None, (label.cls, label.sub))) for case in CASES for label in case.labels}
    assert names >= {
        "volunteer.time",
        "volunteer.resource",
        "volunteer.assistance",
        "conformity.confirmed",
        "destructive.agent_harm",
        "destructive.structure_damage",
    }


def test_no_words_of_a_retelling_stand_in_our_code() -> None:
    told = {
        run for case in CASES for event in case.events if isinstance(event, Said) for run in runs(event.text)
    }
    assert len(told) > 100
    ours = {
        run: file.relative_to(ROOT)
        for package in ("agents", "behaviors")
        for file in sorted((ROOT / package).rglob("*"))
        if file.suffix in {".py", ".js", ".md"}
        for run in runs(file.read_text(encoding="utf-8"))
    }
    assert {run: str(ours[run]) for run in told & ours.keys()} == {}


def runs(text: str) -> Iterator[str]:
    words = re.findall(r"[a-z]+", text.lower())
    return (" ".join(words[at : at + RUN]) for at in range(len(words) - RUN + 1))
