"""The state that a web process shares between all its requests: settings, caches, pools and services, each with its
type.

A domain declares its part as a frozen dataclass in its `state.py`, its lifespan attaches it, and handlers read it from
the request. No other module uses Starlette's untyped `app.state`.
"""

from typing import Self

from starlette.applications import Starlette
from starlette.requests import HTTPConnection


class AppState:
    """One part of the state of a web process. Subclasses are dataclasses, and an app has at most one of each."""

    def attach(self, app: Starlette) -> None:
        """Attach this part to the app, replacing an earlier one of the same class."""
        _parts(app)[type(self)] = self

    @classmethod
    def of(cls, source: HTTPConnection | Starlette) -> Self:
        """Return the part that is attached to this app, or to the app of this request.

        Raises:
            LookupError: nothing has attached it, because the lifespan that does so has not run.
        """
        found = cls.find(source if isinstance(source, Starlette) else source.app)
        if found is None:
            raise LookupError(f"The app holds no {cls.__name__}.")
        return found

    @classmethod
    def find(cls, app: Starlette) -> Self | None:
        """Return the part that is attached to this app, if any."""
        found = _parts(app).get(cls)
        return found if isinstance(found, cls) else None


def _parts(app: Starlette) -> dict[type[AppState], AppState]:
    parts: dict[type[AppState], AppState] | None = getattr(app.state, "parts", None)
    if parts is None:
        parts = app.state.parts = {}
    return parts
