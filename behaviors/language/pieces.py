"""Finds who should do what according to one line: 'noodle on the logs, i do the table, biscuit gets a beach
day'.

Reads pieces of sentences rather than verbs, since people may assign work with no verb at all ('coal:
Walter'). Each piece records the agents it names, the things it mentions and how many of each, and whether it
is about a state, the past, waiting, or work. Limits: a piece that names a person and nothing from the game
gives that person nothing to do, whatever else it says.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from minecrew.behaviors.language.clauses import VERBS_FIRST
from minecrew.behaviors.language.item_words import amounts, mentioned
from minecrew.behaviors.language.lexicon import is_past_form, listed, means, sense
from minecrew.behaviors.language.sentences import Sentence, read_words

ALL = "*"
"""In `persons`, it means everybody, the two of us, or each."""
FIRST = frozenset(listed("i me my mine myself"))
SECOND = frozenset(listed("you your yours yourself thou"))
PLACES = frozenset(listed("on in at behind beside under"))
"""Words after which 'each' is about places: 'on each slope'."""
TOGETHER = frozenset(listed("we us our ours each both everybody everyone all-of-us together"))
JOINS = frozenset(
    listed("and but while whilst whereas so then because since as if until till when once before")
)
CLOSES = frozenset(listed("until till when once before after"))
"""Words that begin a statement of time: `before_until` cuts there."""
LACKING = frozenset(listed("need needs lack lacks missing short require requires"))
STATE = LACKING | frozenset(
    listed(
        """have has had having got hold holds holding own owns carry carries needed lies lie without see
        seen saw want wants"""
    )
)
AFTER = frozenset(
    listed("for to with from of off beside by near than give hand help let bring thank like join pass spare")
)
"""If a person is named after one of these words, that person does not do the work."""
CAUSING = frozenset(listed("have let send want"))
"""Verbs with which a speaker makes somebody else act."""
NO_DEED = frozenset(listed("morning evening thing nothing something everything anything during string king"))
KEEPING = frozenset(listed("keep keeps hold holds guard guards mind minds watch watches"))
LEADS = frozenset(listed("so then and please just now but well"))
BE = frozenset({"is", "are", "am", "be"})
ORDERS = VERBS_FIRST | frozenset(listed("remain prepare look watch sit keep hold"))
WORK = frozenset(
    listed("will can could would should shall may might must going let to on off for job task part")
)
PAST = frozenset(
    listed("was were had did been went took made found brought broke ate lost fell fallen gone ran")
)


@dataclass(frozen=True)
class TalkPiece:
    """A part of an utterance: the persons that it is about, and what it says about them."""

    persons: tuple[str, ...]
    """Names; ALL if everybody is meant; empty if nobody is named."""
    things: frozenset[str]
    amounts: tuple[tuple[str, int], ...]
    words: tuple[str, ...]
    idle: bool
    """Whether the piece is about waiting."""
    state: bool
    """Whether the piece says what somebody has, lacks or is, or what is past."""
    lacks: bool
    """Whether the piece says what somebody lacks."""
    question: bool
    senses: frozenset[str] | None = None
    """The meaning that a model read; None if the words decide."""

    def means(self, name: str) -> bool:
        return means(name, self.words) if self.senses is None else name in self.senses


@lru_cache(maxsize=20_000)
def read_pieces(
    text: str, *, speaker: str, team: tuple[str, ...], to: tuple[str, ...] = ()
) -> tuple[TalkPiece, ...]:
    """The pieces of one utterance. `to`: the members that it addresses, if the log names them."""
    names = {name.lower(): name for name in team}
    rest = tuple(name for name in team if name != speaker)
    hearers = to or (rest if len(rest) == 1 else ())
    found: list[TalkPiece] = []
    for sentence in _joined(read_words(text, frozenset(names)), text):
        mine: list[TalkPiece] = []
        for words in _cut(sentence, names):
            if len(words) <= 2 and (
                called := [names[w] for w in words if w in names and names[w] != speaker]
            ):
                hearers = tuple(called)
            mine.append(_read(words, speaker, names, hearers, question=sentence.question))
            others = [names[w] for w in words if names.get(w, speaker) != speaker]
            if len(others) == 1 and not to:
                hearers = (others[0],)
        found += _inherit(mine)
    return tuple(found)


def _joined(sentences: Sequence[Sentence], text: str) -> Iterator[Sentence]:
    """'coal: Walter' is one piece, not two sentences."""
    held: Sentence | None = None
    for sentence in sentences:
        if held is not None:
            words = (*held.words, *sentence.words)
            commas = held.commas | {len(held.words) + place for place in sentence.commas}
            sentence = Sentence(words, held.begin, sentence.end, sentence.question, commas)
            held = None
        if text[sentence.end : sentence.end + 2].strip()[:1] == ":" and len(sentence.words) <= 4:
            held = sentence
        else:
            yield sentence
    if held is not None:
        yield held


def _cut(sentence: Sentence, names: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Cuts at commas, and before a joining word that is followed by a person."""
    words = sentence.words
    begin = 0
    for place in range(1, len(words)):
        follows = words[place + 1 : place + 3]
        person = any(w in names or w in FIRST or w in SECOND for w in follows[:1])
        before = words[place - 1]
        paired = words[place] == "and" and (before in names or before in FIRST)
        joined = words[place] in JOINS and person and not paired
        if place - 1 in sentence.commas or joined or words[place] in ("while", "whilst", "but"):
            if begin < place:
                yield words[begin:place]
            begin = place
    yield words[begin:]


