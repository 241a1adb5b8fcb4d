"""Reads plain English about work: who will do what, who is asked, who agrees, who holds or lacks what.

A small grammar over verbs, quantities, item names and members' names. It reads what people type as well as
what `OfflineMind` says; what it cannot read it leaves out. It knows the item names of the registry and the
team's names, nothing of the world.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from agents.discussion import addressed
from agents.knowledge import Knowledge
from agents.offline.vocabulary import (
    FILLERS,
    HEADINGS,
    IDLE,
    NEGATIVE,
    NO,
    NONSENSE,
    NUMBERS,
    PERMISSION,
    REWRITES,
    STATES,
    VERBS,
    YES,
    ActKind,
    Verb,
)
from runlog import Position

COORDINATES = re.compile(r"\(?\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*\)?")
WORD = re.compile(r"@\d+|[a-z0-9_]+(?:'[a-z]+)?|,|\?", re.I)


@dataclass(frozen=True)
class Work:
    """One thing to be done."""

    verb: Verb
    thing: str
    """Item, block or mob by its registry name."""
    count: int | None = None
    to: str | None = None
    at: Position | None = None
    heading: str | None = None


@dataclass(frozen=True)
class Act:
    """What one clause does in the talk."""

    kind: ActKind
    speaker: str
    who: str
    """Whose work it is about; for accept and decline, the speaker."""
    works: tuple[Work, ...] = ()
    also: bool = False
    """It adds to what was said before instead of replacing it."""


@dataclass
class Reader:
    """Reads the lines of one talk in order; remembers which items were mentioned, so that 'the canes' is
    understood."""

    rules: Knowledge
    team: Sequence[str]
    mentioned: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    """The last total somebody stated for an item."""

    def __post_init__(self) -> None:
        self.names = {name.lower(): name for name in self.team}
        things = [
            *self.rules.items,
            *self.rules.mobs,
            *(b for b in self.rules.blocks if b not in self.rules.items),
        ]
        self.index = {tuple(_stem(word) for word in thing.split("_")): thing for thing in things}
        joined = {(_stem(thing.replace("_", "")),): thing for thing in things if "_" in thing}
        self.index = joined | self.index

    def read(self, speaker: str, text: str) -> list[Act]:
        """The acts of one utterance, in order."""
        acts: list[Act] = []
        addressee: str | None = None
        for plain, simple in REWRITES:
            text = plain.sub(simple, text)
        for sentence in _sentences(text):
            called = [name for name in addressed(sentence, tuple(self.team)) if name != speaker]
            addressee = "+".join(called) or addressee
            acts += self._sentence(sentence, speaker, addressee)
        return acts

    def order(self, agent: str, text: str) -> list[Act]:
        """The acts of an assignment: a line in the imperative about `agent`; clauses about others keep
        their name."""
        acts: list[Act] = []
        for sentence in _sentences(text):
            acts += self._clauses(sentence, agent, agent, "order")
        return acts

    # ---- sentences

    def _sentence(self, sentence: str, speaker: str, addressee: str | None) -> list[Act]:
        found: list[Act] = []
        question = sentence.endswith("?")
        if not question and YES.match(sentence):
            found.append(Act("accept", speaker, speaker))
        elif NO.match(sentence):
            found.append(Act("decline", speaker, speaker))
        if IDLE.search(sentence):
            return [*found, Act("commit", speaker, speaker)]
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
    ) -> list[Act]:
        """Walks over the words once; a new subject or verb opens a new clause."""
        places: list[Position] = []

        def keep(match: re.Match[str]) -> str:
            places.append((float(match[1]), float(match[2]), float(match[3])))
            return f" @{len(places) - 1} "

        words = [w.lower() for w in WORD.findall(COORDINATES.sub(keep, sentence))]
        clause = _Clause(self, speaker, addressee, mood, agreeing=agreeing)
        at = 0
        while at < len(words):
            at += clause.eat(words, at, places)
        return clause.close()

    # ---- names of things

    def exact(self, words: Sequence[str], at: int, *, least: int = 1) -> tuple[str, int] | None:
        """The thing whose full name stands at `words[at:]`, and how many words it takes; longest name
        first."""
        for size in range(4, least - 1, -1):
            part = words[at : at + size]
            if len(part) == size and "," not in part:
                key = tuple(_stem(bit) for word in part for bit in word.split("_"))
                if key in self.index:
                    return self.index[key], size
        return None

    def thing(self, words: Sequence[str], at: int) -> tuple[str, int] | None:
        """The thing named at `words[at:]`, by its full name, a part of one mentioned before, or a unique
        last word."""
        if full := self.exact(words, at):
            return self._mention(full[0]), full[1]
        if words[at] in {"wood", "timber"}:
            return self._mention(
                next((t for t in reversed(self.mentioned) if t.endswith("_log")), "oak_log")
            ), 1
        stem = _stem(words[at])
        for known in reversed(self.mentioned):
            if stem in (_stem(bit) for bit in known.split("_")) and len(stem) > 2:
                return known, 1
        for key, known in self.index.items():
            if key[-1] == stem and len(stem) > 3 and sum(k[-1] == stem for k in self.index) == 1:
                return self._mention(known), 1
        return None

    def _mention(self, thing: str) -> str:
        if thing in self.mentioned:
            self.mentioned.remove(thing)
        self.mentioned.append(thing)
        return thing


class _Clause:
    """The clause being read, and those read before it in the same sentence."""

    def __init__(
        self, reader: Reader, speaker: str, addressee: str | None, mood: ActKind | None, *, agreeing: bool
    ) -> None:
        self.reader, self.speaker, self.addressee, self.agreeing = reader, speaker, addressee, agreeing
        self.to: str | None = None
        self.done: list[Act] = []
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
        if word.isdigit() or (word in NUMBERS and after != "of"):
            if not self.of:
                self.count = int(word) if word.isdigit() else NUMBERS[word]
            return 1
        if word == "but" and self.who:
            self._open(self.who, self.kind or "need", verb=self.verb)
            return 1
        if not self.reader.exact(words, at, least=2) and self._verb(word):
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
                or _stem(after) in VERBS
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
        """'Gather 9 canes and bring them to Alice': the pronoun stands for the works just named."""
        if self.verb == "bring" and not any(w.verb == "bring" for w in self.works):
            self.works = [replace(w, to=target) if w.verb in {"gather", "craft"} else w for w in self.works]
        else:
            self.works = [replace(w, to=target) if w.verb == "bring" and not w.to else w for w in self.works]

    # ---- what

    def _verb(self, word: str) -> bool:
        verb = VERBS.get(word) or VERBS.get(_stem(word))
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
        """A new clause; with `same`, in the mood of the words before it."""
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
                self.done.append(Act(act, self.speaker, who, tuple(self.works), also=self.also))
            if kind in {"need", "commit", "request"}:
                self.reader.counts |= {
                    w.thing: w.count
                    for w in self.works
                    if w.count and (kind == "need" or w.thing not in self.reader.counts)
                }
        self.works, self.count, self.to = [], None, None
        self.of = self.also = self.negative = False

    def close(self) -> list[Act]:
        self._flush()
        return self.done


def _sentences(text: str) -> Iterator[str]:
    text = text.replace("[END]", "").replace("\u2019", "'")
    for part in re.split(r"(?<=[.?!;])\s+|\n+|(?<!\d):\s+", text):
        if part.strip():
            yield part.strip()


def _stem(word: str) -> str:
    if word.endswith("ves"):
        return word[:-3] + "f"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def things_of(acts: Iterable[Act]) -> list[str]:
    """Names of all things the acts are about, in order, each once."""
    return list(dict.fromkeys(work.thing for act in acts for work in act.works))
