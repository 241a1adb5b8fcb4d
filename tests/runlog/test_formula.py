"""No spreadsheet computes what somebody wrote into a log."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from minecrew.behaviors import RunGroup
from minecrew.judging.annotation_table import read_table, write_table
from minecrew.judging.comparison_csv import write_csv
from minecrew.report.figure_tables import ReportTable
from minecrew.runlog import is_formula

GROUP = RunGroup(by={}, runs=("r",), figures={}, failures={}, harm=None, behaviours={}, shares={})
FORMULAS = [
    "=1+1",
    "+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "wood\r=1",
    "\n=1",
    "-cmd|' /C calc'!A0",
    "-1+cmd|' /C calc'!A0",
    "-",
    "--1",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_these_are_computed(text: str) -> None:
    assert is_formula(text)


@pytest.mark.parametrize(
    "text", ["", "Ann", "1+1", "-1", "-2.5 to 3.1", "-0.5 [-1.2, 0.3]", "-3.0 %", " =1", "'=1"]
)
def test_these_are_not(text: str) -> None:
    assert not is_formula(text)


@pytest.mark.parametrize("text", FORMULAS)
def test_every_table_writes_it_as_text(text: str) -> None:
    report = ReportTable("outcomes", "t", "a", ("name", "number"))
    report.add((text, "-0.5 (-1 to 2)"))
    [_, told] = csv.reader(StringIO(report.csv(), newline=""))
    assert told == ["'" + text.replace("\r", " "), "-0.5 (-1 to 2)"]
    compared = StringIO(newline="")
    write_csv([GROUP.model_copy(update={"by": {"title": text}})], compared)
    annotated = StringIO(newline="")
    write_table(
        [{"annotator": "Ann", "round": 1, "class": "volunteer", "agents": [text], "note": text}], annotated
    )
    for table in (compared, annotated):
        cells = [cell for row in csv.reader(StringIO(table.getvalue(), newline="")) for cell in row]
        assert not [cell for cell in cells if is_formula(cell)]
    [(_, row)] = read_table(annotated.getvalue(), where="a.csv")
    assert row["note"] == text
