"""The table in docs/annotating.md that defines the behaviours.

`python -m minecrew.behaviors.annotators.table docs/annotating.md` rewrites the table in that file.
"""

from __future__ import annotations

import sys
from pathlib import Path

from minecrew.behaviors.classes import BEHAVIOURS

HEAD = "| class | sub-class | definition | what does not count |"


def tell_table() -> str:
    """Markdown: one row per class that has a shared definition, and one per sub-class."""
    rows = [HEAD, "| --- | --- | --- | --- |"]
    for one in BEHAVIOURS:
        if one.definition:
            rows.append(_row(one.name, "", one.definition.removesuffix("."), ""))
        for sub in one.subs:
            name = "" if one.definition else one.name
            rows.append(_row(name, sub.name or "", sub.definition, sub.excludes))
    return "\n".join(rows) + "\n"


def _row(*cells: str) -> str:
    return f"|{'|'.join(f' {cell} ' if cell else ' ' for cell in cells)}|"


def with_table(document: str) -> str:
    """Returns `document` with the current table instead of the old one."""
    begin = document.index(HEAD)
    return document[:begin] + tell_table() + document[document.index("\n\n", begin) + 1 :]


def main(arguments: list[str]) -> None:
    (path,) = map(Path, arguments)
    path.write_text(with_table(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
