"""Reads claims about inventories, such as 'I hold 3 sugar cane', and compares them with the server's counts.

When in doubt, a sentence does not count as a claim. Questions, conditions, wishes, plans, quotations, and
sentences about the past or the future are not claims, nor are sentences about items in sight or in a chest.
The reader knows the names of items and members; the counts are passed to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from minecrew.agents.addressees import addressees
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.marks import unmarked
from minecrew.language import Names, count_of, sentences, singular
from minecrew.runlog import Items

_HOLD, _HOLDS = r"(?:have|hold|carry|own|possess)", r"(?:has|holds|carries|owns|possesses)"
_ING = r"(?:holding|carrying)"
_AMID = r"(?:(?:only|just|currently|already|still|now|also|actually|right now|indeed|do|does) )*"
_NEVER = rf"(?:don't|doesn't|do not|does not) (?:currently |even |actually )?{_HOLD}(?: any)?"
_STORE = r"inventory (?:has|holds|contains|is)"
_UNREAL = re.compile(
    r"\b(?:if|once|when|whenever|after|until|till|unless|as soon as|suppose|supposing|assuming|whether|wish|"
    r"hope|make sure|ensure|check|verify|before|so that|then|that way|eventually|finally|who|while|last)\b"
)
"""An amount is not a claim if one of these words occurs before it in the same sentence."""
_UNSURE = re.compile(
    r"\b(?:will|would|should|could|can|might|may|must|need|want|had|said|says|say|claims|claimed|thinks|"
    r"thought|think|guess|believe|imagine|pretend|i'll|you'll|we'll|he'll|she'll|not|neither|nor|than|like)\b"
)
"""An amount is not a claim if one of these words occurs before it in the same clause."""
_CLAUSE = re.compile(r"[,:(]|\b(?:and|but|since|because|as|for|so)\b")
_TRAILS = re.compile(
    r"(?:,? ?(?:all |just |still |left |yet |only |more )*"
    r"(?:to (?!give|hand|bring|offer|spare|share|drop|pass|you|me|contribute|start|begin|put|use|add)\w+"
    r"|near|nearby|around|within|visible|growing|here|there|over|at|by|if|once|when|after|or (?:so|less|more)"
    r"|on (?!me\b|hand)\w+|in (?!my |hand|total|all|the inventory|inventory|stock|reserve)\w+"
    r"|assigned|planned|placed|standing|each|apiece|missing|per|worth|is|are|was|were|due|coming)\b)"
)
"""An amount is not a claim if it is followed by one of these phrases, which say that the items are still to
be gathered, in sight, in a chest or planned.
"""
_PARTS = re.compile(r",? (?:and|plus|as well as|&) |, ")
_EMPTY = re.compile(
    r" (?:nothing|empty)(?P<where> (?:in (?:my|the|his|her) inventory|on me))?"
    r"(?: yet| so far| right now| at the moment)?(?=\W*$|[,;:.!])"
)
_COUNT = re.compile(
    r"[ :]*(?P<only>only |just |exactly )?(?:at least )?"
    r"(?:(?P<number>\d{1,4})(?:/\d+| ?(?:out )?of (?:the |our |those |\w+'s )?\d{1,4})?(?: ?x)?"
    r"|(?P<word>[a-z]+)) "
)
_SOME = {"no": 0, "some": 1, "several": 1}
_SKIP = re.compile(r"(?:(?:of|the|our|my|\w+'s|extra|spare|fresh|whole|single|full|units?|pieces?) )*")

_SAME = {"_": " ", "\u00d7": "x"}
LONGEST = 1000
"""Maximum number of characters of a sentence that are read."""

Bound = Literal["at least", "exactly"]


@dataclass(frozen=True)
class InventoryClaim:
    """A claim that somebody holds something."""

    words: str
    """The speaker's own words."""
    about: str | None
    """The holder; None means the whole team together."""
    name: str | None
    """The item, or the word for several kinds of items; None means any item."""
    items: tuple[str, ...]
    """The names of the items that count."""
    count: int
    bound: Bound

    def held(self, inventories: Mapping[str, Items]) -> int:
        """Returns how many of the claimed items the holder has, according to `inventories`."""
        bags = inventories.values() if self.about is None else [inventories.get(self.about, {})]
        return sum(
            count for bag in bags for item, count in bag.items() if self.name is None or item in self.items
        )

    def is_true(self, inventories: Mapping[str, Items]) -> bool:
        held = self.held(inventories)
        return held == self.count if self.bound == "exactly" else held >= self.count


class _Amount(NamedTuple):
    """An amount of something. `end` is the position at which its text ends."""

    name: str | None
    items: tuple[str, ...]
    end: int
    number: int
    bound: Bound


