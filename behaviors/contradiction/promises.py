"""Promises: the work that an agent takes on in a line, by an offer, its own plan, or its agreement to a part.

Actions are not considered here. The limits are those of `speech_acts` and `pieces`. If a promise mentions
nothing from the game ("I keep watch"), its list of things is empty. If a model reads that a criticised agent
gives in, `resolves` tells whether this is a promise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from minecrew.behaviors.contradiction.resolves import NO, returns_to_work, says_more
from minecrew.behaviors.language.clauses import ANYBODY
from minecrew.behaviors.language.item_words import LIGHTS, direct, mentioned, reach
from minecrew.behaviors.language.lexicon import listed, means
from minecrew.behaviors.language.pieces import TalkPiece
from minecrew.behaviors.language.requests import COUNTING, asked, given_work
from minecrew.behaviors.language.speech_acts import WORKS, SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import left_idle
from minecrew.behaviors.parts import HANDING, PUTS_UP, TAKING_ON, Part

QUITS = frozenset(
    listed("stop stopped quit understand like love hate know think see saw hope wonder believe")
)
"""Words that show that a speaker stops something, or only thinks about it."""
LONGEST_YES = 8
"""Words of a line that the rules read as agreement to a part; longer ones mostly speak of other things."""
FIRST = {"i", "me", "my", "mine", "we", "us"}
GIVES = frozenset(
    listed(
        """give gives giving deliver delivers pass passes passing bring brings bringing toss tosses tossing
        throw throws throwing drop drops dropping lend lends lending hand hands handing return returns
        returning"""
    )
)
"""Verbs of giving. 'share' is not one of them: 'that is my fair share'."""
PUT_UP = frozenset(
    listed(
        """torch lantern campfire table furnace chest barrel ladder fence gate door sign bed rail dirt
        cobblestone"""
    )
)
"""Things that people put up; others are put away, on, or to use."""
NOUNS_AFTER = frozenset(listed("a the my your his her their our other free spare"))
"""Words after which 'hand' or 'hands' is a noun."""
GETTING = ("gather", "make")
"""The deeds that get a thing, in contrast to giving it."""
YES = ("accept", "acknowledge")
"""The kinds of acts that are read as a yes."""
ANSWERS = ("acknowledge", "thank", "criticise")
"""The kinds of acts that are addressed to somebody and put no work to anybody."""
RECEIVES = frozenset((word, "me") for word in GIVES | {"gave"})


@dataclass(frozen=True)
class Promise:
    """The promise in one line."""

    line: SpokenLine
    things: frozenset[str]
    """The things that the promise is about."""
    targets: tuple[str, ...] = ()
    """The agents that would receive what is promised; empty if it is promised to nobody in particular."""
    gives: int = 0
    """The number of items that the agent promises to give away. It is 0 if the words neither name the items
    nor contain a verb of giving, unless the agent's part contains one: 'ten from me' alone promises nothing.
    """


def promise_in(
    line: SpokenLine,
    heard: Sequence[SpokenLine],
    team: tuple[str, ...],
    part: Part | None,
) -> Promise | None:
    """Returns what the speaker promises in `line`, after the lines `heard`. `part`: the speaker's part.

    The rules read no promise in what is said at work, because nearly all that they read there were none.
    """
    working = line.event.channel == "execution"
    if working and not line.typed:
        return None
    agent = line.speaker
    own = part.things if part else frozenset()
    leaves = any(act.kind in YES and act.deed == "idle" for act in line.acts)
    leaves = leaves and any(_sends_off(other, agent) for other in heard)
    for act in line.acts:
        if leaves and not act.things:
            continue  # who agrees to leave its work speaks of something else
        vague = act.deed in ("help", "give") and not act.things
        if working and vague and not means(act.deed, part.words if part else ()):
            continue  # "Can I help you?" says nothing about the agent's own part
        if _promises(act, line) and (part is not None or act.senses is not None or FIRST & set(act.words)):
            things = act.things or line.things or own
            named = act.things or _hands_over(act.words) or _hands_over(part.words if part else ())
            gives = (act.count or 1) if named and act.deed == "give" and not _gathers(act) else 0
            return Promise(line, things, _offered_to(line, heard, team, things), gives)
    if leaves:
        return None
    negative = any(act.kind == "refuse" or act.negative for act in line.acts)
    if not negative or line.means("accept"):
        for piece in line.pieces:
            if _takes_on(piece, agent, own):
                things = piece.things or own
                return Promise(line, things, _offered_to(line, heard, team, things), _gives_back(line, part))
    if line.event.channel != "discussion" or negative:
        return None
    if not line.typed and len(line.words) > LONGEST_YES:
        return None
    accepts = any(act.kind in YES and (not line.typed or says_more(act, line, own)) for act in line.acts)
    if accepts and any(_puts_to(other, agent, own) for other in heard):
        return Promise(line, own)
    return None


def _sends_off(line: SpokenLine, agent: str) -> bool:
    """Whether a peer tells the agent at work to wait, or to leave something."""
    asks = (act for act in line.acts if act.kind == "request" and agent in act.who)
    return line.event.channel == "execution" and any(act.deed == "idle" for act in asks)


def _gives_back(line: SpokenLine, part: Part | None) -> int:
    """The number of items that the speaker agrees to hand over as its part says, as a model read it."""
    if part is None or not _hands_over(part.words):
        return 0
    acts = (act for act in line.acts if act.kind == "accept" and line.speaker in act.who)
    owed = (act for act in acts if act.deed == "give" or act.means("trade"))
    return max((act.count or 1 for act in owed if act.things & part.things), default=0)


def offered_besides(line: SpokenLine, part: Part | None, *, during: bool) -> Iterator[SpeechAct]:
    """Yields what the speaker takes on in `line` that a word about the whole part does not cover: to put
    something up, what it is asked for, and offers to give away items, to gather one of several things of the
    part, to do a share of a peer's work, to get something for a peer, and, during the execution, to do other
    work than the part. Only a model tells these apart well enough.
    """
    gathers = part is not None and not during and means("gather", part.words)
    own = direct(part.things) if part is not None and gathers else frozenset[str]()
    for act in line.acts if line.typed else ():
        if _puts_up(act, line.speaker, part):
            yield act
        if agrees_to_give(act, line.speaker, part) if not during else fetches(act, line.speaker):
            yield act
        if act.kind != "offer" or not act.things:
            continue
        is_gift = act.deed == "give" and not _gathers(act)
        is_single = act.deed == "gather" and bool(own & act.things) and bool(own - direct(act.things))
        is_extra = during and (part is None or not act.things & part.scope or _of_peer(act, line.speaker))
        if not (is_gift or is_single or is_extra or serves_peer(act, line.speaker, part)):
            continue
        if _promises(act, line, after_condition=is_gift):
            yield act


def agrees_to_give(act: SpeechAct, agent: str, part: Part | None) -> bool:
    """Whether the agent agrees to hand over what it was asked for, and its part has it do so besides other
    work.
    """
    own = act.kind == "accept" and act.deed == "give" and agent in act.who and not act.negative
    besides = part is not None and bool(HANDING & set(part.words)) and bool(part.things - act.things)
    return own and besides and part is not None and bool(direct(act.things) & direct(part.things))


def fetches(act: SpeechAct, agent: str) -> bool:
    """Whether the agent agrees at work to hand over at once what a peer asks for."""
    own = act.kind == "accept" and act.deed == "give" and agent in act.who and not act.negative
    return own and act.time == "now" and bool(act.things) and any(name != agent for name in act.whom)


def _puts_up(act: SpeechAct, agent: str, part: Part | None) -> bool:
    """Whether the agent says that it puts a thing up: "I stick a torch on the roof". The word for it may
    stand in its part only.
    """
    own = act.kind in TAKING_ON and agent in act.who and not act.negative
    planned = part is not None and _is_to_put_up(part, act.things)
    puts = act.deed == "none" and not act.means("trade") and (planned or bool(PUTS_UP & set(act.quoted)))
    due = act.time != "later" or act.means("awaits")
    return own and puts and due and bool(act.things & PUT_UP)


def _is_to_put_up(part: Part, things: frozenset[str]) -> bool:
    """Whether a clause of the part begins with a word for it and names one of the things; lights need not be
    named.
    """
    return any(
        word in PUTS_UP
        and before in ("", "and", "then")
        and (mentioned(part.words[place : place + 4]) & things or (word == "light" and things & LIGHTS))
        for place, (before, word) in enumerate(pairwise(("", *part.words)), start=1)
    )


def _shares_work(act: SpeechAct, agent: str, part: Part | None) -> bool:
    """Whether it is an offer to do a peer's work that the plan did not make part of the agent's own."""
    beside = part is not None and (not akin(act.things, part.things) or is_counted_apart(act, part))
    return beside and _of_peer(act, agent)


def is_counted_apart(act: SpeechAct, part: Part | None) -> bool:
    """Whether it is an offer to get more of what the agent's own part is to get, which has another number."""
    if part is None or act.count is None:
        return False
    due = [count for thing, count in part.amounts if direct(frozenset({thing})) & direct(act.things)]
    return bool(due) and act.count < min(due)


