"""Formats items, times, findings and personas, in the same way everywhere.

The results are plain text on one line, without control characters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from minecrew.behaviors import SUBS, Finding
from minecrew.runlog import SETTING, TICKS, Header, Items, RunStarted, Template, read_template, tell_value

OUTCOMES = {
    "met": "bold green",
    "not_met": "bold red",
    "impossible": "bold red",
    "interrupted": "bold yellow",
}
"""Outcome of a run -> its colour."""
_SETTING = [read_template(one) for one in SETTING]

_TIME = re.compile(r"^(\d{8}-\d{9})-.*")
"""Matches the beginning of an id that `new_run_id` made."""


def plain(text: str) -> str:
    """The text on one line, without control characters."""
    return "".join(char if char.isprintable() else " " for char in text)


def run_label(run: str, width: int) -> str:
    """Returns a run's id if it fits into `width`. Otherwise, returns the time in the id, with which every
    command can find the run.
    """
    return plain(run if len(run) <= width else _TIME.sub(r"\1", run))


def items(held: Items) -> str:
    """Items as '2 paper, 1 stick'; '-' for none."""
    return plain(tell_value(held))


def clock(event: Header) -> str:
    """Game time as m:ss.t; '+2.2s' is run time, before the server has started."""
    if event.tick is None:
        return f"+{event.t:.1f}s"
    tenths = (event.tick * 10 + TICKS // 2) // TICKS  # a half goes up, as on the page
    return f"{tenths // 600}:{tenths % 600 // 10:02}.{tenths % 10}"


def tell_personas(personas: Mapping[str, str]) -> str:
    """The personas, such as 'personas given: Alice ruthless'; '' if there are none. The text is shown with
    all findings.
    """
    return _tell(_SETTING[:1], {"personas": personas})


def tell_setting(event: RunStarted) -> str:
    """The special conditions of this run: personas, a guard, injected failures; otherwise ''."""
    return _tell(_SETTING, event.values())


def _tell(templates: Iterable[Template], values: Mapping[str, Any]) -> str:
    return plain("".join(one.render(values)[0] for one in templates).removeprefix("; "))


def count_findings(findings: Iterable[Finding], *, low: bool = False) -> dict[str, int]:
    """Returns the number of findings of each class, such as 'volunteer.time', sorted by class. `low`: count
    only findings of low confidence; otherwise, only the others.
    """
    counts = Counter(finding.name for finding in findings if finding.low == low)
    names = [f"{name}.{sub}" if sub else name for name, subs in SUBS.items() for sub in subs]
    names += sorted(counts.keys() - names)  # those of other packages
    return {name: counts[name] for name in names if counts[name]}


def tell_counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "nothing"


def tell_finding(finding: Finding) -> str:
    """Returns the agents, the targets and the taken items, e.g. 'by Ann to Ben, took 3 book'."""
    words = [f"by {', '.join(finding.agents)}"]
    if finding.targets:
        words.append(f"to {', '.join(finding.targets)}")
    told = " ".join(words)
    return f"{told}, took {items(finding.taken)}" if finding.taken else told
