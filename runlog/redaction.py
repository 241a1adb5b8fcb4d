"""Removes the model key from text that is written to a file or shown to people.

The key is removed only from such text: minds and parsers read every answer unchanged. A key of fewer than 12
characters is a dummy, such as `x` or `EMPTY`, and its removal would damage ordinary words. A key that is
encoded or split into parts is not recognised.
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
    """Returns the text without the key, in plain form and in JSON form."""
    key = environ.get(KEY_VARIABLE, "").strip()
    if len(key) < SHORTEST_KEY:
        return text
    return text.replace(key, REDACTED).replace(json.dumps(key)[1:-1], REDACTED)
