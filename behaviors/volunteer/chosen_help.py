"""Help that an agent chose when the program asked what it does with free hands (volunteer.assistance)."""

from __future__ import annotations

from minecrew.behaviors.facts.buildings import breaks_in
from minecrew.behaviors.facts.story import Round
from minecrew.behaviors.fulfilment import fulfilled
from minecrew.behaviors.language.requests import asked
from minecrew.behaviors.language.talk import answer
from minecrew.behaviors.volunteer.act import VolunteerAct
from minecrew.behaviors.volunteer.round_context import RoundContext
from minecrew.runlog import Header


def chosen_help(context: RoundContext, agent: str) -> VolunteerAct | None:
    """Returns help that the agent chose when the program asked what it does with free hands, and that it
    began. Whom it helps is in the log and is not read from talk.
    """
    if not context.one.recorded or breaks_in(context.story, context.one, agent):
        return None
    choices = [choice for choice in context.one.idle if choice.agent == agent]
    for place, choice in enumerate(choices):
        peer = context.parts.get(choice.target or "")
        if choice.deed != "help" or peer is None or choice.target is None or peer.idle:
            continue
        if not _has_done_all(context.one, agent, choice.seq):
            continue
        if fulfilled(context.story, context.one, choice.target, choice.seq):
            continue
        following = choices[place + 1 :]
        begun = _begun(context.one, agent, choice.seq, following[0].seq if following else None)
        if not begun or asked(context.until(choice.seq), agent, peer.things, context.team, giving=False):
            continue
        heard = context.since(choice.seq)
        if answer(heard, agent, choice.target)[1]:  # the peer declined
            continue
        said = [line.event for line in heard if line.speaker == agent]
        return VolunteerAct("assistance", agent, {choice.target}, [choice, *said[:1], *begun], True)
    return None


def _has_done_all(one: Round, agent: str, seq: int) -> bool:
    """Whether all sub-tasks of the agent that had ended by event `seq` were done. If one failed, the program
    asks the agent nevertheless, but then the agent has not finished its own part.
    """
    ended = [task.ended for task in one.subtasks_of(agent) if task.ended and task.ended.seq < seq]
    return bool(ended) and all(task.state == "done" for task in ended)


def _begun(one: Round, agent: str, first: int, last: int | None) -> list[Header]:
    """The starts of the agent's skills between two events that did something, or ended well."""
    found: list[Header] = []
    for attempt in one.attempts:
        at = attempt.started.seq
        if attempt.started.agent != agent or at < first or (last is not None and at > last):
            continue
        end = attempt.ended.seq if attempt.ended else None
        if attempt.ok or any(at < deed.seq < (end or deed.seq + 1) for deed in one.deeds(agent)):
            found.append(attempt.started)
    return found
