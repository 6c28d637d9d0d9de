"""The definitions that Dagster loads, and whole runs of them in this process."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import dagster as dg
import psycopg
import pytest

from ingest.verdicts.rules import VERDICT_VERSION
from pipelines.definitions import defs
from pipelines.health import marts as doctor
from pipelines.resources import LakeResource, OperationalResource
from pipelines.retention import forget, forgettable
from pipelines.schedules import INCREMENTAL, build_marts_when_behind, check_quality_first
from runtime.settings import Settings
from tests.pipelines.contents import all_contents
from tests.pipelines.events import ZONES, event_rows, land, spread
from warehouse.builds import session
from warehouse.builds.activity import build_activity
from warehouse.builds.tables import is_behind, mart_table
from warehouse.checks.catalogue import all_checks
from warehouse.checks.stored_results import read_failing_checks
from warehouse.lake import Lake
from warehouse.models.catalogue import get_model, marts

pytestmark = pytest.mark.slow

DAY = "2026-03-11"
DAYS = {"2026-03-10", DAY, "2026-03-12", "2026-03-13"}
TICK = datetime(2026, 3, 11, 9, 5, tzinfo=UTC)
UNJUDGED: dict[str, Any] = {"op_selection": ["events", "marts"]}
"""The build without its checks, for tests of later steps."""


@pytest.fixture
def lake(settings: Settings) -> Lake:
    with psycopg.connect(settings.database_url) as connection:
        for org_id, zone in ZONES.items():
            connection.execute(
                "insert into organizations (org_id, slug, name, time_zone) values (%s, %s, %s, %s)",
                [org_id, org_id[-1], org_id, zone],
            )
    return Lake.from_settings(settings)


@pytest.fixture
def loaded(settings: Settings) -> dg.Definitions:
    """Return the definitions for this test's lake and database."""
    given = {"var_dir": str(settings.var_dir), "database_url_setting": settings.database_url}
    resources = {
        "lake": LakeResource(given=given),
        "operational": OperationalResource(given=given),
    }
    return dg.Definitions(
        assets=defs.assets,
        asset_checks=defs.asset_checks,
        jobs=defs.jobs,
        schedules=defs.schedules,
        executor=defs.executor,
        resources=resources,
    )


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as made:
        yield made


@pytest.fixture
def kept_instance() -> Iterator[dg.DagsterInstance]:
    """Yield SQLite in a separate folder, as `waypost up` has it."""
    with dg.instance_for_test() as made:
        yield made


Run = dg.ExecuteInProcessResult


def build(loaded: dg.Definitions, instance: dg.DagsterInstance, **named: Any) -> Run:
    job = loaded.resolve_job_def("build_marts")
    return job.execute_in_process(
        instance=instance, partition_key=DAY, raise_on_error=False, **named
    )


def test_definitions_contain_exactly_the_expected_assets_checks_jobs_and_schedules() -> None:
    repository = defs.get_repository_def()
    graph = repository.asset_graph

    assert {key.to_user_string() for key in graph.get_all_asset_keys()} == {
        "outbox",
        "waypost_events_v1",
        "analytics_v1/organizations",
        "events",
        *marts(),
        "serving_copy",
        "get_analytics",
        "get_report",
        "segments",
    }
    assert {key.to_user_string() for key in graph.materializable_asset_keys} == {
        "events",
        *marts(),
    }
    assert {(key.asset_key.to_user_string(), key.name) for key in graph.asset_check_keys} == {
        (check.table, check.name) for check in all_checks().values()
    } | {(mart, name) for mart in marts() for name in ("expectations", "great_expectations")} | {
        ("events", "hours_reconciled")
    }
    assert {job for job in repository.job_names if not job.startswith("__")} == {
        "build_marts",
        "check_quality",
        "maintenance",
        "destination_health",
        "judge_history",
    }
    assert {
        (schedule.name, schedule.cron_schedule, schedule.default_status.value)
        for schedule in repository.schedule_defs
    } == {
        ("build_marts_when_behind", "*/5 * * * *", "RUNNING"),
        ("maintenance_at_night", "40 2 * * *", "RUNNING"),
        ("check_quality_daily", "10 3 * * *", "RUNNING"),
        ("check_quality_first", "*/15 * * * *", "RUNNING"),
        ("destination_health_nightly", "30 4 * * *", "RUNNING"),
    }
    assert repository.sensor_defs == []


def test_every_table_has_a_description_owner_partitions_and_freshness_policy() -> None:
    graph = defs.get_repository_def().asset_graph

    for name in ("events", *marts()):
        node = graph.get(dg.AssetKey(name))
        assert node.description
        assert node.owners == ["team:analytics"]
        assert isinstance(node.partitions_def, dg.DailyPartitionsDefinition)
        assert node.freshness_policy is not None
    for name, model in marts().items():
        schema = graph.get(dg.AssetKey(name)).metadata["dagster/column_schema"]
        assert [column.name for column in schema.columns] == model.schema.names


