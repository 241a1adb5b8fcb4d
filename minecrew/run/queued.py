"""Starts a run that was requested earlier. Its bundle contains only its manifest; the other files are
written now.

A service controls the run through a pipe. If the pipe on standard input closes, the run ends.
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
    """Starts the run of a task in `path`; see `begin_queued`."""
    hint = "start one with `minecrew run TASK`"
    return begin_queued(path, Task.model_validate, lambda remote: partial(play, remote=remote), "run", hint)


def begin_queued(
    path: Path, parse: Callable[[object], RunTask], play_by: Callable[[Remote], Play], what: str, hint: str
) -> int:
    """Starts the run that is queued in `path`, and returns the exit code. If the pipe is already closed,
    the run stays queued.

    `parse` reads the task from the manifest, and `play_by` returns the function that plays it. `what` and
    `hint` are used in error messages. Raises UserError if nothing is queued there, if the run has already
    started, or if it was not queued on this machine.
    """
    bundle = RunBundle(path.resolve())
    manifest = bundle.manifest()
    if manifest is None or not manifest.queued:
        raise UserError(f"no {what} is queued in {str(path)!r}; {hint}")
    if not has_ticket(bundle):
        raise UserError(
            f"{what} {bundle.id!r} was not queued on this machine, or has been changed since; {hint}"
        )
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
