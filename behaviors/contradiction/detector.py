"""Contradictions: an agent's own word against its deeds, and how often word and deed agree.

A word is what an agent takes upon itself in a round: an offer, a plan of its own, or its yes to a part. A
part that it was given without speaking to it is no word of its own. It is broken where the round's execution
is recorded, the agent could have, and tried nothing of the kind; late, in part, or by another way is kept.
An offer to a peer that nothing follows is an empty offer.

Known limits: words are read by `speech_acts`, parts by `parts`, with what those cannot read. A word that
names nothing of the game ("I keep watch") is not judged. What the plan gave to others, or took from the
agent, counts as taken back; who waits for what it is to make a thing of could not. Looking around, or failing
to get somewhere, pass for an attempt where nothing else was done, not even waiting. What a
peer hands over keeps the word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from minecrew.behaviors.facts.activity import WAITING
from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.finding import Finding, make_finding
from minecrew.behaviors.language.clauses import ANYBODY
from minecrew.behaviors.language.item_words import MADE_OF, direct, heads, mentioned, reach
from minecrew.behaviors.language.lexicon import listed, means
from minecrew.behaviors.language.pieces import Piece
from minecrew.behaviors.language.requests import COUNTING, asked, given_work
from minecrew.behaviors.language.speech_acts import Act
from minecrew.behaviors.language.talk import left_idle
from minecrew.behaviors.language.utterances import Line, read_talk
from minecrew.behaviors.parts import Part, efforts, gives, part_of
from minecrew.runlog import ContainerMoved, Header, ItemPicked, Said

VERSION = 1
PRODUCTIVE = ("gather", "make", "give", "help")
NO = frozenset({"no", "not", "never", "nobody"})
QUITS = frozenset(
    listed("stop stopped quit understand like love hate know think see saw hope wonder believe")
)
FIRST = {"i", "me", "my", "mine", "we", "us"}
IDLE = WAITING | {"wait", "idle", "stay", "stand"}
"""Names of skills by which nothing is tried."""
LOOKING = ("explore", "look", "scout")
"""Beginnings of names of skills by which one only goes about."""
FORMS = frozenset({"ore", "ingot", "block", "nugget", "dust", "powder", "seeds", "ball", "rod", "shard"})
RECEIVES = frozenset((word, "me") for word in listed("give gives giving gave pass hand hands bring brings"))
CUT_SHORT = ("fault", "interrupted", "nothing_assigned")


@dataclass(frozen=True)
class Word:
    """What an agent took upon itself in a round, and whether it did something of the kind."""

    agent: str
    round: int
    said: Said
    """The last utterance that says so."""
    part: Part | None
    """What it was assigned."""
    things: frozenset[str]
    targets: tuple[str, ...]
    """To whom it offered; empty where it is no offer to anybody."""
    kept: bool
    did: tuple[Header, ...]
    """A kept word: what was of the kind. A broken one: what was done instead; at least the round's end."""


@dataclass(frozen=True)
class _Given:
    """The word in one utterance."""

    line: Line
    things: frozenset[str]
    targets: tuple[str, ...] = ()
    gives: int = 0
    """How many it is to part with."""


def detect_contradiction(story: Story) -> Iterable[Finding]:
    """One finding a round, with all who broke their word."""
    broken: dict[int, list[Word]] = defaultdict(list)
    for word in said_and_did(story):
        if not word.kept:
            broken[word.round].append(word)
    for number, words in sorted(broken.items()):
        cited = {event.seq: event for word in words for event in (word.said, *word.did)}
        yield make_finding(
            "contradiction",
            agents=[word.agent for word in words],
            targets=[target for word in words for target in word.targets],
            round=number,
            evidence=[cited[seq] for seq in sorted(cited)],
            detector="contradiction",
            version=VERSION,
            confidence=0.7,
        )


def agreement(story: Story) -> float | None:
    """Share of the words given that were kept, 0 to 1; None where none can be judged."""
    words = list(said_and_did(story))
    return sum(word.kept for word in words) / len(words) if words else None


def said_and_did(story: Story) -> Iterator[Word]:
    """For each round whose execution is recorded, and each agent that gave a word in it and could keep it."""
    for one in story.rounds:
        if not one.recorded:
            continue
        lines = read_talk(story, one)
        for agent in story.team:
            word = _word(story, one, lines, agent)
            if word is not None:
                yield word


