"""Speech acts in the form that a reader gives: who does what by saying a line, with the words that show it.

A model that reads the talk writes these records. They are stored with the run and checked against its log.
The built-in rules create `SpeechAct`s, which contain the same information and more. Nothing is judged here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from minecrew.runlog import Header, Record, Said

RULES_READER = "rules"
RULES_VERSION = 1
"""The version of the built-in reader; another version may read differently."""
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
    """The members who do it, should do it, or are spoken of; empty if anybody may do it."""
    to: tuple[str, ...]
    """The members who are spoken to or receive it; empty means everybody."""
    deed: ActDeed
    things: tuple[str, ...]
    """The names of the items that it is about."""
    amount: int
    """The number; 0 if no number is meant."""
    work_of: tuple[str, ...]
    """The members whose part that work is, if it is somebody else's."""
    when: ActTime
    quote: str = Field(min_length=1)
    """The words that show it, an exact part of the line."""


class ReaderAnswer(Record):
    """The shape of a model's answer."""

    acts: tuple[ReadAct, ...]


class RoundReading(Record):
    """One line of acts.jsonl: what a model read in the talk of one round. `key` is its identity."""

    key: str
    """The digest of the reader's name and version and of its question, so that no question is asked twice."""
    reader: str
    """'model:NAME'."""
    version: int
    round: int
    outcome: str
    """'answered', or the reason why this round was not read; there are then no acts."""
    message: str = ""
    acts: tuple[ReadAct, ...] = ()
    """In the order of the lines; each quote is a part of its line."""
    dropped: int = 0
    """The number of acts that were dropped because of a wrong line, quote or name."""
    calls: int = 0
    tokens_in: int | None = None
    tokens_out: int | None = None
    """The endpoint's count of tokens; None if it gives no count."""

    @property
    def title(self) -> str:
        """'model:NAME/1'."""
        return f"{self.reader}/{self.version}"

    def line(self) -> str:
        """The JSON line of acts.jsonl, without a line break."""
        return self.model_dump_json()


def reading_key(reader: str, version: int, *asked: str) -> str:
    """The identifier of a question that is put to a reader."""
    text = "\x1f".join((reader, str(version), *asked))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def check_acts(
    acts: Sequence[ReadAct], events: Mapping[int, Header], lines: frozenset[int], team: Sequence[str]
) -> tuple[ReadAct, ...]:
    """Returns the acts that quote one of `lines` correctly and name only members of the team."""
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
