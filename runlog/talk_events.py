"""Events that the crew appends about the talk itself: what guards find in it, and what it claims."""

from __future__ import annotations

from typing import Literal

from minecrew.runlog.header import Header

Flag = Literal["role_flipping", "repeating", "flake", "thanks", "nothing_new"]


class DialogueFlagged(Header):
    """The talk goes wrong in a way that has a name (CAMEL, section 4.1). The next agent has its turn."""

    kind: Literal["dialogue.flagged"] = "dialogue.flagged"
    flag: Flag
    """role_flipping: who is to solve instructs. repeating: the same again. flake: a promise of nothing.
    thanks: nothing but thanks and goodbyes, again. nothing_new: three turns without anything new."""
    seqs: tuple[int, ...]
    """The lines that show it."""


class ClaimChecked(Header):
    """What `agent` said that somebody holds, against the server's count at that moment."""

    kind: Literal["claim.checked"] = "claim.checked"
    claim: str
    """Its words, as they were said; a curly apostrophe is told as a straight one."""
    about: str | None = None
    """Who is said to hold it; None: the whole crew."""
    item: str | None = None
    """An item, or the word for several kinds of it ('planks'); None: anything at all."""
    said: int
    held: int
    true: bool
    """Who says three and holds five tells no untruth, unless it says 'only'."""
