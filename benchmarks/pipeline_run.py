"""Starts a run of the marts' job on a running installation, through Dagster's own API."""

import time
from datetime import UTC, datetime
from typing import Any

import httpx2

REPOSITORIES = """
{ repositoriesOrError { ... on RepositoryConnection { nodes { name location { name } } } } }
"""
LAUNCH = """
mutation Launch($params: ExecutionParams!) {
  launchRun(executionParams: $params) {
    __typename
    ... on LaunchRunSuccess { run { runId } }
    ... on PythonError { message }
    ... on RunConfigValidationInvalid { errors { message } }
  }
}
"""
STATUS = "query Status($id: ID!) { runOrError(runId: $id) { ... on Run { status } } }"
FINISHED = {"SUCCESS", "FAILURE", "CANCELED"}


class DagsterApi:
    """The GraphQL API of the Dagster UI."""

    def __init__(self, address: str) -> None:
        self._client = httpx2.Client(base_url=address, timeout=60)

    def launch(self, job: str = "build_marts") -> str:
        """Start the job for today and return the ID of the run."""
        (node,) = self._ask(REPOSITORIES)["repositoriesOrError"]["nodes"]
        params = {
            "selector": {
                "repositoryLocationName": node["location"]["name"],
                "repositoryName": node["name"],
                "jobName": job,
            },
            "runConfigData": {"ops": {"marts": {"config": {"mode": "incremental"}}}},
            "executionMetadata": {
                "tags": [
                    {"key": "dagster/partition", "value": datetime.now(UTC).date().isoformat()}
                ]
            },
        }
        answer = self._ask(LAUNCH, {"params": params})["launchRun"]
        if answer["__typename"] != "LaunchRunSuccess":
            raise RuntimeError(f"Dagster did not start the run: {answer}")
        return str(answer["run"]["runId"])

    def is_finished(self, run_id: str) -> bool:
        """Return whether the run is over. Raises if it failed."""
        status = self._ask(STATUS, {"id": run_id})["runOrError"]["status"]
        if status in FINISHED - {"SUCCESS"}:
            raise RuntimeError(f"run {run_id} ended as {status}")
        return bool(status == "SUCCESS")

    def _ask(self, query: str, variables: dict[str, Any] | None = None) -> dict[str, Any]:
        body = {"query": query, "variables": variables or {}}
        answer = self._client.post("/graphql", json=body)
        answer.raise_for_status()
        data: dict[str, Any] = answer.json()["data"]
        return data


def wait_for(api: DagsterApi, run_id: str, each: Any, patience: float = 300.0) -> None:
    """Call `each` twice a second until the run is over."""
    end = time.monotonic() + patience
    while not api.is_finished(run_id):
        if time.monotonic() > end:
            raise RuntimeError(f"run {run_id} is not over after {patience:.0f} s")
        each()
        time.sleep(0.5)
