"""The part of a prompt about earlier work: a bounded digest of earlier rounds, and the agent's own work in
this round.

Everything comes from facts: assignments, sub-tasks, outcomes and the agents' last observations.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from minecrew.agents.facts import received
from minecrew.agents.llm.prompt import fence
from minecrew.agents.llm.prompt_values import items_text, one_line, whole
from minecrew.agents.past_rounds import EACH, STATIONS
from minecrew.agents.spot import spot
from minecrew.agents.vain_searches import vain_searches
from minecrew.agents.views import IdleView, RoundRecord, RoundView, SubtaskResult, SubtaskView, TalkLine
from minecrew.bridge import Observation, Outcome, Program
from minecrew.runlog import Position

LINE = 200
"""Maximum length of a result, in characters."""
SEARCH = 600
"""Maximum length of a search with all its attempts, in characters."""
NOTE = 600
"""Maximum length of a note, in characters."""
RUNS = 3
"""Maximum number of programs that are shown per sub-task of the agent; the last ones are kept."""
DIGEST, WHOLE = 4000, 24_000
"""Maximum length of a digest, and of the word-for-word record of earlier rounds, in characters."""
STATES = {"done": "done", "failed": "failed", "refused": "declined"}


def earlier_rounds(context: RoundView) -> str:
    """Returns the facts from earlier rounds, under a heading; '' in the first round and if memory is
    "none".
    """
    if not context.history:
        return ""
    told = fence("memory", _cut("\n".join(_digest(context)), DIGEST))
    if context.memory == "full":
        rounds = "\n".join(map(_word_for_word, context.history))
        told += "\n\nTHE EARLIER ROUNDS, WORD FOR WORD\n" + fence("rounds", _cut(rounds, WHOLE, end=True))
    return f"WHAT IS KNOWN FROM EARLIER ROUNDS\n{told}\n\n"


def notes(context: RoundView) -> str:
    """Returns the agent's notes from earlier rounds, under a heading; '' if there are none."""
    if not context.notes:
        return ""
    told = "\n".join(f"Round {one.round}: {one_line(one.text, NOTE)}" for one in context.notes)
    return f"WHAT YOU REMEMBER\n{fence('notes', told)}\n\n"


def others_parts(context: RoundView, agent: str) -> str:
    """Returns one line per other member, under a heading; '' if there is no other member, or if memory is
    "none".
    """
    parts = {one.agent: whole(one.text) for one in context.plan}
    others = [name for name in context.team if name != agent]
    if not others or not parts:
        return ""
    told = [f"{name}: {parts.get(name, 'nothing')}" for name in others]
    return "THE PARTS OF THE OTHERS\n" + fence("plan", "\n".join(told)) + "\n\n"


def said_at_work(lines: Sequence[TalkLine], agent: str) -> str:
    """Returns the lines that were said since the work began, under a heading; '' if there are none."""
    if not lines:
        return ""
    told = [
        f"{line.speaker}{' (you)' if line.speaker == agent else ''}: {' '.join(line.text.split())}"
        for line in lines[-EACH:]
    ]
    if left := len(lines) - len(told):
        told.insert(0, f"({left} earlier lines are left out)")
    return "MESSAGES SINCE THE WORK BEGAN\n" + fence("talk", "\n".join(told)) + "\n\n"


def at_work(view: IdleView) -> str:
    """Returns the members at work, each with its current sub-task, its progress and everything that it
    holds.
    """
    told = []
    for name, text in view.at_work.items():
        held = view.held.get(name, {})
        far = [f"{held.get(item, 0)} of {count} {item}" for item, count in view.want.get(name, {}).items()]
        so_far = f"; so far, it holds {', '.join(far)}" if far else ""
        told.append(f"{name}: {whole(text)}{so_far}; everything it holds: {items_text(held)}")
    return fence("at-work", "\n".join(told))


def own_work(view: SubtaskView | IdleView) -> str:
    """Returns the agent's sub-tasks of this round, in order, under a heading; '' if there is only one."""
    told = [f"{number}. {line}" for number, line in enumerate(_own_lines(view), 1)]
    if len(told) < 2 and not view.earlier:
        return ""
    if known := _stations(_seen(view.earlier), view.removed, view.observation):
        told.append(f"Where stations were last seen: {known}")
    return "YOUR SUB-TASKS IN THIS ROUND\n" + fence("own-work", "\n".join(told)) + "\n\n"


def _own_lines(view: SubtaskView | IdleView) -> Iterator[str]:
    for result in view.earlier:
        ran = zip(result.programs[-RUNS:], result.outcomes[-RUNS:], strict=False)
        told = "; ".join(f"{_call(program)} {_ending(outcome)}" for program, outcome in ran)
        yield f"{whole(result.subtask.text)}: {_state(result)}; {told or 'nothing was run'}"
    if isinstance(view, IdleView):
        return
    yield f"{whole(view.subtask.text)}: this is the current sub-task"
    for step in view.later:
        yield f"{whole(step.text)}: comes later"


