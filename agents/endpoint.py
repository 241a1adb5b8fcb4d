"""A model behind any OpenAI-compatible endpoint: asked for an answer in a shape, it answers or says why not.

The one file that touches `openai`. Every way in which a call can fail is an outcome of a closed list, tried
again with bounded patience; only what the user has to mend (key, address, model) is a UserError. The key
comes from OPENAI_API_KEY alone, is sent to the endpoint and stands nowhere else: what a server says is quoted
without it.

Answers are asked for by `json_schema`; a server that does not know it is asked by `json_object`, then by
plain text. Whatever comes is validated, and mended once by telling the model what was wrong. Not protected
against: an answer in the right shape that is not so, and a server that is not what it says it is.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import urlsplit

import openai
from pydantic import BaseModel, ValidationError

from runlog import UserError

M = TypeVar("M", bound=BaseModel)

Outcome = Literal["answered", "unreadable", "declined", "cut_off", "limited", "timeout", "failed"]
"""As in the event `model.called`."""
Form = Literal["json_schema", "json_object", "text"]
FORMS: tuple[Form, ...] = ("json_schema", "json_object", "text")

BASE_URL = "https://api.openai.com/v1"
PAUSE, LONGEST_PAUSE = 0.5, 20.0
"""Seconds before the second try; each further one waits twice as long, up to the longest."""
TOLD = 200
"""Characters of what a server says that are kept."""


class Message(BaseModel):
    """One turn of the conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Call:
    """One request, and what came of it."""

    outcome: Outcome
    seconds: float
    """Real seconds."""
    message: str = ""
    """What went wrong; empty where it was answered."""
    tokens_in: int | None = None
    tokens_out: int | None = None


@dataclass(frozen=True)
class Reply(Generic[M]):
    """What came of asking: a value, or the last call's outcome. At least one call."""

    value: M | None
    calls: tuple[Call, ...]

    @property
    def outcome(self) -> Outcome:
        return self.calls[-1].outcome

    @property
    def message(self) -> str:
        return self.calls[-1].message


