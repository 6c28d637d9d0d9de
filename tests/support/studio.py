"""Pictures of the AI studio, created by its calls and its job."""

from typing import Any

from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import Somebody

CONTENT = "https://harbor.example/menu"


def made(client: TestClient, who: Somebody, settings: Settings, **body: Any) -> Any:
    """Return the result of a request once its job is done."""
    wanted = {"prompt": "Ocean at sunset", "count": 1} | body
    if "code_id" not in wanted:
        wanted["content"] = CONTENT
    job_id = call(client, who, "generate-ai-qr", **wanted)["job_id"]
    assert call(client, who, "get-ai-qr", job_id=job_id)["state"] == "queued"
    run_jobs(settings)
    return call(client, who, "get-ai-qr", job_id=job_id)
