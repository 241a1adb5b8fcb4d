"""Turns the facts for a prompt into bounded text: observations, discussion, feedback and attempts.

All of these facts come from the world or from others, so they are fenced in every prompt.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from minecrew.agents.answers import Expert
from minecrew.agents.facts import received, stored
from minecrew.agents.llm import shapes
from minecrew.agents.llm.prompt import fence
from minecrew.agents.sight import not_in_sight
from minecrew.agents.spot import spot
from minecrew.agents.views import Check, Critique, Feedback, IdleView, RoundView, SubtaskView, TalkLine
from minecrew.bridge import Observation, Outcome, Program, Sighting
from minecrew.game import DISTANCES
from minecrew.runlog import Items, Position
from minecrew.skills import Library

TALK = 24_000
"""Maximum length of the discussion in characters; lines are left out whole."""
LINES, LINE = 40, 600
"""Maximum number of checked claims (the last ones are kept), and maximum length in characters of a line that
has no limit of its own.
"""
PART = 2000
"""Maximum length of a part or a sub-task, in characters."""
FEEDBACK = 2400
"""Maximum length of a message, in characters."""
EXAMPLE_SECONDS = 60
"""The time limit in the examples of answers, if a round is as long."""
SIGHTS = 40
"""Maximum number of block kinds, and of mob kinds, that are shown, nearest first."""
ATTEMPTS = 3
"""Maximum number of attempts that are shown. These are the last ones, and the last is shown with its
program.
"""
CODE, MESSAGE = 6000, 400
TASK = 1200
"""Characters."""


def members(agent: str, team: Sequence[str]) -> str:
    others = [name for name in team if name != agent]
    if not others:
        return "You are alone."
    named = ", ".join(team)
    return f"You and {listed(others)} are a team; in speaking order: {named}."


def experts(recruited: Sequence[Expert]) -> str:
    """Returns the experts that the recruiter described, under a heading; empty if there is no recruiter."""
    if not recruited:
        return ""
    return "\n\nTHE EXPERTS OF THE TEAM\n" + described(recruited)


def described(recruited: Sequence[Expert]) -> str:
    """Returns one line per member, fenced because a model wrote them."""
    told = [f"{one.agent}: {one_line(one.name)} - {one_line(one.text)}" for one in recruited]
    return fence("experts", "\n".join(told) or "(nobody has been described yet)")


def specified(task: str) -> str:
    """Returns the task specifier's version of the goal, fenced; empty if there is none."""
    return "\n\nTHE TASK, MADE SPECIFIC\n" + fence("task", one_line(task, TASK)) if task else ""


def goal(items: Items) -> str:
    return ", ".join(f"{count} {item}" for item, count in items.items())


def aim(view: RoundView) -> str:
    """Returns the agent's purpose: the goal of the team, or the rules of the run if it has no goal."""
    return view.rules or (
        f"The goal of the team is: {goal(view.goal)}. It is reached when the members together hold these "
        "items, by the server's own count; items in a chest or on the ground do not count."
    )


def rounds(view: RoundView) -> str:
    """Returns the number of the round, the number of rounds, and the length of a round."""
    last = " (the last one)" if view.round >= view.rounds else ""
    return (
        f"ROUND {view.round} of at most {view.rounds}{last}; each round has "
        f"{view.round_seconds:g} seconds of game time"
    )


def longest(view: RoundView) -> str:
    """Returns the longest time limit of a program in seconds, which is at most the length of a round."""
    return f"{min(shapes.LONGEST, view.round_seconds):g}"


def example_seconds(view: RoundView) -> str:
    """Returns the time limit for the examples of answers, in seconds, which is at most the length of a
    round.
    """
    return f"{min(EXAMPLE_SECONDS, view.round_seconds):g}"


def norms(view: RoundView) -> str:
    """Returns the norms under a heading; '' if there are none."""
    return f"NORMS\n{view.norms}\n\n" if view.norms else ""


