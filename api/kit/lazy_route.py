"""A route that is built when it is first used."""

from collections.abc import Callable
from threading import RLock
from typing import Any

from fastapi.routing import APIRoute
from starlette.routing import compile_path

_building = RLock()


class LazyRoute(APIRoute):
    """Matches requests immediately, and analyses its parameters and responses when it is first used.

    FastAPI does this analysis when a route is defined, including all dependencies of its dependencies. For hundreds of
    routes that is a quarter of the time that importing the app takes, and most processes serve only a few of them. A
    route that cannot be built fails the tests of the OpenAPI document, which needs all of them.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        self._options: dict[str, Any] | None = options
        self.path, self.endpoint = path, endpoint
        self.name = options.get("name") or endpoint.__name__
        self.methods = {method.upper() for method in options.get("methods") or ("GET",)}
        self.path_regex, self.path_format, self.param_convertors = compile_path(path)

    def __getattr__(self, name: str) -> Any:
        """Build the route once, when an attribute is accessed that `__init__` has not set, and return the attribute."""
        with _building:
            if (options := self.__dict__.get("_options")) is not None:
                self._options = None
                try:
                    super().__init__(self.path, self.endpoint, **options)
                except BaseException:
                    self._options = (
                        # So that the next use raises the same error, and not an AttributeError
                        options
                    )
                    raise
            return self.__getattribute__(name)
