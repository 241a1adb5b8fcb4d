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
