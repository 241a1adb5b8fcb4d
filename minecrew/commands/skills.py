"""Commands about skills: what there is, and what one needs to add one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from minecrew.terminal import Terminal

skills_app = typer.Typer(
    help="What bots can do: see, try, test and add skills.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
SkillName = Annotated[str, typer.Argument(metavar="NAME", help="One of `minecrew skills list`.")]
SkillDirs = Annotated[
    list[Path] | None,
    typer.Option("--skills", metavar="DIR", help="More skills: .js files; may be repeated."),
]


@skills_app.command("list")
def list_skills(skills: SkillDirs = None) -> None:
    """List the skills there are."""
    from minecrew.skill_cards import list_skills
    from skills import Library

    list_skills(Library(skills or ()), Terminal())


@skills_app.command("show")
def show_skill(name: SkillName, skills: SkillDirs = None) -> None:
    """Show all that one skill says of itself."""
    from minecrew.skill_cards import show_skill
    from skills import Library

    show_skill(Library(skills or ()), name, Terminal())


@skills_app.command("search")
def search_skills(
    words: Annotated[
        list[str], typer.Argument(metavar="WORDS...", help='What you need, e.g. "something to sleep in".')
    ],
    skills: SkillDirs = None,
) -> None:
    """Find skills by words, the best first."""
    from minecrew.skill_cards import search_skills
    from skills import Library

    search_skills(Library(skills or ()), " ".join(words), Terminal())


@skills_app.command("try")
def try_skill(
    name: SkillName,
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ARGS]...", help="As JSON, or as text; none: the skill's own @example."),
    ] = None,
    arena: Annotated[str | None, typer.Option(metavar="NAME", help="Where; else as the example.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of the world; else as the example.")] = None,
    give: Annotated[
        list[str] | None,
        typer.Option(metavar="ITEM=N", help="What the bot holds before; may be repeated. Never the product."),
    ] = None,
    skills: SkillDirs = None,
) -> None:
    """Run a skill in a fresh world with one bot, and show what it did."""
    from minecrew.setup import ensure_setup
    from minecrew.tryouts import try_one
    from skills import Library

    library, terminal = Library(skills or ()), Terminal()
    ensure_setup(Terminal(stderr=True))
    ok = try_one(library, name, arguments or (), terminal, arena=arena, seed=seed, give=give or ())
    raise typer.Exit(0 if ok else 1)


@skills_app.command("test")
def run_examples(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Which; none: all there are.")
    ] = None,
    skills: SkillDirs = None,
) -> None:
    """Run the examples of skills, each in a fresh world. Ends with 1 where one fails."""
    from minecrew.setup import ensure_setup
    from minecrew.tryouts import run_examples
    from skills import Library

    library = Library(skills or ())
    ensure_setup(Terminal(stderr=True))
    raise typer.Exit(0 if run_examples(library, names or (), Terminal()) else 1)
