"""Errors of the dashboard's parts."""

from api.kit.errors import TooMany


class TooManyWatch(TooMany):
    """So many live views of one organisation are open already."""

    code = "too_many_watch"
    message = (
        "Too many live views of your organisation are open. Close one, or try again in a minute."
    )

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "60"})