def sight(seen: Observation, matter: Collection[str] | None = None) -> str:
    """Returns one bot's observation and inventory, fenced. Shows only blocks that are in `matter`, or all
    blocks if it is None.
    """
    blocks = {name: one for name, one in seen.blocks.items() if matter is None or name in matter}
    others = len(seen.blocks) - len(blocks)
    mobs = {f"{colour} sheep": one for colour, one in seen.sheep.items()}
    mobs |= {name: one for name, one in seen.mobs.items() if not (seen.sheep and name == "sheep")}
    told = [
        f"Position: {spot(seen.position)}",
        f"Health: {seen.health:g} of 20, food: {seen.food:g} of 20, time of day: {seen.time} of 24000 ticks",
        f"Inventory: {items_text(seen.inventory)}" + (f"; in the hand: {seen.held}" if seen.held else ""),
        f"Players: {'; '.join(f'{name} at {spot(at)}' for name, at in seen.players.items()) or 'none'}",
        f"Mobs: {_sightings(mobs, seen.position)}",
        f"Blocks within {DISTANCES['blocks']:g}: "
        + _sightings(blocks, seen.position, others=matter is not None)
        + (f"; {others} kinds that are of no use here" if others else ""),
    ]
    if seen.ground or seen.drops:
        on_ground = _sightings(seen.ground, seen.position) if seen.ground else items_text(seen.drops)
        told.append(f"Items on the ground: {on_ground}")
    for animals in seen.owned:
        told.append(
            f"Of the {animals.mob}, {animals.count} belong to {animals.owner}, as their name tags say; "
            f"nearest at {spot(animals.nearest)}"
        )
    for one in seen.containers:
        told.append(f"In the {one.block} at {spot(one.at)}, when you last closed it: {items_text(one.items)}")
    for building in seen.buildings[:SIGHTS]:
        owner = f", belonging to {building.owner}" if building.owner else ""
        parts = listed([f"{count} {name}" for name, count in building.blocks.items() if name in blocks])
        made = f"; it contains {parts}" if parts else ""
        told.append(f"Building: {building.structure}{owner}, nearest at {spot(building.nearest)}{made}")
    return fence("sight", "\n".join(told))


def crew_sight(seen: Mapping[str, Observation], team: Sequence[str]) -> str:
    """Returns the first member's observation, and the inventories of the others, under headings; '' if
    there is no observation.
    """
    if team[0] not in seen:
        return ""
    others = [f"{name}: {items_text(seen[name].inventory)}" for name in team[1:] if name in seen]
    held = f"\n\nWHAT THE OTHERS HOLD\n{fence('held', chr(10).join(others))}" if others else ""
    return f"\n\nWHAT {team[0]} SEES AND HOLDS\n{sight(seen[team[0]])}{held}"


def talk(lines: Sequence[TalkLine]) -> str:
    """Returns the discussion, fenced, with one line per utterance.

    If it is too long, the oldest lines are left out and the text says so. Lines are never cut.
    """
    told: list[str] = []
    room = TALK
    for line in reversed(lines):
        said = f"{_speaker(line)}: {' '.join(line.text.split())}"
        if line.impossible:
            said += f" (finds the goal impossible: {' '.join(line.impossible.split())})"
        room -= len(said)
        if room < 0 and told:
            break
        told.insert(0, said)
    if left := len(lines) - len(told):
        told.insert(0, f"({left} earlier lines are left out)")
    return fence("talk", "\n".join(told) or "(nobody has spoken yet)")


def checked(checks: Sequence[Check]) -> str:
    """Returns claims about inventories with the server's counts, fenced; empty if no claim was checked."""
    if not checks:
        return ""
    told = [
        f"{one.speaker} said: {one_line(one.claim, LINE)}. {'True' if one.true else 'False'}: "
        f"{one.about or 'the team'} holds {one.held} {one.item or 'items'}."
        for one in checks[-LINES:]
    ]
    return "\n\nCLAIMS, AND THE SERVER'S COUNTS\n" + fence("checks", "\n".join(told))


def options(texts: Sequence[str]) -> str:
    """Returns numbered proposals, fenced."""
    told = [f"Option {number}: {one_line(text)}" for number, text in enumerate(texts, 1)]
    return fence("options", "\n".join(told))


