"""Reads a sentence word by word: subjects, verbs, amounts, things and places. Each clause becomes an act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from minecrew.agents.answers import HEADINGS
from minecrew.agents.offline.acts import TalkAct, Work
from minecrew.agents.offline.vocabulary import (
    FILLERS,
    NEGATIVE,
    STATES,
    VERBS,
    ActKind,
    Verb,
)
from minecrew.language import COLLECTIVES, count_of, singular
from minecrew.runlog import Position


class NameLookup(Protocol):
    """The names that can occur in clauses; the reader provides them."""

    team: Sequence[str]
    names: dict[str, str]
    """The members by their names in lower case."""
    counts: dict[str, int]

    def exact(self, words: Sequence[str], at: int, *, least: int = 1) -> tuple[str, int] | None: ...

    def thing(self, words: Sequence[str], at: int) -> tuple[str, int] | None: ...

    def is_name(self, word: str) -> bool: ...


class ClauseParser:
    """The clause that is being read, and the earlier clauses of the same sentence."""

    def __init__(
        self, reader: NameLookup, speaker: str, addressee: str | None, mood: ActKind | None, *, agreeing: bool
    ) -> None:
        self.reader, self.speaker, self.addressee, self.agreeing = reader, speaker, addressee, agreeing
        self.to: str | None = None
        self.done: list[TalkAct] = []
        self.kind: ActKind | None = mood
        self.mood = mood
        self.who: str | None = speaker if mood else None
        self.verb: Verb | None = None
        self.works: list[Work] = []
        self.count: int | None = None
        self.negative = self.also = self.of = False

    def eat(self, words: list[str], at: int, places: list[Position]) -> int:
        word = words[at]
        after = words[at + 1] if at + 1 < len(words) else ""
        if word.startswith("@"):
            self.works = [replace(w, at=w.at or places[int(word[1:])]) for w in self.works]
            return 1
        if self._subject(word, after, words[at - 1] if at else ""):
            return 1
        if word in NEGATIVE:
            if self.works and self.who:  # 'canes, not leather': what was said before stands
                self._open(self.who, self.kind or "need", verb=self.verb)
            self.negative = True
            return 1
        if word in {"also", "too", "additionally", "more", "well"}:
            self.also = True
            return 1
        if word in HEADINGS:
            self.works = [replace(w, heading=word) if w.verb == "seek" else w for w in self.works]
            return 1
        if word == "to" and (target := self._target(after)):
            self._bring_to(target)
            return 2
        if word == "there":
            spot = next((w.at for act in reversed(self.done) for w in act.works if w.at), None)
            spot = spot or next((w.at for w in self.works if w.at), None)
            self.works = (
                [*self.works[:-1], replace(self.works[-1], at=self.works[-1].at or spot)]
                if self.works
                else []
            )
            return 1
        if word == "of" and (self.count is not None or after.endswith("'s")):
            self.of = True  # '1 of Bob's 3 logs', '1 log of Bob's 3': what follows tells whose, not how many
            return 1
        count = count_of(word)
        if count is not None and (after != "of" or word.isdecimal() or word in COLLECTIVES):
            if not self.of:
                self.count = count
            return 1
        if word == "but" and self.who:
            self._open(self.who, self.kind or "need", verb=self.verb)
            return 1
        if not self._is_thing(words, at) and self._verb(word):
            return 1
        if word in {"it", "them", "those", "these", "that", "everything", "all"} and self.verb in {
            "bring",
            "brought",
        }:
            return 1
        return self._thing(words, at)

    # ---- who

    def _subject(self, word: str, after: str, before: str) -> bool:
        names = self.reader.names
        if word in {"i'll", "i", "i'm", "i'd", "i've"} or (word == "me" and before == "let"):
            self._open(self.speaker, "commit")
        elif word in {"you", "you'll", "you're"} and self.addressee:
            self._open(self.addressee, "request")
        elif word in {"we", "we'll", "we're"} or (word == "both" and not self.who):
            self._open("*", "commit")
        elif word in {"nobody", "none", "neither"}:
            self._open("*", "commit")
            self.negative = True
        elif (word in names or word == "me") and self.verb == "bring" and not self.works:
            self.to = self._target(word)  # 'give Charlie 3 leather'
        elif word in names and before not in {"to", "from", "for", "with", "help"}:
            person = names[word]
            if self.mood == "order" and person != self.speaker:
                self._open(person, "order")
            elif person != self.speaker and (
                after in {"could", "can", "should", "will", "would", "please", "has", ","}
                or after in VERBS
                or singular(after) in VERBS
            ):
                self._open(person, "request")
            return True
        elif word == "please" and self.addressee and self.who is None:
            self._open(self.addressee, "request")
        else:
            return False
        return True

    def _target(self, word: str) -> str | None:
        if word in {"me", "us"}:
            return self.speaker
        if word == "you":
            return self.addressee
        return self.reader.names.get(word)

    def _bring_to(self, target: str) -> None:
        """In 'Gather 9 canes and bring them to Alice', the pronoun refers to the works that were just
        named.
        """
        if self.verb == "bring" and not any(w.verb == "bring" for w in self.works):
            self.works = [replace(w, to=target) if w.verb in {"gather", "craft"} else w for w in self.works]
        else:
            self.works = [replace(w, to=target) if w.verb == "bring" and not w.to else w for w in self.works]

    # ---- what

    def _is_thing(self, words: list[str], at: int) -> bool:
        """Returns whether a word that may be a verb ('cut', 'shears') is the name of a thing here."""
        expected = self.count is not None or self.verb is not None
        return (expected and self.reader.is_name(words[at])) or bool(self.reader.exact(words, at, least=2))

    def _verb(self, word: str) -> bool:
        verb = VERBS.get(word) or VERBS.get(singular(word))
        if word in STATES and self.mood is None and not (verb and self.kind in {"commit", "request"}):
            self._open(self.who or self.speaker, STATES[word], same=self.who is not None, verb="gather")
        elif verb is None:
            return False
        elif self.kind is None and self.addressee:
            self._open(self.addressee, "request", same=True, verb=verb)
        elif word == "help":
            self.verb, self.also = verb, True
        elif self.who and self.kind in {"have", "see", "lack"}:
            self._open(self.who, "commit" if self.who == self.speaker else "request", verb=verb)
        else:
            self.verb = verb
        return True

    def _thing(self, words: list[str], at: int) -> int:
        word = words[at]
        if word in FILLERS:
            return 1
        found = self.reader.thing(words, at) if self.verb or self.count is not None else None
        if found is None:
            return 1
        thing, size = found
        if self.of and self.count is None:
            self.of = False
            return size
        if self.verb is None and self.kind is None and self.agreeing:
            self._open(self.speaker, "commit", same=True, verb="gather")
        elif self.verb is None and self.kind is None:
            self._open("*", "need", same=True)
        self.works.append(Work(self.verb or "gather", thing, self.count, to=self.to))
        self.count, self.of = None, False
        return size

    # ---- closing

    def _open(self, who: str, kind: ActKind, *, same: bool = False, verb: Verb | None = None) -> None:
        """Starts a new clause. With `same`, it has the same grammatical mood as the clause before."""
        negative, count = self.negative and same, self.count if same else None
        if not same or self.works:
            self._flush()
        self.who, self.kind, self.verb, self.negative = who, kind, verb, negative
        self.count = count if self.count is None else self.count

    def _flush(self) -> None:
        if self.works and self.kind is not None:
            kind = self.kind
            if self.negative:
                kind = "lack" if kind in {"see", "have"} else "cannot" if kind != "need" else kind
            whose = self.who or self.speaker
            everybody = whose == "*" and kind == "commit"
            for who in self.reader.team if everybody else whose.split("+"):
                act = kind if who == self.speaker or kind != "commit" else "request"
                self.done.append(TalkAct(act, self.speaker, who, tuple(self.works), also=self.also))
            if kind in {"need", "commit", "request"}:
                self.reader.counts |= {
                    w.thing: w.count
                    for w in self.works
                    if w.count and (kind == "need" or w.thing not in self.reader.counts)
                }
        self.works, self.count, self.to = [], None, None
        self.of = self.also = self.negative = False

    def close(self) -> list[TalkAct]:
        self._flush()
        return self.done
