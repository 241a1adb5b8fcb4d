"""The service held against its own OpenAPI document: whatever is asked, it answers as that says."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.schemas import OpenApiSchema

from minecrew.service import Settings, create_app
from minecrew.service.card import EXAMPLE
from tests.minecrew.conftest import paper_events, write

CHECKS = {
    # What fits the document may be refused all the same: a task there is not, a skill with an error in it.
    "positive_data_acceptance": {"enabled": False},
    "negative_data_rejection": {"expected-statuses": ["4xx"]},
}


def read(*, coverage: bool) -> OpenApiSchema:
    """The document. `coverage`: besides what comes to mind, try each bound of each field."""
    config = schemathesis.Config.from_dict({"checks": CHECKS, "phases": {"coverage": {"enabled": coverage}}})
    return schemathesis.openapi.from_dict(create_app(Settings()).openapi(), config=config)


few, many = read(coverage=False), read(coverage=True)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a service over a run that has the name of the document's example. Nobody works its queue."""
    root = tmp_path_factory.mktemp("asked")
    bundle = write(root / "runs", paper_events())
    shutil.move(bundle.path, bundle.path.with_name(EXAMPLE["id"]))
    with pytest.MonkeyPatch.context() as patch, socket.create_server(("127.0.0.1", 0)) as listening:
        patch.setenv("HOME", str(root))
        port = int(listening.getsockname()[1])
        app = create_app(Settings(runs=root / "runs", port=port, rate=1e9))
        server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="error"))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join()


@few.parametrize()
@settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_it_answers_as_its_document_says(address: str, case: Case) -> None:
    case.call_and_validate(base_url=address, timeout=30)


@pytest.mark.soak
@many.parametrize()
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_it_answers_whatever_is_asked(address: str, case: Case) -> None:
    case.call_and_validate(base_url=address, timeout=30)
