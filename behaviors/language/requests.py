"""Requests: detects whether an agent was asked or told to do or give something, whatever the form of the
sentence.

A request is read from an act, from the distribution of work, or from a phrase that needs no verb of asking:
somebody's name or property with a thing or a number ('I'm counting on Lea's string'), a call to everybody
('who takes three?'), a wish for help. A speaker that only says what it lacks, or that it is in trouble,
does not make a request.

Limits: a hint without a name, a number, a thing or a word for help is not read as a request.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from minecrew.behaviors.language.clauses import ANYBODY, ANYBODYS
from minecrew.behaviors.language.item_words import alike, mentioned
from minecrew.behaviors.language.lexicon import listed, means
from minecrew.behaviors.language.pieces import ALL, FIRST, TalkPiece, before_until
from minecrew.behaviors.language.sentences import Sentence
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.language import NUMBERS

COUNTING = frozenset(NUMBERS) - {"one", "zero"} | {"half", "some", "them"}
SPANS = frozenset(listed("minute minutes hour hours day days moment moments seconds round while"))
POINTING = COUNTING | frozenset(listed("it one those these that this rest other others remaining more"))
"""Words that refer to things named before."""
SHARED = frozenset({"each", "both", "everybody", "everyone", "per", "split", "together"})
ANY = frozenset(listed("someone somebody anyone anybody who volunteer volunteers any"))
WONDERING = frozenset(listed("know knows seen saw see idea where wonder remember thinks think"))
MAY_ASK = frozenset(listed("could would can will has have spare mind give lend help hand"))
"""Words of a question that may ask for something."""
HANDING_OVER = ("give", "hold", "lack")
"""The deeds of a request that asks for items although it names none, as "have you got any?"."""
PRAISE = frozenset(listed("nice well good great lovely bravo thank thanks"))
"""Words of a sentence that calls nobody to work."""
WISHES = frozenset(listed("use need appreciate want like love do please some"))
HELP = frozenset({"help", "hand", "assistance", "join"})
CAUSING = frozenset(listed("let have send get make leave assign want need ask tell"))
OWNS = frozenset({"your", "yours"})


def is_for(act: SpeechAct, agent: str, line: SpokenLine, team: Sequence[str]) -> bool:
    """Whether another agent's act is about what `agent` does or should do."""
    if agent in act.who:
        return True
    if ANYBODY not in act.who or line.speaker == agent:
        return False
    addressed = set(act.whom) - {line.speaker}  # a model names those who receive, among them the speaker
    return not addressed or agent in addressed


def asked(
    lines: Sequence[SpokenLine],
    agent: str,
    things: frozenset[str],
    team: Sequence[str],
    *,
    giving: bool,
    alone: bool = False,
    to: str | None = None,
    keeps: int = 0,
    meanwhile: bool = False,
    helped: str | None = None,
) -> SpokenLine | None:
    """The line of another agent in which `agent` was asked or told to give, or work on, `things`.

    `alone`: lines that give everybody the same work are not counted. `to`: neither are requests to give the
    things to others than this agent, as far as a model read who receives them. `keeps`: neither are requests
    to gather at most so many, which the agent keeps, as far as a model read the number. `meanwhile`: neither
    is help for later, until which the agent is free. `helped`: neither is a call to anybody for work that
    this peer then takes on.
    """
    for line in lines:
        if line.speaker == agent:
            continue
        if any(
            is_for(act, agent, line, team)
            and _requests(act, line, things, giving=giving)
            and not (meanwhile and line.typed and (act.deed, act.time) == ("help", "later"))
            and not (to is not None and line.typed and act.whom and to not in act.whom)
            and not (line.typed and act.deed == "gather" and not act.whom and 0 < (act.count or 0) <= keeps)
            and not (
                line.typed
                and ANYBODY in act.who
                and any(
                    giving or name == helped  # a call for help is for all
                    for name in _who_take_up(act, line, lines, agent)
                )
            )
            for act in line.acts
        ):
            return line
        if any(_frames(sentence, line, agent, things, giving=giving) for sentence in line.sentences):
            return line
        calls = any(_calls(sentence, things) for sentence in line.sentences)
        if calls and not any(later.seq > line.seq and _takes(later, line, agent) for later in lines):
            return line
    if to is not None:
        lines = [line for line in lines if not line.typed]  # their acts tell who receives the things
    return given_work(lines, agent, things, alone=alone, giving=giving) if things else None


