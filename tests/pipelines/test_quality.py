"""Expectations of marts: checked before they are published, and again by Great Expectations, with the same result."""

from collections.abc import Iterator
from dataclasses import replace

import dagster as dg
import duckdb
import pyarrow as pa
import pytest
from hypothesis import given, strategies
from hypothesis import settings as profile

from pipelines.checks.quality import validate
from pipelines.definitions import defs
from pipelines.failures import is_retryable
from pipelines.resources import LakeResource, OperationalResource
from runtime.settings import Settings
from tests.pipelines.corrupted import spoilt
from tests.pipelines.events import NOON, ZONES, land, spread
from tests.warehouse.built import only_built
from warehouse.builds import session
from warehouse.builds.activity import build_activity
from warehouse.builds.gate import BadRowsError, broken_rules, refuse_bad_rows
from warehouse.builds.tables import mart_table
from warehouse.checks.catalogue import batch_checks
from warehouse.checks.expectations import expectation_checks
from warehouse.checks.stored_results import read_failing_checks
from warehouse.checks.suite import Expectation, expectations_of
from warehouse.lake import Lake
from warehouse.models.catalogue import Model, get_model, marts

pytestmark = pytest.mark.slow

JUDGED = ("visitors", "activity_day", "orders", "votes")
"""With days and without, the corrupted one, and one without rows; test_definitions checks all of them."""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """Return a lake whose marts lack thirty events."""
    lake = Lake(str(tmp_path_factory.mktemp("grown")))
    land(lake, *spread(30, days=1))
    build_activity(lake, ZONES)
    fields = {"data": '{"form_id":"join","fields":["email","phone"]}'}
    more = ({**event, "pos": event["pos"] + 100, **fields} for event in spread(30, days=1))
    land(lake, *more)
    return lake


def rules_of(mart: str) -> dict[str, Expectation]:
    return {one.name: one for one in expectations_of(get_model(f"marts.{mart}"))}


def refused_before_publication(mart: str, rows: pa.Table) -> set[str]:
    return {one.name for one, _ in broken_rules(get_model(f"marts.{mart}"), rows)}


def failed_by_great_expectations(mart: str, rows: pa.Table) -> set[str]:
    passed, unmet = validate(get_model(f"marts.{mart}"), rows.to_pandas())
    assert passed is not bool(unmet)
    return {one["rule"] for one in unmet}


def found_in_what_is_kept(mart: str, rows: pa.Table) -> set[str]:
    model = get_model(f"marts.{mart}")
    accepted = [{"column_name": n, "value": v} for n, them in model.accepted.items() for v in them]
    shape = pa.schema([("column_name", pa.string()), ("value", pa.string())])
    with duckdb.connect() as connection:
        connection.register("given_rows", rows)
        connection.register("given_values", pa.Table.from_pylist(accepted, schema=shape))
        connection.execute("create schema marts; create schema checks")
        connection.execute(f"create table {model.full_name} as from given_rows")
        connection.execute("create table checks.accepted as from given_values")
        return {
            name
            for name, sql in expectation_checks(model)
            if connection.execute(sql).fetchone() is not None
        }


COLUMNS = "the columns are those of the description"


@pytest.mark.parametrize("mart", marts())
def test_publication_check_and_great_expectations_apply_the_same_rules(mart: str) -> None:
    rules = rules_of(mart)
    rows = spoilt(get_model(f"marts.{mart}"), rules.values())

    assert refused_before_publication(mart, rows) == set(rules)
    assert failed_by_great_expectations(mart, rows) == set(rules)
    assert found_in_what_is_kept(mart, rows) == set(rules) - {COLUMNS}


@pytest.mark.parametrize("mart", marts())
def test_each_broken_rule_alone_blocks_publication_of_a_batch(mart: str) -> None:
    model = get_model(f"marts.{mart}")

    assert refused_before_publication(mart, spoilt(model, [])) == set()
    for name, one in rules_of(mart).items():
        rows = spoilt(model, [one])
        assert refused_before_publication(mart, rows) == {name}
        with pytest.raises(BadRowsError, match=rf"marts\.{mart} is not published"):
            refuse_bad_rows(model, rows)


