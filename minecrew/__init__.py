"""The public API, the command line, the service and the page. `run_task`, `load_runs` and `Study` are
imported on first use, because commands that only read logs need no crew.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from minecrew.version import __version__

if TYPE_CHECKING:
    from minecrew.api.loaded_run import LoadedRun, LoadedRuns, load_runs
    from minecrew.api.study import Study
    from minecrew.api.task_run import run_task

LATER = {
    "LoadedRun": "minecrew.api.loaded_run",
    "LoadedRuns": "minecrew.api.loaded_run",
    "Study": "minecrew.api.study",
    "load_runs": "minecrew.api.loaded_run",
    "run_task": "minecrew.api.task_run",
}
"""Name -> the module that defines it."""
__all__ = ["LoadedRun", "LoadedRuns", "Study", "__version__", "load_runs", "run_task"]


def __getattr__(name: str) -> Any:
    if name in LATER:
        return getattr(import_module(LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
