"""The route table finds the same routes as trying one route after the other."""

from starlette.routing import Match
from starlette.types import Scope

from api.kit.route_table import RouteTable
from api.kit.web_app import WebApp
from tests.support.routes import served_routes


def _scope(method: str, path: str) -> Scope:
    return {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}


def test_static_path_lookup_finds_the_same_route_as_linear_matching(app: WebApp) -> None:
    table = app.routes[0]
    assert isinstance(table, RouteTable)
    plain = [it for it in served_routes(app) if "{" not in it.path]

    for it in plain:
        scope = _scope(it.method, it.path)
        match, found = table.matches(scope)
        assert match is Match.FULL, it.path
        assert found["endpoint"] is it.handler, it.path
    for method, path in (("TRACE", plain[0].path), ("GET", "/v1/nothing"), ("GET", "/code/a1b2c3")):
        assert table.matches(_scope(method, path)) == (Match.NONE, {})
    assert len(plain) > 400
