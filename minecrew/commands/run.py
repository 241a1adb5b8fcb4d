"""`minecrew run` and `minecrew tasks`: a crew plays."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from minecrew.commands.arguments import OutDir
from minecrew.run.options import Options
from minecrew.runlog import RUNS
from minecrew.terminal import Terminal

app = typer.Typer()


@app.command()
def run(
    task: Annotated[
        str | None, typer.Argument(metavar="TASK", help="A task's name (`minecrew tasks`) or a .toml file.")
    ] = None,
    goal: Annotated[
        list[str] | None, typer.Option("--goal", metavar="ITEM=N", help="Instead of TASK; may be repeated.")
    ] = None,
    agents: Annotated[int | None, typer.Option(metavar="N", help="How many agents.")] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Of the world: the same seed, the same world.")
    ] = None,
    arena: Annotated[str | None, typer.Option(metavar="NAME", help="Where they play.")] = None,
    server: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="A running server, instead of our own.")
    ] = None,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Of our own server; 0 takes a free one.")
    ] = 0,
    speed: Annotated[
        str | None,
        typer.Option(metavar="N|max", help="Of the game: N times real time, or as fast as the machine can."),
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(metavar="parallel|strict", help="strict: the same seed repeats a run exactly."),
    ] = None,
    guard: Annotated[
        str | None,
        typer.Option(
            metavar="off|warn|block", help="Harm to crew, bystanders, buildings: let, logged or denied."
        ),
    ] = None,
    discussion: Annotated[
        str | None,
        typer.Option(metavar="horizontal|vertical|roleplay|solo|none", help="How they talk before they act."),
    ] = None,
    recruit: Annotated[
        str | None,
        typer.Option(metavar="fixed|auto", help="auto: a model describes the experts before each round."),
    ] = None,
    evaluator: Annotated[
        str | None,
        typer.Option(metavar="facts|human", help="human: after each round you tell the crew what to mend."),
    ] = None,
    fact_check: Annotated[
        bool | None,
        typer.Option("--fact-check/--no-fact-check", help="Tell the crew which claims are false."),
    ] = None,
    rounds: Annotated[int | None, typer.Option(metavar="N", help="Rounds at most.")] = None,
    p_error: Annotated[
        str | None,
        typer.Option(metavar="P", help="Share of skill calls that fail on purpose, 0 to 1; seeded."),
    ] = None,
    persona: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=PERSONA", help="A bent for an agent, e.g. Alice=eager; may be repeated."),
    ] = None,
    mind: Annotated[
        str | None,
        typer.Option(metavar="offline|openai", help="Who thinks: ours, or a model behind an endpoint."),
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="With --mind openai: which; else OPENAI_MODEL.")
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="An OpenAI-compatible endpoint; else OPENAI_BASE_URL."),
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Of all models, in and out; then the run ends.")
    ] = None,
    max_usd: Annotated[
        float | None, typer.Option(metavar="X", min=0, help="What they may cost, by --prices.")
    ] = None,
    prices: Annotated[
        Path | None, typer.Option(metavar="FILE", help="TOML: input and output, in USD a million tokens.")
    ] = None,
    human: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="You type this agent's lines in the talk.")
    ] = None,
    skills: Annotated[
        list[Path] | None, typer.Option(metavar="DIR", help="More skills: .js files; may be repeated.")
    ] = None,
    out: OutDir = RUNS,
    json: Annotated[
        bool, typer.Option("--json", help="Print the events as JSON lines, and nothing else.")
    ] = False,
    queued: Annotated[Path | None, typer.Option("--queued", hidden=True)] = None,
) -> None:
    """Let a crew craft something, and watch it."""
    from minecrew.run.choice import choose_task, require_person
    from minecrew.run.lifecycle import run as run_task
    from minecrew.run.play import play
    from minecrew.run.queued import run_queued
    from minecrew.setup import ensure_setup
    from minecrew.skills import skill_places

    if queued is not None:
        raise typer.Exit(run_queued(queued))
    options = Options(
        task=task,
        goals=tuple(goal or ()),
        agents=agents,
        seed=seed,
        arena=arena,
        server=server,
        port=port,
        speed=speed,
        order=order,
        guard=guard,
        discussion=discussion,
        recruit=recruit,
        evaluator=evaluator,
        fact_check=fact_check,
        rounds=rounds,
        p_error=p_error,
        personas=tuple(persona or ()),
        mind=mind,
        model=model or (os.environ.get("OPENAI_MODEL") if mind == "openai" else None),
        base_url=base_url,
        max_tokens=max_tokens,
        max_usd=max_usd,
        prices=prices,
        human=tuple(human or ()),
        skills=skill_places(skills or ()),
        out=out,
        json=json,
        arguments=tuple(sys.argv[1:]),
    )
    chosen = choose_task(options)
    require_person(chosen, options)
    ensure_setup(Terminal(stderr=True))
    raise typer.Exit(run_task(chosen, options, play, Terminal()))


@app.command()
def tasks() -> None:
    """List the tasks that ship."""
    from minecrew.run.choice import list_tasks

    list_tasks(Terminal())
