"""`minecrew runs`, `replay`, `audit`, `diff` and `rerun`: list, show and check recorded runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from minecrew.commands.arguments import RunName, RunsDir
from minecrew.options import read_options
from minecrew.runlog import RUNS, UserError, find_events, read_events
from minecrew.setup import ensure_setup
from minecrew.terminal import Terminal

app = typer.Typer()


@app.command()
def runs(out: RunsDir = RUNS) -> None:
    """List the runs, the newest last."""
    from minecrew.replay.runs import list_runs

    list_runs(out, Terminal())


@app.command()
def replay(
    run: RunName = "last",
    speed: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            min=0.001,
            help="Replay at X times the recorded speed; default: print everything at once.",
        ),
    ] = None,
    round: Annotated[int | None, typer.Option(metavar="N", help="Show only this round.")] = None,
    agent: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Show only this agent.")] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="K", help="Show only events of this kind, e.g. said, skill, item.crafted."),
    ] = None,
    text: Annotated[str, typer.Option(metavar="T", help="Show only lines that contain this text.")] = "",
    class_: Annotated[
        str | None,
        typer.Option("--class", metavar="C", help="Show only the findings of this class and their evidence."),
    ] = None,
    finding: Annotated[
        int | None, typer.Option(metavar="N", help="Begin at the evidence of the Nth finding.")
    ] = None,
    why: Annotated[
        int | None,
        typer.Option(
            metavar="SEQ", min=0, help="Show only why event SEQ happened and what its effects were."
        ),
    ] = None,
    prompts: Annotated[
        bool | None,
        typer.Option(
            "--prompts/--no-prompts",
            help="Print the prompts and answers of the models; --no-prompts leaves them out of --html.",
        ),
    ] = None,
    whole: Annotated[
        bool,
        typer.Option(
            "--whole",
            help="With --prompts: also print lines that have not changed since the agent's previous call.",
        ),
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Write the run as one page that opens offline, instead of printing it.",
        ),
    ] = None,
    blind: Annotated[
        bool,
        typer.Option(
            "--blind",
            help="With --html: leave out findings, title, personas, prompts and whatever else could "
            "bias a judge.",
        ),
    ] = False,
    out: RunsDir = RUNS,
) -> None:
    """Replay a run from its log, in the terminal or as a page."""
    from minecrew.judging.findings import findings_of
    from minecrew.replay.timeline import EventFilter, replay

    reading = read_events(find_events(run, out))
    findings = findings_of(reading)
    if html is not None:
        from minecrew.page import write_page

        write_page(html, reading, findings, blind=blind, prompts=prompts is not False)
        Terminal(soft_wrap=True, highlight=False).print(f"{html}: open it in a browser")
        return
    if why is not None:
        from minecrew.replay.why import tell_why

        tell_why(reading, why, Terminal(highlight=False))
        return
    if prompts:
        from minecrew.replay.prompts import show_prompts

        terminal = Terminal(highlight=False)
        show_prompts(reading, terminal, agents=tuple(agent or ()), round=round, text=text, whole=whole)
        return
    only = EventFilter(
        round=round,
        agents=tuple(agent or ()),
        kinds=tuple(kind or ()),
        text=text,
        class_=class_,
        finding=finding,
    )
    replay(reading, Terminal(), only=only, findings=findings, speed=speed)


@app.command()
def audit(run: RunName = "last", out: RunsDir = RUNS) -> None:
    """Check that the items in the log match the server's counts. Exit code 1 if they do not, or if the log
    has problems.
    """
    from minecrew.replay.audit import audit

    sound = audit(read_events(find_events(run, out)), Terminal())
    raise typer.Exit(0 if sound else 1)


@app.command()
def diff(left: RunName, right: RunName, out: RunsDir = RUNS) -> None:
    """Show the first difference between two runs (ignoring wall-clock time). Exit code 1 if there is a
    difference, or if a log has problems.
    """
    from minecrew.replay.diff import diff

    same = diff(read_events(find_events(left, out)), read_events(find_events(right, out)), Terminal())
    raise typer.Exit(0 if same else 1)


@app.command()
def rerun(
    run: RunName = "last",
    live: Annotated[
        bool, typer.Option("--live", help="Act in a real world; models and people still answer as recorded.")
    ] = False,
    server: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT", help="With --live: the server, if the run did not use the built-in one."
        ),
    ] = None,
    speed: Annotated[
        str | None, typer.Option(metavar="N|max", help="With --live: the game's speed; default: as recorded.")
    ] = None,
    other_prompts: Annotated[
        bool,
        typer.Option(
            "--other-prompts", help="Leave the prompts out of the comparison (use this if they have changed)."
        ),
    ] = False,
    out: RunsDir = RUNS,
) -> None:
    """Let the agents of a recorded run decide again, without a server or a model. Exit code 1 if an
    event differs.
    """
    from minecrew.run.rerun import act_again, rerun

    if live:
        given = {"server": server, "speed": speed, "out": out, "arguments": tuple(sys.argv[1:])}
        reading = read_events(find_events(run, out))
        ensure_setup()
        raise typer.Exit(act_again(reading, read_options(given), Terminal()))
    if server or speed:
        raise UserError(f"{'--server' if server else '--speed'} works only with --live; add --live")
    same = rerun(read_events(find_events(run, out)), Terminal(), prompts=not other_prompts)
    raise typer.Exit(0 if same else 1)