@profile(max_examples=6)
@given(data=strategies.data())
def test_publication_check_and_great_expectations_report_any_set_of_broken_rules(
    data: strategies.DataObject,
) -> None:
    mart = data.draw(strategies.sampled_from(sorted(marts())))
    rules = rules_of(mart)
    broken = data.draw(strategies.sets(strategies.sampled_from(sorted(rules)), max_size=4))
    rows = spoilt(get_model(f"marts.{mart}"), [rules[name] for name in sorted(broken)])

    assert refused_before_publication(mart, rows) == broken
    assert failed_by_great_expectations(mart, rows) == broken


def test_missing_column_is_reported() -> None:
    without = spoilt(get_model("marts.visitors"), []).drop_columns(["org_id"])

    assert COLUMNS in failed_by_great_expectations("visitors", without)
    assert COLUMNS in refused_before_publication("visitors", without)


@pytest.mark.parametrize("name", marts())
def test_rules_of_every_mart_cover_everything_in_its_description(name: str) -> None:
    model = get_model(f"marts.{name}")
    rules = list(rules_of(name).values())

    assert len(rules) == len(expectations_of(model)), "two rules have one name"
    never_null = {one.column for one in rules if one.kind == "never_null"}
    assert never_null == {column.name for column in model.columns if not column.nullable}
    assert {one.column for one in rules if one.kind == "matches"} == {"org_id"}
    assert {*model.accepted} == {one.column for one in rules if one.kind == "one_of"}
    assert {*model.minimum} <= {one.column for one in rules if one.kind == "at_least"}
    assert {*model.not_above} == {one.columns for one in rules if one.kind == "not_above"}
    assert {one for pair in model.not_above for one in pair} <= set(model.schema.names)
    assert batch_checks(name), "nobody holds its sums against the events"


def build_with(monkeypatch: pytest.MonkeyPatch, wrong: Model) -> None:
    """Make builds run this model instead of the one with its name."""
    monkeypatch.setattr(
        session, "get_model", lambda name: wrong if name == wrong.full_name else get_model(name)
    )


SOME = ("visitors", "visitor_numbers", "activity_15m", "people_15m")


@pytest.fixture
def some_built() -> Iterator[None]:
    """Limit builds to these marts: the corrupted one, and one that is built after it."""
    with only_built(SOME):
        yield


@pytest.mark.usefixtures("some_built")
@pytest.mark.parametrize(
    ("column", "value", "rule"),
    [
        ("audience", "'aliens'", "audience is"),
        ("org_id", "null", "org_id is null"),
        ("events", "0", "events is 0, below 1"),
    ],
)
def test_rows_with_wrong_values_are_not_published(
    lake: Lake, monkeypatch: pytest.MonkeyPatch, column: str, value: str, rule: str
) -> None:
    land(lake, *spread(30, days=1))
    build_activity(lake, ZONES)
    before = {name: mart_table(lake, name).version() for name in SOME}
    land(lake, *({**event, "pos": event["pos"] + 100} for event in spread(30, days=1)))
    wrong = replace(
        get_model("marts.activity_15m"),
        sql=f"select * replace (cast({value} as {'bigint' if value == '0' else 'varchar'})"
        f" as {column}) from ({get_model('marts.activity_15m').sql})",
    )
    build_with(monkeypatch, wrong)

    with pytest.raises(BadRowsError, match=rule) as refused:
        build_activity(lake, ZONES)

    assert not is_retryable(refused.value)
    after = {name: mart_table(lake, name).version() for name in SOME}
    assert {name for name in SOME if after[name] != before[name]} <= {
        "visitors",
        "visitor_numbers",
    }
    build_with(monkeypatch, get_model(wrong.full_name))
    build_activity(lake, ZONES)
    assert mart_table(lake, "activity_15m").version() > before["activity_15m"]


