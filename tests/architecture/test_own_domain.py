"""The private modules of a domain, and what it publishes about its tables."""

from importlib import import_module
from pathlib import Path

import grimp
import pytest
from sqlalchemy import TableClause
from sqlalchemy.dialects import postgresql

from api.db.base import Base
from tests.architecture.own_domain import OwnDomainContract

ROOT = Path(__file__).parents[2]
PUBLISHED = sorted(
    path for path in ROOT.glob("api/domains/*/*/tables.py") if "= table(" in path.read_text()
)


def contract() -> OwnDomainContract:
    """Return the contract as configured in pyproject.toml."""
    return OwnDomainContract(
        name="private",
        session_options={},
        contract_options={
            "domains": "api.domains.*.*",
            "private": ["models", "repository", "*_repository"],
        },
    )


@pytest.mark.parametrize("private", ["models", "repository", "one_time_repository"])
@pytest.mark.parametrize(
    ("importer", "is_kept"),
    [
        ("api.domains.codes.codes.service", True),
        ("api.domains.codes.batches.service", False),
        ("api.domains.codes.codes_of_others.service", False),
        ("api.domains.content.notes.repository", False),
        ("api.apps.demo", False),
    ],
)
def test_private_modules_are_imported_only_by_their_own_domain(
    private: str, importer: str, *, is_kept: bool
) -> None:
    graph = grimp.ImportGraph()
    graph.add_import(importer=importer, imported=f"api.domains.codes.codes.{private}")

    assert contract().check(graph, verbose=False).kept is is_kept


def test_services_and_published_columns_can_be_imported_by_every_domain() -> None:
    graph = grimp.ImportGraph()
    for public in ("service", "types", "tables", "reading"):
        graph.add_import(
            importer="api.domains.content.notes.repository",
            imported=f"api.domains.codes.codes.{public}",
        )

    assert contract().check(graph, verbose=False).kept


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.parent.name)
def test_published_columns_match_the_models_of_the_owning_domain(path: Path) -> None:
    domain = ".".join(path.relative_to(ROOT).parent.parts)
    import_module(f"{domain}.models")
    published = [
        value
        for name, value in vars(import_module(f"{domain}.tables")).items()
        if isinstance(value, TableClause) and not name.startswith("_")
    ]
    dialect = postgresql.dialect()

    assert published
    for table in published:
        owned = Base.metadata.tables[table.name].columns
        for column in table.columns:
            assert column.type.compile(dialect) == owned[column.name].type.compile(dialect)
