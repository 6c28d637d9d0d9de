"""Finds the route of a path with one lookup instead of trying all routes."""

from collections import defaultdict
from collections.abc import Iterable

from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send


class RouteTable(BaseRoute):
    """Precedes the routes of an app and handles those whose path has no parameters. Everything else, including a wrong
    method, is passed on to the routes themselves.
    """

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self._routes: dict[str, list[APIRoute]] = defaultdict(list)
        for context in iter_route_contexts(list(routes)):
            route = context.original_route
            if isinstance(route, APIRoute) and not route.param_convertors:
                self._routes[route.path].append(route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a route with this path accepts the request, and which route."""
        if scope["type"] == "http":
            for route in self._routes.get(scope["path"], ()):
                match, child_scope = route.matches(scope)
                if match is Match.FULL:
                    return match, child_scope
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle the request with the route that was found."""
        await scope["route"].handle(scope, receive, send)
