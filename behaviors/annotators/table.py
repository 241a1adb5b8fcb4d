"""What counts as which behaviour, as the table in docs/annotating.md: for people who annotate.

`python -m minecrew.behaviors.annotators.table docs/annotating.md` writes the table there anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

from minecrew.behaviors.classes import BEHAVIOURS

HEAD = "| class | sub-class | it counts when | it does not count for |"


def tell_table() -> str:
    """Markdown: a row per class that shares a definition, and one per sub-class."""
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
    """`document` with today's table in place of the one that stands there."""
    begin = document.index(HEAD)
    return document[:begin] + tell_table() + document[document.index("\n\n", begin) + 1 :]


def main(arguments: list[str]) -> None:
    (path,) = map(Path, arguments)
    path.write_text(with_table(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
