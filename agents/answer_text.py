"""Reads a value from a model's answer, which may also contain thoughts, prose, fences and repetitions. It
never invents a value.

Text between tags such as `<think>` and `</think>` counts as thoughts and is ignored. The answer is the first
JSON object in the remaining text that fits the shape. The work of reading is limited, whatever the text
contains.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)

TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
STARTS = 1000
"""Maximum number of opening braces at which the reader tries to read an object."""
WORK = 50_000_000
"""Maximum number of characters that the reader reads in all attempts together."""
LONGEST_BAD = 20_000
"""If an answer contains no value, at most this many bytes of it are kept and sent back to the model."""
DECODER = json.JSONDecoder(strict=False)  # programs come with their ends of lines as they are


def read_answer(text: str, answer: type[M]) -> tuple[M | None, str]:
    """Returns the first fitting object in `text` and an empty string, or None and the reason why no object
    fits.
    """
    rest, wrong = without_thoughts(text), ""
    # Text that begins with an object may name a tag within it.
    begins = _objects(text, 1) if text.lstrip().startswith("{") else ()
    for found in chain(begins, _objects(rest, STARTS)):
        value, why = _fitted(found, answer)
        if value is not None:
            return value, ""
        wrong = wrong or why
    return None, wrong or _no_object(rest, answer)


def without_thoughts(text: str) -> str:
    """Returns the text without the thoughts. A thought that has no opening tag begins at the start of the
    text.
    """
    said, at, thinking, opened = list[str](), 0, False, False
    for tag in TAG.finditer(text):
        if tag[1]:
            if not opened:
                said.clear()
            elif not thinking:
                said.append(text[at : tag.start()])
            thinking = False
        else:
            if not thinking:
                said.append(text[at : tag.start()])
            thinking = True
        opened, at = True, tag.end()
    return "".join(said if thinking else (*said, text[at:]))


def clipped(text: str) -> str:
    """Cuts a text to the length that is kept of an answer that cannot be read."""
    return text.encode("utf-8", "replace")[:LONGEST_BAD].decode("utf-8", "ignore")


def _objects(text: str, starts: int) -> Iterator[object]:
    at = -1
    for _ in range(min(starts, WORK // max(1, len(text)))):
        at = text.find("{", at + 1)
        if at < 0:
            return
        try:
            yield DECODER.raw_decode(text, at)[0]
        except (ValueError, RecursionError):
            continue


def _fitted(found: object, answer: type[M]) -> tuple[M | None, str]:
    try:
        return answer.model_validate_json(json.dumps(found)), ""
    except ValidationError as error:
        return None, _told(error)
    except RecursionError:
        return None, "the answer is nested too deeply"


def _no_object(text: str, answer: type[BaseModel]) -> str:
    begin, end = text.find("{"), text.rfind("}")
    try:
        answer.model_validate_json(text[begin : end + 1] if 0 <= begin < end else text)
    except ValidationError as error:
        return _told(error)
    return "the answer contains no complete JSON object"


def _told(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]