def serves_peer(act: SpeechAct, agent: str, part: Part | None) -> bool:
    """Whether it is an offer to do something for a peer beside the agent's own part."""
    return _shares_work(act, agent, part) or does_favour(act, agent, part)


def does_favour(act: SpeechAct, agent: str, part: Part | None) -> bool:
    """Whether it is an offer to get something for a peer that is neither the agent's own part nor work of the
    peer.
    """
    gets = act.deed == "gather" and any(name != agent for name in act.whom) and not _of_peer(act, agent)
    return gets and part is not None and not part.idle and not akin(act.things, part.things)


def _of_peer(act: SpeechAct, agent: str) -> bool:
    return any(name != agent for name in act.work_of)


def offered_in_case(line: SpokenLine) -> Iterator[SpeechAct]:
    """Yields the offers in `line` to get something for a peer in a case that may not occur ("if you find no
    sheep, I shear one"). Only a model reads them.
    """
    for act in line.acts if line.typed else ():
        depends = act.time == "later" and not act.means("awaits")
        if act.kind == "offer" and depends and act.deed in GETTING and act.things and act.work_of:
            yield act


def _takes_on(piece: TalkPiece, agent: str, own: frozenset[str]) -> bool:
    """Whether the agent takes on work, with or without a verb: 'a log from me', 'starting on my gravel'."""
    if piece.state or piece.idle or piece.lacks or piece.question or NO & set(piece.words):
        return False
    if piece.means("done") and not piece.means("commit"):
        return False
    if piece.persons == (agent,):
        works = piece.things or COUNTING & set(piece.words) or piece.means("gather")
        return bool(works) and (not piece.things or akin(piece.things, own)) and not QUITS & set(piece.words)
    return not piece.persons and bool(piece.things & own) and len(piece.words) < 6