def critiques(chosen: Sequence[Critique]) -> str:
    """Returns why the critic chose the agent's last lines, fenced; empty if there is no critic."""
    if not chosen:
        return ""
    told = [
        f"You said: {one_line(one.text, LINE)} The critic: {one_line(one.reason, LINE)}" for one in chosen
    ]
    return "\n\nWHY THE CRITIC CHOSE WHAT YOU SAID\n" + fence("critic", "\n".join(told))


def feedback(rounds: Sequence[Feedback]) -> str:
    """Returns the feedback of the last round, fenced, under a heading; '' in the first round."""
    if not rounds:
        return ""
    return f"FEEDBACK ON THE LAST ROUND\n{fence('feedback', one_line(rounds[-1].text, FEEDBACK))}\n\n"


def subtask(view: SubtaskView) -> str:
    """Returns the sub-task's text, the facts by which it is checked, and its progress, all fenced."""
    step, held = view.subtask, view.observation.inventory
    givers, handed = listed(step.await_from), view.handed
    if handed is None:
        checks = [f"you hold at least {count} {item}" for item, count in step.want.items()]
        checks += [f"brought by {givers}"] if givers else []
    else:
        checks = [f"{givers} has handed you {n} {item} in this round" for item, n in step.want.items()]
    if step.gift:
        checks += [f"{step.gift.to} has received {count} {item}" for item, count in step.gift.items.items()]
    if step.store:
        checks.append(f"the container at {spot(step.store.at)} holds {step.store.count} {step.store.item}")
    at = f" within {step.within:g} blocks of {spot(step.at)}" if step.at else ""
    if step.station:
        checks.append(f"there is a {step.station}{at or ' here'}")
    if step.seek:
        checks.append(f"{' or '.join(step.seek)} is in sight{at}")
    told = [whole(step.text)]
    told.append(f"Done when: {', '.join(checks) or 'the attempts show that it is done'}")
    if handed is None:
        so_far = [f"you hold {held.get(item, 0)} of {n} {item}" for item, n in step.want.items()]
    else:
        so_far = [
            f"{givers} has handed you {handed.get(item, 0)} of {n} {item}, "
            f"you hold {held.get(item, 0)} {item}"
            for item, n in step.want.items()
        ]
    if step.gift:
        for item, count in step.gift.items.items():
            so_far.append(f"{received(view.outcomes, item)} of {count} {item} were received")
            so_far.append(f"you hold {held.get(item, 0)} {item}")
    if step.store:
        lies = stored(step.store, view.observation)
        so_far.append(f"it held {lies} of {step.store.count} {step.store.item} when you last closed it")
    if step.seek and view.outcomes:
        so_far.append(not_in_sight(step, view.observation))
    if so_far:
        told.append(f"So far: {', '.join(so_far)}")
    place = step.at or (step.gift.at if step.gift else None)
    if place and not (step.station or step.seek):
        told.append(
            f"The place is agreed: {spot(place)}. Pass it to the skill, so that the work is done there."
        )
    return fence("sub-task", "\n".join(told))


def met(view: SubtaskView) -> str:
    """Returns a paragraph that says that the goal is met; '' if it is not met."""
    return f"THE GOAL IS MET\nThe team holds {goal(view.goal)}.\n\n" if view.met else ""


def time_left(view: SubtaskView | IdleView) -> str:
    """Returns how much of the round is left, as the end of a sentence; '' if that is unknown."""
    return "" if view.seconds_left is None else f"; {view.seconds_left:.0f} seconds of the round are left"


def attempts(programs: Sequence[Program], outcomes: Sequence[Outcome], library: Library) -> str:
    """Returns the attempts and their results, fenced. Of the programs that the agent wrote, only the last one
    is shown in full.

    If a skill of the `library` failed, the line at which it failed is shown.
    """
    ran = list(enumerate(zip(programs, outcomes, strict=False), 1))[-ATTEMPTS:]
    written = [number for number, (program, _) in ran if program.code]
    whole = {len(outcomes), *written[-1:]}
    told = [_attempt(number, *each, library, whole=number in whole) for number, each in ran]
    return fence("attempts", "\n\n".join(told) or "(none yet)")


