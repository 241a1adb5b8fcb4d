"""Shows all skills as a table, one skill with its whole JSDoc, or the results of a search."""

from __future__ import annotations

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from minecrew.runlog import UserError
from minecrew.skills import Library, Skill
from minecrew.terminal.formatting import items, plain


def list_skills(library: Library, console: Console) -> None:
    _table(library, library.all(), console)


def search_skills(library: Library, query: str, console: Console, *, k: int = 5) -> None:
    """Prints the skills that match the query, the best match first."""
    found = library.search(query, k)
    if not found:
        console.print(f"no skill matches {query!r}; `minecrew skills list` shows all", highlight=False)
        return
    _table(library, found, console)


def show_skill(library: Library, name: str, console: Console) -> None:
    skill = find_skill(library, name)
    console.print(Text(plain(skill.signature), style="bold"), soft_wrap=True)
    lines = [skill.summary]
    for param in skill.params:
        kind = f"{param.type}, " if param.type else ""
        lines.append(f"  {param.name}: {kind}{param.text}")
    lines += [f"keywords: {' '.join(skill.keywords)}"] if skill.keywords else []
    lines += [f"needs: {skill.needs}"] if skill.needs else []
    if trial := skill.trial:
        lines.append(f"example: {trial.call}")
        lines.append(f"  in {trial.arena}, seed {trial.seed}")
        lines += [f"  given {items(trial.give)}"] if trial.give else []
        lines += [f"  after {trial.before}"] if trial.before else []
        lines += [f"  gains {items(trial.expect)}"] if trial.expect else []
        lines += [f"  while another bot runs {trial.partner}"] if trial.partner else []
    record = _record(library, skill)
    lines += [f"in your runs: {record}"] if record else []
    lines.append(f"file: {skill.path}")
    for line in lines:
        console.print(Text(plain(line)), soft_wrap=True)


def find_skill(library: Library, name: str) -> Skill:
    """Returns the skill with that name. Raises UserError if there is none."""
    skill = library.get(name)
    if skill is None:
        near = [found.name for found in library.search(name, 3)]
        hint = f"did you mean {' or '.join(near)}?" if near else "`minecrew skills list` shows all"
        raise UserError(f"there is no skill {name!r}; {hint}")
    return skill


def _table(library: Library, skills: list[Skill], console: Console) -> None:
    longest = max((len(f"{skill.name}(bot,") for skill in skills), default=0)
    table = Table(
        Column("Skill", ratio=2, min_width=longest, overflow="fold"), Column("Description", ratio=3)
    )
    for skill in skills:
        told = Text(plain(skill.summary))
        if record := _record(library, skill):
            told.append(f"\n{record}", style="dim")
        table.add_row(Text(plain(skill.signature), style="bold"), told)
    console.print(table)


def _record(library: Library, skill: Skill) -> str:
    """Returns the record of a skill in words: calls, share of successes, mean game seconds and failure
    codes.
    """
    record = library.records.get(skill.name)
    if record is None:
        return ""
    calls = f"{record.calls} call{'s' * (record.calls != 1)}"
    worked = (
        f"{record.successes / record.calls:.0%} succeeded, {record.seconds / record.calls:.1f} s on average"
    )
    return plain("".join([f"{calls}, {worked}", *(f", {n} {code}" for code, n in record.codes.items())]))
