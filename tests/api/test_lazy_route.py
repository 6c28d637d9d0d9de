"""Routes are built on their first use, and only once when threads use them at the same time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from fastapi import Depends, FastAPI
from fastapi.testclient import TestClient
from starlette.routing import Match

from api.kit.base_router import BaseRouter
from api.kit.lazy_route import LazyRoute


def _scope(method: str, path: str) -> dict[str, object]:
    return {"type": "http", "method": method, "path": path, "root_path": "", "path_params": {}}


def _route(router: BaseRouter) -> LazyRoute:
    (route,) = router.routes
    assert isinstance(route, LazyRoute)
    return route


def test_lazy_route_matches_requests_before_it_is_built() -> None:
    router = BaseRouter()

    @router.post("/cups/{cup}")
    def fill(cup: int) -> int:
        return cup

    route = _route(router)
    assert route.matches(_scope("POST", "/cups/3"))[0] is Match.FULL
    assert route.matches(_scope("GET", "/cups/3"))[0] is Match.PARTIAL
    assert route.matches(_scope("POST", "/plates/3"))[0] is Match.NONE
    assert "dependant" not in vars(route)

    app = FastAPI(routes=router.routes)
    assert TestClient(app).post("/cups/3").json() == 3
    assert "dependant" in vars(route)
    assert route.operation_id is None
    with pytest.raises(AttributeError, match="no attribute 'unheard_of'"):
        _ = route.unheard_of


def test_concurrent_threads_all_see_a_new_route_fully_built() -> None:
    router = BaseRouter()
    asked = []

    def name(route: LazyRoute) -> str:
        asked.append(route)
        return route.name

    def sugar() -> str:
        return "brown"

    @router.get("/tea", generate_unique_id_function=name)
    def tea(sugar: str = Depends(sugar)) -> str:
        return sugar

    route, at_once = _route(router), Barrier(8)

    def read(_: int) -> int:
        at_once.wait()
        return len(route.dependant.dependencies)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(read, range(8))) == [1] * 8
    assert asked == [route]


def test_route_that_cannot_be_built_raises_each_time() -> None:
    router = BaseRouter()

    @router.get("/milk")
    def milk(cow: object = Depends("not callable")) -> str:  # type: ignore[arg-type]
        return str(cow)

    route = _route(router)
    for _ in range(2):
        with pytest.raises(TypeError, match="not a callable object"):
            _ = route.dependant
