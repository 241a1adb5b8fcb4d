"""What the documents tell a reader to type is there: commands, options, targets of make, files linked to."""

import re
import shlex
from pathlib import Path

import pytest
import typer.main

from minecrew.cli import app
from minecrew.options import declared_options

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
_BLOCK_LINE = re.compile(r"^(?: {4}|\t|[$] )?(?:\.venv/bin/)?(?P<command>minecrew .+?)(?:  +#.*| +# .*)?$")
_IN_WORDS = re.compile(r"`(?P<command>minecrew [^`\n]+)`")
_MAKE = re.compile(r"(?:^ {4}|`)make (?P<target>[a-z]+)", re.MULTILINE)
_LINK = re.compile(r"\]\((?!https?:|#)(?P<file>[^)#\s]+)")
CLI = typer.main.get_command(app)
PLACEHOLDERS = {"N": "3", "X": "1.5", "<n>": "3"}


def written(document: Path) -> list[str]:
    """The commands that stand in a block, and whole commands with an argument or option in running text."""
    text = document.read_text(encoding="utf-8")
    found = [match["command"] for line in text.splitlines() if (match := _BLOCK_LINE.match(line))]
    return found + [match["command"] for match in _IN_WORDS.finditer(text)]


COMMANDS = [(document.name, command) for document in DOCUMENTS for command in written(document)]


def parse(command: str) -> None:
    """Reads the command line as the command would, and runs nothing."""
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(command, comments=True)[1:]]
    words = words[: next((at for at, word in enumerate(words) if word in ("|", ">", "&&", "&")), len(words))]
    group = CLI
    while words and hasattr(group, "commands") and (inner := group.commands.get(words[0])) is not None:
        group, words = inner, words[1:]
    if hasattr(group, "commands"):
        own = {option for param in group.params for option in param.opts}
        words = [word for word in words if word not in own]
        assert not words, f"no command {words[0]!r}"
        return
    asks_help = not words  # named in running text, without what it takes
    group.make_context("minecrew", list(words), resilient_parsing=asks_help)


@pytest.mark.parametrize(
    ("document", "command"), COMMANDS, ids=[f"{name}: {line}" for name, line in COMMANDS]
)
def test_a_command_is_one(document: str, command: str) -> None:
    parse(command)


def test_a_wrong_one_would_be_noticed() -> None:
    for wrong in ("minecrew run paper --nonsense", "minecrew runn paper", "minecrew skills tri x"):
        with pytest.raises(Exception):  # noqa: B017, PT011 - the parser's own, or ours
            parse(wrong)


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 60


def test_what_is_made_can_be_made() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    asked = {
        match["target"] for document in DOCUMENTS for match in _MAKE.finditer(document.read_text("utf-8"))
    }
    assert asked <= targets


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = {match["file"] for match in _LINK.finditer(document.read_text(encoding="utf-8"))}
    assert [link for link in sorted(links) if not (document.parent / link).exists()] == []


def test_the_clock_in_the_picture_runs_forwards() -> None:
    drawn = (ROOT / "docs" / "run.svg").read_text(encoding="utf-8")
    times = [float(m) * 60 + float(s) for m, s in re.findall(r">(?:&#160;)*(\d+):(\d\d\.\d)<", drawn)]
    assert len(times) > 20
    assert times == sorted(times)
    assert not re.search(r">(?:&#160;)*\+\d", drawn), "time of another clock"


def test_the_guide_names_every_file_of_the_studies() -> None:
    guide = (ROOT / "docs" / "studies.md").read_text(encoding="utf-8")
    included = guide[guide.index("## Included studies") :]
    for path in (ROOT / "docs" / "studies").glob("*.toml"):
        assert f"`{path.name}`" in included, path.name
        title = re.search(r'^title = "(.*)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        assert title is not None
        if f"| `{path.name}` |" in included:
            assert f"| `{path.name}` | {title[1]} |" in included


def test_every_list_of_what_the_guard_protects_names_animals() -> None:
    [guard] = [one for one in declared_options() if one.name == "guard"]
    told = [guard.option.help]
    for path in ("options/options.py", "runlog/crew_events.py", "CHANGELOG.md", "docs/running.md"):
        text = " ".join((ROOT / path).read_text(encoding="utf-8").split())
        told += re.findall(r"[^.]*bystanders[^.:]*buildings", text)
    assert len(told) > 3
    assert [text for text in told if "animals" not in text] == []
