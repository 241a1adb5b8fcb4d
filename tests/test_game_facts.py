"""A fact of the game stands in one place, `game/`: what is scanned for here are second places."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from minecrew.game import CHAT_LIMIT, DISTANCES, VERSION

from .agents.registry import whole_registry

ROOT = Path(__file__).resolve().parent.parent
FACTS = "game/facts.json"
HISTORY = ("CHANGELOG.md", "docs/decisions.md")
"""What was, with the version and the figures of that time."""
RECORDS = ("tests/fixtures/", "tests/agents/prompts/", "benchmarks/results/")
GUESTS = ("skills/", "agents/offline/programs/")
COMMENT = re.compile(r"/\*.*?\*/|(?<![:'\"])//[^\n]*", re.DOTALL)
VERSION_TYPED = re.compile(rf"(?<![\d.]){re.escape(VERSION)}(?![\d.])")
CHAT = r"(?i:chat|said|says?\b|spoken|of a line)"
CHAT_LIMIT_TYPED = re.compile(rf"{CHAT}[^\n]*\b{CHAT_LIMIT}\b|\b{CHAT_LIMIT}\b[^\n]*{CHAT}")
BODILY = re.compile(r"\b(?:REACH|EYES|ARM|HUNT|STRIKE|PICK_UP|HAND_OVER)\w*\s*[=:]\s*(?:\{[^}]*?)?\d")
"""A distance of bodies that is typed."""
SIGHT = re.compile(r"\b(?:SIGHT|RANGE)\s*=\s*(?P<number>[\d.]+)")
EYES = re.compile(rf"(?<![\d.]){re.escape(str(DISTANCES['eyes']))}(?!\d)")
"""Many distances are round numbers; that of the eyes cannot be mistaken."""
HANDING = re.compile(r"\b(?:near|around|radius|off)\s*[:=]\s*\d|\.\.\.place, \d", re.IGNORECASE)
"""How near somebody comes, or how far around it is looked for what was thrown."""


def tracked() -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    written = (".py", ".js", ".json", ".toml", ".html", ".md", ".css", ".template")
    return [
        path
        for path in listed
        if path.endswith(written)
        and not path.startswith(RECORDS)
        and path not in (*HISTORY, FACTS, "package-lock.json")
        and (ROOT / path).is_file()
    ]


def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def code_of(path: str) -> str:
    """Without comments, but with as many lines."""
    return COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text_of(path))


def typed(pattern: re.Pattern[str], paths: Iterator[str], *, comments: bool) -> list[str]:
    found = []
    for path in paths:
        text = text_of(path) if comments else code_of(path)
        found += [f"{path}:{text.count(chr(10), 0, at.start()) + 1}" for at in pattern.finditer(text)]
    return found


def product(*folders: str) -> Iterator[str]:
    return (path for path in tracked() if path.startswith(folders))


def test_the_version_is_typed_once() -> None:
    """Prose for people names it; there it has to be the right one."""
    code = (path for path in tracked() if not path.endswith(".md"))
    assert typed(VERSION_TYPED, code, comments=True) == []
    documents = [path for path in tracked() if path.endswith(".md")]
    told = [
        version for path in documents for version in re.findall(r"Minecraft (\d+\.\d+\.\d+)", text_of(path))
    ]
    assert set(told) == {VERSION}


def test_the_chat_limit_is_typed_once() -> None:
    files = product("agents/", "bridge/", "mc_server/", "minecrew/", "skills/", "docs/", "README")
    assert typed(CHAT_LIMIT_TYPED, files, comments=True) == []


def test_distances_are_named_and_not_typed() -> None:
    files = [path for path in product(*GUESTS, "mc_server/", "bridge/") if path.endswith(".js")]
    assert len(files) > 150
    assert typed(BODILY, iter(files), comments=False) == []
    assert typed(EYES, iter(files), comments=False) == []
    guests = [path for path in files if path.startswith(GUESTS)]
    sights = {path: found["number"] for path in guests for found in SIGHT.finditer(code_of(path))}
    assert {path: number for path, number in sights.items() if float(number) in DISTANCES.values()} == {}


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (VERSION_TYPED, f"const registry = load('{VERSION}')"),
        (CHAT_LIMIT_TYPED, f"const LONGEST_CHAT = {CHAT_LIMIT}"),
        (CHAT_LIMIT_TYPED, f"LIMIT = {CHAT_LIMIT}  # of a line"),
        (HANDING, "await goTo(bot, ...place, 3)"),
        (HANDING, "  const NEAR = 3"),
        (BODILY, "  const REACH = 4.5"),
        (BODILY, "const REACH = { side: 1.425, below: 0.75 }"),
        (EYES, "bot.entity.position.offset(0, 1.62, 0)"),
        (SIGHT, "  const SIGHT = 48"),
    ],
)
def test_a_second_place_is_seen(pattern: re.Pattern[str], line: str) -> None:
    assert pattern.search(line)


def test_who_hands_over_types_no_distance() -> None:
    skills = [f"skills/{name}.js" for name in ("meet", "giveItem", "receiveItem", "steps/fetchDrop")]
    programs = [f"agents/offline/programs/{name}.js" for name in ("deliver", "receive")]
    assert [path for path in (*skills[:3], *programs) if "rules.distances" not in text_of(path)] == []
    assert typed(HANDING, iter([*skills, *programs]), comments=False) == []


def test_every_distance_is_used() -> None:
    code = "\n".join(code_of(path) for path in product(*GUESTS, "agents/", "mc_server/", "bridge/"))
    assert [name for name in DISTANCES if not re.search(rf"\b{name}\b", code)] == []


def test_a_jsdoc_names_a_distance_that_its_skill_takes_from_the_rules() -> None:
    number = re.compile(r"(?:within|stops) (?P<number>\d+(?:\.\d+)?) blocks|\d blocks from the eyes")
    wrong = []
    for path in product("skills/"):
        if not path.endswith(".js") or "rules.distances" not in text_of(path):
            continue
        comment = re.search(r"/\*\*.*?\*/", text_of(path), re.DOTALL)
        wrong += [path for _ in number.finditer(comment[0])] if comment else []
    assert wrong == []


def test_the_recipes_of_the_corpus_are_those_of_the_game() -> None:
    knowledge = whole_registry()
    rows = tomllib.loads(text_of("benchmarks/corpus/recipes.toml"))
    assert len(rows) > 40
    for item, row in rows.items():
        ways = [(way.count, dict(way.needs)) for way in knowledge.all_recipes[item]]
        assert (row["makes"], row["of"]) in ways, item
