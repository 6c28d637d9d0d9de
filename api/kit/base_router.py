"""Common features of all routers: operation IDs, and a way to serve another router's routes."""

from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute

from api.kit.lazy_route import LazyRoute


class BaseRouter(APIRouter):
    """A router whose operation IDs are the names of the functions."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("route_class", LazyRoute)
        super().__init__(generate_unique_id_function=_name_of, **options)

    def add_routes_of(self, router: APIRouter) -> None:
        """Serve another router's routes unchanged.

        FastAPI's `include_router` analyses the parameters and responses of each route again. This takes a fifth of a
        process's startup time, even if no prefix, tag or dependency is added.
        """
        self.routes.extend(router.routes)


def _name_of(route: APIRoute) -> str:
    return route.name
