"""Hostile programs, by kind. What is made over the facade's table (`every_name`) is not in the list."""

from __future__ import annotations

from benchmarks.attacks.attack import HELD, KILLED, PRELUDE, REFUSED, Attack, main_of
from benchmarks.attacks.every_name import NAMES, on_name
from benchmarks.attacks.handing import ARGUMENTS, RESULTS, TEXTS
from benchmarks.attacks.house import HOUSE
from benchmarks.attacks.lasting import BEHIND, ENDLESS, FLOODS, OVERRIDING, STACK, WAITING
from benchmarks.attacks.limits import LIMITS
from benchmarks.attacks.reaching import REFUSED as REACHING
from benchmarks.attacks.truth import TRUTH

ATTACKS: list[Attack] = [
    *TRUTH,
    *LIMITS,
    *(Attack(name, "reaching", body, REFUSED) for name, body in REACHING.items()),
    *ARGUMENTS,
    *RESULTS,
    *TEXTS,
    *STACK,
    *BEHIND,
    *OVERRIDING,
    *WAITING,
    *FLOODS,
    *ENDLESS,
]

__all__ = ["ATTACKS", "HELD", "HOUSE", "KILLED", "NAMES", "PRELUDE", "Attack", "main_of", "on_name"]
