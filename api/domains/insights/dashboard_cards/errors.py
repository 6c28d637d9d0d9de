"""Errors of dashboard cards."""

from api.kit.errors import TooMany


class TooManyLiveViews(TooMany):
    """Too many live views are open."""

    code = "too_many_watch"
    message = (
        "Too many live views of your organisation are open. Close one, or try again in a minute."
    )

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "60"})
