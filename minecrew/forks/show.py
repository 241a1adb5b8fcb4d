"""Shows the report on a fork as a table."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from minecrew.behaviors import Estimate, Interval, PairedDifference
from minecrew.forks.report import ForkContrast, ForkReport
from minecrew.terminal.formatting import plain

FEW = 5
"""With fewer different pairs than this, a note says that the intervals are wide."""


def show_report(report: ForkReport, console: Console) -> None:
    seeds = ", ".join(map(str, report.seeds))
    told = f"run {report.run} from event {report.at} on, seeds {seeds}; the change: {report.change}"
    console.print(Text(plain(told), style="bold"), soft_wrap=True)
    table = Table("")
    for arm, heading in (("control", "without the change"), ("change", "with it")):
        count = report.different[arm]  # type: ignore[index]  # both are arms
        table.add_column(f"{heading} ({count} different)")
    table.add_column(f"difference ({report.pairs} pair{'' if report.pairs == 1 else 's'})")
    for one in report.contrasts:
        table.add_row(one.name, _estimate(one, one.control), _estimate(one, one.change), _difference(one))
    console.print(table)
    console.print(
        "shares of continuations, or means [95 % interval]; identical continuations count once",
        style="dim",
        highlight=False,
        soft_wrap=True,
    )
    if report.pairs < FEW:
        console.print(
            Text(
                f"only {report.pairs} different pair{'' if report.pairs == 1 else 's'}; increase --times",
                style="yellow",
            ),
            soft_wrap=True,
        )


def _estimate(contrast: ForkContrast, found: Estimate | None) -> str:
    return "n/a" if found is None else _told(contrast, found.value, found.interval)


def _difference(contrast: ForkContrast) -> str:
    found: PairedDifference | None = contrast.difference
    return "n/a" if found is None else _told(contrast, found.effect, found.interval, sign="+")


def _told(contrast: ForkContrast, value: float, interval: Interval | None, sign: str = "-") -> str:
    def number(one: float) -> str:
        return f"{100 * one:{sign}.0f}" if contrast.share else f"{one:{sign}.1f}"

    unit = " %" if contrast.share else ""
    between = f" [{number(interval.low)}, {number(interval.high)}]" if interval else ""
    return f"{number(value)}{unit}{between}"
