"""What a model is told of skills: all of them in every prompt, and those that fit a sub-task in full; fenced.

The basic skills are told in full everywhere, so they are never among those that fit.
"""

from __future__ import annotations

import re
from collections import Counter

from minecrew.agents.llm.prompt import fence
from minecrew.agents.llm.prompt_values import one_line
from minecrew.agents.views import SubtaskView
from minecrew.skills import Library, Skill

BASIC = (
    *("goTo", "mineBlock", "craft", "smeltItem", "placeItem", "killMob", "giveItem", "receiveItem"),
    *("pickUp", "meet", "checkItemInsideChest", "depositItemIntoChest", "getItemFromChest"),
)
"""Skills told in full in every prompt that plans or acts."""
SKILLS = 150
"""Told of in a line each, in every prompt; of a larger library those that most others call."""
SPARE = 3
"""More than these are searched for, since some that are found are not told."""
RETRIEVED = 5
"""Skills told in full for a sub-task, besides the basic ones (Voyager: five)."""
LEAST = 0.6
"""Minimum score of a skill as a share of the best one's; skills that fit much worse only share a word."""
CALL = re.compile(r"await (\w+)\(bot\b")
BOT = re.compile(r"\(bot(?:, |(?=\)))")
PLACE = re.compile(r"new Vec3\(([^()]*)\)|bot\.findBlock\(\{[^{}]*\}\)\.position")
"""A place in a skill's example, which is code; it is told as it is written in calls."""


def skills(library: Library) -> str:
    """Every skill, the same text in every prompt of a run: the basic ones in full, the others in a line each,
    and without those that are `added`; fenced."""
    known = {skill.name: skill for skill in offered(library)}
    basic = [known.pop(name) for name in BASIC if name in known]
    told = [f"- {_explained(skill)}" for skill in basic]
    return fence("skills", "\n".join([*told, *map(_in_a_line, known.values())]))


def added(library: Library) -> str:
    """The skills kept since the beginning, under a heading of their own; empty if there are none."""
    if not library.added:
        return ""
    return (
        "SKILLS THAT THE TEAM WROTE\n"
        + fence("skills", "\n".join(map(_in_a_line, library.added[-SKILLS:])))
        + "\n\n"
    )


def offered(library: Library) -> list[Skill]:
    """The skills to tell of, by name: all but those another is shown for, at most SKILLS."""
    later = {skill.name for skill in library.added}
    skills = [s for s in library.all() if s.name not in later and not _withheld(s, library)]
    if len(skills) <= SKILLS:
        return skills
    calls = Counter(name for source in library.sources().values() for name in set(CALL.findall(source)))
    most = sorted(skills, key=lambda skill: (skill.name not in BASIC, -calls[skill.name], skill.name))
    return sorted(most[:SKILLS], key=lambda skill: skill.name)


def fitting(library: Library, view: SubtaskView) -> str:
    """The skills that fit what the sub-task still takes, in full; fenced."""
    return manual(library, sought(view))


def sought(view: SubtaskView) -> str:
    """The words by which skills are found: what is missing, or if nothing is, what is done with what is held.

    The sub-task's own words stand for it only if it names no item: most of them say for whom and of what.
    """
    step, held = view.subtask, view.observation.inventory
    if step.await_from:
        return "receive"
    wanted = dict(step.want)
    if step.gift:
        wanted[step.gift.item] = step.gift.count
    if step.store:
        wanted[step.store.item] = step.store.count
    missing = " ".join(item for item, count in wanted.items() if held.get(item, 0) < count)
    if missing or step.want:
        return missing or " ".join(step.want)
    if step.gift:
        return "hand over"
    if step.store:
        return "put into chest"
    if step.station:
        return f"place {step.station}"
    return f"find {' '.join(step.seek)}" if step.seek else step.text


def manual(library: Library, sought: str) -> str:
    """The skills that fit best, in full, without those that every prompt tells in full; fenced."""
    found = library.search(sought, RETRIEVED + len(BASIC) + SPARE, least=LEAST)
    best = [skill for skill in found if skill.name not in BASIC and not _withheld(skill, library)]
    return fence("skills", "\n".join(f"- {_explained(skill)}" for skill in best[:RETRIEVED]) or "(no others)")


def _withheld(skill: Skill, library: Library) -> bool:
    return library.get(skill.instead) is not None


def _in_a_line(skill: Skill) -> str:
    return f"- {_without_bot(skill.signature)}: {one_line(skill.summary)}"


def _without_bot(code: str) -> str:
    """Calls in `code` as they are made, for which the bot is understood."""
    return BOT.sub("(", code)


def _explained(skill: Skill) -> str:
    params: dict[str, list[str]] = {}
    for param in skill.params:
        if param.text:
            params.setdefault(one_line(param.text), []).append(param.name)
    told = [f"{', '.join(names)}: {text}" for text, names in params.items()]
    told += [f"returns {one_line(skill.returns)}"] if skill.returns else []
    told += [f"needs {one_line(skill.needs)}"] if skill.needs not in ("", "nothing") else []
    example = PLACE.sub(lambda place: f"[{place[1] or '10, 5, 10'}]", one_line(skill.example))
    told += [f"example: {_without_bot(example)}"] if example else []
    return f"{_without_bot(skill.signature)}: {one_line(skill.summary)} {'; '.join(told)}".strip()
