"""Turns all errors into problem details (RFC 9457).

ProblemError            a deliberate refusal, with its own status
UserError               a user's mistake: 422, with the line that the command would print
RequestValidationError  a request that does not match the document: 422, with the name of each wrong field
HTTPException           an error that the framework raised itself (404, 405, 413)
everything else         an internal error: 500; only the service's own output describes it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match

from minecrew.runlog import Fault, MinecrewError, UserError
from minecrew.service.problem_page import problem_page, wants_page
from minecrew.service.security_headers import HEADERS

MEDIA = "application/problem+json"
METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")


class RequestFlaw(BaseModel):
    """One mistake in a request, or in its content."""

    where: str = Field(examples=["body.seed"])
    message: str = Field(examples=["Input should be a valid integer"])


class ProblemDetails(BaseModel):
    """The form of all error responses."""

    type: str = "about:blank"
    title: str = Field(examples=["Unprocessable Entity"])
    status: int = Field(examples=[422])
    detail: str = Field(examples=["there is no task 'papr'; did you mean paper? see `minecrew tasks`"])
    wrong: str | None = None
    """The problem without a remedy; `detail` also contains the remedy."""
    instance: str = Field(examples=["/runs"])
    problems: list[RequestFlaw] | None = None


class ProblemError(MinecrewError):
    """Refuses a request. `detail`: one line that says what is wrong, which part, and what to do."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        remedy: str = "",
        problems: Sequence[RequestFlaw] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """`remedy`: what a client of the API can do; the page does not show it."""
        super().__init__(detail)
        self.status, self.detail, self.remedy = status, detail, remedy
        self.problems, self.headers = problems, headers


def problem_response(
    path: str,
    status: int,
    detail: str,
    *,
    remedy: str = "",
    problems: Sequence[RequestFlaw] = (),
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    problem = ProblemDetails(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=f"{detail}; {remedy}" if remedy else detail,
        wrong=detail if remedy else None,
        instance=path,
        problems=list(problems) or None,
    )
    content = problem.model_dump(exclude_none=True)
    return JSONResponse(content, status, headers=dict(headers or {}), media_type=MEDIA)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that can return these errors, for the OpenAPI document."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}},
        }
        for status in statuses
    }


def handle_problems(app: FastAPI) -> None:
    """Makes `app` respond to every error in this form."""

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, ProblemError)
        if wants_page(request):
            return problem_page(error.status, HTTPStatus(error.status).phrase, error.detail)
        return problem_response(
            request.url.path,
            error.status,
            error.detail,
            remedy=error.remedy,
            problems=error.problems,
            headers=error.headers,
        )

    async def mistaken(request: Request, error: Exception) -> JSONResponse:
        return problem_response(request.url.path, 422, " ".join(str(error).split()))

    async def malformed(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        found = [
            RequestFlaw(where=".".join(str(part) for part in one["loc"]), message=str(one["msg"]))
            for one in error.errors()
        ]
        detail = "; ".join(f"{flaw.where}: {flaw.message}" for flaw in found[:3])
        return problem_response(request.url.path, 422, detail, problems=found)

    async def framework(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        status, detail, headers = error.status_code, str(error.detail), error.headers
        if wants_page(request) and status == HTTPStatus.NOT_FOUND:
            return problem_page(status, "Not Found", f"There is no page {request.url.path}.")
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = ", ".join(_methods(request))  # the framework tells those of the first route alone
            detail, headers = f"{request.method} is not allowed here; use {allowed}", {"Allow": allowed}
        return problem_response(request.url.path, status, detail, headers=headers)

    async def fault(request: Request, error: Exception) -> JSONResponse:
        detail = (
            f"{error.where}: {error}"
            if isinstance(error, Fault)
            else "internal error; see the service's output"
        )
        return problem_response(request.url.path, 500, detail, headers=HEADERS)

    app.add_exception_handler(ProblemError, refused)
    app.add_exception_handler(UserError, mistaken)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, framework)
    app.add_exception_handler(Exception, fault)


def _methods(request: Request) -> list[str]:
    """The methods of all routes with this path."""

    def takes(method: str) -> bool:
        scope = {**request.scope, "method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    return [method for method in METHODS if takes(method)]
