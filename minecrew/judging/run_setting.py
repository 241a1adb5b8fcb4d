"""The settings of a run by name: those of its task, and the other options that affect it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from minecrew.behaviors import Setting, SettingValue
from minecrew.options import setting_name
from minecrew.runlog import Manifest, RunStarted

APART = frozenset({"title", "goal", "agents"})
"""The keys of a task that are not tables."""
NO_MATTER = frozenset({"out", "json_lines", "port", "seat_port", "task", "goals", "agents", "personas"})
"""Options that do not affect a run, or are part of its task."""


def run_setting(
    started: RunStarted | None, manifest: Manifest | None, arena: str | None, agents: int, title: str
) -> Setting:
    """Returns the settings of a run, the basic ones first. Without a manifest, the settings that only a
    manifest contains are missing.

    `arena`: the name of the world, if the server gave one.
    """
    task: Mapping[str, Any] = manifest.task if manifest else {}
    personas = dict(started.personas) if started else {}
    minds = sorted(set(manifest.minds.values() if manifest else (f"as {one}" for one in personas.values())))
    goal = started.goal if started else {}
    members = [one for one in task.get("agents", ()) if isinstance(one, Mapping)]
    found: Setting = {
        "task": title,
        "arena": arena,
        "agents": agents,
        "mind": "+".join(minds) or None,
        "p_error": started.p_error if started else None,
        "guard": started.guard if started else None,
        "goal": _pairs(goal),
        "personas": _pairs(personas),
    }
    if started and started.norms is not None:
        found["norms"] = started.norms
    if manifest is None:
        return found
    for table, content in task.items():
        if table not in APART:
            found |= {name: value for name, value in _settings(content, table) if name not in found}
    found["inventory"] = "; ".join(
        f"{one.get('name')}: {_pairs(one['inventory'])}" for one in members if one.get("inventory")
    )
    found["roles"] = "; ".join(dict.fromkeys(str(one.get("role", "")) for one in members))
    if manifest.forks:
        found["fork"] = "; ".join(one.title for one in manifest.forks)
    found["secretary"] = manifest.secretary
    found["human"] = "+".join(manifest.human)
    found["max_tokens"], found["max_usd"] = manifest.max_tokens, manifest.max_usd
    for option, value in manifest.options.items():
        if option not in NO_MATTER:
            found |= dict(_settings(value, option))
    if manifest.server and "arena" not in manifest.server.abilities:
        found["server"] = manifest.server.says or "another server"
    return found


def is_trial(manifest: Manifest | None) -> bool:
    """Returns whether the run is the trial of a skill."""
    return manifest is not None and "trial" in manifest.task


def _settings(value: Any, *path: str) -> Iterator[tuple[str, SettingValue]]:
    """Yields name -> value for a path of a task; nested values have dotted names."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _settings(inner, *path, str(key))
    elif path == ("mind", "kind"):
        return  # `mind` has it for all agents
    elif isinstance(value, list | tuple):
        yield setting_name(path), "+".join(map(str, value))
    else:
        yield setting_name(path), value


def _pairs(found: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(found.items()))
