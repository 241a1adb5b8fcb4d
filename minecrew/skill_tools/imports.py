"""Shows the results of an import: one row per file, with the reason if it was refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from minecrew.skills import Library, SkillImport, import_skills
from minecrew.terminal.formatting import plain

SHOWN = 3
"""Maximum number of reasons that are shown for one refusal."""
COUNTED = {
    "unreadable": "unreadable",
    "form": "not in the format of a skill",
    "older": "another version of an imported skill",
    "version": "needs a later Minecraft",
    "offer": "uses something that is not available",
    "calls": "calls something that does not exist",
    "taken name": "name is taken",
}


def import_folder(path: Path, into: Path, library: Library, console: Console, *, force: bool = False) -> bool:
    """Imports the skills in `path`; returns whether the library now contains any of them."""
    imports = import_skills(path, into, library, force=force)
    table = Table(Column("File", overflow="fold"), Column("Result", overflow="fold"))
    for one in imports:
        table.add_row(Text(plain(one.file)), Text(plain(_told(one))))
    console.print(table)
    taken = [one for one in imports if one.path]
    new = sum(one.new for one in taken)
    there = f", {len(taken) - new} already existed" if len(taken) > new else ""
    console.print(Text(f"{new} of {len(imports)} imported into {into}{there}"), soft_wrap=True)
    refused = Counter(one.refusals[0].reason for one in imports if one.refusals)
    if refused:
        reasons = ", ".join(f"{count} {COUNTED[reason]}" for reason, count in refused.most_common())
        console.print(Text(f"{refused.total()} refused: {reasons}"), soft_wrap=True)
    if new:
        console.print(
            "no skill was run; try one with `minecrew skills test NAME`", highlight=False, soft_wrap=True
        )
    return bool(taken)


def _told(one: SkillImport) -> str:
    if one.refusals:
        words = [refusal.words for refusal in one.refusals]
        more = f"; and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
        return f"refused: {'; '.join(words[:SHOWN])}{more}"
    told = "taken" if one.new else "there already"
    if Path(one.file).stem != one.name:
        told += f" as {one.name}"
    return "; ".join([told, *one.remarks[:SHOWN]])
