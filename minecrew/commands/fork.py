"""`minecrew fork`: continues a recorded run from one of its events, with one change and without it."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from minecrew.commands.arguments import RunName, RunsDir
from minecrew.options import read_options
from minecrew.runlog import RUNS, find_events, read_events
from minecrew.setup import ensure_setup
from minecrew.terminal import Terminal

app = typer.Typer()


@app.command()
def fork(
    run: RunName,
    at: Annotated[
        int,
        typer.Option("--at", metavar="EVENT", min=1, help="The number of the first event that may differ."),
    ],
    say: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="AGENT LINE", help="The change: the agent's next line is this one."),
    ] = None,
    silence: Annotated[
        str | None, typer.Option(metavar="AGENT", help="The change: the agent says nothing from then on.")
    ] = None,
    mind: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT=MIND",
            help="The change: the agent has another mind (offline, a persona, openai:MODEL, or a plug-in's).",
        ),
    ] = None,
    guard: Annotated[
        str | None, typer.Option(metavar="off|warn|block", help="The change: the guard's mode.")
    ] = None,
    forget: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT", help="The change: the agent forgets earlier rounds and the talk so far."
        ),
    ] = None,
    times: Annotated[
        int,
        typer.Option(metavar="K", min=1, max=1000, help="Number of seeds, each with and without the change."),
    ] = 5,
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="Seed of the first continuation; the next one has N + 1.")
    ] = 1,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The models' endpoint after the fork.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print only the report, as JSON.")] = False,
    out: RunsDir = RUNS,
) -> None:
    """Continue a strictly ordered run from an event, K times with one change and K times without."""
    from minecrew.forks.fork import fork_run, read_forkable, read_seeds
    from minecrew.forks.show import show_report
    from minecrew.run.fork_change import read_change

    seeds = read_seeds(seed, times)
    recorded = read_forkable(read_events(find_events(run, out)), at)
    change = read_change(recorded.task, say=say, silence=silence, mind=mind, guard=guard, forget=forget)
    ensure_setup()
    console = Terminal()
    told = fork_run(
        recorded,
        at,
        change,
        read_options({"out": out, "arguments": tuple(sys.argv[1:])}),
        Terminal(stderr=True) if json else console,
        seeds=seeds,
        base_url=base_url,
    )
    if isinstance(told, int):
        raise typer.Exit(told)
    if json:
        console.file.write(told.model_dump_json(indent=2) + "\n")
    else:
        show_report(told, console)