def _offered_to(
    line: SpokenLine, heard: Sequence[SpokenLine], team: tuple[str, ...], things: frozenset[str]
) -> tuple[str, ...]:
    """The receivers of a promise as an offer: those that a model read; otherwise nobody if it was asked for;
    otherwise the agent that was to do it, or that lacks it.
    """
    agent = line.speaker
    read = [
        act
        for act in line.acts
        if line.typed and act.things & things and agent in act.who
        if act.kind == "offer"
        or (act.kind in ("plan", "accept", "acknowledge") and is_to_give(act))
        or (act.kind == "plan" and act.deed in GETTING)
    ]
    now = [act for act in read if act.time != "later"] or read
    if receivers := dict.fromkeys(name for act in now for name in act.whom if name != agent):
        meant = _meant_to_get(heard, agent, things) if any(act.kind == "accept" for act in now) else set()
        return tuple(name for name in receivers if name in meant) or tuple(receivers)
    if given_work(heard, agent, things) or asked(heard, agent, things, team, giving=False):
        return ()
    others = tuple(name for name in team if name != agent)
    whom = [act.whom for act in line.acts if act.kind == "offer" and len(act.whom) == 1]
    if whom:
        return whom[0]
    peers = tuple(name for name in others if line.names(name))
    if len(peers) == 1 or (len(team) == 2 and {"you", "your", "yours"} & set(line.words)):
        return peers or others
    for other in reversed(heard):
        if other.speaker != agent and (akin(other.things, things) or left_idle([other], agent, team)):
            return (other.speaker,)
    return ()


