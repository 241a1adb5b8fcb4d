"""Prints the ledger of a run, which shows what happened to every item and whether this matches the server's
counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from minecrew.behaviors import Activity, Ledger, keep_ledger, measure_activity
from minecrew.runlog import CheatRefused, GuardDenied, GuardWarned, Header, Reading, RunStarted, summarize
from minecrew.terminal.formatting import plain


def audit(reading: Reading, console: Console) -> bool:
    """Prints the result; returns True if the ledger balances and the log is complete."""
    ledger = keep_ledger(reading.events)
    console.print(_table(ledger))
    _print_contributors(reading, ledger, console)
    _print_activity(measure_activity(reading.events), console)
    _print_refusals(reading.events, console)
    for problem in reading.problems:
        console.print(Text(f"{reading.path.name}: {problem}", style="red"))
    for imbalance in ledger.imbalances.values():
        console.print(Text(plain(f"not balanced: {imbalance}"), style="red"))
    for agent in sorted(ledger.never_counted):
        console.print(
            Text(plain(f"not balanced: the server never counted the items of {agent}"), style="red")
        )
    for agent in sorted(ledger.unchecked - ledger.never_counted):
        console.print(
            Text(plain(f"{agent}'s holdings changed after the server's last count"), style="yellow")
        )
    if not ledger.counted:
        console.print(
            Text("this log contains no counts by the server, so nothing can be compared", style="red")
        )
    sound = ledger.balanced and bool(ledger.counted) and not reading.problems
    if sound:
        console.print(Text("balanced: every server count agrees with the events", style="green"))
    return sound


def _table(ledger: Ledger) -> Table:
    table = Table(
        padding=0,
        caption_justify="left",
        caption="made = granted + gathered + crafted; consumed = used + burnt + eaten + spent + placed; "
        "lying = on the ground; stored = in chests and furnaces",
    )
    table.add_column("Item", no_wrap=True)
    for heading in ("made", "dropped", "picked", "consumed", "lost", "held", "lying", "stored"):
        table.add_column(heading, justify="right", overflow="fold")
    for item, line in sorted(ledger.accounts.items()):
        figures = (line.made, line.dropped, line.picked, line.consumed, line.lost)
        where = (line.held, line.ground, line.stored)
        table.add_row(item, *(str(figure) if figure else "·" for figure in (*figures, *where)))
    return table


def _print_contributors(reading: Reading, ledger: Ledger, console: Console) -> None:
    for item in summarize(reading.events).goal:
        makers = ", ".join(sorted(ledger.contributors(item))) or "nobody, because no agent holds one"
        console.print(Text(plain(f"{item} was made by: {makers}")), soft_wrap=True)


def _print_activity(activity: Activity, console: Console) -> None:
    if activity.seconds <= 0:
        console.print("nothing was executed")
        return
    console.print(
        f"two or more acting: {activity.together:.0%} of {activity.seconds:.1f} s of execution (game time)",
        highlight=False,
        soft_wrap=True,
    )
    idle = ", ".join(f"{agent} {share:.0%}" for agent, share in activity.idle.items())
    console.print(plain(f"idle: {idle}"), highlight=False, soft_wrap=True)


def _print_refusals(events: Sequence[Header], console: Console) -> None:
    """Prints the actions that the server refused, and those that the guard warned about or denied."""
    cheats, warned, denied = Counter[str](), Counter[str](), Counter[str]()
    for event in events:
        match event:
            case CheatRefused():
                cheats[f"{event.what.replace('_', ' ')} by {event.agent}"] += event.count
            case GuardWarned():
                warned[f"{event.rule} by {event.agent}"] += event.count
            case GuardDenied():
                denied[f"{event.rule} by {event.agent}"] += event.count
    mode = next((event.guard for event in events if isinstance(event, RunStarted)), None)
    _print_counts("cheats refused", cheats, console)
    if mode == "warn" or warned:
        _print_counts("guard warned", warned, console)
    if mode == "block" or denied:
        _print_counts("guard denied", denied, console)


def _print_counts(what: str, counts: Counter[str], console: Console) -> None:
    kinds = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
    told = f"{what}: {counts.total()}{f' ({kinds})' if kinds else ''}"
    console.print(Text(plain(told), style="red" if counts else ""), soft_wrap=True)