class _Said(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Said
    finish_reason: str | None = None


class _Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Completion(BaseModel):
    choices: list[_Choice] = []
    usage: _Usage | None = None


@dataclass(frozen=True)
class _Heard:
    """One call before its text is read."""

    outcome: Outcome
    message: str = ""
    text: str = ""
    usage: _Usage = field(default_factory=_Usage)
    again: bool = False
    """Whether another try may go better."""
    wait: float | None = None
    """Seconds that the server asks for."""
    form: bool = False
    """The server may not know the form of answer that was asked for."""


class Endpoint:
    """One model. Use it as a context: `async with Endpoint("MODEL") as endpoint`."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        timeout: float = 120.0,
        tries: int = 6,
        seed: int = 0,
        environ: Mapping[str, str] = os.environ,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`timeout`: real seconds of one call; `tries`: calls of one question. Raises UserError."""
        self.model = model
        self.base_url = (base_url or environ.get("OPENAI_BASE_URL") or BASE_URL).strip()
        self.reached = False
        """Whether anything has answered there yet."""
        self._key = environ.get("OPENAI_API_KEY", "").strip()
        self._timeout, self._tries, self._sleep = timeout, tries, sleep
        self._chance = Random(seed)
        self._form = 0
        self._check()
        self._client = openai.AsyncOpenAI(
            api_key=self._key or "none", base_url=self.base_url, max_retries=0, timeout=timeout
        )

    async def __aenter__(self) -> Endpoint:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.close()

    @property
    def place(self) -> str:
        """The address without a name and password in it."""
        parts = urlsplit(self.base_url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    async def ask(self, messages: Sequence[Message], answer: type[M], *, deadline: float) -> Reply[M]:
        """Asks until there is a valid `answer`, the tries are used up, or `deadline` real seconds are over.

        Raises UserError where the endpoint refuses the key, or knows no such model.
        """
        end = time.monotonic() + deadline
        form, pause, mended = self._form, PAUSE, False
        talk, calls = list(messages), list[Call]()
        while True:
            began = time.monotonic()
            heard = await self._call(talk, answer, FORMS[form], min(self._timeout, max(0.0, end - began)))
            value, wrong = _read(heard.text, answer) if heard.outcome == "answered" else (None, heard.message)
            outcome: Outcome = (
                "unreadable" if heard.outcome == "answered" and value is None else heard.outcome
            )
            usage, seconds = heard.usage, time.monotonic() - began
            calls.append(
                Call(outcome, seconds, self._plain(wrong), usage.prompt_tokens, usage.completion_tokens)
            )
            if value is not None:
                self._form = form
                return Reply(value, tuple(calls))
            if len(calls) >= self._tries or time.monotonic() >= end:
                return Reply(None, tuple(calls))
            if heard.text and not mended:  # half an answer, or one in another shape
                mended = True
                talk += [Message(role="assistant", content=heard.text), _complaint(wrong)]
            elif heard.form and form + 1 < len(FORMS):
                form += 1
            elif heard.again:
                asked = heard.wait if heard.wait is not None else pause * self._chance.uniform(0.5, 1.0)
                await self._sleep(max(0.0, min(asked, LONGEST_PAUSE, end - time.monotonic())))
                pause *= 2
            else:
                return Reply(None, tuple(calls))

    async def _call(
        self, talk: Sequence[Message], answer: type[BaseModel], form: Form, seconds: float
    ) -> _Heard:
        sent: dict[str, Any] = {"model": self.model, "messages": [one.model_dump() for one in talk]}
        schema = answer.model_json_schema(by_alias=True)
        if form == "json_schema":
            shape = {"name": answer.__name__, "strict": True, "schema": schema}
            sent["response_format"] = {"type": "json_schema", "json_schema": shape}
        else:
            told = f"Answer with one JSON object and nothing else. Its JSON schema: {json.dumps(schema)}"
            sent["messages"].append({"role": "system", "content": told})
            if form == "json_object":
                sent["response_format"] = {"type": "json_object"}
        try:
            async with asyncio.timeout(seconds):
                raw = await self._client.chat.completions.with_raw_response.create(**sent)
            self.reached = True
            return _heard(_Completion.model_validate_json(raw.text))
        except openai.APIStatusError as error:
            self.reached = True
            return self._refused(error)
        except (TimeoutError, openai.APITimeoutError):
            return _Heard("timeout", f"no answer within {seconds:.0f} s", again=True)
        except openai.APIConnectionError as error:
            return _Heard("failed", f"no connection: {error.__cause__ or error}", again=True)
        except (openai.OpenAIError, ValidationError, ValueError):
            self.reached = True
            return _Heard("failed", "what came back is no chat completion", again=True)

    def _refused(self, error: openai.APIStatusError) -> _Heard:
        """An answer with a status of its own. Raises UserError where the user has to mend it."""
        said = f"{error.status_code}: {error.message}"
        body = f"{error.message} {error.body}".lower()
        about_form = any(word in body for word in ("response_format", "json_schema", "json_object"))
        match error.status_code:
            case 401 | 403 if not self._key:
                raise UserError(f"{self.place} wants a key; put it into OPENAI_API_KEY") from None
            case 401 | 403:
                raise UserError(f"{self.place} refuses the key in OPENAI_API_KEY; check it") from None
            case 404:
                raise UserError(
                    f"{self.place} knows no model {self.model!r}, or is no OpenAI-compatible address; "
                    "check the model and the base URL"
                ) from None
            case 429:
                empty = "insufficient_quota" in body
                return _Heard("limited", said, again=not empty, wait=_wait(error))
            case status if status >= 500 or status in (408, 409):
                return _Heard("failed", said, again=True, wait=_wait(error), form=about_form)
            case 413:
                return _Heard("failed", said)
            case _:
                return _Heard("failed", said, form="context_length" not in body)

    def _check(self) -> None:
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UserError(f"{self.place!r} is no address of an endpoint; give one like {BASE_URL}")
        if not self.model.strip():
            raise UserError("no model is named; give the name that the endpoint has for it")
        if not self._key and self.base_url == BASE_URL:
            raise UserError(f"{self.place} wants a key; put it into OPENAI_API_KEY, or give another base URL")
        if not self._key.isascii() or not self._key.isprintable():
            raise UserError("OPENAI_API_KEY has a sign that no key has; set it anew")

    def _plain(self, words: str) -> str:
        """One line, without the key, whatever a server may repeat."""
        shown = words.replace(self._key, "***") if self._key else words
        return " ".join(shown.split())[:TOLD]


def _heard(completion: _Completion) -> _Heard:
    usage = completion.usage or _Usage()
    if not completion.choices:
        return _Heard("unreadable", "an empty answer", usage=usage, again=True)
    choice = completion.choices[0]
    text = choice.message.content or ""
    if choice.message.refusal or choice.finish_reason == "content_filter":
        return _Heard("declined", choice.message.refusal or "stopped by a content filter", usage=usage)
    if choice.finish_reason == "length":
        return _Heard("cut_off", "the answer was cut off", text, usage)
    if not text.strip():
        return _Heard("unreadable", "an empty answer", usage=usage, again=True)
    return _Heard("answered", "", text, usage)


def _read(text: str, answer: type[M]) -> tuple[M | None, str]:
    """The value, also from within words or a fence around it; or what is wrong."""
    begin, end = text.find("{"), text.rfind("}")
    try:
        return answer.model_validate_json(text[begin : end + 1] if 0 <= begin < end else text), ""
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        return None, f"{where}: {first['msg']}" if where else first["msg"]


def _complaint(wrong: str) -> Message:
    told = f"That could not be read ({wrong}). Answer again, with the whole JSON object and nothing else."
    return Message(role="user", content=told)


def _wait(error: openai.APIStatusError) -> float | None:
    try:
        return max(0.0, float(error.response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None
