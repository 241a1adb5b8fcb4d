"""A run that was requested earlier: its bundle contains its manifest, and the other files are written now.

A service holds it by a pipe: if the pipe on its standard input ends, the run ends.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from pydantic import ValidationError

from minecrew.agents import Task
from minecrew.plugins import require_plugins
from minecrew.run.lifecycle import INTERRUPTED, Play, run
from minecrew.run.manifest import RunTask, options_of
from minecrew.run.play import play
from minecrew.run.remote import Remote, is_let_go
from minecrew.run.ticket import has_ticket
from minecrew.runlog import RunBundle, UserError
from minecrew.terminal import Terminal


def run_queued(path: Path) -> int:
    """Begins the run of a task in `path`, as `begin_queued` does."""
    hint = "`minecrew run TASK` starts one"
    return begin_queued(path, Task.model_validate, lambda remote: partial(play, remote=remote), "run", hint)


def begin_queued(
    path: Path, parse: Callable[[object], RunTask], play_by: Callable[[Remote], Play], what: str, hint: str
) -> int:
    """Begins the run that is queued in `path`, and returns the exit code; if the pipe has already
    ended, the run stays queued.

    `parse` reads the task in its manifest, and `play_by` gives the function that plays it. Errors contain
    `what` it is called, and a `hint` how to make one. Raises UserError if nothing is queued there, if it
    has begun, or if it was not queued on this machine.
    """
    bundle = RunBundle(path.resolve())
    manifest = bundle.manifest()
    if manifest is None or not manifest.queued:
        raise UserError(f"no {what} is queued in {str(path)!r}; {hint}")
    if not has_ticket(bundle):
        raise UserError(f"{what} {bundle.id!r} was not queued on this machine, or was changed since; {hint}")
    require_plugins(manifest, ("structures", "personas", "minds", "arenas"))
    try:
        task = parse(manifest.task)
    except ValidationError as error:
        why = str(error).splitlines()[0]
        raise UserError(
            f"{what} {bundle.id!r} was queued by another version ({why}); start it again"
        ) from None
    options = options_of(manifest, out=bundle.path.parent)
    if is_let_go():
        return INTERRUPTED
    remote = Remote()
    return run(task, options, play_by(remote), Terminal(), queued=bundle, listen=remote.listen)
