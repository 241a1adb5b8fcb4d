"""The statistics libraries, which are optional: statsmodels, scipy, lifelines, numpy."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from minecrew.runlog import UserError


def library(name: str) -> Any:
    """Returns a module of one of these libraries. Raises UserError if the library is not installed."""
    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        remedy = "pip install 'minecrew[study]'"
        raise UserError(f"statistics need {package}, which is not installed; {remedy}") from error


@contextmanager
def quiet() -> Iterator[None]:
    """Hides the libraries' warnings, because the results show the problems that they warn of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