@pytest.mark.parametrize(
    ("mart", "spoil", "problem"),
    [
        ("activity_15m", "from {} union all by name from {}", "sums differ"),
        ("activity_15m", "from {} where country is not null", "sums differ"),
        ("activity_15m", "select * replace (new_people + 1 as new_people) from {}", "sums differ"),
        ("activity_day", "from {} where dimension <> 'device'", "dimension device"),
        ("people_15m", "from {} where type <> 'view'", "people differ"),
        ("visitor_scans", "from {} union all by name from {}", "counts differ"),
        ("funnel_15m", "select * replace (orders * 2 as orders) from {}", "steps differ"),
        ("form_fields", "from {} where field = ''", "forms differ"),
        ("orders", "select * replace (amount_cents + 1 as amount_cents) from {}", "rows differ"),
    ],
)
def test_sums_that_differ_from_the_events_are_not_published(
    grown: Lake, monkeypatch: pytest.MonkeyPatch, mart: str, spoil: str, problem: str
) -> None:
    before = {name: mart_table(grown, name).version() for name in marts()}
    model = get_model(f"marts.{mart}")
    wrong = replace(model, sql=spoil.format(f"({model.sql})", f"({model.sql})"))
    build_with(monkeypatch, wrong)

    with pytest.raises(BadRowsError, match=rf"marts.{mart} is not published: .*{problem}"):
        build_activity(grown, ZONES)

    after = {name: mart_table(grown, name).version() for name in marts()}
    assert {name for name in marts() if after[name] != before[name]} <= {
        "visitors",
        "visitor_numbers",
    }


@pytest.mark.usefixtures("some_built")
def test_visitors_that_differ_from_the_events_are_not_published(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = spread(40, days=1)
    land(lake, *events[:20])
    build_activity(lake, ZONES)
    land(lake, *events[20:])
    before = {name: mart_table(lake, name).version() for name in SOME}
    sound = get_model("marts.visitors")

    for spoil in (
        "from ({}) where visitor % 2 = 0",
        "select * replace (first_pos + 1 as first_pos) from ({})",
        "select * replace (visitor + 1 as visitor) from ({})",
    ):
        wrong = replace(sound, sql=spoil.format(sound.sql))
        build_with(monkeypatch, wrong)
        with pytest.raises(BadRowsError, match=r"marts.visitors is not published: visitors differ"):
            build_activity(lake, ZONES)

    assert {name: mart_table(lake, name).version() for name in SOME} == before


def test_mart_that_fails_its_suite_fails_the_nightly_run_and_is_reported(
    settings: Settings,
) -> None:
    lake = Lake.from_settings(settings)
    land(lake, *spread(60, days=1))
    build_activity(lake, ZONES)
    orders = mart_table(lake, "orders")
    row = orders.handle().to_pyarrow_table().to_pylist()[0] | {"pos": 900, "audience": "aliens"}
    orders.append(orders.schema.empty_table().from_pylist([row], schema=orders.schema), {})
    given = {"var_dir": str(settings.var_dir), "database_url_setting": settings.database_url}
    resources = {
        "lake": LakeResource(given=given),
        "operational": OperationalResource(given=given),
    }
    loaded = dg.Definitions(
        assets=defs.assets, asset_checks=defs.asset_checks, jobs=defs.jobs, resources=resources
    )
    day = {"config": {"day": row["day"].isoformat()}}

    with dg.DagsterInstance.ephemeral() as instance:
        run = loaded.resolve_job_def("check_quality").execute_in_process(
            instance=instance,
            run_config={"ops": {f"{mart}_great_expectations": day for mart in JUDGED}},
            op_selection=[f"{mart}_great_expectations" for mart in JUDGED],
            raise_on_error=False,
        )

    assert not run.success
    judged = {one.asset_key.to_user_string(): one for one in run.get_asset_check_evaluations()}
    assert {*judged} == {*JUDGED}
    for name in JUDGED:
        assert judged[name].passed is (name != "orders"), name
        assert bool(judged[name].metadata["rows"].value) is (name != "votes"), name
    assert not [event for event in run.all_events if event.is_step_up_for_retry]
    (failing,) = read_failing_checks(settings.database_url_as("waypost_pipelines"))
    assert (failing.asset, failing.name) == ("orders", "great_expectations")
    assert failing.message == f"{row['day']}: audience is one of the accepted"


def test_duplicate_row_is_not_published() -> None:
    model = get_model("marts.visitors")
    rows = pa.Table.from_pylist(
        [
            {"org_id": "org_a", "visitor": number, "first_pos": 1, "visitor_kind": "cookie"}
            | {"first_seen_at": NOON}
            for number in (1, 2, 2)
        ],
        schema=model.schema,
    )

    refuse_bad_rows(model, rows.slice(0, 2))
    with pytest.raises(BadRowsError, match="org_id, visitor stand more than once in 1 rows"):
        refuse_bad_rows(model, rows)
