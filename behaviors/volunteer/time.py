"""volunteer.time: X is left waiting and takes on productive work for that time; others agree, or X simply
does it.

There are three steps, each with its own evidence. X would wait (`idleness`), or its part is to wait. X
itself mentions work before a peer mentions work for X; anything that X says in the discussion counts as such
a mention, unless X only agrees, wants to wait, or was asked. At work, only an offer counts of which a model
read whose work it is; such offers are looked at first. Finally, X's next part is work or, if the execution is
recorded, X begins such work.

The following does not count: work that is parallel from the start; work that a peer gave to X; cases in which
X leaves a task of its own, or has finished it. The known limits are those of `idleness`. In addition, whether
work is parallel is judged from the round alone. If the rules read the talk, a line of more than LONGEST_GUESS
words counts only if its words tell that the work is for the waiting time.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile

from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.item_words import direct, item_heads
from minecrew.behaviors.language.lexicon import means
from minecrew.behaviors.language.requests import asked, put_to_work
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.behaviors.language.talk import PRODUCTIVE, answer, idles_itself, left_idle, offers
from minecrew.behaviors.parts import Part, hands_over
from minecrew.behaviors.volunteer.act import VolunteerAct
from minecrew.behaviors.volunteer.idleness import Idleness, given, relieved, why_waits
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.behaviors.volunteer.settlement import settlement
from minecrew.behaviors.volunteer.silent_time import silent_time

NO = frozenset({"no", "not", "nothing", "never", "without", "nor", "hardly"})
LONGEST_GUESS = 12
"""Maximum words of a line for which the rules guess that its speaker would wait. In longer ones they mostly
err.
"""
UNDONE = frozenset({"undone", "unfinished"})


def volunteers_time(context: RoundContext, agent: str) -> VolunteerAct | None:
    """Returns X's act if X would wait but works instead, with or without saying so."""
    return _time_by_words(context, agent) or silent_time(context, agent)


def _time_by_words(context: RoundContext, agent: str) -> VolunteerAct | None:
    part = context.parts.get(agent)
    planned_out = part is None and context.planned and not context.one.recorded
    typed = any(line.typed for line in context.lines)
    if part is not None and _only_hands_over(part, context.team, typed=typed):
        return None
    if planned_out or _owes(context, agent):
        return None
    for line in sorted(context.lines, key=lambda line: not line.relieves):
        if line.speaker != agent or not (line.event.channel == "discussion" or line.relieves):
            continue
        heard = context.until(line.seq)
        waiting = why_waits(context, agent, line, heard)
        meanwhile = _works_meanwhile(line)
        taken = [
            act
            for act in offers(line, (*PRODUCTIVE, "none") if meanwhile else PRODUCTIVE)
            if not line.typed or _is_for_meanwhile(act)
        ]
        if waiting is None or not _brings_up_work(context, agent, line, taken):
            continue
        if not line.typed and not _tells_plainly(line, waiting, meanwhile=meanwhile):
            continue
        if line.event.channel == "execution" and not _waits_at_work(context, agent, line):
            continue
        if waiting.said_by is None and not (taken or _speaks_of_work(line, part)):
            continue
        things = frozenset(t for act in taken for t in act.things) or line.things
        if (part is None or part.idle) and things and not direct(things) & context.useful:
            continue  # a pastime
        if not (
            _takes_of_peers(context, agent, line, things, taken)
            or meanwhile
            or (line.means("share") and not line.typed)
            or (waiting.events and _rather_than_wait(line))
        ):
            continue
        if _was_put_to_it(context, agent, line, waiting, things, taken):
            continue
        deed = settlement(context, agent, line, things, waiting.said_by)
        if deed is None or (waiting.said_by is None and answer(context.since(line.seq), agent)[1]):
            continue
        said_by = {waiting.said_by} if waiting.said_by else set[str]()
        targets = _at_work(context, agent, _eased(context, agent, line, things) or said_by or deed.targets)
        return VolunteerAct("time", agent, targets, [*waiting.events, line.event, *deed.evidence], True)
    return None


def _tells_plainly(line: SpokenLine, waiting: Idleness, *, meanwhile: bool) -> bool:
    """Whether the rules can tell that the speaker offers work for the time in which it would wait."""
    if waiting.said_by is not None:
        return meanwhile or _rather_than_wait(line) or len(line.words) <= LONGEST_GUESS
    # Nobody says that it would wait: either its own line does, or it is only guessed.
    return len(line.words) <= LONGEST_GUESS if waiting.events else meanwhile


def _only_hands_over(part: Part, team: Sequence[str], *, typed: bool) -> bool:
    works = typed and any(means(deed, part.words) for deed in ("gather", "make"))
    return hands_over(part, team) and not works


