"""Plays one plan of a refinement as a run with a bundle of its own."""

from __future__ import annotations

from rich.console import Console

from minecrew.agents import Task
from minecrew.judging.comparison import measure_run
from minecrew.options import Options
from minecrew.refinement.play_refinement import PlayedPlan
from minecrew.run.lifecycle import run
from minecrew.run.manifest import make_manifest
from minecrew.run.play import play
from minecrew.runlog import Assigned, Fault, RunBundle

FAULTS = frozenset({2, 3, 130})
"""The exit codes of runs that measured nothing."""


def run_plan(task: Task, options: Options) -> PlayedPlan:
    """Raises Fault if the run did not end normally."""
    bundle = RunBundle.create(options.out, title=task.title)
    bundle.write_manifest(make_manifest(task, options, bundle.id))
    code = run(task, options, play, Console(quiet=True), queued=bundle)
    if code in FAULTS:
        raise Fault(f"the run {bundle.id} did not finish; a refinement needs all of its runs")
    reading = bundle.read()
    parts = {
        event.agent: event.text for event in reading.events if isinstance(event, Assigned) and event.agent
    }
    return PlayedPlan(parts=parts, metrics=measure_run(reading).metrics)