def _who_take_up(request: SpeechAct, line: SpokenLine, lines: Sequence[SpokenLine], agent: str) -> list[str]:
    """The other members than `agent` that then take on what anybody was asked for, as a model read it."""
    return [
        later.speaker
        for later in lines
        if later.seq > line.seq and later.speaker not in (agent, line.speaker)
        for act in later.acts
        if act.kind == "accept"
        and later.speaker in act.who
        and alike(act.things, request.things)
        and (request.count is None or act.count is None or act.count >= request.count)
    ]


def asks_for_no_work(act: SpeechAct) -> bool:
    """Whether a model read a request such as "come here", or any other whose work it did not name."""
    named = act.things or act.work_of or act.means("trade")
    return act.senses is not None and act.deed == "none" and not named


def _requests(act: SpeechAct, line: SpokenLine, things: frozenset[str], *, giving: bool) -> bool:
    """Whether the act is a request to give `things`, or to work on them."""
    if act.kind != "request" or act.deed == "idle" or act.negative:
        return False
    if act.senses is not None:
        if act.deed in ("make", "none") and act.time == "later":
            return False  # until then it is free for other work
        if asks_for_no_work(act):
            return False
        if giving and not act.things:
            return act.deed in HANDING_OVER  # "walk with him" asks for no item
        return not act.things or not things or alike(act.things, things)
    if ANYBODY in act.who and not (ANYBODYS & set(act.words) or means("ask", act.words)):
        return False
    if ANYBODY in act.who and any(other.deed == "idle" for other in line.acts):
        return False  # one works and another waits
    own = mentioned(before_until(act.clause))
    if act.things and not own:
        return False  # named only as the time until which
    points = bool(POINTING & set(act.clause))
    wanted = own or (line.things if points else frozenset())
    asks = means("ask", act.clause)
    if not (wanted or points or asks) and act.deed in ("gather", "make", "none"):
        return False  # work that has to do with nothing here
    if wanted and things and not alike(wanted, things):
        return False
    return (
        giving == (act.deed in ("give", "hold", "lack", "none"))
        or act.deed in ("give", "help", "gather", "make")
        or (not wanted and asks)
    )


def may_ask(lines: Sequence[SpokenLine], agent: str, *, work: bool) -> bool:
    """Whether another agent puts a question to `agent`, or to anybody, that may ask for something, in a line
    that the rules read. They cannot tell what such a question is about. `work`: or whether another agent
    calls it at work.
    """
    addressed = {*ANY, "you", "one", agent.lower()}
    heard = [line for line in lines if line.speaker != agent and not line.typed]
    questions = (
        set(sentence.words)
        for line in heard
        for sentence in line.sentences
        if sentence.question and not means("idle", sentence.words)
    )
    calls = (
        agent.lower() in sentence.words and not PRAISE & set(sentence.words)
        for line in heard
        if line.event.channel == "execution"
        for sentence in line.sentences
    )
    asks = any(addressed & said and MAY_ASK & said for said in questions)
    return asks or (work and any(calls))


@lru_cache(maxsize=20_000)
def _about(words: tuple[str, ...]) -> frozenset[str]:
    """The things that the words name, but not those for which somebody waits."""
    return mentioned(before_until(words))


def _takes(later: SpokenLine, line: SpokenLine, agent: str) -> bool:
    """Whether somebody else answers a call to everybody."""
    if later.speaker in (agent, line.speaker):
        return False
    return any(piece.persons == (later.speaker,) and not piece.state for piece in later.pieces)


def _calls(sentence: Sentence, things: frozenset[str]) -> bool:
    """Recognises calls to everybody, such as 'Who takes three?' and 'I could use someone over there'."""
    words, said = sentence.words, set(sentence.words)
    if not ANY & said or means("idle", words) or WONDERING & said:
        return False
    about = _about(words)
    if "come" in said:
        return True
    if "i" in said and WISHES & said:
        return not about or alike(about, things)
    if about and things and not alike(about, things):
        return False
    return bool(about or _counts(said)) and (sentence.question or bool({"me", "please"} & said))


