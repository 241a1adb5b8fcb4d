"""The kept runs as offline pages and as a service shows them: real runs, among them those of models."""

from __future__ import annotations

import shutil
from pathlib import Path

from minecrew.bridge import package_root
from minecrew.judging.findings import findings_of
from minecrew.page import write_page
from minecrew.runlog import RunBundle

FOLDER = package_root() / "tests" / "fixtures" / "bundles"
NAMES = sorted(path.name for path in FOLDER.iterdir())


def kept(name: str) -> RunBundle:
    return RunBundle(FOLDER / name)


def page_of(name: str, folder: Path, *, blind: bool = False, prompts: bool = True) -> Path:
    """The offline page of a kept run."""
    reading = kept(name).read()
    path = folder / f"{name}.html"
    write_page(path, reading, findings_of(reading), blind=blind, prompts=prompts)
    return path


def copied(root: Path, *names: str) -> dict[str, str]:
    """Name -> the id of its copy under `root`, which a service can show."""
    ids = {}
    for name in names:
        started = kept(name).read().started
        assert started is not None
        shutil.copytree(FOLDER / name, root / started.run)
        ids[name] = started.run
    return ids
