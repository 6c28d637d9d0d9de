"""Errors of analytics."""

from api.kit.errors import FieldError, Invalid, Unavailable


class AnalyticsNotReady(Unavailable):
    """The lake cannot be read at the moment."""

    code = "analytics_not_ready"
    message = "Analytics data cannot be read at the moment. Try again in a minute."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "10"})


class DataDamaged(Unavailable):
    """A file of the lake is damaged."""

    code = "data_damaged"
    message = (
        "Part of the data cannot be read: a file of the lake is damaged or missing. Requests that do"
        " not need it still work. The log of the web process names it; `waypost repair` repairs it."
    )

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "60"})


class BadQuestion(Invalid):
    """A request with an invalid field, which the error names."""

    code = "bad_question"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message, errors=[FieldError(field=field, message=message, code=self.code)])


class AnalyticsBehind(Unavailable):
    """Too many events are not in the marts yet to count them one by one."""

    code = "analytics_behind"

    def __init__(self, message: str) -> None:
        super().__init__(message, headers={"Retry-After": "60"})
