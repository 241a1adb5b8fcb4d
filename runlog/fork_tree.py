"""The tree of the runs that continue copies of one run, read from the manifests in the folder of runs.

Anybody may have written these manifests: a run may name itself, or a path outside the folder, as its origin.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from minecrew.runlog.bundle import RUN_NAME, RunBundle
from minecrew.runlog.errors import MinecrewError
from minecrew.runlog.files import read_file
from minecrew.runlog.fork_events import ForkOrigin
from minecrew.runlog.header import Record
from minecrew.runlog.manifest import Manifest

MOST = 2000
"""Maximum number of manifests that are read, the newest runs first."""
FARTHEST = 50
"""Maximum number of origins above a run, and of generations of forks below it, that its tree shows."""


class ForkTree(Record):
    """A run with its forks."""

    run: str
    origin: ForkOrigin | None = None
    """None for a run that is no fork, and for the first run of the tree."""
    outcome: str | None = None
    """None if it has no result yet, or is not there."""
    forks: tuple[ForkTree, ...] = ()
    """Oldest first."""


def fork_tree(bundle: RunBundle) -> ForkTree | None:
    """Returns the tree of which the run is a part, from its first origin on; None if there is no fork.

    If the run has more than FARTHEST origins, the tree begins with one of them.
    """
    origins = dict(_origins(bundle))
    line = [bundle.id]
    while len(line) <= FARTHEST and (origin := origins.get(line[-1])) and origin.run not in line:
        line.append(origin.run)
    root = line[-1]
    origins.pop(root, None)  # so each run has one place in the tree, even if runs name one another
    forks: dict[str, list[str]] = defaultdict(list)
    for run in sorted(origins):
        forks[origins[run].run].append(run)
    tree = _grow(root, origins, forks, bundle.path.parent, FARTHEST + len(line) - 1)
    return tree if tree.forks else None


def _grow(
    run: str, origins: Mapping[str, ForkOrigin], forks: Mapping[str, Sequence[str]], root: Path, depth: int
) -> ForkTree:
    """`depth`: the number of generations below the run that are shown."""
    below = forks.get(run, ()) if depth else ()
    return ForkTree(
        run=run,
        origin=origins.get(run),
        outcome=_outcome(RunBundle(root / run)),
        forks=tuple(_grow(one, origins, forks, root, depth - 1) for one in below),
    )


def _outcome(bundle: RunBundle) -> str | None:
    try:
        result = bundle.result()
    except (MinecrewError, OSError, ValueError):
        return None
    return result.outcome if result else None


def _origins(bundle: RunBundle) -> Iterator[tuple[str, ForkOrigin]]:
    """Run -> its origin, of the runs in the folder of `bundle` that are forks."""
    for one in RunBundle.all(bundle.path.parent)[-MOST:]:
        path = one.path / "manifest.json"
        try:
            found = path.stat()
        except OSError:
            continue
        if (origin := _origin(path, found.st_mtime_ns, found.st_size)) is not None:
            yield one.id, origin


@lru_cache(maxsize=MOST)
def _origin(path: Path, changed: int, size: int) -> ForkOrigin | None:
    """The origin that a manifest names; None if it names none, or none that can be in its folder.

    None also if it cannot be read, because a broken bundle is no reason to show no tree.

    It is kept until the file has another time of change or size.
    """
    try:
        raw = read_file(path, within=path.parent)
        forks = Manifest.model_validate_json(raw).forks if b'"at"' in raw else ()
    except (OSError, ValueError):
        return None
    return forks[-1] if forks and re.fullmatch(RUN_NAME, forks[-1].run) else None
