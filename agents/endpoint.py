"""A model behind any OpenAI-compatible endpoint, which is asked for answers in a given shape.

Each failed call has an outcome from a closed list. Only mistakes that the user has to correct (key, base
URL, model) are raised as UserError. The key comes only from OPENAI_API_KEY and is sent only to the
endpoint. Messages about failed calls never contain the key; answers are passed on unchanged.

Answers are requested with `json_schema`. If the server does not support this, `json_object` and then plain
text are used. There is no protection against a server that pretends to be another.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import SplitResult, urlsplit

from pydantic import BaseModel

from minecrew.agents.completion import read_completion
from minecrew.agents.model import (
    LONGEST_PAUSE,
    RETRIES,
    AnswerForm,
    ModelAnswer,
    ModelMessage,
    Retries,
    TextModel,
    Written,
)
from minecrew.agents.pauses import wait_asked
from minecrew.agents.streamed_reply import StreamedReply
from minecrew.agents.wire_errors import RefusedError, WireError
from minecrew.options import ModelSettings
from minecrew.runlog import UserError, redact

BASE_URL = "https://api.openai.com/v1"
STREAM = re.compile(r"\bstream(?:ing)?\b")
NO_SETTINGS = ModelSettings()
LONGEST_ERROR = 400
"""Maximum length of a server's error message, in characters."""