def _meant_to_get(heard: Sequence[SpokenLine], agent: str, things: frozenset[str]) -> set[str]:
    """The peers to whom the agent was asked to give the things: a yes is addressed to who asked, too."""
    asked = [
        act
        for line in heard
        for act in (line.acts if line.typed else ())
        if act.kind == "request" and act.deed == "give" and agent in act.who and act.things & things
    ]
    return {name for act in asked[-1:] for name in act.whom if name != agent}


def _puts_to(line: SpokenLine, agent: str, things: frozenset[str]) -> bool:
    """Whether another agent's utterance gives `agent` something to do that is about these things."""
    if line.speaker == agent:
        return False
    if akin(line.things, things) and _turns_to(line, agent):
        return True
    named = [
        act
        for act in line.acts
        if agent in act.who or (ANYBODY in act.who and set(act.whom) <= {agent, line.speaker})
    ]
    return any(akin(act.things or line.things, things) for act in named)


def _turns_to(line: SpokenLine, agent: str) -> bool:
    """Whether the line names the agent, and not only to thank it, to criticise it or to give in to it."""
    if not line.typed:
        return line.names(agent)
    named = {name for act in line.acts if act.kind not in ANSWERS for name in (*act.whom, *act.work_of)}
    return agent in named or agent in line.event.to or agent.lower() in line.words


def akin(some: frozenset[str], others: frozenset[str]) -> bool:
    """Whether a thing of one set may be needed to make a thing of the other set."""
    return bool(some & reach(others) or others & reach(some))


def _hands_over(words: Sequence[str]) -> bool:
    return any(word in GIVES and before not in NOUNS_AFTER for before, word in pairwise(("", *words)))


def is_to_give(act: SpeechAct) -> bool:
    """Whether the agent says that somebody will have the things from it: "I bring you two logs", "you'll have
    both".
    """
    words = act.quoted
    receives = any(pair in RECEIVES for pair in pairwise(words))
    after = (words[n + 3 : n + 4] for n in range(len(words)) if words[n : n + 3] == ("you", "will", "have"))
    assured = any(following != ("to",) for following in after)
    return act.deed == "give" or assured or (_hands_over(words) and not receives)


def _gathers(act: SpeechAct) -> bool:
    return act.senses is None and means("gather", act.clause)


def _promises(act: SpeechAct, line: SpokenLine, *, after_condition: bool = False) -> bool:
    """Whether the agent takes on work. `after_condition`: also work that begins when something else is done,
    but never work that depends on an "if".
    """
    mine = (act.kind in ("offer", "plan") or returns_to_work(act, line)) and line.speaker in act.who
    receives = act.deed == "give" and any(pair in RECEIVES for pair in pairwise(act.clause))
    done = means("done", act.clause) and not means("commit", act.clause)
    works = act.deed in WORKS and not (act.negative or receives or done)
    return mine and works and (act.time != "later" or (after_condition and act.means("awaits")))
