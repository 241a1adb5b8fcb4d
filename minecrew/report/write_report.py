"""`minecrew report`: the page, the figures and the tables of a study, from its tables of runs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from minecrew.report.analysis import Analysis, analyse
from minecrew.report.figure_tables import report_tables
from minecrew.report.figures import FIGURES, write_figure
from minecrew.report.page import figure_html, list_html, page, paragraphs, table_html
from minecrew.report.rows import read_rows
from minecrew.report.run_lists import RunLists, runs_table
from minecrew.runlog import UserError, write_whole
from minecrew.study.cell import excluded
from minecrew.study.forecast import duration, sittings
from minecrew.study.play_study import PlannedStudy
from minecrew.study.sitting import TRIES, fault_reason


def write_report(study: PlannedStudy, out: Path | None = None, *, only: str | None = None) -> Path:
    """Makes the study's tables, and writes the report, or one of its figures, from them. Returns the path of
    the page or figure. Raises UserError if no run is done yet.
    """
    place = out or study.store.report
    tables = study.store.tables
    if not study.done():
        raise UserError(
            f"no run of {study.file.title!r} has finished yet; play the study with "
            f"`minecrew study {study.path}`"
        )
    study.make_tables()
    analysis = analyse(study.file, read_rows(tables / "runs.parquet"))
    rounds = read_rows(tables / "rounds.parquet")
    if only is not None and only not in FIGURES:
        raise UserError(f"there is no figure {only!r}; choose from {', '.join(FIGURES)}")
    drawn = {}
    for name in [only] if only else FIGURES:
        figure = FIGURES[name](analysis, rounds)
        drawn[name] = write_figure(figure, "svg")
        write_whole(place / "figures" / f"{name}.svg", drawn[name], parents=True)
        write_whole(place / "figures" / f"{name}.png", write_figure(figure, "png"), parents=True)
    if only:
        return place / "figures" / f"{only}.svg"
    named = runs_table(analysis.rows, tuple(study.file.factors), study.file.outcome_names)
    for table in (*report_tables(analysis), named):
        write_whole(place / "tables" / f"{table.name}.csv", table.csv(), parents=True)
        write_whole(place / "tables" / f"{table.name}.tex", table.latex(), parents=True)
    target = place / "index.html"
    write_whole(target, _page(study, analysis, drawn, place), parents=True)
    return target


def _page(study: PlannedStudy, analysis: Analysis, drawn: Mapping[str, bytes], place: Path) -> str:
    tables = {table.name: table for table in report_tables(analysis)}
    lists = RunLists(_places(study, place))

    def figure(name: str) -> str:
        about = " ".join((FIGURES[name].__doc__ or "").split())
        return figure_html(name, drawn[name], about, f"minecrew report {study.path.name} --figure {name}")

    def table(name: str) -> str:
        return table_html(tables[name], lists.link)

    notes = [("What the study shows and does not show", paragraphs(study.file.notes))]
    sections = [
        ("Question", _asked(study)),
        ("Design", _played(study, analysis)),
        *(notes if study.file.notes else []),
        ("Outcomes", table("outcomes") + figure("outcomes")),
        ("Contrasts", table("contrasts") + figure("forest")),
        ("Rounds until the goal was met", figure("lasting")),
        (
            "Behaviours",
            table("shares") + table("behaviours") + figure("behaviours") + figure("rounds") + table("ratios"),
        ),
        ("Cost", table("cost") + list_html(_time(study))),
        ("Exclusions and faults", list_html([*_excluded(study), *_faults(study)])),
        ("How to recreate this report", _again(study)),
        ("The runs", f'<p><a href="tables/runs.csv">All runs as CSV</a></p>{lists.html()}'),
    ]
    return page(study.file.title, study.file.question, sections)


def _places(study: PlannedStudy, place: Path) -> dict[str, str]:
    """Returns run -> path from the page to its directory; empty if the report is stored elsewhere."""
    if not place.resolve().is_relative_to(study.store.path):
        return {}
    return {key: os.path.relpath(bundle.path, place) for key, bundle in study.done().items()}


def _asked(study: PlannedStudy) -> str:
    file = study.file
    declared = [
        f"{one.title}: {one.outcome or file.primary}, {'declared' if one.primary else 'exploratory'}"
        for one in file.contrasts
    ]
    lines = [f"primary outcome: {file.primary}"]
    lines += [f"further outcomes: {', '.join(file.outcomes)}"] if file.outcomes else []
    return list_html([*lines, *(f"contrast: {one}" for one in declared)])


def _played(study: PlannedStudy, analysis: Analysis) -> str:
    file, planned = study.file, len(study.plan.runs)
    lines = [f"{name}: {', '.join(levels)}" for name, levels in file.factors.items()]
    seeds = f"{len(file.seeds)} seeds ({min(file.seeds)} to {max(file.seeds)})"
    lines.append(f"{seeds}; runs per cell and seed: {file.repeats}; the seeds are the same in all cells")
    lines.append(f"{len(analysis.rows)} of {planned} runs are done, in {len(analysis.cells)} cells")
    if file.base:
        lines.append("all runs: " + ", ".join(f"{name} {value}" for name, value in file.base.items()))
    return list_html(lines)


def _time(study: PlannedStudy) -> list[str]:
    lines = []
    for one in sittings(study.store):
        if not one.played:
            continue
        speed = f", {one.per_hour:.0f} runs per hour" if one.per_hour else ""
        busy = "" if one.busy is None else f", all cores busy {one.busy:.0%} of the time"
        lines.append(
            f"session of {one.started[:16]}: {one.played} runs in {duration(one.seconds)}{speed}, "
            f"at most {one.at_once} at once ({one.engine}){busy}"
        )
    return lines


def _excluded(study: PlannedStudy) -> list[str]:
    return [
        f"excluded beforehand, {count} cells: "
        + ", ".join(f"{name} {value}" for name, value in one.where.items())
        + f"; {one.why}"
        for one, count in excluded(study.file)
    ]


def _faults(study: PlannedStudy) -> list[str]:
    done, found, planned = study.store.done(), [], study.played().by_key
    for key, bundles in study.store.bundles("faults").items():
        run = planned.get(key)
        if run is not None:
            end = "then it was played" if key in done else f"given up after {len(bundles)} of {TRIES} tries"
            why = fault_reason(bundles[-1])
            found.append(f"failed {len(bundles)} times, {end}: {run.cell.title}, seed {run.seed}: {why}")
    other = len(done.keys() - planned.keys())
    found += [f"{other} runs of an older study file or older code are left out"] if other else []
    return found or ["no run failed"]


def _again(study: PlannedStudy) -> str:
    commands: Sequence[str] = (f"minecrew study {study.path.name}", f"minecrew report {study.path.name}")
    lock = (
        "The file lock.json next to the runs contains the hashes of all files that can affect a run, "
        "and the versions of all packages."
    )
    return f"<pre>{chr(10).join(commands)}</pre>{paragraphs(lock)}"
