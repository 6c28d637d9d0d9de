"""SQL lies in repositories. What lies elsewhere is listed with its reason, and may only get less."""

import ast
from pathlib import Path

import pytest

from runtime.settings import ROOT

DOMAINS = ROOT / "api" / "domains"
RUN = {"execute", "scalar", "scalars"}
MADE = {"delete", "insert", "select", "text", "update"}
HOMES = ("repository", "reading", "models", "upkeep")
"""Names of modules that hold SQL, or what their names end with: repositories, what a domain publishes
for reading, tables, and nightly work under the role that owns the schema.
"""

VISITORS = "raw asynchronous SQL under the visitors' role, which opens no session"
ELSEWHERE = {
    "codes/rules/lookups.py": (4, VISITORS),
    "hosts/not_found_log/recorder.py": (1, VISITORS),
    "visits/visits/idempotency.py": (3, VISITORS),
    "content/pages/rerendering.py": (1, "looks over all organisations as the schema's owner"),
    "data_rights/erasures/jobs.py": (2, "an advisory lock on a connection of its own"),
    "data_rights/exports/file_writer.py": (2, "enters the tenant at the start of each transaction"),
}
"""How many calls each of these modules may have."""


def count_sql(source: str) -> int:
    """Calls that make a statement or run one."""
    tree = ast.parse(source)
    makers = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sqlalchemy")
        for alias in node.names
        if alias.name in MADE
    }
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return sum(
        (isinstance(it, ast.Attribute) and it.attr in RUN)
        or (isinstance(it, ast.Name) and it.id in makers)
        for it in called
    )


def is_home(path: Path) -> bool:
    return path.stem in HOMES or path.stem.endswith(("_repository", "_reading"))


def found() -> dict[str, int]:
    """Calls by module, of those that are no home of SQL."""
    counts = {
        path.relative_to(DOMAINS).as_posix(): count_sql(path.read_text())
        for path in DOMAINS.rglob("*.py")
        if not is_home(path)
    }
    return {module: count for module, count in counts.items() if count}


def test_sql_lies_in_repositories() -> None:
    listed = {module: count for module, (count, _) in ELSEWHERE.items()}

    assert found() == listed, "move it into repository.py; where there is less now, lower the list"


@pytest.mark.parametrize(
    ("source", "calls"),
    [
        ("from sqlalchemy import select\nselect(1)", 1),
        ("from sqlalchemy import text as sql\nsession.scalars(sql('select 1'))", 2),
        ("from sqlalchemy.dialects.postgresql import insert\nsession.execute(insert(Code))", 2),
        ("await connection.execute('select 1')", 1),
        ("from api.kit.words import text\ntext('name')\nvalues.update(a=1)\nrow.delete()", 0),
    ],
)
def test_calls_are_counted(source: str, calls: int) -> None:
    assert count_sql(source) == calls