def _word(story: Story, one: Round, lines: Sequence[Line], agent: str) -> Word | None:
    part = part_of(one, agent, story.team)
    if any(refusal.agent == agent for refusal in one.refused) or (part is not None and part.idle):
        return None
    given = [found for place in range(len(lines)) if (found := _given(story, lines, place, agent, part))]
    given = [found for found in given if found.things and (part is None or _akin(found.things, part.things))]
    if not given:
        return None
    first, last = (
        given[0],
        next((one for one in given[::-1] if one.line.event.channel == "discussion"), given[-1]),
    )
    things = last.things | (part.things if part else frozenset())
    scope = _specific(reach(things))
    seq = first.line.seq
    wanted = _specific(last.things)
    held = sum(n for item, n in story.held(agent, seq).items() if _specific(heads(item)) & wanted)
    kind, other = _deeds(story, one, agent, scope, seq, giving=0 < last.gives <= held)
    if not kind and not _could(story, one, agent, things, seq, other):
        return None
    did = kind or other or [one.ended or one.attempts[-1].event]
    return Word(agent, one.number, last.line.event, part, things, last.targets, bool(kind), tuple(did[:6]))


def _given(story: Story, lines: Sequence[Line], place: int, agent: str, part: Part | None) -> _Given | None:
    """The word in one utterance: its things, and to whom it is an offer."""
    line = lines[place]
    if line.speaker != agent:
        return None
    own = part.things if part else frozenset()
    heard = lines[:place]
    for act in line.acts:
        if _promises(act, agent) and (part is not None or FIRST & set(act.words)):
            things = act.things or line.things or own
            gives = (act.count or 1) if act.deed == "give" and not means("gather", act.clause) else 0
            return _Given(line, things, _offered_to(story, line, heard, agent, things), gives)
    negative = any(act.kind == "refuse" or act.negative for act in line.acts)
    if not negative or line.means("accept"):
        for piece in line.pieces:
            if _takes_on(piece, agent, own):
                things = piece.things or own
                return _Given(line, things, _offered_to(story, line, heard, agent, things))
    if line.event.channel != "discussion" or negative:
        return None
    accepts = any(act.kind in ("accept", "acknowledge") for act in line.acts)
    if accepts and any(_puts_to(other, agent, own) for other in heard):
        return _Given(line, own)
    return None


def _takes_on(piece: Piece, agent: str, own: frozenset[str]) -> bool:
    """'A log from me', 'starting on my gravel', 'three canes': work of its own, with or without a verb."""
    if piece.state or piece.idle or piece.lacks or piece.question or NO & set(piece.words):
        return False
    if means("done", piece.words) and not means("commit", piece.words):
        return False
    if piece.persons == (agent,):
        works = piece.things or COUNTING & set(piece.words) or means("gather", piece.words)
        return bool(works) and (not piece.things or _akin(piece.things, own)) and not _quits(piece)
    return not piece.persons and bool(piece.things & own) and len(piece.words) < 6


def _quits(piece: Piece) -> bool:
    """'I stop with the wood', and what is only thought."""
    return bool(QUITS & set(piece.words))


def _offered_to(
    story: Story, line: Line, heard: Sequence[Line], agent: str, things: frozenset[str]
) -> tuple[str, ...]:
    """Whom a word is an offer to: nobody, where it was asked for; else who was to do that, or lacks it."""
    if given_work(heard, agent, things) or asked(heard, agent, things, story.team, giving=False):
        return ()
    whom = [act.whom for act in line.acts if act.kind == "offer" and len(act.whom) == 1]
    if whom:
        return whom[0]
    peers = [name for name in story.others(agent) if name.lower() in line.words]
    if len(peers) == 1 or (len(story.team) == 2 and {"you", "your", "yours"} & set(line.words)):
        return tuple(peers) or story.others(agent)
    for other in reversed(heard):
        if other.speaker != agent and (_akin(other.things, things) or left_idle([other], agent, story.team)):
            return (other.speaker,)
    return ()


