"""Limits the cost of a run's models, in tokens or, with a price file, in money. If a limit is reached, no
more calls are made.

Tokens are counted by the endpoint; if it gives no count, four characters count as one token. The answer
that exceeds the limit is still used, so a run can exceed the limit by the calls that were in progress.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path

from pydantic import Field, TypeAdapter, ValidationError

from minecrew.agents.model import PER_TOKEN, ModelCall
from minecrew.runlog import Record, UserError, read_file

MILLION = 1_000_000


class Price(Record):
    """US dollars per million tokens."""

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)


PRICES: TypeAdapter[dict[str, Price]] = TypeAdapter(dict[str, Price])


class Budget:
    """Counts the calls, tokens and cost of one run's models, and applies the limits if there are any."""

    def __init__(
        self,
        *,
        max_tokens: int | None = None,
        max_usd: float | None = None,
        prices: Mapping[str, Price] | None = None,
    ) -> None:
        self.max_tokens, self.max_usd = max_tokens, max_usd
        self.tokens, self.usd = 0, 0.0
        self.prices = dict(prices or {})

    def add(self, model: str, call: ModelCall) -> None:
        """Counts a call."""
        sent, said = sum(len(one.content) for one in call.sent), len(call.text) + len(call.thoughts)
        if not said and call.tokens_in is None and call.outcome in ("failed", "limited", "timeout"):
            return  # nothing came back, and nobody says that it is charged
        self.count(model, _tokens(call.tokens_in, sent), _tokens(call.tokens_out, said))

    def count(self, model: str, tokens_in: int, tokens_out: int) -> None:
        """Counts tokens."""
        self.tokens += tokens_in + tokens_out
        if price := self.prices.get(model):
            self.usd += (tokens_in * price.input + tokens_out * price.output) / MILLION

    @property
    def spent(self) -> str | None:
        """Returns the reason why no more calls may be made, or None if there is budget left."""
        if self.max_tokens is not None and self.tokens >= self.max_tokens:
            return f"the budget of {self.max_tokens} tokens is used up ({self.tokens} used)"
        if self.max_usd is not None and self.usd >= self.max_usd:
            return f"the budget of {self.max_usd:g} USD is used up ({self.usd:.4f} spent)"
        return None


def _tokens(count: int | None, characters: int) -> int:
    """Returns the endpoint's count of tokens, if it gives one."""
    return characters // PER_TOKEN if count is None else count


def read_prices(path: Path, models: Collection[str]) -> dict[str, Price]:
    """Reads a price file (TOML: one table per model, with `input` and `output` in USD per million tokens).

    Raises UserError if the file is not a price file, or lacks one of `models`.
    """
    try:
        prices = PRICES.validate_python(tomllib.loads(read_file(path).decode()))
    except OSError as error:
        raise UserError(
            f"cannot read the prices in {str(path)!r}: {error.strerror}; give the path of a file"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(f"{str(path)!r} is not valid TOML: {error}") from None
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise UserError(
            f"{str(path)!r} has no price at {where!r}; give input and output, in USD per million tokens"
        ) from None
    for model in models:
        if model not in prices:
            raise UserError(f"{str(path)!r} has no price for {model!r}; add a table [{model!r}]")
    return prices
