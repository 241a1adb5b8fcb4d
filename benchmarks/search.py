"""Measures how well, and how fast, the search finds skills by words that their descriptions do not contain.

For the queries in search.toml, `python -m benchmarks.search` prints how often an expected skill is the first
result (hit@1) or among the first five (hit@5): for the part `dev`, on which the search is tuned, and for
the held-out part. It lists the failed queries of `dev`, and measures the time of a query among the built-in
skills and among a thousand. The exit code is 1 if hit@5 of `dev` is below 0.8, or if a query among a thousand
skills takes 5 ms or more.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from minecrew.skills import Library

QUERIES = Path(__file__).with_name("search.toml")
ENOUGH = 0.8
"""Minimum hit@5."""
MANY = 1000
SLOWEST = 5.0
"""Time limit in milliseconds for a query among MANY skills."""
ROUNDS = 5
VERBS = ("fetch", "stack", "mend", "paint", "sort", "count", "guard", "clear", "move", "trade")
THINGS = ("Oak", "Stone", "Wool", "Bread", "Chest", "Tower", "Field", "Ore", "Water", "Torch")
SKILL = """/**
 * {verb}s the {thing} number {number} for the crew, and tells how much of it there is.
 * @param {{number}} [count=1] - how many
 * @keywords {verb} {thing} item block player world number{number}
 * @needs {thing} in the inventory
 */
async function {name} (bot, count = 1) {{}}
"""

Queries = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Hits:
    """The results of a set of queries."""

    first: float
    """The share of queries whose first result is an expected skill."""
    five: float
    """The share of queries with an expected skill among the first five results."""
    missed: tuple[str, ...]
    """Queries whose first five results contain no expected skill, although the library has one."""
    without: tuple[str, ...]
    """Queries for which the library has no expected skill; the shares count them as failures."""


def load_queries() -> dict[str, Queries]:
    """Returns part -> query -> names of the expected skills; finding one of them is enough."""
    return tomllib.loads(QUERIES.read_text(encoding="utf-8"))


def score(library: Library, queries: Queries) -> Hits:
    first = five = 0
    missed, without = [], []
    for query, expected in queries.items():
        found = [skill.name for skill in library.search(query, 5)]
        first += found[:1] != [] and found[0] in expected
        five += bool(set(found) & set(expected))
        if not any(library.get(name) for name in expected):
            without.append(query)
        elif not set(found) & set(expected):
            missed.append(query)
    total = len(queries)
    return Hits(first=first / total, five=five / total, missed=tuple(missed), without=tuple(without))


def milliseconds(library: Library, queries: Queries) -> float:
    """Returns the median time of a query, in milliseconds of real time."""
    times = []
    for _ in range(ROUNDS):
        for query in queries:
            began = time.perf_counter()
            library.search(query, 5)
            times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def thousand(directory: Path) -> Library:
    """Returns a library of MANY skills: the built-in ones and invented ones."""
    for number in range(MANY - len(Library().all())):
        verb = VERBS[number % len(VERBS)]
        thing = THINGS[number // len(VERBS) % len(THINGS)]
        name = f"{verb}{thing}{number}"
        source = SKILL.format(verb=verb, thing=thing.lower(), number=number, name=name)
        (directory / f"{name}.js").write_text(source, encoding="utf-8")
    return Library([directory])


def main(arguments: Sequence[str]) -> int:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args(arguments)
    queries, library = load_queries(), Library()
    scores = {part: score(library, asked) for part, asked in queries.items()}
    for part, hits in scores.items():
        print(f"{part:<5} {len(queries[part])} queries: hit@1 {hits.first:.2f}, hit@5 {hits.five:.2f}")
    dev = scores["dev"]
    for query in dev.missed:
        found = ", ".join(skill.name for skill in library.search(query, 5))
        print(f"  missed {query!r}: found {found or 'nothing'}")
    for query in dev.without:
        print(f"  no such skill: {query!r}")
    print(f"{milliseconds(library, queries['dev']):.2f} ms per query among {len(library.all())} skills")
    with tempfile.TemporaryDirectory() as directory:
        many = thousand(Path(directory))
        slow = milliseconds(many, queries["dev"])
    print(f"{slow:.2f} ms per query among {len(many.all())} skills")
    return 0 if dev.five >= ENOUGH and slow < SLOWEST else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
