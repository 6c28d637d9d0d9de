"""The API keeps its own description: no 5xx and no undocumented answer, whatever is sent.

schemathesis (https://schemathesis.readthedocs.io) makes requests from our OpenAPI document, good and
bad ones, and compares each answer with what the document promises.
"""

import itertools
import threading
import time
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup

from api.apps.web import create_app
from api.auth.roles import Role
from api.kit.web_app import WebApp
from runtime.embedded.process import free_port
from runtime.settings import Settings
from tests.support.people import Org, People

SHARDS = 4
EXAMPLES = 6
PROMISES = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture
def served(app: WebApp) -> Iterator[str]:
    """The address at which the app answers over real HTTP."""
    port = free_port()
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_config=None, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(30)


@pytest.fixture(scope="module")
def operations(module_settings: Settings) -> list[Any]:
    """What the description describes; the same for every app."""
    schema = schemathesis.openapi.from_dict(create_app(module_settings).openapi())
    return [found.ok() for found in schema.get_all_operations()]


@pytest.mark.parametrize("shard", range(SHARDS))
def test_answers_are_those_that_the_description_promises(
    operations: list[Any], served: str, people: People, org: Org, shard: int
) -> None:
    key = people.key(org, Role.OWNER)
    checks = [CHECKS.get_one(name) for name in PROMISES]
    addresses = (f"203.0.{a}.{b}" for a, b in itertools.product(range(256), range(256)))
    broken: list[str] = []
    mine = [one for one in operations if crc32(one.label.encode()) % SHARDS == shard]
    assert mine

    for operation in mine:

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def keeps_its_promises(case: Case) -> None:
            if isinstance(case.body, dict):  # nearly every other one would name a foreign tenant
                case.body.pop("org_id", None)
            if "seconds" in (case.query or {}) or case.path.endswith("-live"):
                case.query["seconds"] = 0  # streams that end at once
            headers = {"X-Forwarded-For": next(addresses), "Authorization": f"Bearer {key}"}
            answer = case.call(base_url=served, headers=headers, timeout=30)
            case.validate_response(answer, checks=checks)

        try:
            keeps_its_promises()
        except (FailureGroup, AssertionError) as failure:
            broken.append(f"{operation.label}: {failure}")

    assert not broken, "\n\n".join(broken)
