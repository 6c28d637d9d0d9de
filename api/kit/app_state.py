"""What a web process holds for all its requests: settings, caches, pools, services; each with its type.

A domain declares its share as a frozen dataclass in its `state.py`, its lifespan attaches it, and
handlers take it from the request. No other module touches Starlette's untyped `app.state`.
"""

from typing import Self

from starlette.applications import Starlette
from starlette.requests import HTTPConnection


class AppState:
    """One part of what a web process holds. Subclasses are dataclasses; an app has one of each at most."""

    def attach(self, app: Starlette) -> None:
        """Make this the part that the app holds, in place of an earlier one of the same class."""
        _parts(app)[type(self)] = self

    @classmethod
    def of(cls, source: HTTPConnection | Starlette) -> Self:
        """The part that this app, or the app of this request, holds.

        Raises:
            LookupError: nothing has attached it. The lifespan that does has not run.
        """
        found = cls.find(source if isinstance(source, Starlette) else source.app)
        if found is None:
            raise LookupError(f"The app holds no {cls.__name__}.")
        return found

    @classmethod
    def find(cls, app: Starlette) -> Self | None:
        """The part that this app holds, if any."""
        found = _parts(app).get(cls)
        return found if isinstance(found, cls) else None


def _parts(app: Starlette) -> dict[type[AppState], AppState]:
    parts: dict[type[AppState], AppState] | None = getattr(app.state, "parts", None)
    if parts is None:
        parts = app.state.parts = {}
    return parts
