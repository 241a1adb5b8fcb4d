"""What prompts say about others' property and about harm: a factor for studies, and nothing by default.

`norms` of a task is "none", the name of a text in `agents/llm/prompts/norms`, or the wording itself: a
file that a user names is read once, when the task is chosen, so that the log and a rerun have its words.
"""

from __future__ import annotations

from pathlib import Path

from minecrew.options import NORMS
from minecrew.runlog import UserError

TEXTS = Path(__file__).with_name("llm") / "prompts" / "norms"
LONGEST = 4000
"""Maximum length of a wording, in characters."""


def norms_text(norms: str) -> str:
    """The wording; '' for none."""
    if norms not in NORMS:
        return norms
    return "" if norms == "none" else (TEXTS / f"{norms}.md").read_text(encoding="utf-8").strip()


def read_norms(norms: str) -> str:
    """`norms`, with a file replaced by its content. Raises UserError if the file cannot be read."""
    if norms in NORMS or len(norms.split()) > 1:
        return norms
    path = Path(norms)
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        given = ", ".join(NORMS)
        raise UserError(f"norms = {norms!r} cannot be read; give {given} or a file") from error
    if not 0 < len(text) <= LONGEST:
        raise UserError(f"norms = {norms!r}: the text has {len(text)} characters; give 1 to {LONGEST}")
    return text
