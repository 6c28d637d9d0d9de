"""The routes of the app, as the framework will serve them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts


@dataclass(frozen=True)
class ServedRoute:
    """One method of one path."""

    method: str
    path: str
    handler: Callable[..., Any]
    route: APIRoute

    @property
    def name(self) -> str:
        return self.handler.__name__


def served_routes(app: FastAPI) -> list[ServedRoute]:
    """Return every call; the screens of the web app and its files are not calls."""
    found: list[ServedRoute] = []
    for context in iter_route_contexts(app.routes):
        original = context.original_route
        if isinstance(original, APIRoute):
            found += [
                ServedRoute(method, str(context.path), original.endpoint, original)
                for method in sorted(context.methods or ())
            ]
    return found