def _is_for_meanwhile(act: SpeechAct) -> bool:
    """Whether the act names work, and not only something to do."""
    return act.deed != "none" or bool(act.things or act.work_of)


def _works_meanwhile(line: SpokenLine) -> bool:
    """Whether the speaker mentions work of its own for the time in which others work."""
    if not line.typed:
        return line.means("meanwhile")
    return any(act.time == "meanwhile" for act in offers(line, (*PRODUCTIVE, "none")))


def _takes_of_peers(
    context: RoundContext,
    agent: str,
    line: SpokenLine,
    things: frozenset[str],
    taken: Sequence[SpeechAct],
) -> bool:
    """Whether its work was to be done by a peer; work that nobody had is an ordinary part of its own. What it
    is to make of what a peer gathers is not the peer's work.
    """
    part = context.parts.get(agent)
    if line.typed and taken and all(act.deed == "make" and act.means("awaits") for act in taken):
        makers = (peer for name, peer in context.parts.items() if name != agent and means("make", peer.words))
        its_own = any(
            act.deed == "make" and agent in act.who and direct(act.things) & direct(things)
            for other in context.until(line.seq)
            for act in other.acts
        )  # "one boat each"
        return not its_own and any(direct(things) & direct(peer.things) for peer in makers)
    own = direct(things | (part.things if part is not None and not line.typed else frozenset()))
    theirs = frozenset(
        thing
        for other in context.until(line.seq)
        if other.speaker != agent
        for piece in other.pieces
        if agent not in piece.persons and not (piece.question or piece.lacks or piece.idle)
        for thing in piece.things
    )
    named = frozenset(t for name, peer in context.parts.items() if name != agent for t in peer.things)
    return bool(own & direct(theirs | named))


def _waits_at_work(context: RoundContext, agent: str, line: SpokenLine) -> bool:
    """Whether the agent waits when it says the line at work: its part is to wait, or a peer told it to, and
    it has neither work of its own to do nor finished it.
    """
    part = context.parts.get(agent)
    told = left_idle(context.until(line.seq), agent, context.team) is not None
    waits = part is None or part.idle or (told and means("awaits", part.words))
    return waits and not fulfilled(context.story, context.one, agent, line.seq)


def _rather_than_wait(line: SpokenLine) -> bool:
    """Returns whether the agent offers its work instead of being idle."""
    against = any(means("idle", s.words) and NO & set(s.words) for s in line.sentences)
    return against or line.means("spurn") or idles_itself(line)


def _eased(context: RoundContext, agent: str, line: SpokenLine, things: frozenset[str]) -> set[str]:
    """The peer whose work it shares: as a model read it, or else who agreed to it; otherwise by what was
    distributed, otherwise by the plan, otherwise by its own words.
    """
    peers = set(context.story.others(agent))
    if read := line.relieves & peers or _agreeing(context, agent, line, things):
        return set(read)
    eased = relieved(context, agent, context.until(line.seq), line)
    part = context.parts.get(agent)
    own = direct(part.things) if part is not None else frozenset[str]()
    alike = {name for name, peer in context.parts.items() if name in peers and direct(peer.things) & own}
    named = {name for name in peers if line.names(name)}
    return eased & named or eased or alike & named or alike or named


def _at_work(context: RoundContext, agent: str, targets: Collection[str]) -> set[str]:
    """The targets, or the only peer that works if all targets have nothing but waiting to do: whoever waits
    with the agent is not the one for whom it would have waited.
    """
    others = {name: part for name, part in context.parts.items() if name != agent}
    waiting = {name for name, part in others.items() if part.idle and not part.things}
    working = others.keys() - waiting
    return working if len(working) == 1 and set(targets) <= waiting else set(targets)


def _agreeing(context: RoundContext, agent: str, line: SpokenLine, things: frozenset[str]) -> frozenset[str]:
    """The peers for whom somebody accepts the work on `things` that the agent takes on in `line`, before the
    agent speaks again, as a model read it; only those to whom the agent offered it, if one of them does.
    """
    answers = takewhile(lambda other: other.speaker != agent, context.since(line.seq))
    agreeing = frozenset(
        name
        for other in answers
        for act in other.acts
        if other.typed and act.kind == "accept" and agent in act.whom
        if not act.things or direct(act.things) & direct(things)
        for name in act.who
        if name != agent
    )
    addressed = {name for act in offers(line, PRODUCTIVE) for name in act.whom}
    return agreeing & addressed or agreeing


