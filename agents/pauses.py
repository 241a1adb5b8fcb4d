"""Reads how long a server asks clients to wait: `Retry-After`, in seconds or as a date."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def wait_asked(headers: Mapping[str, str], *, longest: float) -> float | None:
    """Returns the pause in seconds, from 0 to `longest`; None if the server asks for no pause, or for an
    impossible one.
    """
    text = headers.get("retry-after", "")
    try:
        seconds = float(text)
    except ValueError:
        seconds = _until(text, headers.get("date", ""))
    return min(seconds, longest) if seconds >= 0 else None  # NaN is not


def _until(text: str, now: str) -> float:
    """Reads a date relative to the server's clock, if it gives the time, because the clock of this machine
    may differ.
    """
    then, told = _date(text), _date(now)
    if then is None:
        return math.nan
    return max(0.0, (then - (told or datetime.now(UTC))).total_seconds())


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
