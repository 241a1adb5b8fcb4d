"""Describes skills for prompts: every prompt lists all skills in brief, and describes the skills that fit a
sub-task in full.

The basic skills are described in full in every prompt, so they are never listed as fitting.
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
"""The skills that are described in full in every prompt for planning or acting."""
SKILLS = 150
"""Maximum number of skills with one line in every prompt. If the library is larger, the skills that are
called by the most other skills are chosen.
"""
SPARE = 3
"""The number of additional search results, because some results are not shown."""
RETRIEVED = 5
"""Maximum number of skills that are described in full for a sub-task, besides the basic skills (Voyager:
five).
"""
LEAST = 0.6
"""Minimum score of a skill as a share of the best score. Skills that score much lower usually have only a
single word in common with the query.
"""
CALL = re.compile(r"await (\w+)\(bot\b")
BOT = re.compile(r"\(bot(?:, |(?=\)))")
PLACE = re.compile(r"new Vec3\(([^()]*)\)|bot\.findBlock\(\{[^{}]*\}\)\.position")
"""The pattern for a place in a skill's example. In prompts, places are written as in calls."""


def skills(library: Library) -> str:
    """Returns the description of all skills, fenced: the basic skills in full, the others in one line each.
    Skills in `added` are left out, so that the text is the same in every prompt of a run.
    """
    known = {skill.name: skill for skill in offered(library)}
    basic = [known.pop(name) for name in BASIC if name in known]
    told = [f"- {_explained(skill)}" for skill in basic]
    return fence("skills", "\n".join([*told, *map(_in_a_line, known.values())]))


def added(library: Library) -> str:
    """Returns the skills that were kept since the run began, under a separate heading; empty if there are
    none.
    """
    if not library.added:
        return ""
    return (
        "SKILLS THAT THE TEAM WROTE\n"
        + fence("skills", "\n".join(map(_in_a_line, library.added[-SKILLS:])))
        + "\n\n"
    )


def offered(library: Library) -> list[Skill]:
    """Returns the skills to show, by name, at most SKILLS. Skills that have a replacement (`@instead`) are
    left out.
    """
    later = {skill.name for skill in library.added}
    skills = [s for s in library.all() if s.name not in later and not _withheld(s, library)]
    if len(skills) <= SKILLS:
        return skills
    calls = Counter(name for source in library.sources().values() for name in set(CALL.findall(source)))
    most = sorted(skills, key=lambda skill: (skill.name not in BASIC, -calls[skill.name], skill.name))
    return sorted(most[:SKILLS], key=lambda skill: skill.name)


def fitting(library: Library, view: SubtaskView) -> str:
    """Returns full descriptions of the skills that fit the rest of the sub-task, fenced."""
    return manual(library, sought(view))


def sought(view: SubtaskView) -> str:
    """Returns the words with which to search for skills: the missing items or, if none is missing, what to
    do with the held items.

    The sub-task's own words are used only if it names no item, because most of them do not describe a skill.
    """
    step, held = view.subtask, view.observation.inventory
    if step.await_from:
        return "receive"
    wanted = dict(step.want)
    if step.gift:
        wanted |= step.gift.items
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
    """Returns full descriptions of the best matching skills, fenced, without those that every prompt
    describes in full.
    """
    found = library.search(sought, RETRIEVED + len(BASIC) + SPARE, least=LEAST)
    best = [skill for skill in found if skill.name not in BASIC and not _withheld(skill, library)]
    return fence("skills", "\n".join(f"- {_explained(skill)}" for skill in best[:RETRIEVED]) or "(no others)")


def _withheld(skill: Skill, library: Library) -> bool:
    return library.get(skill.instead) is not None


def _in_a_line(skill: Skill) -> str:
    return f"- {_without_bot(skill.signature)}: {one_line(skill.summary)}"


def _without_bot(code: str) -> str:
    """Returns the calls in `code` without their first argument, the bot."""
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
