"""The command line. Parses, calls, and turns errors into one line and an exit code; nothing else.

Exit codes: 0 goal met, 1 not met, 2 the user's mistake, 3 a fault of ours, 130 interrupted. What a command
needs is imported when it is called: `replay`, `runs`, `audit` and `findings` need neither Node nor what
starts it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

from minecrew import __version__
from minecrew.annotation_commands import annotations_app
from minecrew.options import Options
from runlog import RUNS, Fault, UserError, find_events, find_logs, read_events

app = typer.Typer(
    name="minecrew",
    help="A crew of agents in one Minecraft world: they talk, split the work and craft. All is logged.",
    epilog="Exit codes: 0 goal met, 1 not met, 2 your mistake, 3 a fault of ours, 130 interrupted.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

arenas_app = typer.Typer(invoke_without_command=True, pretty_exceptions_enable=False)
app.add_typer(arenas_app, name="arenas")
world_app = typer.Typer(
    help="Run our server alone, for visitors.", no_args_is_help=True, pretty_exceptions_enable=False
)
app.add_typer(world_app, name="world")
app.add_typer(annotations_app, name="annotations")

RunName = Annotated[
    str, typer.Argument(metavar="RUN", help="A run's id or part of it, its directory, or 'last'.")
]
OutDir = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where runs are kept.")]


def main() -> NoReturn:
    """Entry point of the `minecrew` script."""
    try:
        app(prog_name="minecrew")
    except UserError as error:
        _say(str(error))
        sys.exit(2)
    except Fault as error:
        _say(f"{error.where}: {error}")
        sys.exit(3)
    sys.exit(0)


def _say(message: str) -> None:
    line = " ".join(message.split())
    Console(stderr=True, soft_wrap=True, highlight=False, markup=False).print(f"minecrew: {line}")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"minecrew {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


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
    rounds: Annotated[int | None, typer.Option(metavar="N", help="Rounds at most.")] = None,
    p_error: Annotated[
        str | None,
        typer.Option(metavar="P", help="Share of skill calls that fail on purpose, 0 to 1; seeded."),
    ] = None,
    persona: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=PERSONA", help="A bent for an agent, e.g. Alice=eager; may be repeated."),
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
) -> None:
    """Let a crew craft something, and watch it."""
    from minecrew.choice import choose_task
    from minecrew.play import play
    from minecrew.run import run as run_task
    from minecrew.setup import ensure_setup

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
        rounds=rounds,
        p_error=p_error,
        personas=tuple(persona or ()),
        human=tuple(human or ()),
        skills=tuple(skills or ()),
        out=out,
        json=json,
        arguments=tuple(sys.argv[1:]),
    )
    chosen = choose_task(options)
    ensure_setup(Console(stderr=True))
    raise typer.Exit(run_task(chosen, options, play, Console()))


@app.command()
def tasks() -> None:
    """List the tasks that ship."""
    from minecrew.choice import list_tasks

    list_tasks(Console())


@arenas_app.callback()
def arenas(context: typer.Context) -> None:
    """List the arenas there are, with what they hold."""
    from minecrew.arenas import list_arenas

    if context.invoked_subcommand is None:
        list_arenas(Console())


@arenas_app.command("show")
def show_arena(
    name: Annotated[str, typer.Argument(metavar="NAME", help="One of `minecrew arenas`.")],
    seed: Annotated[int, typer.Option(metavar="N", help="Of the world.")] = 42,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The picture; NAME-SEED.png else.")
    ] = None,
) -> None:
    """Draw an arena from above as PNG, and count what it holds."""
    from minecrew.arenas import show_arena

    show_arena(name, seed, out or Path(f"{name}-{seed}.png"), Console())


@world_app.command("start")
def start_world(
    arena: Annotated[str, typer.Option(metavar="NAME", help="One of `minecrew arenas`.")] = "meadow",
    seed: Annotated[int, typer.Option(metavar="N", help="Of the world.")] = 42,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="On 127.0.0.1; 0 takes a free one.")
    ] = 25565,
    speed: Annotated[
        str | None,
        typer.Option(metavar="N|max", help="Of the game: N times real time, or as fast as the machine can."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the world is kept; it goes on from what is there."),
    ] = None,
    log: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to write what the server witnesses.")
    ] = None,
) -> None:
    """Run our server until Ctrl-C: walk in with your own client, bring your own bots, or a crew."""
    from minecrew.choice import parse_speed
    from minecrew.setup import ensure_setup
    from minecrew.world import WorldOptions, start_world

    pace = None if speed is None else parse_speed(speed)
    options = WorldOptions(arena=arena, seed=seed, port=port, speed=pace, save=save, log=log)
    ensure_setup(Console(stderr=True))
    start_world(options, Console())


@app.command()
def runs(out: OutDir = RUNS) -> None:
    """List the runs there are, the newest last."""
    from minecrew.runs import list_runs

    list_runs(out, Console())


@app.command()
def replay(
    run: RunName = "last",
    speed: Annotated[
        float | None,
        typer.Option(metavar="X", min=0.001, help="In recorded time, X times as fast; else at once."),
    ] = None,
    round: Annotated[int | None, typer.Option(metavar="N", help="Only this round.")] = None,
    agent: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this agent.")] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="K", help="Only events of this kind, e.g. said, skill, item.crafted."),
    ] = None,
    text: Annotated[str, typer.Option(metavar="T", help="Only lines with this text.")] = "",
    class_: Annotated[
        str | None,
        typer.Option("--class", metavar="C", help="Only findings of this class, and their evidence."),
    ] = None,
    finding: Annotated[
        int | None, typer.Option(metavar="N", help="Begin at the evidence of finding N, from 1.")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write it all as one page that opens offline, instead."),
    ] = None,
    blind: Annotated[
        bool, typer.Option("--blind", help="With --html: without findings and annotations, to annotate.")
    ] = False,
    out: OutDir = RUNS,
) -> None:
    """Show a run again, from its log alone: on the terminal, or as a page."""
    from minecrew.findings import judge
    from minecrew.page import write_page
    from minecrew.timeline import Filter, replay

    reading = read_events(find_events(run, out))
    findings = judge(reading)
    if html is not None:
        write_page(html, reading, findings, blind=blind)
        Console(soft_wrap=True, highlight=False).print(f"{html}: open it in a browser", markup=False)
        return
    only = Filter(
        round=round,
        agents=tuple(agent or ()),
        kinds=tuple(kind or ()),
        text=text,
        class_=class_,
        finding=finding,
    )
    replay(reading, Console(), only=only, findings=findings, speed=speed)


@app.command()
def audit(run: RunName = "last", out: OutDir = RUNS) -> None:
    """Check that every item adds up to the server's counts. Exit code 1 where it does not."""
    from minecrew.audit import audit

    sound = audit(read_events(find_events(run, out)), Console())
    raise typer.Exit(0 if sound else 1)


