"""The service held against its own OpenAPI document: whatever is asked, it answers as that says."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.schemas import OpenApiSchema

from minecrew.service import Settings, create_app

CHECKS = {
    # What fits the document may be refused all the same: a task there is not, a skill with an error in it.
    "positive_data_acceptance": {"enabled": False},
    "negative_data_rejection": {"expected-statuses": ["4xx"]},
}


def read(*, coverage: bool) -> OpenApiSchema:
    """The document. `coverage`: besides what comes to mind, try each bound of each field."""
    config = schemathesis.Config.from_dict({"checks": CHECKS, "phases": {"coverage": {"enabled": coverage}}})
    return schemathesis.openapi.from_dict(create_app(Settings()).openapi(), config=config)


few = read(coverage=False)


@few.parametrize()
@settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_it_answers_as_its_document_says(address: str, case: Case) -> None:
    case.call_and_validate(base_url=address, timeout=120)
