"""The norms in prompts: a text about others' property and about harm. The norms are a factor for studies; by
default there are none.

A task's `norms` is "none", the name of a text in `agents/llm/prompts/norms`, the text itself, or the name of
a file. A file is read once, when the task is chosen, so that the log and a rerun contain the text.
"""

from __future__ import annotations

from pathlib import Path

from minecrew.options import NORMS
from minecrew.runlog import UserError, read_file

TEXTS = Path(__file__).with_name("llm") / "prompts" / "norms"
LONGEST = 4000
"""Maximum length of the text, in characters."""


def norms_text(norms: str) -> str:
    """Returns the text; '' if there are no norms."""
    if norms not in NORMS:
        return norms
    return "" if norms == "none" else (TEXTS / f"{norms}.md").read_text(encoding="utf-8").strip()


def read_norms(norms: str, *, within: Path | None = None) -> str:
    """Returns `norms` or, if it is the name of a file, the file's content.

    `within`: the directory of the task, study or refinement that names the file. The file must be in it,
    because somebody else may have made the task, and a model gets the text. None: any file, relative to the
    working directory. Raises UserError if the file cannot be read.
    """
    if norms in NORMS or len(norms.split()) > 1:
        return norms
    path = Path(norms) if within is None else within / norms
    try:
        text = read_file(path, within=within).decode().strip()
    except (OSError, ValueError) as error:
        given = ", ".join(NORMS)
        where = "" if within is None else " in the folder of the file that names it"
        raise UserError(f"norms = {norms!r} cannot be read; give {given} or a file{where}") from error
    if not 0 < len(text) <= LONGEST:
        raise UserError(f"norms = {norms!r}: the text has {len(text)} characters; give 1 to {LONGEST}")
    return text
