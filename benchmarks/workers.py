"""Worker processes that end with the process that started them."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def workers(jobs: int, *, tasks_per_worker: int | None = None) -> ProcessPoolExecutor:
    """Returns a pool whose workers end soon after this process has ended, even by SIGKILL."""
    return ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=_follow_parent,
        max_tasks_per_child=tasks_per_worker,
    )


def _follow_parent() -> None:
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "a worker is started by the pool's process"
    parent.join()
    os._exit(1)
