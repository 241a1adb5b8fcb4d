"""`minecrew skills ...`: list, try, check and add skills."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from minecrew.commands.arguments import RunName, RunsDir
from minecrew.runlog import RUNS
from minecrew.setup import ensure_setup
from minecrew.terminal import Terminal

app = typer.Typer(
    help="List, try, test, check and add skills.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
SkillName = Annotated[
    str, typer.Argument(metavar="NAME", help="A skill's name; `minecrew skills list` shows all.")
]
SkillDirs = Annotated[
    list[Path] | None,
    typer.Option("--skills", metavar="DIR", help="A folder of more skills (.js files); may be repeated."),
]
OfRun = Annotated[
    str | None,
    typer.Option("--run", metavar="RUN", help="Also search the skills that agents wrote in this run."),
]


@app.command("list")
def list_skills(skills: SkillDirs = None, run: OfRun = None, out: RunsDir = RUNS) -> None:
    """List all skills."""
    from minecrew.skill_tools.cards import list_skills
    from minecrew.skill_tools.library import open_library

    list_skills(open_library(skills or (), run, out=out), Terminal())


@app.command("show")
def show_skill(name: SkillName, skills: SkillDirs = None, run: OfRun = None, out: RunsDir = RUNS) -> None:
    """Show everything about one skill."""
    from minecrew.skill_tools.cards import show_skill
    from minecrew.skill_tools.library import open_library

    show_skill(open_library(skills or (), run, out=out), name, Terminal())


@app.command("search")
def search_skills(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WORDS...", help='A description of what you need, such as "something to sleep in".'
        ),
    ],
    skills: SkillDirs = None,
    run: OfRun = None,
    out: RunsDir = RUNS,
) -> None:
    """Find skills by words, best match first."""
    from minecrew.skill_tools.cards import search_skills
    from minecrew.skill_tools.library import open_library

    search_skills(open_library(skills or (), run, out=out), " ".join(words), Terminal())


@app.command("try")
def try_skill(
    name: SkillName,
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ARGS]...", help="Arguments as JSON or text; default: those of the skill's @example."
        ),
    ] = None,
    arena: Annotated[
        str | None, typer.Option(metavar="NAME", help="The arena; default: that of the example.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="World seed; default: that of the example.")
    ] = None,
    give: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ITEM=N",
            help="Item that the bot holds at the start (not one that the skill produces); may be repeated.",
        ),
    ] = None,
    skills: SkillDirs = None,
    run: OfRun = None,
    out: RunsDir = RUNS,
) -> None:
    """Run a skill in a fresh world with one bot (two bots for a crew skill), and show the result."""
    from minecrew.skill_tools.library import open_library
    from minecrew.skill_tools.trial_report import try_one

    library, terminal = open_library(skills or (), run, out=out), Terminal()
    ensure_setup()
    ok = try_one(library, name, arguments or (), terminal, arena=arena, seed=seed, give=give or ())
    raise typer.Exit(0 if ok else 1)


@app.command("try-queued", hidden=True)
def run_queued_trial(queued: Annotated[Path, typer.Option("--queued", metavar="DIR")]) -> None:
    """Starts a trial that a service has queued."""
    from minecrew.skill_tools.queued_trial import run_queued_trial

    raise typer.Exit(run_queued_trial(queued))


@app.command("test")
def run_examples(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Names of skills; default: all.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="World seed for all skills; default: the seed in each example."),
    ] = None,
    skills: SkillDirs = None,
    run: OfRun = None,
    out: RunsDir = RUNS,
) -> None:
    """Run the examples of skills, each in a fresh world. Exit code 1 if an example fails."""
    from minecrew.skill_tools.library import open_library
    from minecrew.skill_tools.trial_report import run_examples

    library = open_library(skills or (), run, out=out)
    ensure_setup()
    raise typer.Exit(0 if run_examples(library, names or (), Terminal(), seed=seed) else 1)


@app.command("remove")
def remove_skill(name: SkillName) -> None:
    """Remove a skill from ~/.minecrew/skills."""
    from minecrew.skill_tools.library import remove_skill

    Terminal(soft_wrap=True, highlight=False).print(f"removed {remove_skill(name)}")


@app.command("promote")
def promote_skill(run: RunName, name: SkillName, out: RunsDir = RUNS) -> None:
    """Check and try a skill that an agent wrote in a run, then copy it to ~/.minecrew/skills."""
    from minecrew.skill_tools.promotion import promote_skill

    ensure_setup()
    raise typer.Exit(0 if promote_skill(run, name, Terminal(), out=out) else 1)


@app.command("new")
def new_skill(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Skill name, e.g. pickFlowers.")],
    skills: Annotated[
        Path | None,
        typer.Option("--skills", metavar="DIR", help="Folder for the new file; default: ~/.minecrew/skills."),
    ] = None,
) -> None:
    """Create a file for a new skill, which you then fill in."""
    from minecrew.skill_tools.skill_file import write_skill
    from minecrew.skills import user_library

    write_skill(name, skills or user_library(), Terminal())


@app.command("check")
def check_skill(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A skill's name or a .js file; default: all.")
    ] = None,
    skills: SkillDirs = None,
    stdin: Annotated[bool, typer.Option("--stdin", hidden=True)] = False,
) -> None:
    """Check the code of skills without running it. Exit code 1 if there is a problem."""
    from minecrew.skill_tools.skill_file import check_files, check_text
    from minecrew.skills import skill_places

    ensure_setup()
    if stdin and name is not None:
        sys.stdout.write(check_text(name, sys.stdin.read(), skill_places(skills or ())))
        return
    raise typer.Exit(0 if check_files(name, skill_places(skills or ()), Terminal()) else 1)


@app.command("import")
def import_skills(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", help="A folder in Voyager's layout, a folder of .js files, or one .js file."
        ),
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite skills of the same name.")] = False,
) -> None:
    """Import other people's skills into your library, and report on each file."""
    from minecrew.skill_tools.imports import import_folder
    from minecrew.skill_tools.library import open_library
    from minecrew.skills import user_library

    ensure_setup()
    ok = import_folder(path, user_library(), open_library(()), Terminal(), force=force)
    raise typer.Exit(0 if ok else 1)
