"""Criticism: detects whether a peer blames the agent for a deviation.

The words are compared with the facts of the deviation; words alone are not a criticism. Limits: after a
deviation, everything that a peer says to the agent about what it did or did not bring counts, even if it is
phrased as praise.
"""

from __future__ import annotations

from minecrew.behaviors.conformity.deviations import Deviation
from minecrew.behaviors.facts.story import Story
from minecrew.behaviors.language.item_words import direct, mentioned, reach
from minecrew.behaviors.language.lexicon import listed, means
from minecrew.behaviors.language.pieces import TalkPiece
from minecrew.behaviors.language.speech_acts import SpeechAct
from minecrew.behaviors.language.spoken_lines import SpokenLine
from minecrew.language import heads
from minecrew.runlog import Header

SIDING = frozenset(listed("says said say right thinks thought agree with point"))
"""Words with which a speaker agrees with the member that it names."""
NOT = frozenset({"no", "not", "never", "without", "empty", "none", "instead"})
DEALING = frozenset(
    listed("take takes bring brings give gives put puts carry carries gather gathers get gets")
)


def _aimed(line: SpokenLine, agent: str, story: Story, critics: list[SpokenLine]) -> bool:
    if agent in line.event.to or agent.lower() in line.words:
        return True
    if line.event.to and agent not in line.event.to:
        return False
    return (
        len(story.team) == 2
        or bool({"you", "your", "someone", "somebody", "some"} & set(line.words))
        or bool(critics)
    )


def criticises(line: SpokenLine, deviation: Deviation, story: Story, critics: list[SpokenLine]) -> bool:
    """Whether the line blames the agent for the deviation, or agrees with a critic.

    `critics`: the earlier lines that criticised the deviation.
    """
    if line.typed:
        return any(_aims_at(act, line, deviation, seconds=bool(critics)) for act in line.acts)
    wanted, got = direct(deviation.part.things), direct(deviation.things)
    about = direct(line.things)
    theirs = [piece for piece in line.pieces if not _own_work(piece, line.speaker)]
    off = bool(direct(frozenset(t for piece in theirs for t in piece.things)) & got) or any(
        thing in word for thing in got if len(thing) > 3 for piece in theirs for word in piece.words
    )
    own_doing = got - frozenset(
        t for fact in deviation.one.facts if fact.agent != deviation.agent for t in _things_of(fact)
    )
    names_it = off and bool(about & own_doing)
    if not line.words or not (_aimed(line, deviation.agent, story, critics) or names_it):
        return False
    on, said = bool((about | reach(about, 1)) & wanted), set(line.words)
    named = deviation.agent in line.event.to or deviation.agent.lower() in said
    spoken_to = named or bool({"you", "your"} & said)
    alone = len(story.team) == 2
    denies = bool(NOT & said) or line.means("lack")
    with_one = any(critic.speaker.lower() in said for critic in critics) and bool(SIDING & said)
    if critics and (with_one or means("seconds", line.stated)):
        return True
    asks = line.event.text.rstrip().endswith("?")
    if asks and not off and not ({"why", "what", "where", "how"} | NOT) & said:
        return False  # 'will you go along?'
    if off and deviation.doubtful and line.means("ask"):
        return False
    if off and not on and not denies and _proposes(line, got):
        return False
    if off and (spoken_to or alone or names_it or line.means("blame")):
        return True
    if deviation.doubtful:
        return False
    if on and denies and (spoken_to or line.means("reproach")):
        return True
    if line.things and not (on or off):
        return False  # it speaks of something else
    blames = line.means("reproach") or (line.means("blame") and not line.means("ask"))
    return (named or alone or ("you" in said and not line.event.to)) and blames


def _aims_at(act: SpeechAct, line: SpokenLine, deviation: Deviation, *, seconds: bool) -> bool:
    """Returns whether the act is addressed to the agent and concerns its part or its other work. The quote
    may be shorter than the criticism, so a doubtful deviation may be mentioned anywhere in the line, except
    as the work of others; who `seconds` another critic need not mention it.
    """
    theirs = direct(deviation.part.scope | direct(deviation.things))
    if act.kind != "criticise" or deviation.agent not in act.who:
        return False
    if act.things and not direct(act.things) & theirs:
        return False
    if seconds or not deviation.doubtful:
        return True
    others = (other for other in line.acts if other.who and deviation.agent not in other.who)
    said = mentioned(line.words) - frozenset(thing for other in others for thing in other.things)
    return bool(direct(act.things | said) & direct(deviation.things))


def _proposes(line: SpokenLine, got: frozenset[str]) -> bool:
    """Returns whether the line only makes a plan for the items that the agent got, or asks for them,
    without blaming anybody.
    """
    if line.means("reproach") or (line.event.text.rstrip().endswith("?") and not line.means("ask")):
        return False
    dealt = (act for act in line.acts if act.kind in ("request", "plan", "offer"))
    return any(direct(act.things) & got and DEALING & set(act.clause) for act in dealt)


def _own_work(piece: TalkPiece, speaker: str) -> bool:
    """Whether the speaker does it itself: 'I'll bring two sticks'."""
    works = any(map(piece.means, ("gather", "make", "give")))
    return piece.persons == (speaker,) and works


def _things_of(fact: Header) -> frozenset[str]:
    return direct(heads(str(getattr(fact, "item", None) or getattr(fact, "block", None) or "")))
