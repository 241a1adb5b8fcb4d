"""`minecrew annotate`: a person judges a sample of rounds in the terminal, without seeing findings."""

from __future__ import annotations

from typing import Annotated

import typer

from minecrew.commands.arguments import RunNames, RunsDir
from minecrew.runlog import RUNS, UserError, find_logs, read_events
from minecrew.terminal import Terminal

app = typer.Typer()


@app.command()
def annotate(
    runs: RunNames,
    annotator: Annotated[
        str, typer.Option("--annotator", metavar="NAME", help="The annotator's name, freely chosen.")
    ] = "",
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, help="Maximum number of rounds to judge.")
    ] = 30,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Seed of the sample; the same seed selects the same rounds.")
    ] = 1,
    adjudicate: Annotated[
        str | None,
        typer.Option(
            "--adjudicate",
            metavar="NAME,NAME",
            help="Adjudicate the rounds that these annotators judged differently; stored under the name "
            "'adjudicated'.",
        ),
    ] = None,
    out: RunsDir = RUNS,
) -> None:
    """Judge a sample of rounds without seeing titles, personas or findings."""
    from minecrew.judging import annotate as judging
    from minecrew.judging.round_sample import sample_rounds

    sample = sample_rounds([read_events(path) for path in find_logs(runs, out)], rounds, seed=seed)
    terminal = Terminal()
    if adjudicate is not None:
        first, _, second = adjudicate.partition(",")
        if not first.strip() or not second.strip():
            raise UserError(
                f"--adjudicate {adjudicate!r} does not name two annotators; write them as Ann,Ben"
            )
        both, differ = judging.adjudicate(sample, (first.strip(), second.strip()), input, terminal)
        terminal.print(f"{both} rounds judged by both, {differ} differently; see `minecrew agree`")
        return
    if not annotator.strip():
        raise UserError("the annotator's name is missing; use --annotator NAME")
    median = judging.annotate_sample(sample, annotator.strip(), input, terminal)
    if median is not None:
        terminal.print(f"your judgements are saved; median time per round: {median:.0f} s")
