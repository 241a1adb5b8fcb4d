"""Starts a run from its options, for `minecrew run` and for Python programs."""

from __future__ import annotations

from rich.console import Console

from minecrew.options import Options
from minecrew.run.choice import choose_task, require_ours, require_person
from minecrew.run.lifecycle import run
from minecrew.run.play import play
from minecrew.runlog import Objects, passing
from minecrew.setup import ensure_setup


def start(options: Options, console: Console, objects: Objects | None = None) -> int:
    """Runs the task that `options` name, reports it on `console`, and returns the exit code.

    `objects` maps a kind to names, and each name to an object. Options and tasks can use the object by that
    name, like an installed plug-in: `{"minds": {"gardener": make_gardener}}`. Raises UserError before the run
    begins.
    """
    with passing(objects or {}):
        task = choose_task(options)
        require_person(task, options)
        ensure_setup()
        require_ours(task, server=options.server)
        return run(task, options, play, console)
