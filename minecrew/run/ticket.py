"""The proof that a run was queued on this machine.

A queued run is a bundle with a manifest. A stranger's manifest may name the stranger's endpoint, which would
receive the user's key. So a ticket is written to the user's cache, outside the runs directory, when a run is
queued: the hash of the manifest, under the hash of the bundle's path. Only a bundle with a ticket is begun.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from minecrew.bridge import cache_dir
from minecrew.runlog import RunBundle, write_whole


def issue_ticket(bundle: RunBundle) -> None:
    """Allows the bundle to be begun as its manifest is now."""
    place = _place(bundle)
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(place, _hash(bundle))


def has_ticket(bundle: RunBundle) -> bool:
    """Whether the bundle was queued on this machine, with this manifest."""
    try:
        return _place(bundle).read_text(encoding="ascii") == _hash(bundle)
    except (OSError, ValueError):
        return False


def drop_ticket(bundle: RunBundle) -> None:
    """Ends the permission. Does nothing if there is none."""
    _place(bundle).unlink(missing_ok=True)


def _place(bundle: RunBundle) -> Path:
    return cache_dir() / "queued" / hashlib.sha256(str(bundle.path.resolve()).encode()).hexdigest()


def _hash(bundle: RunBundle) -> str:
    return hashlib.sha256((bundle.path / "manifest.json").read_bytes()).hexdigest()
