"""Installs the npm packages, with the Node that pip installed, and shows a progress bar."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from minecrew.terminal import Terminal


def ensure_setup(console: Console | None = None, *, dev: bool = False) -> bool:
    """Installs missing packages; returns False if nothing was missing. Reports on `console` or standard
    error.
    """
    from minecrew.bridge import install_node_modules, installed, node_modules  # commands load this file

    console = console or Terminal(stderr=True)
    if installed(dev=dev):
        return False
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        job = bar.add_task("npm packages", total=None)

        def show(done: int, total: int, what: str) -> None:
            bar.update(job, completed=done, total=total or None, description=what)

        changed = install_node_modules(dev=dev, progress=show)
    console.print(f"npm packages installed in {node_modules()}", highlight=False, soft_wrap=True)
    return changed
