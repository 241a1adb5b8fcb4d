"""A model behind any OpenAI-compatible endpoint: asked for an answer in a shape, it answers or says why not.

The one file that touches `openai`. Every way in which a call can fail is an outcome of a closed list; only
what the user has to correct (key, base URL, model) is a UserError. The key comes from OPENAI_API_KEY alone
and is sent to the endpoint. No message about a failed call repeats it; an answer is passed on as it came.

Answers are asked for by `json_schema`; a server that does not know it is asked by `json_object`, then by
plain text. Not protected against: a server that is not what it says it is.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from pydantic import BaseModel

from minecrew.agents.completion import read_completion
from minecrew.agents.model import RETRIES, AnswerForm, ModelAnswer, ModelMessage, Retries, TextModel
from minecrew.runlog import UserError, redact

if TYPE_CHECKING:
    import openai

BASE_URL = "https://api.openai.com/v1"


class Endpoint(TextModel):
    """One model behind an endpoint. Use it as a context: `async with Endpoint("MODEL") as endpoint`.

    `ask` raises UserError where the endpoint refuses the key, or knows no such model.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        retries: Retries = RETRIES,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """Raises UserError if it cannot be asked as it stands."""
        import openai  # here, because it takes half a second that a run without an endpoint need not wait

        super().__init__(model, retries)
        self.base_url = (base_url or environ.get("OPENAI_BASE_URL") or BASE_URL).strip()
        self._environ = environ
        self._key = environ.get("OPENAI_API_KEY", "").strip()
        self._check()
        self._client = openai.AsyncOpenAI(
            api_key=self._key or "none", base_url=self.base_url, max_retries=0, timeout=self.timeout
        )

    async def __aenter__(self) -> Endpoint:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.close()

    @property
    def place(self) -> str:
        """The base URL without a name and password in it."""
        parts = split_url(self.base_url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    async def call(
        self, sent: Sequence[ModelMessage], answer: type[BaseModel], form: AnswerForm, seconds: float
    ) -> ModelAnswer:
        one = await self._send(sent, answer, form, seconds)
        return replace(one, message=redact(one.message, self._environ))

    async def _send(
        self, sent: Sequence[ModelMessage], answer: type[BaseModel], form: AnswerForm, seconds: float
    ) -> ModelAnswer:
        import openai

        request: dict[str, Any] = {"model": self.name, "messages": [one.model_dump() for one in sent]}
        if form == "json_schema":
            schema = answer.model_json_schema(by_alias=True)
            shape = {"name": schema["title"], "strict": True, "schema": schema}
            request["response_format"] = {"type": "json_schema", "json_schema": shape}
        elif form == "json_object":
            request["response_format"] = {"type": "json_object"}
        try:
            async with asyncio.timeout(seconds):
                raw = await self._client.chat.completions.with_raw_response.create(**request)
            self.reached = True
            return read_completion(json.loads(raw.text))
        except openai.APIStatusError as error:
            self.reached = True
            return self._refused(error)
        except (TimeoutError, openai.APITimeoutError):
            return ModelAnswer("timeout", f"no answer within {seconds:.0f} s", again=True)
        except openai.APIConnectionError as error:
            return ModelAnswer("failed", f"no connection: {error.__cause__ or error}", again=True)
        except (openai.OpenAIError, ValueError, RecursionError):
            self.reached = True
            return ModelAnswer("failed", "the answer is not a chat completion", again=True)

    def _refused(self, error: openai.APIStatusError) -> ModelAnswer:
        """An answer with a status of its own. Raises UserError if the user has to fix it."""
        said = f"{error.status_code}: {error.message}"
        body = f"{error.message} {error.body}".lower()
        about_form = any(word in body for word in ("response_format", "json_schema", "json_object"))
        match error.status_code:
            case 401 | 403 if not self._key:
                raise UserError(f"{self.place} needs a key; put it into OPENAI_API_KEY") from None
            case 401 | 403:
                raise UserError(f"{self.place} refuses the key in OPENAI_API_KEY; check it") from None
            case 404:
                raise UserError(
                    f"{self.place} has no model {self.name!r}, or is not OpenAI-compatible; "
                    "check the model and the base URL"
                ) from None
            case 429:
                empty = "insufficient_quota" in body
                return ModelAnswer("limited", said, again=not empty, wait=_wait(error))
            case status if status >= 500 or status in (408, 409):
                return ModelAnswer("failed", said, again=True, wait=_wait(error), form=about_form)
            case _ if "context_length" in body:
                return ModelAnswer("cut_off", said)
            case 413:
                return ModelAnswer("failed", said)
            case _:
                return ModelAnswer("failed", said, form=True)

    def _check(self) -> None:
        parts = split_url(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UserError(f"{self.place!r} is not the address of an endpoint; give one like {BASE_URL}")
        if not self.name.strip():
            raise UserError("no model is named; give the name that the endpoint has for it")
        if not self._key and self.base_url == BASE_URL:
            raise UserError(f"{self.place} needs a key; put it into OPENAI_API_KEY, or give another base URL")
        if not self._key.isascii() or not self._key.isprintable():
            raise UserError("OPENAI_API_KEY has a character that no key has; set it again")


def split_url(url: str) -> SplitResult:
    """Its parts; all empty if it cannot be read."""
    try:
        parts = urlsplit(url)
        return parts if parts.port is None or parts.port else urlsplit("")
    except ValueError:  # of brackets, of signs that look like others, of a port that is none
        return urlsplit("")


def _wait(error: openai.APIStatusError) -> float | None:
    try:
        return max(0.0, float(error.response.headers["retry-after"]))
    except (KeyError, ValueError):
        return None
