"""Inspect's tasks: one per task of minecrew, and `minecrew/played` for finished runs.

    inspect eval minecrew/bookshelf --model PROVIDER/MODEL -T seeds=5 -T discussion=vertical
    inspect eval minecrew/played --model none -T runs=runs

Each sample is a task with a seed; repetitions are Inspect's epochs.
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from minecrew.agents import load_task, task_names
from minecrew.inspection.crew_scorer import crew_scorer
from minecrew.inspection.crew_solver import RUN, play_crew, recall_run
from minecrew.runlog import find_logs, read_events, summarize


def crew_task(name: str, *, seeds: int = 5, out: str = "runs", **options: Any) -> Task:
    """Returns a task of minecrew for Inspect, with one sample per seed. `options`: run options by name."""
    options.setdefault("speed", "max")
    wanted = load_task(name)
    goal = ", ".join(f"{count} {item}" for item, count in wanted.goal.items())
    samples = [
        Sample(id=f"{name}-{seed}", input=wanted.title, target=goal, metadata={"seed": seed})
        for seed in range(1, seeds + 1)
    ]
    return Task(
        dataset=MemoryDataset(samples, name=name),
        solver=play_crew(name, out, options),
        scorer=crew_scorer(),
        name=name,
    )


@task
def played(runs: str = "runs") -> Task:
    """Returns an Inspect task that scores finished runs by their findings. No model is asked."""
    samples = []
    for path in find_logs([runs]):
        result = summarize(read_events(path).events)
        goal = ", ".join(f"{count} {item}" for item, count in result.goal.items())
        found = {RUN: str(path.parent)}
        samples.append(Sample(id=path.parent.name, input=result.title, target=goal, metadata=found))
    return Task(dataset=MemoryDataset(samples, name="played"), solver=recall_run(), scorer=crew_scorer())


def _offer(name: str) -> None:
    def make(seeds: int = 5, out: str = "runs", **options: Any) -> Task:
        return crew_task(name, seeds=seeds, out=out, **options)

    make.__doc__ = f"The task {name!r} of minecrew."
    globals()[name] = task(name=name)(make)


for _name in task_names():
    _offer(_name)
