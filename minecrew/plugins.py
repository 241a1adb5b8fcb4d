"""The plug-ins of all kinds: installed plug-ins, and those that a new or an earlier run uses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from minecrew.agents import MINDS, PERSONAS, STRUCTURES, TASKS
from minecrew.behaviors import DETECTOR_PLUGINS
from minecrew.mc_server import ARENAS
from minecrew.runlog import Manifest, PluginKind, PluginRecord, Plugins, UserError
from minecrew.skills import SKILLS
from minecrew.version import __version__

ALL: Mapping[PluginKind, Plugins[Any]] = {
    plugins.kind: plugins
    for plugins in (STRUCTURES, DETECTOR_PLUGINS, PERSONAS, MINDS, ARENAS, SKILLS, TASKS)
}


def used_plugins(task: Mapping[str, Any], name: str | None) -> tuple[PluginRecord, ...]:
    """Returns the plug-ins that a run of `task`, given as JSON, uses. `name`: the name by which the task was
    chosen.

    All installed skills and detectors are included, because every agent has all skills and every detector
    reads every log.
    """
    agents = task.get("agents", ())
    minds = [task.get("mind"), *(agent.get("mind") for agent in agents)]
    named: dict[PluginKind, list[str | None]] = {
        "tasks": [name],
        "arenas": [task.get("world", {}).get("arena")],
        "structures": [task.get("team", {}).get("discussion")],
        "personas": [agent.get("persona") for agent in agents],
        "minds": [mind.get("kind") for mind in minds if mind],
        "skills": _working(SKILLS),
        "detectors": _working(DETECTOR_PLUGINS),
    }
    found = (ALL[kind].record(one) for kind, names in named.items() for one in dict.fromkeys(names) if one)
    return tuple(record for record in found if record)


def require_plugins(manifest: Manifest, kinds: Collection[PluginKind]) -> None:
    """Raises UserError if a plug-in that the run used is not available now."""
    for record in manifest.plugins:
        if record.kind in kinds and ALL[record.kind].find(record.name) is None:
            remedy = f"install {record.package}" if record.package else "pass it again"
            raise UserError(f"run {manifest.run!r} used {record.title}, which is not installed now; {remedy}")


def list_plugins(kind: PluginKind | None, console: Console) -> None:
    """Prints the plug-ins of other packages, and broken ones with the reason. If a kind is given, built-in
    ones are included.
    """
    table = Table()
    for heading in ("Kind", "Name", "Package", "Version"):
        table.add_column(heading)
    problems = []
    for one in [kind] if kind else ALL:
        for name in sorted(_ours(one)) if kind else ():
            table.add_row(one, name, "minecrew", __version__)
        for plugin in ALL[one].outside():
            record = plugin.record
            table.add_row(one, Text(record.name), Text(record.package), Text(record.version))
            problems += [plugin.problem] if plugin.problem else []
    if table.row_count:
        console.print(table)
    else:
        console.print("no installed package provides a plug-in; docs/plugins.md explains how to make one")
    for problem in problems:
        console.print(Text(f"broken: {problem}", style="red"), soft_wrap=True)


def _ours(kind: PluginKind) -> Iterator[str]:
    plugins = ALL[kind]
    return (name for name in plugins.all() if plugins.record(name) is None)


def _working(plugins: Plugins[Any]) -> list[str | None]:
    return [plugin.record.name for plugin in plugins.outside() if not plugin.problem]