@app.command()
def findings(
    run: Annotated[
        str,
        typer.Argument(metavar="RUN|FILE", help="A run as for `replay`, or any events file that conforms."),
    ] = "last",
    json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON lines.")] = False,
    class_: Annotated[
        str | None, typer.Option("--class", metavar="C", help="Only these, e.g. volunteer, volunteer.time.")
    ] = None,
    agent: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only what this agent did, or was done to it.")
    ] = None,
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Judge again by today's rules, and keep that with the run.")
    ] = False,
    judge: Annotated[
        bool, typer.Option("--judge", help="Ask a model instead; what it says is kept apart, with the run.")
    ] = False,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="With --judge: which; else OPENAI_MODEL.")
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="With --judge: an OpenAI-compatible endpoint; else OPENAI_BASE_URL."
        ),
    ] = None,
    out: OutDir = RUNS,
) -> None:
    """Tell how agents volunteered, conformed and destroyed, with the events that show it."""
    from minecrew.findings import Wanted, show_findings

    only = Wanted(name=class_, agent=agent)
    reading = read_events(find_events(run, out))
    if not judge:
        show_findings(reading, Console(), only=only, json=json, recompute=recompute)
        return
    from minecrew.judge import show_judge

    if recompute:
        raise UserError("--judge asks a model, --recompute the rules; give one of them")
    named = model or os.environ.get("OPENAI_MODEL")
    if not named:
        raise UserError("no model to ask; give --model NAME, or set OPENAI_MODEL")
    whole = show_judge(reading, Console(), model=named, base_url=base_url, only=only, json=json)
    raise typer.Exit(0 if whole else 1)