class ClaimReader:
    """Reads what members of `team` say about inventories."""

    def __init__(self, team: Sequence[str], knowledge: Knowledge) -> None:
        self._team = tuple(team)
        self._names = {name.lower().replace("_", " "): name for name in team}
        self._items = Names(knowledge.items)
        self._families: dict[str, set[str]] = {}
        for item in knowledge.items:
            self._families.setdefault(singular(item.split("_")[-1]), set()).add(item)
        wood = {item for item in knowledge.items if item.endswith(("_log", "_planks", "_wood"))}
        self._families |= {"wood": wood, "timber": wood}
        self._subject = self._pattern()

    def read(self, speaker: str, text: str) -> list[InventoryClaim]:
        """The claims in one utterance, in order."""
        read = (self._sentence(speaker, sentence[:LONGEST]) for sentence in sentences(unmarked(text)))
        return [claim for claims in read for claim in claims]

    def _pattern(self) -> re.Pattern[str]:
        """Returns the pattern for a holder with a word for holding. In the group `none`, the holder says
        that it holds nothing.
        """
        name = "|".join(re.escape(name) for name in self._names)
        have, has = rf"{_AMID}{_HOLD}(?: got)?", rf"{_AMID}{_HOLDS}(?: got)?"
        mine = rf"i (?:{have}|am {_AMID}{_ING})|i've {_AMID}got|i'm {_AMID}{_ING}|my {_STORE}|^{_ING}"
        other = rf"(?P<who>{name})(?:'s {_AMID}(?:got|{_ING})|'s {_STORE}| {has}| is {_AMID}{_ING})"
        ours = rf"(?P<we>(?:we|all of us) {have}|we've {_AMID}got|the team {has}|between us we {_HOLD})"
        yours = rf"(?P<you>you {have}|you've {_AMID}got|you're {_AMID}{_ING}|your {_STORE})"
        none = rf"(?P<none>(?:i|(?P<whom>{name})|(?P<us>we)|(?P<thou>you)) {_NEVER})"
        return re.compile(rf"(?<![\w'])(?:{none}|{mine}|{other}|{ours}|{yours})(?![\w'])")

    def _sentence(self, speaker: str, sentence: str) -> Iterator[InventoryClaim]:
        if sentence.rstrip("\"')").endswith("?"):
            return
        kept = [at for at, char in enumerate(sentence) if char not in "`*"]
        plain = "".join(_SAME.get(sentence[at], _lower(sentence[at])) for at in kept)
        begin = 0
        for match in self._subject.finditer(plain):
            before = plain[: match.start()]
            clause = _CLAUSE.split(before)[-1]
            if match.start() < begin or _UNREAL.search(before) or _UNSURE.search(clause):
                continue
            if self._is_one_of_several(before) or not (whose := self._about(speaker, sentence, match)):
                continue
            for found in self._amounts(plain, match):
                begin = found.end
                quote = sentence[kept[match.start()] : kept[begin - 1] + 1]
                yield InventoryClaim(quote, whose[0], found.name, found.items, found.number, found.bound)

    def _is_one_of_several(self, before: str) -> bool:
        """Returns whether several holders are named: 'Alice and Bob have' is not a claim about either of
        them.
        """
        one = "|".join([*(re.escape(name) for name in self._names), "i", "you", "me"])
        return re.search(rf"\b(?:{one}),? (?:and|or|nor) $", before) is not None

    def _about(self, speaker: str, sentence: str, match: re.Match[str]) -> tuple[str | None] | None:
        """Returns the holder that is meant, in which None means the whole team. Returns None if the holder
        is unclear.
        """
        if who := match["who"] or match["whom"]:
            return (self._names[who],)
        if match["we"] or match["us"]:
            return (None,)
        if match["you"] or match["thou"]:
            others = [name for name in self._team if name != speaker]
            meant = [name for name in addressees(sentence, self._team) if name != speaker] or others
            return (meant[0],) if len(meant) == 1 else None
        return (speaker,)

    def _amounts(self, plain: str, match: re.Match[str]) -> list[_Amount]:
        """Yields the amounts in a list such as '3 leather, 2 sticks and a table'."""
        at = match.end()
        if match["none"]:
            thing = self._thing(plain, at + 1)
            return [_Amount(*thing, 0, "exactly")] if thing else []
        if empty := _EMPTY.match(plain, at):
            if not empty["where"] and re.search(r"\b(?:have|has)$", match[0]):
                return []  # 'I have nothing' may be said of what there is to say
            return [_Amount(None, (), empty.end(), 0, "exactly")]
        found: list[_Amount] = []
        exactly = re.search(r"\b(?:only|just)\b", match[0]) is not None
        while (number := _COUNT.match(plain, at)) and (thing := self._thing(plain, number.end())):
            word = number["word"] or number["number"]
            count = _SOME.get(word, count_of(word))
            if count is None:
                break
            if _TRAILS.match(plain, thing[2]):
                follows = re.match(r" (?:is|are|was|were)\b", plain[thing[2] :])
                return found if follows else []
            exactly = exactly or number["only"] is not None
            found.append(_Amount(*thing, count, "exactly" if exactly or not count else "at least"))
            if not (part := _PARTS.match(plain, thing[2])):
                break
            at = part.end() - 1
        return found

    def _thing(self, plain: str, at: int) -> tuple[str, tuple[str, ...], int] | None:
        """Returns the longest item name, or word for several kinds of items, and the position at which it
        ends.
        """
        if skip := _SKIP.match(plain, at):
            at = skip.end()
        words = re.match(rf"[a-z]+(?: [a-z0-9]+){{0,{self._items.longest - 1}}}", plain[at:])
        if words is None:
            return None
        near = words[0].split(" ")
        if found := self._items.find(near):
            item, size = found
            return item, (item,), at + len(" ".join(near[:size]))
        kinds = self._families.get(singular(near[0]))
        return (near[0], tuple(sorted(kinds)), at + len(near[0])) if kinds else None


def _lower(char: str) -> str:
    """Returns the lower case of `char` as a single character, so that positions in a text stay the same."""
    lower = char.lower()
    return lower if len(lower) == 1 else char
