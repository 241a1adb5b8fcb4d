"""The service held against its own OpenAPI document at each bound of each field, for `make soak` alone."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from schemathesis import Case

from .test_schema import read

many = read(coverage=True)


@pytest.mark.soak
@many.parametrize()
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_it_answers_whatever_is_asked(address: str, case: Case) -> None:
    case.call_and_validate(base_url=address, timeout=30)
