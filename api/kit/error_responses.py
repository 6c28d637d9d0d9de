"""Converts every error of a handler to a problem document."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import psycopg
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm.exc import StaleDataError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from api.kit.database_errors import (
    READ_ONLY_TRANSACTION,
    DatabaseUnavailable,
    LowDiskSpace,
    cause_of,
    is_passing,
    quota_reached,
    sqlstate_of,
)
from api.kit.edge import ErrorPage
from api.kit.errors import (
    ApiError,
    BadRequest,
    ChangedMeanwhile,
    FieldError,
    Forbidden,
    Invalid,
    MethodNotAllowed,
    NotFound,
    TooLarge,
    TooMany,
    Unauthenticated,
    UnsupportedType,
)
from api.kit.validation_messages import words_for

log = structlog.get_logger(__name__)

UnknownPath = Callable[[Request], Response | None]

_BY_STATUS: dict[int, type[ApiError]] = {
    error.status: error
    for error in (
        BadRequest,
        Unauthenticated,
        Forbidden,
        NotFound,
        MethodNotAllowed,
        TooLarge,
        UnsupportedType,
        Invalid,
        TooMany,
    )
}

_RACES = frozenset(
    {
        "23503",  # foreign_key_violation: a referenced row is gone
        "23505",  # unique_violation: another row has the same unique value
        "23P01",  # exclusion_violation: another row excludes this one
        "40001",  # serialization_failure: conflicts with another transaction
        # deadlock_detected: two transactions waited for each other, and this one was cancelled
        "40P01",
    }
)
"""Postgres errors when two transactions change the same thing simultaneously. Services check before they write, so the
database refuses only changes that were made in between.
"""


class ProblemResponse(JSONResponse):
    media_type = "application/problem+json"


def answer(request: Request, error: ApiError) -> Response:
    """Return the error as a response."""
    request_id = getattr(request.state, "request_id", None)
    return ProblemResponse(
        error.problem(request_id),
        status_code=error.status,
        headers={"Cache-Control": "no-store", **error.headers},
    )


def install(
    app: FastAPI,
    unknown_path: UnknownPath,
    error_page: ErrorPage,
    mapped_errors: Mapping[type[Exception], Callable[[], ApiError]],
) -> None:
    """Register the error handlers.

    `unknown_path` may respond to a path without a route. `error_page` gives a browser the page for a failed page or a
    form sent without script. `mapped_errors` maps errors of lower layers to API errors.
    """

    def answered(request: Request, error: ApiError) -> Response:
        return error_page(request, error) or answer(request, error)

    def api_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, ApiError)
        return answered(request, error)

    def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return answered(request, _explained(error))

    def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and "endpoint" not in request.scope:
            page = unknown_path(request)
            if page is not None:
                return page
        kind = _BY_STATUS.get(error.status_code, ApiError)
        problem = kind(headers=dict(error.headers or {}))
        if error.status_code == 400:
            problem = BadRequest("The body cannot be read.")
        return answered(request, problem)

    def database_error(request: Request, error: Exception) -> Response:
        state = sqlstate_of(error)
        over_quota = quota_reached(error)
        if over_quota is not None:
            return answered(request, over_quota)
        if isinstance(error, StaleDataError) or state in _RACES:
            log.warning("changed by two at once", sqlstate=state, where=_constraint(error))
            return answered(request, ChangedMeanwhile(headers={"Retry-After": "1"}))
        if is_passing(error):
            lines = str(error).splitlines() or [type(error).__name__]
            log.warning("database not available", sqlstate=state, error=lines[0])
            is_kept = state != READ_ONLY_TRANSACTION
            return answered(request, DatabaseUnavailable() if is_kept else LowDiskSpace())
        raise error

    app.add_exception_handler(ApiError, api_error)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http_error)
    for unlike, error_of in mapped_errors.items():
        app.add_exception_handler(
            unlike, lambda request, _, error_of=error_of: answered(request, error_of())
        )
    for kind in (StaleDataError, DBAPIError, psycopg.Error, PoolTimeout):
        app.add_exception_handler(kind, database_error)


def _constraint(error: Exception) -> str | None:
    cause = cause_of(error)
    return cause.diag.constraint_name if cause is not None else None


def _explained(error: RequestValidationError) -> ApiError:
    problems = error.errors()
    if any(problem["type"] == "json_invalid" for problem in problems):
        return BadRequest("The body is not valid JSON.")
    if isinstance(error.body, bytes) and any(problem["loc"] == ("body",) for problem in problems):
        return UnsupportedType()
    errors = [_field_error(problem) for problem in problems[:50]]
    return Invalid(_named(errors, len(problems)), errors=errors)


NAMED = 3
"""Maximum number of fields that the message itself names."""


def _named(errors: Sequence[FieldError], total: int) -> str:
    """Return a summary of the errors, for callers that show only the message."""
    first = [f"{it.field} {it.message}".strip() for it in errors[:NAMED]]
    return "; ".join([*first, *([f"and {total - NAMED} more"] if total > NAMED else [])])


_WHERE = ("body", "query", "path", "header", "cookie")
"""The possible first parts of a location, which state where the field was expected. A field may have the same name."""


def _field_error(problem: dict[str, Any]) -> FieldError:
    where, *within = problem["loc"] or ("",)
    place = [str(part) for part in (within if where in _WHERE else problem["loc"])]
    field_problem = (problem.get("ctx") or {}).get("field")
    if field_problem is not None:
        place.append(str(field_problem))
    return FieldError(field=".".join(place), message=words_for(problem), code=str(problem["type"]))
