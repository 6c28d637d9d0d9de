"""Every SQL model has a description, and its YAML has the same."""

import re
from pathlib import Path

import pytest

from warehouse.builds.session import BuildSession
from warehouse.checks.catalogue import all_checks, batch_checks
from warehouse.dimensions import DIMENSIONS
from warehouse.lake import Lake
from warehouse.models import catalogue
from warehouse.models.catalogue import Model, all_models, marts
from warehouse.schemas import EVENTS

FOLDER = Path(catalogue.__file__).parent
MODELS = list(all_models().values())
LAYERS = {
    "staging": {"lake", "build"},
    "core": {"staging", "core", "build", "analytics_v1"},
    "marts": {"core", "marts"},
}
EVERY_MODEL = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.full_name)


def header(model: Model, field: str) -> str:
    """Return the field's text in the comment at the top of the SQL file."""
    opening = re.match(r"(--.*\n)+", model.sql)
    assert opening, f"{model.full_name}: open the file with grain, source and columns"
    text = " ".join(line.removeprefix("--").strip() for line in opening[0].splitlines())
    found = re.search(rf"\b{field}: (.*?)(?= grain: | source: | columns: | note: |$)", text)
    assert found, f"{model.full_name}: the header lacks '{field}:'"
    return found[1]


def test_each_model_has_a_yaml_file_and_each_yaml_file_a_model() -> None:
    macros = {FOLDER / "core" / "macros.sql"}
    statements = {path.with_suffix("") for path in set(FOLDER.rglob("*.sql")) - macros}
    descriptions = {path.with_suffix("") for path in FOLDER.rglob("*.yml")}

    assert statements == descriptions


@EVERY_MODEL
def test_header_states_grain_source_and_columns(model: Model) -> None:
    assert len(header(model, "grain")) > 5
    body = re.sub(r"--.*", "", model.sql)
    named = set(re.findall(r"\b(?:lake|build|staging|core|marts|analytics_v1)\.\w+", body))
    assert set(re.findall(r"\b\w+\.\w+", header(model, "source"))) == named
    assert set(model.sources) == named


@EVERY_MODEL
def test_header_lists_the_columns_of_the_yaml(model: Model) -> None:
    text = header(model, "columns").replace("every dimension", ", ".join(DIMENSIONS))
    listed = re.split(r",\s*|\s+and\s+", text.strip())

    assert set(listed) == {column.name for column in model.columns}


@EVERY_MODEL
def test_models_read_only_from_allowed_layers(model: Model) -> None:
    layers = {source.split(".")[0] for source in model.sources}

    assert layers <= LAYERS[model.layer]


@EVERY_MODEL
def test_yaml_describes_grain_columns_and_consumers(model: Model) -> None:
    assert model.description
    assert model.grain
    assert model.consumers
    assert all(column.description for column in model.columns)
    columns = {column.name for column in model.columns}
    assert columns >= {*model.unique, *model.accepted, *model.minimum, *model.sorted_by}


@EVERY_MODEL
def test_sql_returns_the_columns_and_types_of_the_yaml(model: Model, tmp_path: Path) -> None:
    with BuildSession(Lake(str(tmp_path)), {}) as session:
        session.show("lake.events", EVENTS, [])
        for name, mart in marts().items():
            session.show(f"marts.{name}", mart.schema, [])
        session.stage({}, [])
        rows = session.query(model.sql)

    assert rows.schema.names == model.schema.names
    assert rows.cast(model.schema).schema.types == model.schema.types


@pytest.mark.parametrize("name", ["activity_15m", "people_15m"])
def test_marts_keep_every_dimension(name: str) -> None:
    assert set(DIMENSIONS) <= set(marts()[name].columns_with("key"))


def test_roll_up_accepts_every_dimension_the_15_minute_bucket_and_the_total() -> None:
    assert set(marts()["activity_day"].accepted["dimension"]) == {"", "bucket", *DIMENSIONS}


def test_mart_of_certain_families_reads_no_other() -> None:
    for name, model in marts().items():
        result = set(re.findall(r"type = '(\w+)'", model.sql))
        assert not model.families or set(model.families) == result, name


def test_every_mart_is_sorted_and_states_how_its_partials_are_merged() -> None:
    for name, model in marts().items():
        assert model.sorted_by[0] == "org_id", name
        assert all(column.role for column in model.columns), name


def test_each_check_is_a_file_and_each_file_is_a_check() -> None:
    folder = FOLDER.parent / "checks"

    of_batches = (check for mart in marts() for check in batch_checks(mart))
    assert {path.stem for path in folder.glob("*.sql")} == {
        check.file for check in (*all_checks().values(), *of_batches)
    }
