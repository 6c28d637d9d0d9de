"""A job of the AI studio that is stopped while a provider generates pictures."""

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from api.integrations.replicate.config import ReplicateSettings
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import Somebody
from tests.twins.image_providers import KEY, running_image_providers

pytestmark = pytest.mark.slow


def test_prediction_is_abandoned_as_soon_as_its_job_is_cancelled(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    with running_image_providers() as providers:
        replicate = ReplicateSettings(
            api_token=SecretStr(KEY), base_url=f"{providers.url}/v1", model="a/b"
        )
        providers.polls_until_done = 1000
        wanted = {"prompt": "Ocean", "count": 4, "content": "https://harbor.example/menu"}
        job_id = call(client, editor, "generate-ai-qr", **wanted)["job_id"]
        providers.when_asked = lambda: call(client, editor, "cancel-job", job_id=job_id)

        run_jobs(api_settings.with_vendors(replicate))
        stopped = call(client, editor, "get-ai-qr", job_id=job_id)

    assert (stopped["state"], stopped["pictures"]) == ("cancelled", [])
    assert (len(providers.asked), providers.given_up) == (1, ["p0"])
