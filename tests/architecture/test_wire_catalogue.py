"""The catalogue of calls and the app's routes match in both directions."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from api.apps.web import create_app
from api.db.routing import IdempotentRoute
from runtime.settings import Settings
from tests.support.descriptions import described
from tests.support.routes import ServedRoute, served_routes

CATALOGUE = Path(__file__).parent / "wire_catalogue.csv"
PLANNED_AT_MOST = 63
"""May only decrease: a built call stays built."""

CALLS_OF_MACHINES = frozenset({"apps"})
"""Calls made by machines, for which no Idempotency-Key is stored."""


@pytest.fixture(scope="module")
def catalogue() -> list[dict[str, str]]:
    with CATALOGUE.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> list[ServedRoute]:
    settings = Settings(_env_file=None, var_dir=tmp_path_factory.mktemp("var"))  # type: ignore[call-arg]
    return served_routes(create_app(settings))


def test_each_call_is_in_the_catalogue_once(catalogue: list[dict[str, str]]) -> None:
    calls = Counter((row["method"], row["path"]) for row in catalogue)

    assert [call for call, times in calls.items() if times > 1] == []
    assert {row["state"] for row in catalogue} <= {"built", "planned"}


def test_built_calls_are_exactly_the_routes(
    catalogue: list[dict[str, str]], routes: list[ServedRoute]
) -> None:
    built = {
        (row["method"], row["path"]): (row["domain"], row["handler"])
        for row in catalogue
        if row["state"] == "built"
    }
    served = {(it.method, it.path): (_domain(it), it.name) for it in routes}

    missing, unknown = built.keys() - served.keys(), served.keys() - built.keys()
    assert not missing, f"built in {CATALOGUE.name}, but no route: {sorted(missing)}"
    assert not unknown, f"a route, but not built in {CATALOGUE.name}: {sorted(unknown)}"
    assert built == served


def test_planned_calls_have_no_handler_and_only_decrease(catalogue: list[dict[str, str]]) -> None:
    planned = [row for row in catalogue if row["state"] == "planned"]

    assert [row["path"] for row in planned if row["handler"]] == []
    assert len(planned) <= PLANNED_AT_MOST


def test_calls_that_change_data_honour_idempotency_keys(routes: list[ServedRoute]) -> None:
    plain = [
        f"{it.method} {it.path}"
        for it in routes
        if it.method != "GET"
        and _domain(it) not in CALLS_OF_MACHINES
        and not isinstance(it.route, IdempotentRoute)
    ]

    assert plain == [], "use api.db.routing.ApiRouter, which honours Idempotency-Key"


def _domain(served: ServedRoute) -> str:
    module = served.handler.__module__.split(".")
    if module[1] == "legacy":
        return str(served.route.tags[0])
    return "/".join(module[2:4]) if module[1] == "domains" else "apps"


def test_no_two_schemas_share_a_name() -> None:
    shapes = described()["components"]["schemas"]

    doubled = [name for name in shapes if "__" in name]
    assert doubled == [], "give each a name of its own: clients are generated from it"
