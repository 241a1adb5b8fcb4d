"""Chooses the trial of a skill: its own example, or a call with arguments from the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence

from minecrew.agents import parse_goal
from minecrew.mc_server import require_arena
from minecrew.runlog import Items, UserError
from minecrew.skills import Skill, Trial


def make_trial(
    skill: Skill,
    arguments: Sequence[str],
    *,
    arena: str | None = None,
    seed: int | None = None,
    give: Sequence[str] = (),
) -> Trial:
    """Returns the trial of a call with those arguments, each of which is JSON or text; without arguments, the
    skill's own example.

    `give`: ITEM=N each. Raises UserError.
    """
    example = skill.trial
    if not arguments and example is None and any(not param.optional for param in skill.params):
        raise UserError(f"{skill.signature} has no @example; give its arguments")
    if example is None or arguments:
        example = Trial(
            call=f"{skill.name}({', '.join(['bot', *map(_literal, arguments)])})",
            arena=example.arena if example else "meadow",
            seed=example.seed if example else 1,
            before=example.before if example else "",
            partner=example.partner if example else "",
        )
    given = _given(give, skill, example.call)
    arena = example.arena if arena is None else arena
    require_arena(arena)
    update = {"arena": arena, "seed": example.seed if seed is None else seed, "give": example.give | given}
    return example.model_copy(update=update)


def _given(texts: Sequence[str], skill: Skill, call: str) -> Items:
    try:
        given = parse_goal(texts)
    except UserError:
        raise UserError(f"--give {' '.join(texts)!r} is not ITEM=N; for example --give oak_log=2") from None
    for item in given:
        if skill.trial and item in skill.trial.expect and not _other_product(item, skill.trial.call, call):
            raise UserError(f"--give {item!r}: {skill.name} makes this item; give its ingredients instead")
    return given


def _other_product(item: str, example: str, call: str) -> bool:
    """Returns whether the example's call contains the name of its product, e.g. craftItem(bot, 'stick'),
    but this call does not.
    """
    words = item.split("_")
    return all(word in example for word in words) and not all(word in call for word in words)


def _literal(text: str) -> str:
    """Returns an argument as JavaScript: JSON stays unchanged, and anything else becomes a string."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):  # nested too deeply to be meant
        return json.dumps(text)
    return text