def _digest(context: RoundView) -> Iterator[str]:
    rounds = context.history
    for record in rounds[-EACH:]:
        yield f"Round {record.number} ended with {_progress(record, context)}."
    last = rounds[-1]
    for part in last.assignments:
        yield f"Agreed in round {last.number}: {part.agent}: {whole(part.text)}"
    yield from _latest("Found: ", [one_line(told, LINE) for told in _finds(rounds)])
    yield from _latest("Promised but not yet given: ", _open_promises(rounds))
    yield from _latest(
        "Searched without success: ", [one_line(told, SEARCH) for told in vain_searches(rounds)]
    )
    results = [result for record in rounds for result in record.feedback.results]
    yield from _latest(
        "Contents of containers when they were last opened: ", _contents(results, context.removed)
    )
    if known := _stations(_seen(results), context.removed):
        yield f"Where stations were last seen: {known}"
    places = {one.agent: one.seen.position for one in last.feedback.results if one.seen}
    if places:
        where = "; ".join(f"{agent} at {spot(at)}" for agent, at in places.items())
        yield f"Where the members last were: {where}"
    for record in reversed(rounds[-EACH:-1]):
        for agent in context.team:
            if did := _did(record, agent):
                yield f"{agent} in round {record.number}: {did}"


def _progress(record: RoundRecord, context: RoundView) -> str:
    held = record.feedback.inventories.values()
    return ", ".join(
        f"{sum(bag.get(item, 0) for bag in held)} of {count} {item}" for item, count in context.goal.items()
    )


def _did(record: RoundRecord, agent: str) -> str:
    mine = [result for result in record.feedback.results if result.agent == agent]
    return "; ".join(f"{one_line(one.subtask.text, LINE)} ({_state(one)})" for one in mine[:EACH])


def _state(result: SubtaskResult) -> str:
    if result.state == "stopped":
        return "still running when the round ended" if result.programs else "never started"
    if result.state == "done" and result.message:
        return f"done: {one_line(result.message, LINE)}"
    return STATES[result.state] + (f" with {result.code}" if result.code else "")


def _call(program: Program) -> str:
    return one_line(f"{program.call}({', '.join(map(repr, program.args))})", LINE)


def _ending(outcome: Outcome) -> str:
    if outcome.ok:
        return f"returned {one_line(repr(outcome.result), LINE)}"
    return f"failed with {outcome.code}: {one_line(outcome.message, LINE)}"


def _finds(rounds: Sequence[RoundRecord]) -> list[str]:
    """Returns who found what in which round, and where."""
    return [
        f"{result.agent} {result.message} in round {record.number}"
        for record in rounds
        for result in record.feedback.results
        if result.subtask.seek and result.state == "done" and result.message
    ]


def _open_promises(rounds: Sequence[RoundRecord]) -> list[str]:
    """Returns the items that were promised and not handed over, except gifts that came later."""
    open_: dict[tuple[str, str, str], str] = {}
    for record in rounds:
        for result in record.feedback.results:
            gift = result.subtask.gift
            if gift is None:
                continue
            for item, count in gift.items.items():
                key = (result.agent, gift.to, item)
                open_.pop(key, None)
                left = count - received(result.outcomes, item)
                if result.state != "done" and left > 0:
                    open_[key] = f"{result.agent}: {left} {item} to {gift.to} (round {record.number})"
    return list(open_.values())


def _contents(results: Iterable[SubtaskResult], removed: Collection[Position]) -> list[str]:
    known = {
        one.at: f"{one.block} at {spot(one.at)}: {items_text(one.items)}"
        for seen in _seen(results)
        for one in seen.containers
        if one.at not in removed
    }
    return list(known.values())


def _seen(results: Iterable[SubtaskResult]) -> list[Observation]:
    return [result.seen for result in results if result.seen]


def _stations(
    earlier: Sequence[Observation], removed: Collection[Position], now: Observation | None = None
) -> str:
    """Returns, for each kind, the nearest station that was last seen and that the crew has not dug up.
    Stations that are in sight `now` are left out, because they are shown elsewhere.
    """
    known: dict[str, Position] = {}
    for seen in earlier:
        for name, sighting in seen.blocks.items():
            left = [at for at in (sighting.nearest, *sighting.others) if at not in removed]
            if name in STATIONS and left:
                known[name] = left[0]
    here = now.blocks if now else {}
    return "; ".join(f"{name} at {spot(at)}" for name, at in known.items() if name not in here)


def _latest(what: str, entries: Sequence[str]) -> Iterator[str]:
    for entry in entries[-EACH:]:
        yield what + entry


def _word_for_word(record: RoundRecord) -> str:
    said = [f"{line.speaker}: {' '.join(line.text.split())}" for line in record.lines]
    parts = [f"{one.agent} was assigned: {' '.join(one.text.split())}" for one in record.assignments]
    return "\n".join([f"Round {record.number}", *said, *parts, " ".join(record.feedback.text.split())])


def _cut(text: str, most: int, *, end: bool = False) -> str:
    """Returns the first or last `most` characters of the text, with a remark if something is left out."""
    if len(text) <= most:
        return text
    left = f"({len(text) - most} characters are left out)"
    return f"{left}\n{text[-most:]}" if end else f"{text[:most]}\n{left}"