def test_installation_is_built_and_checked_and_old_builds_are_removed(
    loaded: dg.Definitions, kept_instance: dg.DagsterInstance, lake: Lake
) -> None:
    """One installation from its first build on: each part reads what the runs before it left."""
    assert isinstance(asked_for_suites(kept_instance), dg.SkipReason)
    land(lake, *spread(120))

    run = build(loaded, kept_instance, run_config=INCREMENTAL)

    assert run.success
    assert not is_behind(lake)
    graph = defs.get_repository_def().asset_graph
    for key in graph.get_all_asset_keys() - {dg.AssetKey("serving_copy")}:
        assert kept_instance.get_latest_materialization_event(key), f"nobody noted {key}"
    evaluations = run.get_asset_check_evaluations()
    assert all(evaluation.passed for evaluation in evaluations)
    by_day = [one for one in evaluations if one.check_name != "hours_reconciled"]
    assert {evaluation.metadata["days"].value for evaluation in by_day} == {4}
    assert {evaluation.check_name for evaluation in evaluations} == {
        *all_checks(),
        "expectations",
        "hours_reconciled",
    }
    for name in ("events", *marts()):
        assert kept_instance.get_materialized_partitions(dg.AssetKey(name)) == DAYS

    judging = suites_are_judged_after_the_first_build(loaded, kept_instance)
    old_builds_are_forgotten_but_not_what_the_ui_shows(loaded, kept_instance, run, judging)


def asked_for_suites(instance: dg.DagsterInstance) -> Any:
    with dg.build_schedule_context(instance=instance, scheduled_execution_time=TICK) as context:
        return check_quality_first(context)


def suites_are_judged_after_the_first_build(
    loaded: dg.Definitions, instance: dg.DagsterInstance
) -> Run:
    request = asked_for_suites(instance)
    job = loaded.resolve_job_def("check_quality")
    first = job.execute_in_process(instance=instance, run_config=request.run_config)
    assert isinstance(asked_for_suites(instance), dg.SkipReason)

    judged = {one.asset_key.to_user_string(): one for one in first.get_asset_check_evaluations()}
    assert set(judged) == set(marts())
    assert all(one.metadata["day"].value == "2026-03-11" for one in judged.values())
    assert all(one.passed for one in judged.values())
    return first


def old_builds_are_forgotten_but_not_what_the_ui_shows(
    loaded: dg.Definitions, instance: dg.DagsterInstance, spread_run: Run, judging: Run
) -> None:
    older = build(loaded, instance, run_config=INCREMENTAL, **UNJUDGED)
    newest = build(loaded, instance, run_config=INCREMENTAL, **UNJUDGED)
    now = datetime.now(UTC)

    assert list(forgettable(instance, "build_marts", now)) == []
    old = list(forgettable(instance, "build_marts", now + timedelta(days=3)))
    assert old == [older.run_id]

    for run_id in old:
        forget(instance, run_id)
    kept = {spread_run.run_id, judging.run_id, newest.run_id}
    assert {run.run_id for run in instance.get_runs()} == kept
    for key in (dg.AssetKey("events"), dg.AssetKey("activity_15m")):
        assert instance.get_materialized_partitions(key) == DAYS
        shown = instance.get_latest_materialization_event(key)
        assert shown is not None
        assert shown.run_id == newest.run_id


def test_run_on_a_lake_without_events_succeeds(
    loaded: dg.Definitions, instance: dg.DagsterInstance, lake: Lake
) -> None:
    assert build(loaded, instance, run_config=INCREMENTAL).success


def test_broken_lake_stops_the_marts_and_is_reported(
    loaded: dg.Definitions, instance: dg.DagsterInstance, lake: Lake, settings: Settings
) -> None:
    events = spread(120)
    land(lake, *events)
    twin = next(event for event in events if event["day"] == date.fromisoformat(DAY))
    lake.events.append(event_rows([twin | {"pos": 500}]), {})

    run = build(loaded, instance, run_config=INCREMENTAL)

    assert not run.success
    assert is_behind(lake)
    (duplicates,) = (
        evaluation
        for evaluation in run.get_asset_check_evaluations()
        if evaluation.check_name == "event_duplicates"
    )
    assert not duplicates.passed
    lines = {(finding.state, finding.name) for finding in doctor(settings)}
    assert ("fail", "checks") in lines
    failing = {one.name: one.message for one in read_failing_checks(pipelines_url(settings))}
    assert failing["event_duplicates"] == f"event_duplicates: 1 found in {DAY}"


