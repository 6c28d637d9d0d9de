"""A route that is built on its first use."""

from collections.abc import Callable
from threading import RLock
from typing import Any

from fastapi.routing import APIRoute
from starlette.routing import compile_path

_building = RLock()


class LazyRoute(APIRoute):
    """Knows which requests are its own at once, and works out what it takes and gives when it is first used.

    FastAPI works that out where a route is defined, with all dependencies of its dependencies. For hundreds of
    routes that is a quarter of the time that importing the app takes, and most processes serve few of them. A
    route that cannot be built fails the tests of the OpenAPI document, which needs all of them.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        self._options: dict[str, Any] | None = options
        self.path, self.endpoint = path, endpoint
        self.name = options.get("name") or endpoint.__name__
        self.methods = {method.upper() for method in options.get("methods") or ("GET",)}
        self.path_regex, self.path_format, self.param_convertors = compile_path(path)

    def __getattr__(self, name: str) -> Any:
        """Called for what `__init__` has not set: build the route, once, and give what was asked for."""
        with _building:
            if (options := self.__dict__.get("_options")) is not None:
                self._options = None
                try:
                    super().__init__(self.path, self.endpoint, **options)
                except BaseException:
                    self._options = (
                        options  # the next use raises the same error, not one about an attribute
                    )
                    raise
            return self.__getattribute__(name)
