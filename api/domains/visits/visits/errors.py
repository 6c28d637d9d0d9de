"""Errors of recording a visit through a call."""

from api.domains.visits.visits.group_commit import RETRY_AFTER
from api.kit.errors import FieldError, Invalid, NotFound, Unavailable


class UnknownCode(NotFound):
    code = "code_not_found"
    message = "Code not found."


class UnknownPage(NotFound):
    code = "page_not_found"
    message = "Page not found."


class VisitNotRecorded(Unavailable):
    code = "not_recorded"
    message = "This could not be recorded. Please send it again."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": str(RETRY_AFTER)})


class ImpossibleMoment(Invalid):
    code = "impossible_time"

    def __init__(self, message: str) -> None:
        super().__init__(
            f"occurred_at {message}.",
            errors=[FieldError(field="occurred_at", message=message, code=self.code)],
        )