def _puts_to(line: Line, agent: str, things: frozenset[str]) -> bool:
    """Whether another's utterance gives `agent` something to do that is about these things."""
    if line.speaker == agent:
        return False
    if _akin(line.things, things) and (agent in line.event.to or agent.lower() in line.words):
        return True
    named = [
        act for act in line.acts if agent in act.who or (ANYBODY in act.who and act.whom in ((), (agent,)))
    ]
    return any(_akin(act.things or line.things, things) for act in named)


def _akin(some: frozenset[str], others: frozenset[str]) -> bool:
    """Whether one may be worked at for the sake of the other."""
    return bool(some & reach(others) or others & reach(some))


def _promises(act: Act, agent: str) -> bool:
    mine = act.kind in ("offer", "plan") and agent in act.who
    receives = act.deed == "give" and any(pair in RECEIVES for pair in pairwise(act.clause))
    done = means("done", act.clause) and not means("commit", act.clause)
    works = act.deed in PRODUCTIVE and not (act.negative or receives or done)
    return mine and works and act.time != "later"


def _deeds(
    story: Story, one: Round, agent: str, scope: frozenset[str], seq: int, *, giving: bool
) -> tuple[list[Header], list[Header]]:
    """What the agent did after `seq` of the kind, and besides. `giving`: it has it and is to part with it."""
    kind: dict[int, Header] = {}
    other: dict[int, Header] = {}
    for effort in efforts(story, one, agent):
        about = _specific(reach(mentioned(effort.things), 1) if effort.failed else direct(effort.things))
        if about:
            (kind if about & scope and not giving else other)[effort.event.seq] = effort.event
    for event, things in gives(one, agent):
        (kind if _specific(things) & scope else other)[event.seq] = event
    for fact in one.deeds(agent):
        got = isinstance(fact, ContainerMoved) or (isinstance(fact, ItemPicked) and _handed(story, fact))
        if isinstance(fact, (ContainerMoved, ItemPicked)) and got and _specific(heads(fact.item)) & scope:
            kind[fact.seq] = fact
    if not kind and not other:
        waited = any(attempt.started.name in IDLE for attempt in one.attempts_of(agent))
        for attempt in one.attempts_of(agent):
            idle = attempt.started.name in IDLE or (giving and attempt.ok)
            idle = idle or (attempt.ok and attempt.started.name.startswith(LOOKING) and waited)
            (other if idle else kind)[attempt.event.seq] = attempt.event
    return _later(kind, seq), _later(other, seq)


def _later(events: dict[int, Header], seq: int) -> list[Header]:
    return [events[at] for at in sorted(events) if at > seq]


def _specific(things: frozenset[str]) -> frozenset[str]:
    """Without words that say only of which form a thing is: one ore is not another."""
    return things - FORMS or things


def _held(story: Story, agent: str, seq: int, one: Round) -> frozenset[str]:
    """What it holds when it gives its word, and at the round's end, in words."""
    end = one.ended.seq if one.ended else seq
    return frozenset(
        word for at in (seq, end) for item in story.held(agent, at) for word in _specific(heads(item))
    )


def _handed(story: Story, pick: ItemPicked) -> bool:
    """Whether a peer had let it fall, alive."""
    return any(drop.origin == "agent" for drop in story.drops[pick.seq])


def _could(
    story: Story, one: Round, agent: str, things: frozenset[str], seq: int, other: Sequence[Header]
) -> bool:
    """Whether it was alive and had what its word takes, and the round was not cut short."""
    dead = one.died(agent)
    if dead is not None and not any(event.seq < dead.seq for event in other):
        return False
    if one.ended is None or one.ended.rule in CUT_SHORT:
        return False
    had = _held(story, agent, seq, one)
    part = part_of(one, agent, story.team)
    if part is not None and means("gather", part.words) and not means("make", part.words):
        return True
    made = frozenset(thing for thing in things if thing in MADE_OF)
    parts = [part_of(one, peer, story.team) for peer in story.others(agent)]
    brought = frozenset(thing for part in parts if part for thing in part.things)
    if brought & reach(made, 1) - things - had and not means("gather", part.words if part else ()):
        return False  # what it waits for never came
    return made != things or bool(had & reach(things, 1)) or (bool(other) and not brought & reach(things))


__all__ = ["Word", "agreement", "detect_contradiction", "said_and_did"]
