"""Finds the route of a path at once, where one after the other would be tried."""

from collections import defaultdict
from collections.abc import Iterable

from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send


class RouteTable(BaseRoute):
    """Stands before the routes of an app, and answers for those whose path has no parameters. What it does not know, a
    wrong method too, goes on to the routes themselves.
    """

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self._routes: dict[str, list[APIRoute]] = defaultdict(list)
        for context in iter_route_contexts(list(routes)):
            route = context.original_route
            if isinstance(route, APIRoute) and not route.param_convertors:
                self._routes[route.path].append(route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a route of this path takes the request, and which."""
        if scope["type"] == "http":
            for route in self._routes.get(scope["path"], ()):
                match, child_scope = route.matches(scope)
                if match is Match.FULL:
                    return match, child_scope
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the route that was found."""
        await scope["route"].handle(scope, receive, send)
