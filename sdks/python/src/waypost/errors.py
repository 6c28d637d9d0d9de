"""Errors: what the API refused and why, or that it could not be reached."""

from dataclasses import dataclass
from typing import Any, ClassVar


class WaypostError(Exception):
    """Base of everything that the client raises."""


class ConnectionFailed(WaypostError):
    """There was no answer. The call may have been carried out, or not."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field of the request."""

    field: str
    message: str
    code: str


class ApiError(WaypostError):
    """The API refused the call (RFC 9457). `code` is for programs, the message for people."""

    status_of_kind: ClassVar[int | None] = None

    def __init__(self, status: int, problem: dict[str, Any], retry_after: float | None) -> None:
        self.status = status
        self.code: str = problem.get("code", "unknown")
        self.message: str = problem.get("message") or f"The API answered {status}."
        self.fields = tuple(
            FieldError(it.get("field", ""), it.get("message", ""), it.get("code", ""))
            for it in problem.get("errors") or ()
        )
        self.request_id: str | None = problem.get("request_id")
        self.retry_after = retry_after
        """Seconds that the API asks to wait."""
        self.problem = problem
        """The whole body, with what only some errors have, such as `quota`."""
        super().__init__(f"{status} {self.code}: {self.message}")


class Unauthenticated(ApiError):
    """The API key is missing, wrong or revoked."""

    status_of_kind = 401


class PaymentRequired(ApiError):
    """The plan has no more of this, or a payment was refused."""

    status_of_kind = 402


class Forbidden(ApiError):
    """The role of the API key does not allow this."""

    status_of_kind = 403


class NotFound(ApiError):
    """The organisation has nothing of that id."""

    status_of_kind = 404


class Conflict(ApiError):
    """The call conflicts with the current state, or its idempotency key was used for another."""

    status_of_kind = 409


class Gone(ApiError):
    """It is no longer available."""

    status_of_kind = 410


class InvalidRequest(ApiError):
    """Some fields are invalid; `fields` names them."""

    status_of_kind = 422


class TooManyRequests(ApiError):
    """Calls came too fast."""

    status_of_kind = 429


class Unavailable(ApiError):
    """The API cannot answer at the moment."""

    status_of_kind = 503


_KINDS = {kind.status_of_kind: kind for kind in ApiError.__subclasses__()}


def error_of(status: int, problem: dict[str, Any], retry_after: float | None) -> ApiError:
    """The error of an answer."""
    return _KINDS.get(status, ApiError)(status, problem, retry_after)
