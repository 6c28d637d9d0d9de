"""The examples of both SDKs against the product: codes with an API key, and webhooks that they verify."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import pytest

from runtime.settings import ROOT
from tests.e2e.conftest import Caller
from tests.support.browsers import BROWSER
from tests.support.installation import Installation
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser]  # uses the product of the journeys

EXAMPLES = {
    "python": (sys.executable, "sdks/python/examples/{}.py"),
    "typescript": ("node", "sdks/typescript/examples/{}.ts"),
}


def _started(sdk: str, example: str, **settings: str) -> subprocess.Popen[str]:
    program, file = EXAMPLES[sdk]
    return subprocess.Popen(
        [program, file.format(example)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "sdks/python/src"), **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_sdk_examples_create_list_and_handle_errors_of_codes(product: Installation) -> None:
    settings = {"WAYPOST_URL": product.url(""), "WAYPOST_API_KEY": product.api_key()}
    running = {sdk: _started(sdk, "codes", **settings) for sdk in EXAMPLES}
    for sdk, process in running.items():
        output, _ = process.communicate(timeout=60)
        assert process.returncode == 0, output
        one, listed, refused, missing = output.splitlines()
        assert one.lower().endswith("true"), sdk
        assert listed.count("of the SDK") == 1, sdk
        assert "name" in refused, sdk
        assert "not_found" in missing, sdk


@contextmanager
def _receiving(sdk: str, secret: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the example that receives webhooks; yield the process and its URL."""
    process = _started(sdk, "webhooks", WAYPOST_WEBHOOK_SECRETS=secret, PORT="0")
    assert process.stdout is not None
    try:
        yield process, f"http://127.0.0.1:{process.stdout.readline().split()[1]}/"
    finally:
        process.terminate()
        process.communicate(timeout=30)


@pytest.mark.parametrize("sdk", EXAMPLES)
def test_sdk_examples_receive_and_verify_webhooks(
    product: Installation, owner: Caller, sdk: str, fresh: str
) -> None:
    code = owner("qr/create-code", name=f"Sign {fresh}", type="page")["code_id"]
    # The example listens once its secret is known, and the endpoint is changed to that address.
    connected = owner(
        "integration-controller",
        action="connect",
        vendor="webhooks",
        name=f"Example {fresh}",
        settings={"url": "http://127.0.0.1:9/"},
        event_kinds=["scan"],
    )
    connection = connected["connection"]["connection_id"]
    with _receiving(sdk, connected["secret"]) as (process, url):
        owner("update", connection_id=connection, settings={"url": url})
        product.get(f"/code/{code}", headers=BROWSER)
        assert process.stdout is not None
        assert process.stdout.readline().split() == ["scan", code]
        assert httpx2.post(url, content="{}").status_code == 401

        def outcomes() -> list[str]:
            listed = owner("list-integration-deliveries", connection_id=connection)
            return [it["state"] for it in listed["items"]]

        eventually(lambda: outcomes() == ["delivered"])
    owner("integration-controller", action="disconnect", connection_id=connection)
