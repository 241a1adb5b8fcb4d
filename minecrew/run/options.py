"""What `minecrew run` was asked to do: each field is an option of the command, and its help stands here.

A field without an `Annotated` type is no option.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from minecrew.runlog import RUNS


@dataclass(frozen=True)
class Options:
    """The command line of `minecrew run`, parsed; None: as the task says."""

    task: Annotated[
        str | None, Argument(metavar="TASK", help="A task's name (`minecrew tasks`) or a .toml file.")
    ] = None
    goals: Annotated[
        tuple[str, ...], Option("--goal", metavar="ITEM=N", help="Instead of TASK; may be repeated.")
    ] = ()
    agents: Annotated[int | None, Option(metavar="N", help="How many agents.")] = None
    seed: Annotated[
        int | None, Option(metavar="N", help="World seed; the same seed gives the same world.")
    ] = None
    arena: Annotated[str | None, Option(metavar="NAME", help="Where they play.")] = None
    server: Annotated[
        str | None, Option(metavar="HOST:PORT", help="A running server, instead of our own.")
    ] = None
    port: Annotated[
        int, Option(metavar="N", min=0, max=65535, help="Of our own server; 0 takes a free one.")
    ] = 0
    speed: Annotated[
        str | None,
        Option(metavar="N|max", help="Of the game: N times real time, or as fast as the machine can."),
    ] = None
    order: Annotated[
        str | None,
        Option(metavar="parallel|strict", help="strict: the same seed repeats a run exactly."),
    ] = None
    guard: Annotated[
        str | None,
        Option(metavar="off|warn|block", help="Harm to crew, bystanders or buildings: ignore, log or block."),
    ] = None
    discussion: Annotated[
        str | None,
        Option(metavar="NAME", help="How they talk before they act; `minecrew structures` lists the ways."),
    ] = None
    recruit: Annotated[
        str | None,
        Option(metavar="fixed|auto", help="auto: a model describes the experts before each round."),
    ] = None
    evaluator: Annotated[
        str | None,
        Option(metavar="facts|human", help="human: after each round you tell the crew what to improve."),
    ] = None
    fact_check: Annotated[
        bool | None,
        Option("--fact-check/--no-fact-check", help="Tell the crew which claims are false."),
    ] = None
    rounds: Annotated[int | None, Option(metavar="N", help="Rounds at most.")] = None
    p_error: Annotated[
        str | None, Option(metavar="P", help="Share of skill calls that fail on purpose, 0 to 1; seeded.")
    ] = None
    personas: Annotated[
        tuple[str, ...],
        Option(
            "--persona",
            metavar="NAME=PERSONA",
            help="Assign a persona (scripted tendency) to an agent, e.g. Alice=eager; may be repeated.",
        ),
    ] = ()
    mind: Annotated[
        str | None,
        Option(metavar="offline|openai", help="Who thinks: ours, or a model behind an endpoint."),
    ] = None
    model: Annotated[
        str | None, Option(metavar="NAME", help="With --mind openai: which; else OPENAI_MODEL.")
    ] = None
    base_url: Annotated[
        str | None, Option(metavar="URL", help="An OpenAI-compatible endpoint; else OPENAI_BASE_URL.")
    ] = None
    max_tokens: Annotated[
        int | None,
        Option(metavar="N", min=1, help="Token budget, input plus output; the run ends when it is used up."),
    ] = None
    max_usd: Annotated[float | None, Option(metavar="X", min=0, help="What they may cost, by --prices.")] = (
        None
    )
    prices: Annotated[
        Path | None, Option(metavar="FILE", help="TOML: input and output, in USD a million tokens.")
    ] = None
    human: Annotated[
        tuple[str, ...], Option(metavar="NAME", help="You type this agent's lines in the talk.")
    ] = ()
    skills: Annotated[
        tuple[Path, ...], Option(metavar="DIR", help="More skills: .js files; may be repeated.")
    ] = ()
    out: Annotated[Path, Option("--runs", "--out", metavar="DIR", help="Where runs are kept.")] = RUNS
    json: Annotated[bool, Option("--json", help="Print the events as JSON lines, and nothing else.")] = False
    arguments: tuple[str, ...] = ()
    """The command line as it was typed, for the manifest."""
