"""The tables created by the migrations are the tables described by the models."""

from importlib import import_module
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, make_url
from sqlalchemy.schema import SchemaItem

from api.db.base import Base
from runtime.settings import ROOT

MIGRATIONS = ROOT / "api" / "db" / "migrations"


def _import_models() -> None:
    for path in sorted((ROOT / "api").rglob("models.py")):
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def _is_modelled(
    _item: SchemaItem, name: str | None, kind: str, reflected: bool, twin: SchemaItem | None
) -> bool:
    """Compare columns only: keys, indexes and tables of other packages are defined by the migrations alone."""
    if kind == "table" and reflected and twin is None:
        return name in Base.metadata.tables
    return kind in {"table", "column"}


@pytest.mark.filterwarnings("ignore:Did not recognize type 'xid8'")
def test_models_and_migrations_agree(database: str) -> None:
    _import_models()
    engine = create_engine(make_url(database).set(drivername="postgresql+psycopg"))

    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"include_object": _is_modelled, "compare_type": True}
        )
        differences = compare_metadata(context, Base.metadata)
    engine.dispose()

    assert differences == [], "write a migration, or mend the model"


def test_migrations_form_one_linear_history() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))

    revisions = [script.revision for script in scripts.walk_revisions()]

    assert len(scripts.get_heads()) == 1
    assert revisions == sorted(revisions, reverse=True)


@pytest.mark.parametrize("path", sorted(MIGRATIONS.glob("versions/0*.py")), ids=lambda p: p.stem)
def test_revision_describes_its_change(path: Path) -> None:
    first = path.read_text().splitlines()[0]

    assert first.startswith('"""'), "begin with a docstring"
    assert len(first) > 10
