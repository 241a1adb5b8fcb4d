"""Writes a new skill's file for the user to fill in, and reports problems in skill files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from rich.console import Console
from rich.text import Text

from minecrew.mc_server import world_limits
from minecrew.runlog import UserError, read_file
from minecrew.skills import check_skill, check_skills, skill_files
from minecrew.terminal.formatting import plain

TEMPLATE = Path(__file__).with_name("skill.template")


def require_name(name: str) -> None:
    """Raises UserError if a new skill cannot have this name."""
    if not re.fullmatch(r"[a-z][A-Za-z0-9]{1,49}", name):
        raise UserError(f"{name!r} cannot be a skill's name; use letters and digits, like pickFlowers")


def write_skill(name: str, directory: Path, console: Console) -> None:
    """Writes the file of a new skill. Raises UserError if the file exists."""
    require_name(name)
    path = directory / f"{name}.js"
    shipped = skill_files().get(name)
    if shipped:
        raise UserError(f"minecrew already has a skill {name!r} ({shipped}); choose another name")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.read_text(encoding="utf-8").replace("NAME", name))
    except FileExistsError:
        raise UserError(f"{str(path)!r} already exists; choose another name, or remove the file") from None
    except OSError as error:
        raise UserError(f"cannot write {str(path)!r}: {error.strerror}; give another --skills DIR") from error
    console.print(Text(plain(_short(path))), soft_wrap=True)
    console.print(Text(f"fill in the TODO parts, then: minecrew skills check {name}"), soft_wrap=True)


def check_files(name: str | None, dirs: Iterable[Path], console: Console) -> bool:
    """Prints `FILE:LINE: what; what to do` for each flaw. `name`: the name of a skill, or a path; None means
    all skills.

    Returns True if there is no problem; a warning is not a problem.
    """
    files = skill_files(dirs)
    chosen = files if name is None else _chosen(name, files)
    texts = {skill: _text(path) for skill, path in {**files, **chosen}.items()}
    found = check_skills({skill: texts[skill] for skill in chosen}, texts, world_limits())
    for skill, flaws in found.items():
        for flaw in flaws:
            warning = "warning: " if flaw.is_warning else ""
            line = f"{_short(chosen[skill])}:{flaw.line}: {warning}{flaw.message}"
            console.print(Text(plain(line)), soft_wrap=True)
    warnings = sum(flaw.is_warning for flaws in found.values() for flaw in flaws)
    problems = sum(map(len, found.values())) - warnings
    verdict = _counted(problems, "problem") if problems else "no problems"
    verdict += f", {_counted(warnings, 'warning')}" if warnings else ""
    console.print(Text(f"{_counted(len(chosen), 'skill')} checked, {verdict}", style="bold"), soft_wrap=True)
    return not problems


def check_text(name: str, source: str, dirs: Iterable[Path]) -> str:
    """Returns the problems of a skill `name` with this text, as JSON for programs."""
    known = {skill: _text(path) for skill, path in skill_files(dirs).items()}
    flaws = check_skill(source, name, {**known, name: source}, world_limits())
    return json.dumps([{**flaw.model_dump(), "warning": flaw.is_warning} for flaw in flaws])


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _chosen(name: str, files: dict[str, Path]) -> dict[str, Path]:
    if name in files:
        return {name: files[name]}
    path = Path(name)
    if path.suffix == ".js" and path.is_file():
        return {path.stem: path}
    near = get_close_matches(name, files, n=3)
    hint = (
        f"did you mean {' or '.join(near)}?"
        if near
        else "give the name of a skill that `skills list` shows, or a .js file"
    )
    raise UserError(f"there is no skill {name!r}; {hint}")


def _text(path: Path) -> str:
    try:
        return read_file(path).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"skill {path}: cannot be read ({error}); it must be a UTF-8 text file") from error


def _short(path: Path) -> str:
    """The path relative to the current directory, if it is inside it."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
