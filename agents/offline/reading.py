"""Reads plain English about work: who will do what, who is asked, who agrees, and who holds or lacks what.

The grammar is small; it consists of verbs, quantities, item names and members' names. It reads the lines of
people as well as those of `OfflineMind`, and skips text that it cannot read. It knows the item names of the
registry and the team's names, but nothing about the world.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from minecrew.agents.addressees import addressees
from minecrew.agents.idling import takes_on_nothing
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.marks import unmarked
from minecrew.agents.offline.acts import TalkAct
from minecrew.agents.offline.clause import ClauseParser
from minecrew.agents.offline.vocabulary import NO, NONSENSE, PERMISSION, REWRITES, YES, ActKind
from minecrew.language import TOKEN, sentences, singular
from minecrew.runlog import Position

COORDINATES = re.compile(r"\(?\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*\)?")
WORD = re.compile(rf"@\d+|{TOKEN}|,|\?")


@dataclass
class Reader:
    """Reads the lines of one discussion in order. It remembers which items were mentioned, so that it
    understands 'the canes'.
    """

    knowledge: Knowledge
    team: Sequence[str]
    mentioned: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    """The last total that anybody stated for each item."""

    def __post_init__(self) -> None:
        self.names = {name.lower(): name for name in self.team}

    def read(self, speaker: str, text: str) -> list[TalkAct]:
        """Returns the acts of an utterance, in order."""
        acts: list[TalkAct] = []
        addressee: str | None = None
        for plain, simple in REWRITES:
            text = plain.sub(simple, text)
        for sentence in sentences(unmarked(text)):
            called = [name for name in addressees(sentence, tuple(self.team)) if name != speaker]
            addressee = "+".join(called) or addressee
            acts += self._sentence(sentence, speaker, addressee)
        return acts

    def order(self, agent: str, text: str) -> list[TalkAct]:
        """Returns the acts of an assignment, which is a line in the imperative to `agent`. Clauses about
        other members keep their names.
        """
        acts: list[TalkAct] = []
        for sentence in sentences(text):
            acts += self._clauses(sentence, agent, agent, "order")
        return acts

    # ---- sentences

    def _sentence(self, sentence: str, speaker: str, addressee: str | None) -> list[TalkAct]:
        found: list[TalkAct] = []
        question = sentence.endswith("?")
        if not question and YES.match(sentence):
            found.append(TalkAct("accept", speaker, speaker))
        elif NO.match(sentence):
            found.append(TalkAct("decline", speaker, speaker))
        if takes_on_nothing(sentence):
            return [*found, TalkAct("commit", speaker, speaker)]
        if NONSENSE.search(sentence):
            return found
        acts = self._clauses(sentence, speaker, addressee, None, agreeing=bool(found))
        if question and PERMISSION.search(sentence):
            acts = [replace(act, kind="offer") if act.kind == "commit" else act for act in acts]
        return found + acts

    def _clauses(
        self,
        sentence: str,
        speaker: str,
        addressee: str | None,
        mood: ActKind | None,
        *,
        agreeing: bool = False,
    ) -> list[TalkAct]:
        """Goes through the words once; a new subject or verb opens a new clause."""
        places: list[Position] = []

        def keep(match: re.Match[str]) -> str:
            places.append((float(match[1]), float(match[2]), float(match[3])))
            return f" @{len(places) - 1} "

        words = [w.lower() for w in WORD.findall(COORDINATES.sub(keep, sentence.replace("@", " ")))]
        clause = ClauseParser(self, speaker, addressee, mood, agreeing=agreeing)
        at = 0
        while at < len(words):
            at += clause.eat(words, at, places)
        return clause.close()

    # ---- names of things

    def exact(self, words: Sequence[str], at: int, *, least: int = 1) -> tuple[str, int] | None:
        """Returns the thing whose full name begins at `words[at]`, and its number of words."""
        return self.knowledge.names.find(words, at, least=least)

    def is_name(self, word: str) -> bool:
        """Returns whether the word alone is exactly the name of a thing."""
        return self.knowledge.names.is_name(word)

    def thing(self, words: Sequence[str], at: int) -> tuple[str, int] | None:
        """Returns the thing that is named at `words[at:]`: by its full name, by part of an earlier name, or
        by a unique last word.
        """
        if full := self.exact(words, at):
            return self._mention(full[0]), full[1]
        if words[at] in {"wood", "timber"}:
            return self._mention(
                next((t for t in reversed(self.mentioned) if t.endswith("_log")), "oak_log")
            ), 1
        last = singular(words[at])
        for known in reversed(self.mentioned):
            if last in map(singular, known.split("_")) and len(last) > 2:
                return known, 1
        only = self.knowledge.names.by_last_word(words[at]) if len(last) > 3 else None
        return (self._mention(only), 1) if only else None

    def _mention(self, thing: str) -> str:
        if thing in self.mentioned:
            self.mentioned.remove(thing)
        self.mentioned.append(thing)
        return thing
