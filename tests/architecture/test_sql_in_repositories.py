"""SQL is only in repositories, without exception."""

import ast
from pathlib import Path

import pytest

from tests.architecture.sources import named, trees

DOMAINS = "api/domains"
RUN = {"execute", "scalar", "scalars"}
MADE = {"delete", "insert", "select", "text", "update"}
HOMES = ("repository", "reading", "models", "upkeep")
"""The names of modules that contain SQL, or the ends of their names: repositories, a domain's published reads, tables,
and nightly work under the role that owns the schema.
"""


def count_sql(tree: ast.AST) -> int:
    """Count the calls that create or execute a statement."""
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
    """Return the calls by module, for modules that should not contain SQL."""
    counts = {
        named(path).removeprefix(f"{DOMAINS}/"): count_sql(tree)
        for path, tree in trees(r"\bsqlalchemy\b|\b(?:execute|scalars?)\b", floors=(DOMAINS,))
        if not is_home(path)
    }
    return {module: count for module, count in counts.items() if count}


def test_sql_is_only_in_repositories() -> None:
    assert found() == {}, (
        "move it into repository.py, or visitor_repository.py for the visitors' role"
    )


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
def test_sql_calls_are_counted(source: str, calls: int) -> None:
    assert count_sql(ast.parse(source)) == calls
