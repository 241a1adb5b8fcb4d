"""The tree of the runs that continue copies of one run, read from the manifests in its runs folder."""

from __future__ import annotations

from collections.abc import Iterator

from minecrew.runlog.bundle import RunBundle
from minecrew.runlog.errors import MinecrewError
from minecrew.runlog.files import read_file
from minecrew.runlog.fork_events import ForkOrigin
from minecrew.runlog.header import Record

MOST = 2000
"""Maximum number of manifests that are read, the newest runs first."""


class ForkTree(Record):
    """A run with its forks."""

    run: str
    origin: ForkOrigin | None = None
    """None for a run that is no fork, or whose origin is not there any more."""
    outcome: str | None = None
    """None if it has no result yet, or is not there."""
    forks: tuple[ForkTree, ...] = ()
    """Oldest first."""


def fork_tree(bundle: RunBundle) -> ForkTree | None:
    """Returns the tree of which the run is a part, from its first origin on; None without any fork."""
    origins = dict(_origins(bundle))
    root = bundle.id
    while root in origins:
        root = origins[root].run
    tree = _grow(root, None, origins, bundle)
    return tree if tree.forks else None


def _grow(run: str, origin: ForkOrigin | None, origins: dict[str, ForkOrigin], bundle: RunBundle) -> ForkTree:
    forks = sorted(one for one, came in origins.items() if came.run == run)
    return ForkTree(
        run=run,
        origin=origin,
        outcome=_outcome(RunBundle(bundle.path.parent / run)),
        forks=tuple(_grow(one, origins[one], origins, bundle) for one in forks if one != run),
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
        try:
            raw = read_file(one.path / "manifest.json", within=one.path)
            manifest = one.manifest() if b'"at"' in raw else None
        except (MinecrewError, OSError, ValueError):
            continue  # a broken bundle is no reason to show none
        if manifest and manifest.forks:
            yield one.id, manifest.forks[-1]
