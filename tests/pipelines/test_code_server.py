"""A run whose process is gone does not block the next one."""

from collections.abc import Iterator

import dagster as dg
import pytest

from pipelines.automation import is_under_way
from pipelines.code_server import ORPHANED, fail_orphaned_runs

JOB = "build_marts"
Status = dg.DagsterRunStatus


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    """Yield SQLite in a separate folder, as `waypost up` has it."""
    with dg.instance_for_test() as made:
        yield made


def left(instance: dg.DagsterInstance, status: Status) -> str:
    """Create a run in the state in which a killed installation leaves it."""
    run_id = dg.DagsterRun(job_name=JOB, status=status).run_id
    instance.add_run(dg.DagsterRun(job_name=JOB, run_id=run_id, status=status))
    return run_id


def status_of(instance: dg.DagsterInstance, run_id: str) -> Status:
    run = instance.get_run_by_id(run_id)
    assert run is not None
    return run.status


@pytest.mark.parametrize(
    "status", [Status.NOT_STARTED, Status.STARTING, Status.STARTED, Status.CANCELING]
)
def test_run_left_by_an_earlier_start_is_marked_failed_and_its_job_can_start_again(
    instance: dg.DagsterInstance, status: Status
) -> None:
    orphan = left(instance, status)

    failed = fail_orphaned_runs(instance)

    assert failed == [orphan]
    assert status_of(instance, orphan) == Status.FAILURE
    assert not is_under_way(instance, JOB)
    lines = [entry.message for entry in instance.all_logs(orphan)]
    assert any(ORPHANED in message for message in lines)


def test_finished_runs_keep_their_status(instance: dg.DagsterInstance) -> None:
    finished = (Status.SUCCESS, Status.CANCELED, Status.FAILURE)
    runs = {left(instance, status): status for status in finished}

    failed = fail_orphaned_runs(instance)

    assert failed == []
    assert {run_id: status_of(instance, run_id) for run_id in runs} == runs