def _read(
    words: tuple[str, ...],
    speaker: str,
    names: dict[str, str],
    hearers: tuple[str, ...],
    *,
    question: bool,
) -> TalkPiece:
    main = before_until(words, names)
    said = set(main)
    gathers = means("gather", main) or means("make", main)
    working = bool(said & WORK) or gathers
    past = (words[0] != "if" and bool(said & PAST)) or any(map(is_past_form, main[:5]))
    is_so = bool(said & BE) and not _belongs(main)
    aside = words[0] in CLOSES and words[0] not in names
    state = past or aside or (bool(said & STATE or is_so) and not working)
    return TalkPiece(
        tuple(dict.fromkeys(_doers(main, speaker, names, hearers))),
        mentioned(main),
        tuple(amounts(main)),
        main,
        _idles(main) or (bool(KEEPING & said) and not gathers),
        state,
        bool(said & LACKING),
        question,
    )


def before_until(words: tuple[str, ...], names: Container[str] = ()) -> tuple[str, ...]:
    """The words without those that only give a time: 'until the flowers are in'. A name never begins a
    statement of time.
    """
    for place, word in enumerate(words):
        if word in CLOSES and place and word not in names:
            return words[:place]
    return words


def _idles(words: tuple[str, ...]) -> bool:
    """Whether it is about waiting: 'you wait', not 'no waiting'."""
    place = sense("idle").find(words)
    return place is not None and not (place and words[place - 1] in ("no", "not", "never", "nobody"))


def _of_things(words: tuple[str, ...], place: int) -> bool:
    """Whether 'both' or 'each' is about things: 'both feathers', 'both of them', 'I will do both', 'both me',
    'on each slope'.
    """
    before, after = words[place - 1] if place else "", words[place + 1 : place + 3]
    if words[place] == "each":
        return before in PLACES
    if words[place] != "both":
        return False
    if after in (("of", "them"), ("of", "these"), ("of", "those")):
        return True
    if any(word in FIRST for word in after) or mentioned(after) or "the" in after[:1]:
        return True
    return before in ORDERS or before in ("do", "have")


def _belongs(words: tuple[str, ...]) -> bool:
    """'Coal is mine', 'nuggets are your part'; not 'my coal is in'."""
    place = next((at for at, word in enumerate(words) if word in BE), len(words))
    return bool({"my", "mine", "your", "yours", "on", "for", "to"} & set(words[place:]))


def _doers(
    words: tuple[str, ...], speaker: str, names: dict[str, str], hearers: tuple[str, ...]
) -> list[str]:
    """The persons named, without those to, for or with whom something is done, if others are left."""
    named: list[tuple[tuple[str, ...], bool]] = []
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        if word in names:
            who: tuple[str, ...] = (names[word],)
        elif word in FIRST:
            who = (speaker,)
        elif word in SECOND:
            who = hearers
        elif word in TOGETHER and not _of_things(words, place):
            who = (ALL,)
        else:
            continue
        if word in names and before in CAUSING and words[place + 1 : place + 2] not in ((), ("'s",)):
            return [names[word]]  # 'I would have Lea hunt'
        aside = before in AFTER or (word in ("your", "my", "our") and place > 2)
        named.append((who, aside and not (before in names or before == "and")))
    doers = [person for who, aside in named if not aside for person in who]
    lead = next((at for at, word in enumerate(words) if word not in LEADS), 0)
    if words[lead] in ORDERS and hearers:
        return list(hearers)
    if words[lead] == "off" and not doers:
        return [speaker]  # 'off to the river'
    if words[lead].endswith("ing") and not doers and words[lead] not in NO_DEED:
        return [speaker]  # 'going for the cane'
    doers = doers or [person for who, _ in named for person in who]
    if ALL in doers and set(doers) <= {ALL, speaker}:
        return [ALL]
    return [one for one in doers if one != ALL]


def _inherit(pieces: Sequence[TalkPiece]) -> Iterator[TalkPiece]:
    """A piece without a person is about the person in the piece before it, or else in the one after it."""
    for place, piece in enumerate(pieces):
        if not piece.things or (piece.persons and piece.persons != (ALL,)):
            yield piece
            continue
        before = next((p.persons for p in pieces[:place][::-1] if p.persons), ())
        after = next((p for p in pieces[place + 1 :] if p.persons), None)
        if piece.persons == (ALL,):
            persons = before if len(before) > 1 else piece.persons
        elif place and before:
            persons = before
        else:
            persons = after.persons if after is not None and not after.things else before
        yield replace(piece, persons=persons)