@app.command()
def diff(left: RunName, right: RunName, out: OutDir = RUNS) -> None:
    """Tell where two runs part, but for the wall clock. Exit code 1 where they do."""
    from minecrew.diff import diff

    same = diff(read_events(find_events(left, out)), read_events(find_events(right, out)), Console())
    raise typer.Exit(0 if same else 1)


@app.command()
def compare(
    runs: Annotated[
        list[str], typer.Argument(metavar="RUN...", help="Runs as above, or directories of runs.")
    ],
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by", metavar="KEY", help="What groups share: task, arena, agents, mind, p_error; else all."
        ),
    ] = None,
    out: OutDir = RUNS,
    json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print the figures as JSON, and nothing else; docs/metrics.md explains each."
        ),
    ] = False,
) -> None:
    """Put the figures of runs side by side, and of groups of runs together."""
    from minecrew.compare import compare, parse_keys, show

    comparison = compare(find_logs(runs, out), parse_keys(by or ()), Console(stderr=True))
    if json:
        typer.echo(comparison.model_dump_json(indent=2))
    else:
        show(comparison, Console())


@app.command()
def agree(
    runs: Annotated[
        list[str], typer.Argument(metavar="RUN...", help="Runs as above, or directories of runs.")
    ],
    out: OutDir = RUNS,
    json: Annotated[
        bool, typer.Option("--json", help="Print the figures as JSON, and nothing else.")
    ] = False,
) -> None:
    """Tell how far rules, judges and people agree, beyond chance."""
    from minecrew.agree import agree, show

    found = agree(find_logs(runs, out))
    if json:
        typer.echo(found.model_dump_json(indent=2))
    else:
        show(found, Console())


@app.command()
def export(
    runs: Annotated[
        list[str], typer.Argument(metavar="RUN...", help="Runs as above, or directories of runs.")
    ],
    to: Annotated[str, typer.Option("--to", metavar="jsonl|csv|parquet", help="The format.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A new file; else named as the first RUN.")
    ] = None,
    root: Annotated[Path, typer.Option("--runs", metavar="DIR", help="Where runs are kept.")] = RUNS,
) -> None:
    """Write runs into one file for other tools: every event, and every file beside the log."""
    from minecrew.export import export

    export(
        find_logs(runs, root), to, out or Path(f"{Path(runs[0]).resolve().name}.{to}"), Console(stderr=True)
    )


@app.command("import")
def import_runs(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `export` wrote, in any format.")],
    out: OutDir = RUNS,
) -> None:
    """Make the runs of an exported file anew, to replay, audit and compare them."""
    from minecrew.export import import_file

    import_file(file, out, Console(stderr=True))


@app.command()
def setup(
    dev: Annotated[bool, typer.Option("--dev", help="Also what `make check` needs.")] = False,
) -> None:
    """Install the pinned npm packages. Does nothing when they are there."""
    from bridge import node_modules
    from minecrew.setup import ensure_setup

    if not ensure_setup(Console(), dev=dev):
        typer.echo(f"npm packages are in {node_modules()}")


@app.command()
def doctor() -> None:
    """Check everything a run needs, down to a bot that crafts planks."""
    from minecrew.doctor import examine

    raise typer.Exit(0 if examine(Console()) else 3)