def _frames(
    sentence: Sentence, line: SpokenLine, agent: str, things: frozenset[str], *, giving: bool
) -> bool:
    """Whether a sentence asks without a verb of asking."""
    words, said = sentence.words, set(sentence.words)
    about = _about(words)
    same = alike(about, things) if about and things else not about
    named = agent.lower() in said
    mine = named or (agent in line.event.to and bool(OWNS | {"you"} & said))
    if means("idle", words) or means("refuse", words) or WONDERING & said:
        return False
    if HELP & said and not giving and not ({"i", "we"} & said and not WISHES & said):
        wished = bool(WISHES & said) and "i" in said
        return mine or bool(ANY & said) or wished or len(words) < 3
    if not same and not (COUNTING & said):
        return False
    if giving:
        owned = OWNS & said and (named or agent in line.event.to)
        owns = owned or f"{agent.lower()} 's" in " ".join(words)
        return bool(about) and (bool(owns) or _to_me(words, question=sentence.question))
    if not named or not (about or _counts(said)) or {"give", "hand", "bring"} & said:
        return False
    place = words.index(agent.lower())
    if place and words[place - 1] in CAUSING:
        return True
    return bool({"to", "'s", "for"} & said) and (not FIRST & said or bool(CAUSING & said))


def _counts(said: set[str]) -> bool:
    """Whether the words count things, and not time."""
    return bool(COUNTING & said) and not SPANS & said


def _to_me(words: tuple[str, ...], *, question: bool) -> bool:
    """Recognises phrases such as 'Any string for me?' and 'toss me a string'."""
    if question and any(pair in (("for", "me"), ("to", "me")) for pair in pairwise(words)):
        return True
    return any(
        word == "me" and place and means("give", (words[place - 1], "it")) for place, word in enumerate(words)
    )


def given_work(
    lines: Sequence[SpokenLine],
    agent: str,
    things: frozenset[str] = frozenset(),
    *,
    alone: bool = False,
    giving: bool = False,
) -> SpokenLine | None:
    """The line of another agent that gives work to `agent`; with `things`, work that is about them."""
    for line in lines:
        if line.speaker == agent:
            continue
        for piece in line.pieces:
            shouted = not piece.persons and line.event.channel == "execution" and agent in line.event.to
            mine = (
                agent in piece.persons
                or (shouted and bool(piece.amounts))
                or (not alone and piece.persons == (ALL,) and SHARED & set(piece.words))
            )
            if not mine or piece.state or piece.idle or piece.lacks or _waits_for(piece, line):
                continue
            other = giving and piece.things and things and not alike(piece.things, things)
            if _counts(set(piece.words)) and not other:
                return line  # 'three for you'
            if piece.things and (not things or alike(piece.things, things)):
                return line
    return None


def put_to_work(lines: Sequence[SpokenLine], agent: str, things: frozenset[str]) -> SpokenLine | None:
    """The line of another agent that mentions both work and `agent`, in any words.

    This covers more than `asked`, and is used to make sure that no other agent has mentioned work for this
    agent.
    """
    for line in lines:
        if line.speaker == agent or (line.event.to and agent not in line.event.to):
            continue
        for sentence in line.sentences:
            words, said = sentence.words, set(sentence.words)
            meant = agent.lower() in said or (agent in line.event.to and bool({"you", "your"} & said))
            if not meant or means("idle", words) or means("refuse", words):
                continue
            named = bool(mentioned(before_until(words)) & things)
            if (named or _counts(said) or means("gather", words)) and not FIRST & said:
                return line
    return None


def _waits_for(piece: TalkPiece, line: SpokenLine) -> bool:
    """Crafting of what others bring; if a model read it, also help with it."""
    if piece.senses is not None:
        return piece.means("awaits") and (piece.means("make") or piece.means("help"))
    return piece.means("make") and line.means("awaits")
