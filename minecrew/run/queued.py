"""A run that was asked for earlier: its bundle holds its manifest, and the rest is written now.

It has the end of a leash in its hand: when the pipe on its standard input ends, so does it.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pydantic import ValidationError

from minecrew.agents import Task
from minecrew.run.lifecycle import INTERRUPTED, run
from minecrew.run.options import Options
from minecrew.run.play import play
from minecrew.run.remote import Remote, is_let_go
from minecrew.runlog import RunBundle, UserError
from minecrew.terminal import Terminal


def run_queued(path: Path) -> int:
    """Begins the run in `path`, and returns the exit code; let go of already, it stays queued.

    Raises UserError where nothing was asked for there, or it has begun.
    """
    bundle = RunBundle(path.resolve())
    manifest = bundle.manifest()
    if manifest is None or not manifest.queued:
        raise UserError(f"no run is queued in {str(path)!r}; `minecrew run TASK` begins one")
    try:
        task = Task.model_validate(manifest.task)
    except ValidationError as error:
        why = str(error).splitlines()[0]
        raise UserError(f"run {bundle.id!r} was queued by another version ({why}); ask for it anew") from None
    options = Options(
        human=manifest.human,
        skills=tuple(map(Path, manifest.skills)),
        max_tokens=manifest.max_tokens,
        out=bundle.path.parent,
        arguments=manifest.arguments,
    )
    if is_let_go():
        return INTERRUPTED
    remote = Remote()
    return run(task, options, partial(play, remote=remote), Terminal(), queued=bundle, listen=remote.listen)
