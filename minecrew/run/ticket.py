"""The proof that a run was queued on this machine.

A queued run is a bundle with a manifest. A stranger's manifest may contain the stranger's endpoint, which
would then receive the user's key. Therefore, only bundles with a ticket are started. The ticket is written
to the user's cache when a run is queued. It contains the hash of the manifest and is named after the hash
of the bundle's path.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from minecrew.bridge import cache_dir
from minecrew.runlog import RunBundle, write_whole


def issue_ticket(bundle: RunBundle) -> None:
    """Allows the bundle to be started with its current manifest."""
    place = _place(bundle)
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(place, _hash(bundle))


def has_ticket(bundle: RunBundle) -> bool:
    """Returns whether the bundle was queued on this machine with this manifest."""
    try:
        return _place(bundle).read_text(encoding="ascii") == _hash(bundle)
    except (OSError, ValueError):
        return False


def drop_ticket(bundle: RunBundle) -> None:
    """Removes the ticket, if there is one."""
    _place(bundle).unlink(missing_ok=True)


def _place(bundle: RunBundle) -> Path:
    return cache_dir() / "queued" / hashlib.sha256(str(bundle.path.resolve()).encode()).hexdigest()


def _hash(bundle: RunBundle) -> str:
    return hashlib.sha256((bundle.path / "manifest.json").read_bytes()).hexdigest()