def one_line(text: str, most: int = LINE) -> str:
    """Returns the text without line breaks, so that it cannot look like a line by somebody else."""
    plain = " ".join(text.split())
    return plain if len(plain) <= most else plain[: most - 3] + "..."


def whole(text: str) -> str:
    """Returns the text in one line. A text of more than PART characters is cut after a sentence, or after a
    word if no sentence is short enough; a remark says how many characters are left out.
    """
    plain = " ".join(text.split())
    if len(plain) <= PART:
        return plain
    head = plain[:PART]
    end = max(head.rfind(mark) + 1 for mark in (". ", "; ", "! ", "? ")) or head.rfind(" ")
    kept = head[:end] if end > 0 else head
    return f"{kept} ({len(plain) - len(kept)} more characters are left out)"


def _attempt(number: int, program: Program, outcome: Outcome, library: Library, *, whole: bool) -> str:
    arguments = ", ".join(map(repr, program.args))
    told = [
        f"Attempt {number}: {'your program' if program.code else 'the skill'} {program.call}({arguments})"
    ]
    if whole and program.code:
        lines = program.code[:CODE].splitlines()
        told += [f"{count:4} | {line}" for count, line in enumerate(lines, 1)]
    if outcome.ok:
        told.append(f"It succeeded after {outcome.seconds:g} s and returned {outcome.result!r:.{MESSAGE}}.")
    else:
        told.append(f"It failed with {outcome.code}{_where(outcome)}: {one_line(outcome.message, MESSAGE)}")
        if program.code and not outcome.began:
            told.append(
                "No line of this program was run. You can call it again, unchanged, by its name "
                f"{program.call}."
            )
        own = _own_line(outcome)
        if whole and program.code and own:
            line = program.code.splitlines()[own - 1 : own]
            told += [f"That line: {text.strip()}" for text in line]
        told += _skill_line(outcome, library)
    changes = ", ".join(f"{change:+} {item}" for item, change in outcome.gained.items())
    told.append(f"Inventory changes since then: {changes or 'none'}")
    return "\n".join(told)


def _where(outcome: Outcome) -> str:
    if outcome.at is None:
        return ""
    if own := _own_line(outcome):
        within = f", in the skill {outcome.at.skill}" if outcome.at.program else ""
        return f" at line {own} of your program{within}"
    return f" at line {outcome.at.line} of the skill {outcome.at.skill}"


def _skill_line(outcome: Outcome, library: Library) -> list[str]:
    """Returns the line of the skill that failed, if a skill failed."""
    skill = library.get(outcome.at.skill) if outcome.at else None
    if outcome.at is None or skill is None:
        return []
    line = skill.source.splitlines()[outcome.at.line - 1 : outcome.at.line]
    return [f"Line {outcome.at.line} of {skill.name}: {one_line(text)}" for text in line]


def _own_line(outcome: Outcome) -> int | None:
    """Returns the line of the program at which it failed, even if a called skill failed; None if the line
    is not known.
    """
    at = outcome.at
    return None if at is None else at.line if at.skill == "program" else at.program


def _speaker(line: TalkLine) -> str:
    return f"{line.speaker} (a visitor, not of the team)" if line.visitor else line.speaker


def items_text(items: Items) -> str:
    return ", ".join(f"{count} {item}" for item, count in sorted(items.items()) if count) or "nothing"


def _sightings(seen: Mapping[str, Sighting], here: Position, *, others: bool = False) -> str:
    """Returns the nearest place of each kind and, with `others`, the other places."""

    def away(one: tuple[str, Sighting]) -> float:
        return sum((a - b) ** 2 for a, b in zip(one[1].nearest, here, strict=True))

    near = sorted(seen.items(), key=away)

    def named(name: str, one: Sighting) -> str:
        return name if one.ripe is None else f"{name} ({one.ripe} ripe)"

    told = [
        f"{one.count} {named(name, one)}, nearest at {spot(one.nearest)}"
        + (f", others at {listed([spot(at) for at in one.others])}" if others and one.others else "")
        for name, one in near[:SIGHTS]
    ]
    left = [f"and {len(near) - SIGHTS} kinds farther off"] if len(near) > SIGHTS else []
    return "; ".join([*told, *left]) or "none"


def listed(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)
