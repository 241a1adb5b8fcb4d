"""Speech acts in the form that a reader gives: who does what by saying a line, with the words that show it.

A model as a reader writes these records. They are stored with the run and checked against its log. The
built-in rules create `SpeechAct`s, which contain the same and more. Nothing is judged here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from minecrew.runlog import Header, Record, Said

RULES_READER = "rules"
RULES_VERSION = 1
"""The version of the embedded reader; another one may read differently."""
MODEL_READER = "model:"
"""The prefix of a model's name as a reader."""

ActKind = Literal[
    "offer", "plan", "accept", "decline", "request", "criticise", "concede", "refuse", "claim", "thank"
]
ActDeed = Literal["gather", "make", "give", "help", "wait", "done", "have", "lack", "trade", "other"]
ActTime = Literal["now", "meanwhile", "after", "later", "if"]


class ReadAct(Record):
    """An act that is done by saying something."""

    seq: int
    """The line's number."""
    kind: ActKind
    who: tuple[str, ...]
    """Who does it, is to do it, or is spoken of; empty if it goes to whoever wants."""
    to: tuple[str, ...]
    """Who is spoken to or gets it; empty if that is everybody."""
    deed: ActDeed
    things: tuple[str, ...]
    """What it is about, by names of items."""
    amount: int
    """The number; 0 if no number is meant."""
    work_of: tuple[str, ...]
    """Whose part that work is, where it is somebody else's."""
    when: ActTime
    quote: str = Field(min_length=1)
    """The words that show it, an exact part of the line."""


class ReaderAnswer(Record):
    """The shape of a model's answer."""

    acts: tuple[ReadAct, ...]


class RoundReading(Record):
    """One line of acts.jsonl: what a model read in the talk of one round. `key` is its identity."""

    key: str
    """The digest of the reader's name and version and of what it was asked: the same talk is asked once."""
    reader: str
    """'model:NAME'."""
    version: int
    round: int
    outcome: str
    """'answered', or why this round is not read; then there are no acts."""
    message: str = ""
    acts: tuple[ReadAct, ...] = ()
    """By line; each quote stands in its line."""
    dropped: int = 0
    """The number of acts that were not in the log because of a wrong line, quote or name."""
    calls: int = 0
    tokens_in: int | None = None
    tokens_out: int | None = None
    """As the endpoint counts them; None if it does not tell."""

    @property
    def title(self) -> str:
        """'model:NAME/1'."""
        return f"{self.reader}/{self.version}"

    def line(self) -> str:
        """The JSON line of acts.jsonl, without its end."""
        return self.model_dump_json()


def reading_key(reader: str, version: int, *asked: str) -> str:
    """The identity of a question to a reader."""
    text = "\x1f".join((reader, str(version), *asked))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def check_acts(
    acts: Sequence[ReadAct], events: Mapping[int, Header], lines: frozenset[int], team: Sequence[str]
) -> tuple[ReadAct, ...]:
    """Those acts that cite a line among `lines` with words that stand in it, and name only the team."""
    kept = []
    for act in acts:
        event = events.get(act.seq)
        named = {*act.who, *act.to, *act.work_of}
        if (
            act.seq in lines
            and isinstance(event, Said)
            and act.quote in event.text
            and named <= set(team)
            and (act.kind != "criticise" or event.agent not in act.who)
        ):
            kept.append(act)
    return tuple(sorted(kept, key=lambda act: act.seq))
