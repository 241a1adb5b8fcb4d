"""The application: its routes, its middleware and its background work.

Each file in `routes/` handles one kind of resource and has a `router`. New routers must be added to ROUTERS.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from minecrew.service.access import Access
from minecrew.service.bounds import Bounds
from minecrew.service.document import document
from minecrew.service.metrics import RequestMeter
from minecrew.service.problem import handle_problems
from minecrew.service.routes import (
    annotations,
    arenas,
    behaviours,
    compare,
    enter,
    events,
    findings,
    health,
    pages,
    replay,
    run_options,
    run_page,
    runs,
    skills,
    structures,
    studies,
    talk,
    tasks,
    why,
)
from minecrew.service.security_headers import SecurityHeaders
from minecrew.service.settings import Settings
from minecrew.service.shared import SharedState
from minecrew.version import __version__

ROUTERS = (
    enter.router,
    health.router,
    runs.router,
    events.router,
    talk.router,
    run_page.router,
    why.router,
    run_options.router,
    findings.router,
    annotations.router,
    compare.router,
    studies.router,
    replay.router,
    behaviours.router,
    skills.router,
    tasks.router,
    structures.router,
    arenas.router,
    pages.router,
)


def create_app(settings: Settings) -> FastAPI:
    """Creates the service for `settings.runs`. Nothing is opened before the service starts."""
    state = SharedState(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with state.live():
            yield

    app = FastAPI(
        title="minecrew",
        version=__version__,
        summary="Run crews of agents, watch and replay their runs, and add skills.",
        docs_url=None,  # what it shows is loaded from elsewhere
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False},
        lifespan=lifespan,
    )
    app.state.service = state
    handle_problems(app)
    app.add_middleware(Access, settings=settings)
    app.add_middleware(Bounds, rate=settings.rate)  # before anybody is asked for a token
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestMeter, metrics=state.metrics)  # the last that is added stands first
    for router in ROUTERS:
        app.include_router(router)
    document(app, events.EventRange)
    return app
