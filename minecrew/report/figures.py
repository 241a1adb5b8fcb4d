"""The figures of a report. This is the only file that uses matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from math import isfinite
from typing import Any

from minecrew.behaviors import BEHAVIOURS
from minecrew.report.analysis import Analysis
from minecrew.runlog import UserError

Figure = Any
INCH = 0.32
"""The height of one line of a figure."""
GREY, BLUE = "#777777", "#2b6cb0"


def outcomes(analysis: Analysis, rounds: Sequence[Mapping[str, Any]]) -> Figure:
    """Draws each outcome per cell, with its interval."""
    names, cells = analysis.study.outcome_names, analysis.cells
    figure, axes = _plots(len(names), len(cells))
    for axis, name in zip(axes, names, strict=True):
        lines = [(cell.title, found) for cell in cells if (found := cell.outcomes[name])]
        _intervals(axis, [(title, one.value, one.interval) for title, one in lines])
        axis.set_xlabel(name.replace("_", " "))
    return figure


def forest(analysis: Analysis, rounds: Sequence[Mapping[str, Any]]) -> Figure:
    """Draws each contrast: the difference and its interval, per outcome."""
    names = list(dict.fromkeys(one.outcome for one in analysis.contrasts))
    most = max((sum(one.outcome == name for one in analysis.contrasts) for name in names), default=1)
    figure, axes = _plots(len(names), most)
    for axis, name in zip(axes, names, strict=True):
        lines = [
            (f"{one.contrast.title}{' *' if one.adjustment == 'holm' else ''}", one.difference)
            for one in analysis.contrasts
            if one.outcome == name and one.difference
        ]
        _intervals(axis, [(title, one.effect, one.interval) for title, one in lines])
        axis.axvline(0, color=GREY, linewidth=0.8)
        axis.set_xlabel(f"difference in {name.replace('_', ' ')} (* declared)")
    return figure


def behaviours(analysis: Analysis, rounds: Sequence[Mapping[str, Any]]) -> Figure:
    """Draws the findings per 10 agent-minutes, per cell and class. A rate is grey if the reader's accuracy is
    in doubt.
    """
    classes = [one.name for one in BEHAVIOURS]
    figure, axes = _plots(len(classes), len(analysis.cells))
    for axis, name in zip(axes, classes, strict=True):
        found = [(cell, cell.rates[name]) for cell in analysis.cells]
        lines = [(cell, one) for cell, one in found if one and one.per_ten is not None]
        doubted = [bool(share and share.doubts) for cell, _ in lines for share in (cell.shares[name],)]
        _intervals(axis, [(cell.title, one.per_ten, one.interval) for cell, one in lines], doubted)
        axis.set_xlabel(f"{name} per 10 agent-minutes")
    return figure


def rounds_over_time(analysis: Analysis, rounds: Sequence[Mapping[str, Any]]) -> Figure:
    """Draws the behaviours over time: the mean number of findings per run in each round."""
    figure, [axis] = _plots(1, 8)
    of_run = {row["run"]: cell.title for cell in analysis.cells for row in cell.rows}
    for cell in analysis.cells:
        numbers: dict[int, list[int]] = {}
        for row in rounds:
            if of_run.get(row["run"]) == cell.title:
                numbers.setdefault(row["round"], []).append(row["findings"])
        places = sorted(numbers)
        means = [sum(numbers[place]) / len(cell.rows) for place in places]
        axis.plot(places, means, marker="o", linewidth=1, markersize=3, label=cell.title)
    axis.set_xlabel("round")
    axis.set_ylabel("findings per run")
    if len(analysis.cells) <= 12:
        axis.legend(fontsize=7)
    return figure


def lasting(analysis: Analysis, rounds: Sequence[Mapping[str, Any]]) -> Figure:
    """Draws the share of runs that have not met their goal after each number of rounds (Kaplan-Meier)."""
    figure, [axis] = _plots(1, 8)
    for cell in analysis.cells:
        if cell.lasting:
            points = cell.lasting.points
            axis.step(
                [point.time for point in points],
                [point.share for point in points],
                where="post",
                linewidth=1,
                label=cell.title,
            )
    axis.set_xlabel("rounds")
    axis.set_ylabel("share without the goal")
    axis.set_ylim(-0.02, 1.02)
    if len(analysis.cells) <= 12:
        axis.legend(fontsize=7)
    return figure


FIGURES: Mapping[str, Callable[[Analysis, Sequence[Mapping[str, Any]]], Figure]] = {
    "outcomes": outcomes,
    "forest": forest,
    "behaviours": behaviours,
    "rounds": rounds_over_time,
    "lasting": lasting,
}
"""Name -> the function that draws it, given the analysis and the rows of the table `rounds`."""


def write_figure(figure: Figure, kind: str) -> bytes:
    """Returns the bytes of a figure, which are always the same for the same data. `kind`: svg or png."""
    held = BytesIO()
    metadata = {"Date": None} if kind == "svg" else {"Software": None}
    figure.savefig(held, format=kind, dpi=150, bbox_inches="tight", metadata=metadata)
    return held.getvalue()


def _plots(count: int, lines: int) -> tuple[Figure, list[Any]]:
    try:
        import matplotlib
        from matplotlib.figure import Figure as Canvas
    except ImportError as error:
        remedy = "pip install 'minecrew[study]'"
        raise UserError(f"figures need matplotlib, which is not installed; {remedy}") from error
    matplotlib.rcParams["svg.hashsalt"] = "minecrew"
    count = max(1, count)
    figure = Canvas(figsize=(7, count * (max(1, lines) * INCH + 0.9)), layout="constrained")
    return figure, list(figure.subplots(count, 1, squeeze=False)[:, 0])


def _intervals(
    axis: Any, lines: Sequence[tuple[str, float | None, Any]], doubted: Sequence[bool] = ()
) -> None:
    """Draws one line per value: a point and its interval, the first at the top. `doubted`: lines in grey."""
    for place, (_, value, interval) in enumerate(lines):
        if value is None or not isfinite(value):
            continue
        colour = GREY if any(doubted[place : place + 1]) else BLUE
        if interval is not None:
            axis.plot([interval.low, interval.high], [place, place], color=colour, linewidth=1.2)
        axis.plot([value], [place], "o", color=colour, markersize=4)
    axis.set_yticks(range(len(lines)), [title for title, _, _ in lines], fontsize=8)
    axis.set_ylim(max(0, len(lines) - 1) + 0.6, -0.6)
    axis.grid(axis="x", linewidth=0.3)
