"""The code server of one machine, under `waypost up` and in compose.yaml.

Runs are its child processes (Dagster's default launcher), so no earlier run is alive when it starts. It is not for
Kubernetes, where each run is a pod and is checked by Dagster's run monitoring.
"""

import sys
from importlib.metadata import entry_points

import dagster as dg

ORPHANED = "The code server that this run was a child of has ended, and the run with it."

_HAS_A_PROCESS = [
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]
"""Statuses of runs that have a process. QUEUED runs have none and are launched by the daemon."""


def fail_orphaned_runs(instance: dg.DagsterInstance) -> list[str]:
    """Mark runs of an earlier code server as failed, and return their IDs.

    A run that stays STARTED counts against `max_concurrent_runs` and prevents the schedule of its job from starting
    another. Dagster cannot detect that its process is gone.
    """
    orphaned = instance.get_runs(filters=dg.RunsFilter(statuses=_HAS_A_PROCESS))
    for run in orphaned:
        instance.report_run_failed(run, ORPHANED)
    return [run.run_id for run in orphaned]


def main() -> None:
    """Clean up, then exec `dagster api grpc` with the same options (`--host`, `--port` …)."""
    with dg.DagsterInstance.get() as instance:
        for run_id in fail_orphaned_runs(instance):
            print(f"run {run_id} is marked as failed: {ORPHANED}", flush=True)  # noqa: T201
    (script,) = entry_points(group="console_scripts", name="dagster")
    sys.argv = ["dagster", "api", "grpc", "--module-name", "pipelines.definitions", *sys.argv[1:]]
    script.load()()


if __name__ == "__main__":
    main()
