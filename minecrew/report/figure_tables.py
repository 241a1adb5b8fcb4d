"""The tables of a report as rows of text: for the page, as CSV, and as LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from minecrew.behaviors import CLASSES, Estimate, Interval
from minecrew.report.analysis import Analysis, Row
from minecrew.runlog import as_cell

TEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
    "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}",
}  # fmt: skip
UNKNOWN = "n/a"


@dataclass(frozen=True)
class ReportTable:
    """A table and, for each of its rows, the runs on which the row is based."""

    name: str
    title: str
    about: str
    heads: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    runs: list[Sequence[Row]] = field(default_factory=list)
    counted: bool = False
    """Whether one of the columns is the number of these runs."""
    doubted: set[int] = field(default_factory=set)
    """The rows that are shown in grey."""

    def add(self, cells: Sequence[str], runs: Sequence[Row] = (), *, doubted: bool = False) -> None:
        if doubted:
            self.doubted.add(len(self.rows))
        self.rows.append(tuple(cells))
        self.runs.append(runs)

    def csv(self) -> str:
        held = io.StringIO()
        writer = csv.writer(held, lineterminator="\n")
        writer.writerow(self.heads)
        writer.writerows([as_cell(one) for one in row] for row in self.rows)
        return held.getvalue()

    def latex(self) -> str:
        """The table in LaTeX, with the rules of booktabs."""
        lines = [rf"% {self.title}", rf"\begin{{tabular}}{{{'l' * len(self.heads)}}}", r"\toprule"]
        lines += [" & ".join(map(_tex, self.heads)) + r" \\", r"\midrule"]
        lines += [" & ".join(map(_tex, row)) + r" \\" for row in self.rows]
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def report_tables(analysis: Analysis) -> tuple[ReportTable, ...]:
    return (
        _outcomes(analysis),
        _contrasts(analysis),
        _shares(analysis),
        _rates(analysis),
        _ratios(analysis),
        _cost(analysis),
    )


def _outcomes(analysis: Analysis) -> ReportTable:
    names = analysis.study.outcome_names
    table = ReportTable(
        "outcomes",
        "Outcomes",
        "Outcomes per cell with 95 % intervals: Wilson intervals for shares, a studentised "
        "bootstrap over seeds for means. Failed runs are not included.",
        (*analysis.study.factors, "runs", *names),
        counted=True,
    )
    for cell in analysis.cells:
        found = [told_estimate(cell.outcomes[name]) for name in names]
        table.add((*cell.levels.values(), str(len(cell.rows)), *found), cell.rows)
    return table


def _contrasts(analysis: Analysis) -> ReportTable:
    table = ReportTable(
        "contrasts",
        "Contrasts",
        "Difference between two levels, paired by seed; p-values come from a sign-flip test. "
        "Declared contrasts are adjusted together with Holm's method. All other contrasts are "
        "exploratory and adjusted with the Benjamini-Hochberg method.",
        ("contrast", "outcome", "kind", "seeds", "difference", "p", "p adjusted"),
    )
    for one in analysis.contrasts:
        kind = "declared" if one.adjustment == "holm" else "exploring"
        found = one.difference
        told = (str(found.seeds), told_value(found.effect, found.interval)) if found else ("0", UNKNOWN)
        p = told_p(found.p) if found else UNKNOWN
        table.add((one.contrast.title, one.outcome, kind, *told, p, told_p(one.p_adjusted)), one.rows)
    return table


def _shares(analysis: Analysis) -> ReportTable:
    table = ReportTable(
        "shares",
        "Shares of agents' rounds",
        "Share of the agents' rounds that show each class: as found, and corrected for the reader's errors "
        "(Rogan and Gladen) with the 95 % interval of Lang and Reiczigel over seeds. Rows in doubt are grey.",
        (
            *analysis.study.factors,
            *(
                "behaviour",
                "reader",
                "found",
                "share",
                "corrected",
                "recall",
                "specificity",
                "in doubt because",
            ),
        ),
    )
    for cell in analysis.cells:
        for name, one in cell.shares.items():
            levels = (*cell.levels.values(), name)
            if one is None:
                unknown = (
                    "the runs have different readers, models spoke in only some of them, "
                    "or no detector looked for this class"
                )
                table.add((*levels, *[UNKNOWN] * 6, unknown), cell.rows, doubted=True)
                continue
            corrected = UNKNOWN if one.corrected is None else told_value(one.corrected, one.interval)
            accuracy = (UNKNOWN if each is None else f"{each:.3g}" for each in (one.recall, one.specificity))
            counts = (f"{one.found} of {one.units}", f"{one.raw:.3g}" if one.units else UNKNOWN)
            doubts = "; ".join(one.doubts)
            table.add(
                (*levels, one.reader, *counts, corrected, *accuracy, doubts), cell.rows, doubted=bool(doubts)
            )
    return table


def _rates(analysis: Analysis) -> ReportTable:
    table = ReportTable(
        "behaviours",
        "Behaviours",
        "Findings per 10 agent-minutes of execution, with exact Poisson intervals, and their "
        "number. The intervals assume independent findings, which may not hold within a "
        "seed. An exclamation mark means that the reader's accuracy is in doubt; the table of shares says "
        "why.",
        (*analysis.study.factors, *CLASSES),
    )
    for cell in analysis.cells:
        found = []
        for name in CLASSES:
            one = cell.rates[name]
            told = UNKNOWN
            if one and one.per_ten is not None:
                share = cell.shares[name]
                told = f"{told_value(one.per_ten, one.interval)} ({one.count})"
                told += " !" if share and share.doubts else ""
            found.append(told)
        table.add((*cell.levels.values(), *found), cell.rows)
    return table


def _ratios(analysis: Analysis) -> ReportTable:
    table = ReportTable(
        "ratios",
        "Behaviours compared",
        "Rate ratios from a Poisson model with the agent-minutes as exposure, clustered by "
        "seed (GEE with bias-reduced errors). The ratios are exploratory, and their p-values are "
        "adjusted with the Benjamini-Hochberg method.",
        ("contrast", "behaviour", "findings", "ratio", "p", "p adjusted"),
    )
    for one in analysis.behaviours:
        found = one.ratio
        told = found.unknown or UNKNOWN
        if found.ratio is not None:
            told = told_value(found.ratio, found.interval)
        counts = f"{found.counts[0]} against {found.counts[1]}"
        table.add(
            (one.contrast.title, one.behaviour, counts, told, told_p(found.p), told_p(one.p_adjusted)),
            one.rows,
        )
    return table


def _cost(analysis: Analysis) -> ReportTable:
    table = ReportTable(
        "cost",
        "Cost",
        "Totals per cell. Tokens are the input and output tokens of all models; offline minds use none.",
        (*analysis.study.factors, "runs", "game minutes", "skill calls", "model calls", "tokens"),
        counted=True,
    )
    for cell in analysis.cells:
        table.add(
            (
                *cell.levels.values(),
                str(len(cell.rows)),
                f"{_total(cell.rows, 'game_seconds') / 60:.1f}",
                f"{_total(cell.rows, 'attempts'):.0f}",
                f"{_total(cell.rows, 'model_calls'):.0f}",
                f"{_total(cell.rows, 'tokens'):.0f}",
            ),
            cell.rows,
        )
    return table


def _total(rows: Sequence[Mapping[str, Any]], name: str) -> float:
    return sum(row[name] or 0 for row in rows)


def told_estimate(found: Estimate | None) -> str:
    return told_value(found.value, found.interval) if found else UNKNOWN


def told_value(value: float, interval: Interval | None) -> str:
    """'0.85 [0.64, 0.95]'."""
    if interval is None:
        return _short(value)
    return f"{_short(value)} [{_short(interval.low)}, {_short(interval.high)}]"


def _short(value: float) -> str:
    """Three digits, without the rounding errors of sums, such as 2.2e-17."""
    return f"{round(value, 9) + 0.0:.3g}"


def told_p(p: float | None) -> str:
    if p is None:
        return UNKNOWN
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _tex(text: str) -> str:
    return "".join(TEX.get(char, char) for char in text)