class Endpoint(TextModel):
    """One model behind an endpoint, used as a context manager: `async with Endpoint("MODEL") as endpoint`.

    `ask` raises UserError if the endpoint refuses the key, has no such model, or redirects to another
    address.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        retries: Retries = RETRIES,
        settings: ModelSettings = NO_SETTINGS,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """Raises UserError if the settings do not describe an endpoint that can be asked."""
        from minecrew.agents.wire import Wire  # here, because it loads for half a second

        super().__init__(model, retries)
        self.settings = settings
        self.refuses: set[str] = set()
        """The parameters that this server does not accept: `stream`, `stream_options`, and `max_tokens` if
        it wants `max_completion_tokens` instead.
        """
        self.base_url = (base_url or environ.get("OPENAI_BASE_URL") or BASE_URL).strip()
        self._environ = environ
        self._key = environ.get("OPENAI_API_KEY", "").strip()
        self._check()
        try:
            self._wire = Wire(self.base_url, self._key)
        except ValueError as error:
            raise UserError(f"{self.place} cannot be used: {error}; check the base URL") from None

    async def __aenter__(self) -> Endpoint:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._wire.close()

    @property
    def place(self) -> str:
        """The base URL without a name and password in it."""
        parts = split_url(self.base_url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    async def call(
        self,
        sent: Sequence[ModelMessage],
        answer: type[BaseModel],
        form: AnswerForm,
        seconds: float,
        written: Written,
    ) -> ModelAnswer:
        one = await self._send(self._request(sent, answer, form), seconds, written)
        return replace(one, message=redact(one.message, self._environ))

    def _request(
        self, sent: Sequence[ModelMessage], answer: type[BaseModel], form: AnswerForm
    ) -> dict[str, Any]:
        request: dict[str, Any] = {"model": self.name, "messages": [one.model_dump() for one in sent]}
        if "stream" not in self.refuses:
            request["stream"] = True
            if "stream_options" not in self.refuses:
                request["stream_options"] = {"include_usage": True}
        if self.settings.max_tokens is not None:
            old = "max_completion_tokens" not in self.refuses
            request["max_tokens" if old else "max_completion_tokens"] = self.settings.max_tokens
        request |= self.settings.request
        if form == "json_schema":
            schema = answer.model_json_schema(by_alias=True)
            shape = {"name": schema["title"], "strict": True, "schema": schema}
            request["response_format"] = {"type": "json_schema", "json_schema": shape}
        elif form == "json_object":
            request["response_format"] = {"type": "json_object"}
        return request

    async def _send(self, request: Mapping[str, Any], seconds: float, written: Written) -> ModelAnswer:
        now = asyncio.get_running_loop().time
        end, said = now() + seconds, StreamedReply()
        limit = self.timeout
        try:
            async with (
                asyncio.timeout_at(min(end, now() + limit)) as timer,
                self._wire.post(request) as events,
            ):
                self.reached = True
                async for event in events:
                    if events.is_whole:
                        return read_completion(event)
                    if said.add(event):
                        written(said.length)
                        limit = self.between
                        timer.reschedule(min(end, now() + limit))
                return said.answer()
        except TimeoutError:
            return said.broken("timeout", f"no answer within {seconds if now() >= end else limit:.3g} s")
        except RefusedError as error:
            self.reached, refused = True, error
        except WireError as error:
            return said.broken("failed", str(error))
        except ValueError:
            return ModelAnswer("failed", "the answer is not a chat completion", again=True)
        return self._refused(refused)

    def _refused(self, reply: RefusedError) -> ModelAnswer:
        """Returns the answer to a request that got an error status. Raises UserError if the user has to fix
        the problem.
        """
        said, body = f"{reply.status}: {str(reply)[:LONGEST_ERROR]}", reply.body.lower()
        about_form = any(word in body for word in ("response_format", "json_schema", "json_object"))
        wait = wait_asked(reply.headers, longest=LONGEST_PAUSE)
        match reply.status:
            case status if status < 400:
                host = split_url(reply.headers.get("location", "")).hostname or "another path"
                raise UserError(
                    f"{self.place} redirects to {redact(host, self._environ)}, but prompts are "
                    "not sent to another address; give the final address as base URL"
                )
            case 401 | 403 if not self._key:
                raise UserError(f"{self.place} needs a key; set OPENAI_API_KEY")
            case 401 | 403:
                raise UserError(f"{self.place} refuses the key in OPENAI_API_KEY; check it")
            case 404:
                raise UserError(
                    f"{self.place} has no model {self.name!r}, or is not OpenAI-compatible; "
                    "check the model and the base URL"
                )
            case 429:
                return ModelAnswer("limited", said, again="insufficient_quota" not in body, wait=wait)
            case status if status >= 500 or status in (408, 409):
                return ModelAnswer("failed", said, again=True, wait=wait, form=about_form)
            case _ if (quirk := self._quirk(body)) is not None:
                self.refuses.add(quirk)
                return ModelAnswer("failed", said, learned=True)
            case _ if "context_length" in body:
                return ModelAnswer("cut_off", said)
            case 413:
                return ModelAnswer("failed", said)
            case _:
                return ModelAnswer("failed", said, form=True)

    def _quirk(self, body: str) -> str | None:
        """Returns the change to the next request that the server's answer asks for, or None if it asks for
        no change.
        """
        wants = self.settings.max_tokens is not None and "max_completion_tokens" in body
        found = {
            "max_completion_tokens": wants,
            "stream_options": "stream_options" in body,
            "stream": STREAM.search(body) is not None,
        }
        return next((name for name, named in found.items() if named and name not in self.refuses), None)

    def _check(self) -> None:
        parts = split_url(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UserError(
                f"{self.place!r} is not the address of an endpoint; give an address like {BASE_URL}"
            )
        if not self.name.strip():
            raise UserError("the model has no name; give the name that the endpoint uses for it")
        if not self._key and self.base_url == BASE_URL:
            raise UserError(f"{self.place} needs a key; set OPENAI_API_KEY, or give another base URL")
        if not self._key.isascii() or not self._key.isprintable():
            raise UserError("OPENAI_API_KEY contains a character that no key contains; set it again")


def split_url(url: str) -> SplitResult:
    """Returns the parts of the address, which are all empty if the address cannot be parsed."""
    try:
        parts = urlsplit(url)
        return parts if parts.port is None or parts.port else urlsplit("")
    except ValueError:  # of brackets, of signs that look like others, of a port that is none
        return urlsplit("")
