"""API errors: each has a status, a code for programs and a message for people."""

from typing import Any, ClassVar

from pydantic import BaseModel, Field


class FieldError(BaseModel):
    """The error of one field of the request."""

    field: str = Field(description="Path of the field, like `design.color`")
    message: str
    code: str


class Problem(BaseModel):
    """The body of every error (RFC 9457), `application/problem+json`."""

    type: str = Field(examples=["urn:waypost:problem:not_found"])
    title: str
    status: int
    detail: str
    code: str = Field(examples=["not_found"])
    error: bool = True
    message: str
    errors: list[FieldError] = []
    request_id: str | None = None


class ApiError(Exception):
    """Base class of all errors that become responses. Subclasses define status, code and message."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal_error"
    title: ClassVar[str] = "Internal error"
    message: str = "Something went wrong on our side."

    def __init__(
        self,
        message: str | None = None,
        *,
        errors: list[FieldError] | None = None,
        headers: dict[str, str] | None = None,
        **extra: Any,
    ) -> None:
        self.message = message or type(self).message
        self.errors = errors or []
        self.headers = headers or {}
        self.extra = extra
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors from worker processes are raised again in the web process.
        return _restored, (type(self), self.__dict__)

    def problem(self, request_id: str | None = None) -> dict[str, Any]:
        """Return the body of the response."""
        problem = Problem(
            type=f"urn:waypost:problem:{self.code}",
            title=self.title,
            status=self.status,
            detail=self.message,
            code=self.code,
            message=self.message,
            errors=self.errors,
            request_id=request_id,
        )
        return {**self.extra, **problem.model_dump()}


def _restored(kind: type[ApiError], state: dict[str, Any]) -> ApiError:
    error = kind.__new__(kind)
    error.__dict__.update(state)
    error.args = (state["message"],)
    return error


class BadRequest(ApiError):
    status, code, title = 400, "bad_request", "Bad request"
    message = "The request cannot be understood."


class Unauthenticated(ApiError):
    status, code, title = 401, "unauthenticated", "Not logged in"
    message = "Log in, or send an API key."

    def __init__(self, message: str | None = None, **options: Any) -> None:
        options.setdefault("headers", {"WWW-Authenticate": 'Bearer realm="waypost"'})
        super().__init__(message, **options)


class Forbidden(ApiError):
    status, code, title = 403, "forbidden", "Not allowed"
    message = "Your role does not allow this."


class NotFound(ApiError):
    status, code, title = 404, "not_found", "Not found"
    message = "There is nothing here."


class MethodNotAllowed(ApiError):
    status, code, title = 405, "method_not_allowed", "Method not allowed"
    message = "This path does not support that method."


class Conflict(ApiError):
    status, code, title = 409, "conflict", "Conflict"
    message = "This conflicts with the current state. Reload, then try again."


class ChangedMeanwhile(Conflict):
    code = "changed_meanwhile"
    message = "Somebody else changed this at the same moment. Reload it, then try again."


class Gone(ApiError):
    status, code, title = 410, "gone", "Gone"
    message = "This is no longer here."


class TooLarge(ApiError):
    status, code, title = 413, "too_large", "Too large"
    message = "The request is too large."


class UnsupportedType(ApiError):
    status, code, title = 415, "unsupported_type", "Unsupported media type"
    message = "Send JSON with Content-Type: application/json."


class Invalid(ApiError):
    status, code, title = 422, "invalid", "Invalid"
    message = "Some fields are invalid."


class TooMany(ApiError):
    status, code, title = 429, "too_many_requests", "Too many requests"
    message = "Too many requests. Try again later."


class HeadersTooLarge(ApiError):
    status, code, title = 431, "headers_too_large", "Headers too large"
    message = "The request's headers are too large."


class ClientGone(ApiError):
    """The client has disconnected. The status (499, as in nginx) is only for the access log."""

    status, code, title = 499, "client_gone", "Client closed the connection"
    message = "The caller closed the connection."


class Unavailable(ApiError):
    status, code, title = 503, "unavailable", "Unavailable"
    message = "This is not available at the moment. Try again later."
