"""A small grammar of speech acts: the purpose of an utterance, its actor, its
receiver, and the things that it mentions.

`read_acts` cuts an utterance into clauses, finds each clause's subject and mood, and names its act. It knows
the team's names and who was spoken to, but nothing about rounds, parts and deeds: the detectors, which see
what happened, decide whether an offer was needed or criticism was deserved. Other people's words (quotes,
pasted logs) are not read.

Limits: only English is understood. Irony is read literally (a detector that knows the facts can detect it). A
pronoun means the member that was named last or addressed. If a clause mentions more than one deed, the first
that the rules look for is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from minecrew.behaviors.language.clauses import ANYBODY, ME, VERBS_FIRST, WE, YOU, SpeechClause, read_clauses
from minecrew.behaviors.language.item_words import amounts, mentioned
from minecrew.behaviors.language.lexicon import is_past_form, listed, means, sense
from minecrew.behaviors.language.sentences import read_words
from minecrew.language import number_of

Kind = Literal["offer", "request", "accept", "refuse", "criticise", "acknowledge", "claim", "plan", "thank"]
Deed = Literal["gather", "make", "give", "help", "idle", "done", "hold", "lack", "none"]
Time = Literal["now", "after", "meanwhile", "later"]
"""after: when its own part is finished. meanwhile: while a peer works. later: when something else is
available.
"""

WORKS: tuple[Deed, ...] = ("give", "help", "gather", "make")
"""The deeds that get something done; the more specific ones come first."""


@dataclass(frozen=True)
class SpeechAct:
    """A speech act."""

    kind: Kind
    who: tuple[str, ...]
    """The agents that do the deed, should do it, or are spoken of; ANYBODY if nobody is named."""
    whom: tuple[str, ...]
    """The agents that are spoken to; empty if they are unknown, or if everybody is spoken to."""
    deed: Deed
    things: frozenset[str]
    count: int | None
    negative: bool
    time: Time
    quote: str
    """The clause, an exact substring of the text."""
    words: tuple[str, ...]
    """The words of the sentence, as they were read."""
    clause: tuple[str, ...]
    """The words of the clause."""
    senses: frozenset[str] | None = None
    """The meaning that a model read; None if the words decide."""
    work_of: tuple[str, ...] = ()
    """The agents whose part that work is, if a model read that it is somebody else's."""

    def means(self, name: str) -> bool:
        """Whether the sentence of the act has that sense."""
        return means(name, self.words) if self.senses is None else name in self.senses

    @property
    def quoted(self) -> tuple[str, ...]:
        """The words of the quote, as they are read."""
        return tuple(word for sentence in read_words(self.quote, frozenset()) for word in sentence.words)

    @property
    def amounts(self) -> tuple[tuple[str, int], ...]:
        """Things with their numbers."""
        if self.senses is None:
            return tuple(amounts(self.clause))
        return tuple((thing, self.count) for thing in sorted(self.things) if self.count)


BACKGROUND = frozenset(
    listed("after although as because before during if since though unless until when while whilst")
)
"""Words that begin a clause in which nothing is asked."""
HAVING = frozenset(listed("free help hand hands available spare join busy"))
ADDRESSED = frozenset(listed("you anyone anybody someone somebody who"))
RECEIVING = frozenset(listed("have get receive borrow use"))


DO_YOU = ("do", "you")


@lru_cache(maxsize=20_000)
def read_acts(
    text: str, *, speaker: str, team: tuple[str, ...], to: tuple[str, ...] = ()
) -> tuple[SpeechAct, ...]:
    """All acts of one utterance, in order. `to`: the members that it addresses, if the log names them."""
    names = {name.lower(): name for name in team}
    acts: list[SpeechAct] = []
    last: tuple[str, ...] = ()
    addressed = to
    for sentence in read_words(text, frozenset(names)):
        for clause in read_clauses(sentence, names):
            called = tuple(names[w] for w in clause.words if w in names and names[w] != speaker)
            if called and len(clause.words) <= 2 and clause.subject not in (ME, WE):
                addressed = called
            if called:
                last = called
            acts += _ClauseReader(clause, speaker, team, addressed, last, text).acts()
    return tuple(acts)


