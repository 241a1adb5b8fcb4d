"""Measures how far rules, judges and people agree on runs: Cohen's kappa for pairs, Krippendorff's alpha
for all.

The unit of agreement is `behaviors.Unit`. The rules judge every round of every run. Models and people count
only for the rounds that they have judged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from minecrew.behaviors import (
    ROWS,
    RULES,
    Alpha,
    Interval,
    Kappa,
    ReaderFit,
    Reliability,
    Votes,
    measure_agreement,
    tell_story,
    votes_of_annotations,
    votes_of_findings,
)
from minecrew.judging.annotations import read_annotations
from minecrew.judging.findings import findings_of
from minecrew.judging.judgements import read_judgements
from minecrew.runlog import Reading, UserError, bundle_of, read_events, readable
from minecrew.terminal.formatting import plain

SIDE_BY_SIDE = 3
"""Maximum number of annotator pairs in one table."""
UNKNOWN = "n/a"


def agree(logs: Sequence[Path], leave_out: Callable[[str], None]) -> Reliability:
    """Returns the agreement on the runs of these events files. `leave_out` is called with the reason if a
    broken file is left out.

    Raises UserError if only the rules have judged these runs.
    """
    votes: dict[str, Votes] = defaultdict(dict)
    for _, own_votes in readable(logs, lambda path: votes_of(read_events(path)), leave_out):
        for name, own in own_votes.items():
            votes[name] |= own
    if len(votes) < 2:
        raise UserError(
            "only the rules have judged these runs; annotate a run on the replay page, import a CSV "
            "file with `minecrew annotations import`, or ask a model with `minecrew findings RUN --judge`"
        )
    return measure_agreement(votes)


def votes_of(reading: Reading) -> dict[str, Votes]:
    """Returns the votes of each annotator on this run: first the rules, then models, then people, each sorted
    by name.
    """
    story, run = tell_story(reading.events), str(reading.path)  # two logs may call their runs the same
    votes = {RULES: votes_of_findings(run, story, findings_of(reading))}
    bundle = bundle_of(reading)
    if bundle is None:
        return votes
    judged = defaultdict(list)
    for one in read_judgements(bundle):
        if one.outcome == "answered":
            judged[one.judge].append(one)
    for name in sorted(judged):
        said = [finding for one in judged[name] for finding in one.findings]
        votes[name] = votes_of_findings(run, story, said, rounds=[one.round for one in judged[name]])
    people = defaultdict(list)
    for line in read_annotations(bundle):
        people[line.annotator].append(line)
    return votes | {name: votes_of_annotations(run, story, people[name]) for name in sorted(people)}


def show_agreement(found: Reliability, console: Console) -> None:
    """Prints tables of the judgements per annotator, of alpha and of kappa, and the reasons for missing
    figures.
    """
    table = _table(
        None,
        "judged: number of (agent, round) pairs, per class; seen: number of pairs with a "
        "finding of the class",
    )
    for heading in ("Annotator", "Rounds", "Judged", "Seen"):
        table.add_column(heading, justify="left" if heading == "Annotator" else "right", overflow="fold")
    for one in found.annotators:
        table.add_row(Text(plain(one.name)), str(one.rounds), str(one.units), str(one.present))
    console.print(table)
    told = {one.name for one in found.alphas if one.unknown is None}
    told |= {one.name for one in found.kappas if one.unknown is None}
    rows = [name for name in ROWS if "." not in name or name in told]
    alphas = {one.name: one for one in found.alphas if one.name in rows}
    console.print(_alpha_table(alphas))
    pairs: dict[tuple[str, str], dict[str, Kappa]] = defaultdict(dict)
    for kappa in found.kappas:
        if kappa.name in rows:
            pairs[kappa.first, kappa.second][kappa.name] = kappa
    for first in range(0, len(pairs), SIDE_BY_SIDE):
        console.print(_kappa_table(dict(list(pairs.items())[first : first + SIDE_BY_SIDE])))
    if found.quality:
        console.print(_quality_table(found.quality))
    _print_reasons("all", alphas, console)
    for names, own in pairs.items():
        _print_reasons(" and ".join(names), own, console)


def _alpha_table(rows: Mapping[str, Alpha]) -> Table:
    table = _table(
        "Krippendorff's alpha, for all annotators", "units: the pairs that at least two annotators judged"
    )
    table.add_column("")
    table.add_column("alpha [95 %]")
    table.add_column("units", justify="right")
    table.add_column("judgements", justify="right")
    for name, one in rows.items():
        table.add_row(
            _label(name),
            _figure(one.alpha, one.interval),
            str(one.units),
            str(one.values),
            end_section=name == ROWS[0],
        )
    return table


def _kappa_table(pairs: Mapping[tuple[str, str], Mapping[str, Kappa]]) -> Table:
    caption = (
        "kappa [95 % interval, bootstrap over rounds]; units: both/only the first/only the second/neither"
    )
    table = _table("Cohen's kappa, for each pair", caption)
    table.add_column("")
    for first, second in pairs:
        table.add_column(Text(plain(f"{first} and {second}")), overflow="fold")
    for name in next(iter(pairs.values())):
        cells = []
        for own in pairs.values():
            one = own[name]
            counts = f"  {one.both}/{one.only_first}/{one.only_second}/{one.neither}"
            cells.append(_figure(one.kappa, one.interval) + (counts if one.units else ""))
        table.add_row(_label(name), *cells, end_section=name == ROWS[0])
    return table


def _quality_table(found: Mapping[str, Mapping[str, ReaderFit]]) -> Table:
    table = _table("Compared with the adjudicated labels", "recall, specificity, kappa; per agent and round")
    table.add_column("")
    for annotator in found:
        table.add_column(Text(plain(annotator)), overflow="fold")
    for name in next(iter(found.values())):
        cells = []
        for own in found.values():
            one = own[name]
            figures = (one.recall, one.specificity, one.kappa)
            told = ", ".join(UNKNOWN if value is None else f"{value:.2f}" for value in figures)
            cells.append(Text(told, style="dim" if one.doubts else ""))
        table.add_row(name, *cells)
    return table


def _print_reasons(whose: str, rows: Mapping[str, Kappa | Alpha], console: Console) -> None:
    reasons: dict[str, list[str]] = defaultdict(list)
    for name, one in rows.items():
        if one.unknown is not None:
            reasons[one.unknown].append(name)
    for reason, names in reasons.items():
        line = plain(f"{UNKNOWN}: {whose}: {', '.join(names)}: {reason}")
        console.print(Text(line, style="dim"), soft_wrap=True)


def _table(title: str | None, caption: str) -> Table:
    return Table(title=title, title_justify="left", caption=caption, caption_justify="left")


def _figure(value: float | None, interval: Interval | None) -> str:
    if value is None:
        return UNKNOWN
    return f"{value:.2f}" + (f" [{interval.low:.2f}, {interval.high:.2f}]" if interval else "")


def _label(row: str) -> str:
    return f"  {row.partition('.')[2]}" if "." in row else row
