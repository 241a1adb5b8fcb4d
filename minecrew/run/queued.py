"""A run that was asked for earlier: its bundle holds its manifest, and the rest is written now.

It has the end of a leash in its hand: when the pipe on its standard input ends, so does it.
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
from minecrew.runlog import RunBundle, UserError
from minecrew.terminal import Terminal


def run_queued(path: Path) -> int:
    """Begins the run of a task in `path`, as `begin_queued` does."""
    hint = "`minecrew run TASK` starts one"
    return begin_queued(path, Task.model_validate, lambda remote: partial(play, remote=remote), "run", hint)


def begin_queued(
    path: Path, parse: Callable[[object], RunTask], play_by: Callable[[Remote], Play], what: str, hint: str
) -> int:
    """Begins what is queued in `path`, and returns the exit code; let go of already, it stays queued.

    `parse` reads its manifest's task, `play_by` gives what plays it; `what` it is called, and a `hint` at how
    one is made, stand in errors. Raises UserError if nothing was asked for there, or it has begun.
    """
    bundle = RunBundle(path.resolve())
    manifest = bundle.manifest()
    if manifest is None or not manifest.queued:
        raise UserError(f"no {what} is queued in {str(path)!r}; {hint}")
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
