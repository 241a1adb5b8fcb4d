"""Releases: during the execution, a peer tells an agent to leave work that the agent has promised. Only a
model reads them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from minecrew.behaviors.contradiction.promises import akin
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.runlog import Header

NOW = ("now", "meanwhile")
"""The times of requests that hold at once; others depend on what happens first."""


def released(
    lines: Sequence[SpokenLine],
    agent: str,
    things: frozenset[str],
    *,
    since: int,
    began: Sequence[Header],
) -> bool:
    """Whether a peer took back all of the work on `things` after event `since`, before the agent began
    anything else. "Leave it", without a thing, takes back all of its work.
    """
    until = min((event.seq for event in began), default=math.inf)
    freed = [
        act.things
        for line in lines
        if line.typed and line.event.channel == "execution" and since < line.seq < until
        for act in line.acts
        if act.kind == "request" and act.deed == "idle" and act.time in NOW
        if line.speaker != agent and agent in act.who
    ]
    if any(not named for named in freed):
        return True
    named = frozenset[str]().union(*freed)
    return bool(named) and all(akin(frozenset({thing}), named) for thing in things)
