"""Restricts an analyst's statement to one query that reads the available tables.

DuckDB itself has no way out: `warehouse.analyst` opens it without external access and locks its configuration. In
addition, this guard refuses everything that is not a query, and functions that reach beyond the tables: files,
addresses in memory (`arrow_scan`), settings, logs, other statements as text (`query`). A statement is judged by the
result of DuckDB's own parser (`json_serialize_sql`), never by its text.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import duckdb

TABLE_FUNCTIONS = frozenset(
    {
        "duckdb_columns",
        "duckdb_functions",
        "duckdb_keywords",
        "duckdb_tables",
        "duckdb_types",
        "duckdb_views",
        "generate_series",
        "histogram",
        "histogram_values",
        "json_each",
        "json_tree",
        "pragma_show",
        "pragma_table_info",
        "pg_timezone_names",
        "range",
        "repeat",
        "unnest",
    }
)
"""The only table functions that may be called."""

_REFUSED_SCALARS = frozenset(
    {
        "current_setting",
        "getenv",
        "json_deserialize_sql",
        "json_serialize_plan",
        "json_serialize_sql",
        "pg_sleep",
        "sleep_ms",
        "write_log",
    }
)
_REFUSED_VIEWS = frozenset(
    {
        "duckdb_databases",
        "duckdb_logs",
        "pg_database",
        "pg_prepared_statements",
        "pg_settings",
        "pragma_database_list",
    }
)
_EXPLAIN = re.compile(r"\s*explain(?:\s+analyze)?\s+(?!\()", re.IGNORECASE)
ONE_QUERY = (
    "Ask one query: SELECT, WITH, FROM, VALUES, PIVOT … IN, DESCRIBE, SUMMARIZE, SHOW or EXPLAIN. "
    "Nothing can be made, changed or set."
)


class StatementError(Exception):
    """An invalid statement. `position`: index of the wrong character, counted from 0, if it is known."""

    def __init__(self, message: str, position: int | None = None) -> None:
        self.message = message
        self.position = position
        super().__init__(message)


class StatementRefused(StatementError):
    """A statement that analysts may not run."""


def check_statement(connection: duckdb.DuckDBPyConnection, text: str) -> str:
    """Return the single query in `text`.

    Raises:
        StatementError: it cannot be parsed.
        StatementRefused: it is not a query, contains more than one, or reaches beyond the tables.
    """
    try:
        statements = connection.extract_statements(text)
    except duckdb.Error as wrong:
        _tree(connection, text)  # says where
        raise as_statement_error(wrong, text) from None
    if len(statements) != 1:
        raise StatementRefused(ONE_QUERY)
    (statement,) = statements
    judged = statement.query
    if statement.type == duckdb.StatementType.EXPLAIN:
        judged = _EXPLAIN.sub("", judged, count=1)
    for name, at in _reached_past(_tree(connection, judged)):
        moved = len(statement.query.encode()) - len(judged.encode())
        position = None if at is None else _characters(statement.query, at + moved)
        raise StatementRefused(f"{name} cannot be used here.", position)
    return statement.query


def as_statement_error(wrong: duckdb.Error, text: str) -> StatementError:
    """Return DuckDB's message without its copy of the statement, and the position if the setting `errors_as_json` is
    on.
    """
    message = str(wrong).partition(": ")[2] or str(wrong)
    if not message.startswith("{"):
        return StatementError(message.partition("\n\nLINE ")[0].strip())
    about = json.loads(message)
    at = about.get("position")
    if at is None:
        position = None
    else:  # the parser counts characters, but all later stages count bytes
        is_parser = about["exception_type"] == "Parser"
        position = int(at) if is_parser else _characters(text, int(at))
    return StatementError(about["exception_message"], position)


def pointed_at(text: str, position: int) -> str:
    """Return the line of the statement that contains this character, with a caret below it."""
    start = text.rfind("\n", 0, position) + 1
    line = text[start:].partition("\n")[0]
    return f"{line}\n{' ' * (position - start)}^"


def _characters(text: str, size: int) -> int:
    """Return the number of characters in the first `size` bytes."""
    return len(text.encode()[:size].decode(errors="ignore"))


def _tree(connection: duckdb.DuckDBPyConnection, text: str) -> Any:
    """Return the query as a tree from DuckDB's parser."""
    row = connection.execute("select json_serialize_sql($text::varchar)", {"text": text}).fetchone()
    parsed: dict[str, Any] = json.loads(row[0]) if row else {"error": True}
    if parsed["error"]:
        if parsed.get("error_type") == "parser":
            at = parsed.get("position")
            raise StatementError(parsed["error_message"], None if at is None else int(at))
        raise StatementRefused(ONE_QUERY)
    return parsed


def _reached_past(node: Any) -> Iterator[tuple[str, int | None]]:
    """Yield everything in the tree that is not allowed, with its position."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting.extend(one)
        elif isinstance(one, dict):
            waiting.extend(one.values())
            refused = _refused(one)
            if refused is not None:
                position = one.get("query_location")
                known = isinstance(position, int) and position < 2**63
                yield refused, position if known else None


def _refused(node: dict[str, Any]) -> str | None:
    kind = node.get("type")
    if kind == "TABLE_FUNCTION":
        function = node.get("function") or {}
        name = str(function.get("function_name", "")).lower()
        return None if name in TABLE_FUNCTIONS else f"The table function {name}()"
    if kind == "BASE_TABLE":
        name = str(node.get("table_name", "")).lower()
        return f"The view {name}" if name in _REFUSED_VIEWS else None
    if kind == "SHOW_REF":
        name = str(node.get("table_name", "")).lower().strip('"')
        return f"The view {name}" if name in {*_REFUSED_VIEWS, "databases"} else None
    if node.get("class") in ("FUNCTION", "WINDOW"):
        name = str(node.get("function_name", "")).lower()
        return f"The function {name}()" if name in _REFUSED_SCALARS else None
    return None