@dataclass
class _ClauseReader:
    """A clause while its acts are being read."""

    clause: SpeechClause
    speaker: str
    team: tuple[str, ...]
    to: tuple[str, ...]
    """The agent to whom the clause is spoken."""
    last: tuple[str, ...]
    """The agent that was named last."""
    text: str

    def __post_init__(self) -> None:
        self.words = self.clause.words
        self.joined = f" {' '.join(self.words)} "

    def acts(self) -> Iterator[SpeechAct]:
        words = self.words
        deed = self._deed()
        if self._consents():
            yield self._act("accept", (self.speaker,), "none")
            return
        kind = self._kind(deed)
        if kind:
            asks_by_own_wish = kind == "request" and self.clause.subject in (ME, WE)
            yield self._act(kind, self._hearers() if asks_by_own_wish else self._who(deed, kind), deed)
        if means("refuse", words):
            yield self._act("refuse", (self.speaker,), "none")
        if means("accept", words) and not self._negated(sense("accept").find(words) or 0):
            yield self._act("accept", (self.speaker,), "none")
        if means("own_up", words) and self.clause.subject in (ME, WE, ()):
            yield self._act("acknowledge", (self.speaker,), "none")
        if means("blame", words):
            yield self._act("criticise", self._others(), "none")

    # ---- what is spoken of ---------------------------------------------------------

    def _deed(self) -> Deed:
        words = self.words
        idle = sense("idle").find(words)
        productive = [place for name in WORKS if (place := sense(name).find(words)) is not None]
        if idle is not None and (not productive or idle <= min(productive) or self.clause.subject == YOU):
            return "idle"
        order: tuple[Deed, ...] = (*WORKS, "done", "hold", "lack")
        given = sense("give").find(words)
        if (
            given is not None
            and self.clause.subject == ME
            and words[given] in ("take", "have", "use", "need")
        ):
            order = order[1:]  # 'I'll take it' receives
        return next((name for name in order if means(name, words)), "none")

    def _spurns(self) -> bool:
        """'Rather than stand about', 'no point in waiting': the speaker rejects idleness."""
        return means("spurn", self.words)

    def _kind(self, deed: Deed) -> Kind | None:
        subject, words = self.clause.subject, self.words
        if self._asks():
            return "request"
        if (
            self.clause.question
            and subject == YOU
            and words[words[0] in ("and", "or", "but") :][:2] == DO_YOU
        ):
            return None  # 'do you agree?' asks for an answer alone
        if deed == "give" and subject in (YOU, ()) and means("yours", words):
            return "offer"
        commits = means("commit", words)
        if subject in (ME, WE):
            if self._past() or (deed in ("done", "hold", "lack") and not commits):
                return "claim" if deed != "none" else None
            if (
                commits
                or not self.clause.given
                or (deed not in ("hold", "lack", "done", "none") and words[0] in ("me", "i", "we", "my"))
                or words[-1] in ("me", "i")
            ):
                return "offer" if self._offering() or deed in ("give", "help") else "plan"
            return "claim" if deed != "none" else None
        if subject == YOU or (subject and subject != ("they",)):
            if self._past() or (subject == YOU and words[0] in BACKGROUND):
                return "claim"
            if deed in ("done", "hold", "lack"):
                return "claim"
            named = bool(mentioned(words)) and "'s" not in words and len(words) <= 8
            return "request" if deed != "none" or named else None
        if subject == ("they",):
            return "claim" if self._past() or deed in ("done", "hold", "lack") else "plan"
        verb = words[1:2] if words[0] in ("please", "just", "then", "and", "so", "now") else ()
        if VERBS_FIRST & {words[0], *verb} and deed not in ("done", "hold", "lack"):
            return "request" if deed != "none" else None
        return "claim" if deed in ("done", "hold", "lack", "idle") else ("plan" if deed != "none" else None)

    def _asks(self) -> bool:
        if self.clause.question and self.clause.subject == ME and RECEIVING & set(self.words):
            return any(words in self.joined for words in (" from you ", " your ", " of yours "))
        if self.clause.question and HAVING & set(self.words) and ADDRESSED & set(self.words):
            return True
        if means("ask", self.words):
            return True
        if "please" in self.words and self.clause.subject not in (ME, WE) and not means("yours", self.words):
            return bool(mentioned(self.words)) and not means("accept", self.words[:1])
        ordered = self.words[0] == "please" and bool(VERBS_FIRST & set(self.words[1:2]))
        return ordered and not means("accept", self.words[2:])

    def _consents(self) -> bool:
        """'Please do', 'yes, please go ahead': a yes that names no work of its own."""
        words = self.words
        if "please" not in words or mentioned(words):
            return False
        after = words[words.index("please") + 1 :]
        return (after[:1] == ("do",) and not after[2:]) or after[:2] == ("go", "ahead")

    def _offering(self) -> bool:
        return any(means(name, self.clause.sentence.words) for name in ("offering", "meanwhile"))

    def _past(self) -> bool:
        words = self.words
        if means("ahead", words) or "if" in words:
            return False
        return means("past", words) or any(map(is_past_form, words[:6]))

    # ---- who and what ---------------------------------------------------------------

    def _others(self) -> tuple[str, ...]:
        if self.to:
            return tuple(name for name in self.to if name != self.speaker)
        return tuple(name for name in self.last if name != self.speaker)

    def _who(self, deed: Deed, kind: Kind | None) -> tuple[str, ...]:
        subject = self.clause.subject
        if kind == "plan" and not subject:
            return (self.speaker,)
        if deed == "idle" and not self.clause.given and self.words[0].endswith("ing"):
            return (self.speaker,)  # 'Guarding.'
        nearest = self._nearest(deed)
        if nearest:
            subject = nearest
        if (
            deed == "idle"
            and " you " not in self.joined
            and self._spurns()
            and not (set(subject) & set(self.team) and self.clause.given)
        ):
            return (self.speaker,)
        if deed == "idle" and (" for you " in self.joined or " your " in self.joined):
            subject = YOU
        if subject == ME:
            return (self.speaker,)
        if subject == WE:
            return self.team
        if subject in (YOU, ()):
            return self._hearers()
        if subject == ("they",):
            return self.last or (ANYBODY,)
        return subject

    def _nearest(self, deed: Deed) -> tuple[str, ...]:
        """The subject nearest before the deed, if a clause has two: 'while I am away you stand there'."""
        place = sense(deed).find(self.words) if deed == "idle" else None
        for word in reversed(self.words[: place or 0]):
            if word in ("i", "me", "my"):
                return ME
            if word in ("you", "we"):
                return (word,)
        return ()

    def _hearers(self) -> tuple[str, ...]:
        """The agent that 'you' means."""
        rest = tuple(name for name in self.team if name != self.speaker)
        return self._others() or (rest if len(rest) == 1 else (ANYBODY,))

    def _negated(self, place: int) -> bool:
        if self.words[:1] == ("why",) or "mind" in self.words:
            return False
        return any(w in ("not", "never", "no") for w in self.words[max(0, place - 2) : place])

    def _act(self, kind: Kind, who: tuple[str, ...], deed: Deed) -> SpeechAct:
        words = self.words
        counts = [count for w in words if (count := number_of(w)) is not None]
        place = sense(deed).find(words) if deed != "none" else None
        sentence = self.clause.sentence
        spurned = deed == "idle" and self._spurns()
        return SpeechAct(
            kind,
            who,
            self._others(),
            deed,
            mentioned(words),
            counts[0] if counts else None,
            spurned or (place is not None and self._negated(place)),
            self._time(),
            self.text[sentence.begin : sentence.end],
            sentence.words,
            words,
        )

    def _time(self) -> Time:
        words = self.clause.sentence.words
        if means("later", words):
            return "later"
        if means("done", words):
            return "after"
        return "meanwhile" if means("meanwhile", words) else "now"