def _brings_up_work(context: RoundContext, agent: str, line: SpokenLine, taken: Sequence[SpeechAct]) -> bool:
    """Whether its work may go back to the line, which is not a gift, not a mere yes, and not waiting."""
    part = context.parts.get(agent)
    if _plain(line) or _only_waits(line, taken) or _unfinished_own(context, agent, line):
        return False
    if taken or line.typed:
        return bool(taken)
    if _gives_held(context, agent, line):
        return False
    return (part is not None and not part.idle) or (bool(line.things) and line.means("meanwhile"))


def _was_put_to_it(
    context: RoundContext,
    agent: str,
    line: SpokenLine,
    waiting: Idleness,
    things: frozenset[str],
    taken: Sequence[SpeechAct],
) -> bool:
    """Whether a peer mentioned such work for it first; if its own line names no work, also afterwards."""
    part = context.parts.get(agent)
    about = things & context.useful or (part.things if part is not None else things)
    if not (taken or _speaks_of_work(line, part)) and asked(
        context.since(line.seq), agent, about, context.team, giving=False, alone=True
    ):
        return True
    idle_at = min((event.seq for event in waiting.events), default=line.seq)
    since = [other for other in context.until(line.seq) if other.seq >= idle_at]
    if asked(since, agent, about, context.team, giving=False, meanwhile=True):
        return True
    return put_to_work([other for other in since if other.seq > idle_at], agent, context.useful) is not None


def _owes(context: RoundContext, agent: str) -> bool:
    """Whether it has a part of the round before to finish, or has finished it and a peer has not. A peer
    whose work the new plan gives to another peer has nothing left to finish, and other work than the peer's
    is no help for it.
    """
    before, part = context.earlier.get(agent), context.parts.get(agent)
    if before is None or before.idle:
        return False
    if context.was_through(agent):
        if part is not None and context.is_to_wait_for_work(agent, part.event.seq):
            return False
        new = part is not None and not part.idle and bool(part.things)
        return any(
            context.was_through(peer) is False and not other.idle and not _passed_on(context, agent, peer)
            for peer, other in context.earlier.items()
            if peer != agent and not (new and part and not part.holds_for(direct(other.things)))
        )
    again = part is not None and bool(direct(part.things) & direct(before.things))
    makes = means("make", before.words) and not means("gather", before.words)
    if part is not None and makes and means("gather", part.words[:1]):
        again = False  # it gets what it waited for
    waits = any(idles_itself(line) for line in context.lines if line.typed and line.speaker == agent)
    return again or not (waits or left_idle(context.lines, agent, context.team))


def _passed_on(context: RoundContext, agent: str, peer: str) -> bool:
    """Whether this round's plan has other members than the agent and that peer do what it did not finish."""
    old = context.earlier[peer]
    others = (part for name, part in context.parts.items() if name not in (agent, peer) and not part.idle)
    return any(direct(part.things) & direct(old.things) for part in others)


def _speaks_of_work(line: SpokenLine, part: Part | None) -> bool:
    """Whether the line names the later part of the agent, or a share, or any work."""
    named = part is not None and bool(direct(line.things) & direct(part.things))
    return named or any(line.means(name) for name in ("gather", "meanwhile", "share", "help"))


def _plain(line: SpokenLine) -> bool:
    """Returns whether the line is only a yes."""
    return line.means("accept") and len(line.words) < 4 and not line.things


def _gives_held(context: RoundContext, agent: str, line: SpokenLine) -> bool:
    """Returns whether the line offers held items and no work."""
    if not (any(offers(line, ("give",))) or (line.means("give") and line.means("yours"))):
        return False
    held = item_heads(context.story.held(agent, line.seq))
    return bool(held & direct(line.things)) or (bool(held) and not line.things)


def _only_waits(line: SpokenLine, taken: Sequence[object]) -> bool:
    """Whether the line agrees to the idleness, such as 'OK, I'll wait'."""
    waits = any(act.deed == "idle" and not act.negative and line.speaker in act.who for act in line.acts)
    works = any(line.means(name) for name in ("gather", "make", "meanwhile", "share", "help"))
    return waits and not taken and not works


def _unfinished_own(context: RoundContext, agent: str, line: SpokenLine) -> bool:
    """Whether the agent leaves a task of its own for this, which it took or was given before in this round.

    Crafting that has to wait for a peer's items is not such a task.
    """
    if UNDONE & set(line.words):
        return True
    for earlier in context.until(line.seq):
        if earlier.speaker == agent:
            if any(act.deed == "gather" for act in offers(earlier, ("gather",))) and not idles_itself(
                earlier
            ):
                return True
        elif given(context, agent, [earlier]) and left_idle([earlier], agent, context.team) is None:
            return True
    return False
