"""Removes the model key from text that is written to a file or shown to people.

Only these places redact. A mind or a parser reads every answer as it came. A key of fewer than 12 characters
is a dummy, such as `x` or `EMPTY`, and its removal would damage ordinary words. Not protected against: a key
that is encoded or cut into parts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

KEY_VARIABLE = "OPENAI_API_KEY"
SHORTEST_KEY = 12
"""Minimum length of a redacted key, in characters."""
REDACTED = "***"


def redact(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """The text without the key, both as it is and in its JSON form."""
    key = environ.get(KEY_VARIABLE, "").strip()
    if len(key) < SHORTEST_KEY:
        return text
    return text.replace(key, REDACTED).replace(json.dumps(key)[1:-1], REDACTED)
