"""What every router has: ids of operations, and a way to serve another router's routes."""

from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute

from api.kit.lazy_route import LazyRoute


class BaseRouter(APIRouter):
    """A router whose operations' ids are the names of their functions."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("route_class", LazyRoute)
        super().__init__(generate_unique_id_function=_name_of, **options)

    def add_routes_of(self, router: APIRouter) -> None:
        """Serve another router's routes, as they are.

        FastAPI's `include_router` works out again what each of them takes and gives: a fifth of a process's start,
        and the same again where no prefix, tag or dependency is added.
        """
        self.routes.extend(router.routes)


def _name_of(route: APIRoute) -> str:
    return route.name