def test_wrong_batch_fails_the_run_and_is_reported(
    loaded: dg.Definitions,
    instance: dg.DagsterInstance,
    lake: Lake,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    land(lake, *spread(20, days=1))
    right = get_model("marts.activity_15m")
    wrong = replace(right, sql=f"select * replace (0 as events) from ({right.sql})")
    monkeypatch.setattr(
        session, "get_model", lambda name: wrong if name == wrong.full_name else get_model(name)
    )

    run = build(loaded, instance, run_config=INCREMENTAL)

    assert not run.success
    assert mart_table(lake, "activity_15m").handle().to_pyarrow_table().num_rows == 0
    (failing,) = read_failing_checks(pipelines_url(settings))
    assert (failing.asset, failing.name) == ("marts", "publication")
    assert failing.message.startswith("marts.activity_15m is not published: events is 0, below 1")


def pipelines_url(settings: Settings) -> str:
    return settings.database_url_as("waypost_pipelines")


def test_materialising_a_day_from_the_ui_rebuilds_it(
    loaded: dg.Definitions, instance: dg.DagsterInstance, lake: Lake
) -> None:
    land(lake, *spread(120))
    build_activity(lake, ZONES)
    before = all_contents(lake)
    mart_table(lake, "activity_15m").delete(f"day = '{DAY}'")

    run = build(loaded, instance)

    assert run.success
    assert all_contents(lake) == before


def test_maintenance_preserves_every_number(
    loaded: dg.Definitions, instance: dg.DagsterInstance, lake: Lake
) -> None:
    events = [{**event, "is_duplicate": False} for event in spread(120)]  # according to their times
    for start in (0, 40, 80):
        land(lake, *events[start : start + 40])
        build_activity(lake, ZONES)
    before = all_contents(lake)
    rows = lake.events.handle().to_pyarrow_table().num_rows

    run = loaded.resolve_job_def("maintenance").execute_in_process(instance=instance)

    assert run.success
    assert all_contents(lake) == before
    assert lake.events.handle().to_pyarrow_table().num_rows == rows
    assert len(mart_table(lake, "activity_15m").files()) == 1
    assert instance.get_latest_materialization_event(dg.AssetKey("serving_copy"))


def test_judge_history_job_updates_bot_verdicts_of_past_events(
    loaded: dg.Definitions, instance: dg.DagsterInstance, lake: Lake
) -> None:
    land(lake, *spread(40))
    build_activity(lake, ZONES)
    job = loaded.resolve_job_def("judge_history")

    only_reported = job.execute_in_process(
        instance=instance, run_config={"ops": {"judge_days": {"config": {"dry_run": True}}}}
    )
    assert only_reported.success
    assert verdict_versions(lake) == {1}

    done = job.execute_in_process(instance=instance)
    assert done.success
    assert verdict_versions(lake) == {VERDICT_VERSION}
    (fields,) = [
        event.step_output_data.metadata
        for event in done.all_events
        if event.is_successful_output and event.step_output_data.metadata
    ]
    assert fields["events_judged"].value == 40


def verdict_versions(lake: Lake) -> set[int]:
    return set(lake.events.handle().to_pyarrow_table(columns=["verdict_version"])[0].to_pylist())


def tick(loaded: dg.Definitions, instance: dg.DagsterInstance, at: datetime) -> Any:
    # Closed here: if it were left to the garbage collector, it would restore a storage of the ended
    # instance, which the next load of definitions would read.
    with dg.build_schedule_context(
        instance=instance, scheduled_execution_time=at, resources=loaded.resources
    ) as context:
        return build_marts_when_behind(context)


def test_schedule_starts_a_run_only_when_there_is_something_to_build(
    loaded: dg.Definitions, kept_instance: dg.DagsterInstance, lake: Lake
) -> None:
    assert isinstance(tick(loaded, kept_instance, TICK), dg.SkipReason)

    land(lake, *spread(20))
    request = tick(loaded, kept_instance, TICK)
    assert request.partition_key == "2026-03-11"

    build_activity(lake, ZONES)
    assert isinstance(tick(loaded, kept_instance, TICK), dg.SkipReason)


def test_schedule_starts_a_run_every_hour_even_with_nothing_to_build(
    loaded: dg.Definitions, kept_instance: dg.DagsterInstance, lake: Lake
) -> None:
    assert isinstance(tick(loaded, kept_instance, TICK.replace(minute=0)), dg.RunRequest)


def test_schedule_skips_while_the_previous_run_is_in_progress(
    loaded: dg.Definitions, kept_instance: dg.DagsterInstance, lake: Lake
) -> None:
    land(lake, *spread(20))
    kept_instance.create_run_for_job(
        loaded.resolve_job_def("build_marts"), status=dg.DagsterRunStatus.STARTED
    )

    assert isinstance(tick(loaded, kept_instance, TICK), dg.SkipReason)
