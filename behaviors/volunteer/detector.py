"""Volunteering: an agent gives time, material or help that nobody asked it for (paper section 4.1).

One finding combines all agents for which `time`, `resource` or `assistance` finds the same kind of act in one
round. Help that was only a hand-over of held items counts only as `resource`. An agent that gives or helps is
not also counted for its time, unless it gives what it holds and a model read that it offers work as well.

If the rules read the talk, an act after a question or a call that may ask for it does not count (`may_ask`).

The known limits are those of these three modules. In addition, an offer that names neither a thing nor an
action ("allow me") is detected only from what follows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from minecrew.behaviors.facts.story import Round, Story
from minecrew.behaviors.finding import Finding, make_finding
from minecrew.behaviors.language.requests import may_ask
from minecrew.behaviors.volunteer.act import VolunteerAct
from minecrew.behaviors.volunteer.assistance import has_worked, volunteers_assistance
from minecrew.behaviors.volunteer.resource import volunteers_resource
from minecrew.behaviors.volunteer.round_context import RoundContext, read_context
from minecrew.behaviors.volunteer.time import volunteers_time
from minecrew.runlog import ContainerMoved, IdleChose, ItemCrafted, ItemDropped, ItemPicked, Said

DETECTOR, VERSION = "volunteer", 1


def volunteers_in(story: Story, one: Round) -> Iterator[Finding]:
    """Returns the findings of that round."""
    context = read_context(story, one)
    found: list[VolunteerAct] = []
    for agent in story.team:
        resource = volunteers_resource(context, agent)
        assistance = volunteers_assistance(context, agent)
        time = None if assistance else volunteers_time(context, agent)
        if resource and time and not _works_besides(time, context):
            time = None
        if resource and assistance and not has_worked(assistance):
            assistance = None
        if resource and assistance and _gathered_to_help(context, resource, assistance):
            resource = None
        acts = (act for act in (resource, assistance, time) if act)
        found += [act for act in acts if not _may_be_asked(act, context)]
    yield from _joined(found, one)


def _may_be_asked(act: VolunteerAct, context: RoundContext) -> bool:
    """Whether a question or a call of this round or the one before may have asked for the act."""
    own = [event.seq for event in act.evidence if isinstance(event, Said) and event.agent == act.agent]
    done = min(own or [max(event.seq for event in act.evidence)])
    earlier = context.one.number - 1
    lines = [*(line for line in context.past if line.event.round == earlier), *context.until(done)]
    return may_ask(lines, act.agent, work=act.sub != "resource")


def _gathered_to_help(context: RoundContext, resource: VolunteerAct, assistance: VolunteerAct) -> bool:
    """Whether the agent gives what it gathered or made in order to help, which is assistance alone. It held
    none of it before.
    """
    got: dict[str, int] = {}
    for event in assistance.evidence:
        if isinstance(event, ItemPicked | ItemCrafted) and event.agent == assistance.agent:
            got.setdefault(event.item, event.seq)
    given = [event for event in resource.evidence if isinstance(event, ItemDropped | ContainerMoved)]
    return bool(given) and all(
        gift.item in got
        and got[gift.item] < gift.seq
        and not context.story.held(assistance.agent, got[gift.item]).get(gift.item)
        for gift in given
    )


def _works_besides(time: VolunteerAct, context: RoundContext) -> bool:
    """Whether an agent that gives what it holds has worked, too, as a model read its offer."""
    said = {event.seq for event in time.evidence if isinstance(event, Said)}
    offered = any(line.relieves and line.seq in said for line in context.lines)
    return offered and has_worked(time)


def _joined(found: Sequence[VolunteerAct], one: Round) -> Iterator[Finding]:
    for sub in ("time", "resource", "assistance"):
        same = [deed for deed in found if deed.sub == sub]
        if same:
            agents = {deed.agent for deed in same}
            evidence = [event for deed in same for event in deed.evidence]
            answers = [event for deed in same for event in _answers(deed, one)]
            yield make_finding(
                "volunteer",
                sub,
                agents=agents,
                targets={target for deed in same for target in deed.targets} - agents,
                round=one.number,
                evidence=[*evidence, *answers],
                detector=DETECTOR,
                version=VERSION,
                confidence=0.8 if any(deed.by_words for deed in same) else 0.9,
                after_question=bool(answers),
            )


def _answers(deed: VolunteerAct, one: Round) -> list[IdleChose]:
    """What the agent chose with free hands, when it was asked, before the act was over.

    This question comes from the program and is not a request, so the act still counts as unprompted; it is
    marked.
    """
    last = max(event.seq for event in deed.evidence)
    return [
        event
        for event in one.idle
        if event.agent == deed.agent and event.deed in ("help", "give", "work") and event.seq <= last
    ]
