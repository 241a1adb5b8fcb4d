"""Compares two runs and shows their first difference. Differences in wall-clock time are ignored."""

from __future__ import annotations

import json

from rich.console import Console
from rich.text import Text

from minecrew.runlog import Difference, Reading, first_difference


def diff(left: Reading, right: Reading, console: Console) -> bool:
    """Prints the first event that differs; returns True if there is none and both logs are complete."""
    for reading in (left, right):
        for problem in reading.problems:
            console.print(Text(f"{reading.path}: {problem}", style="red"))
    found = first_difference(left.events, right.events)
    if found is None:
        count = len(left.events)
        console.print(Text(f"identical: {count} events (ignoring wall-clock times)", style="green"))
        return not (left.problems or right.problems)
    show_difference(found, console)
    return False


def show_difference(found: Difference, console: Console) -> None:
    """Prints the number of the event, the fields that differ, and both events."""
    differs = f"in {', '.join(found.fields)}" if found.fields else "one log ends here"
    console.print(Text(f"first difference at event {found.seq}: {differs}", style="red"))
    for sign, event in (("-", found.left), ("+", found.right)):
        console.print(Text(f"{sign} {'(no event)' if event is None else json.dumps(event)}"), soft_wrap=True)
