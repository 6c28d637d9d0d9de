"""The shell of `waypost sql`: statements that end with a semicolon, and commands that start with a dot."""

import csv
import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import duckdb

from warehouse.sql.guard import StatementError, check_statement, pointed_at

if TYPE_CHECKING:
    from warehouse.sql.macros import Macro

SHOWN_ROWS = 40
_FETCHED = 1_000
MODES = ("table", "csv", "json")
_MODE_NAMES = {"table": "table", "box": "table", "csv": "csv", "json": "json", "jsonlines": "json"}
_HELP = """Statements end with a semicolon. Nothing can be changed.

.tables            the tables and what a row of each is
.schema [TABLE]    the columns of a table, or of all, with types and comments
.columns TABLE     what the columns of a table mean (also .describe)
.macros            the macros beside DuckDB's own functions
.mode MODE         how rows are printed: table, csv or json
.help              this text
.quit              leave (also .exit)
"""
_COLUMNS = """
select column_name, lower(data_type) as type, coalesce(comment, '') as comment
from duckdb_columns() where not internal and table_name = $name order by column_index"""
_TABLES = """
select name, coalesce(comment, '') as comment from (
  select view_name as name, comment from duckdb_views() where not internal
  union all
  select table_name, comment from duckdb_tables() where not internal
) where name <> 'events_as_they_came' order by name"""


class Quit(Exception):
    """The user typed `.quit`."""


class Shell:
    """Runs statements and commands, and prints their results."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        mode: str = "table",
        macros: "tuple[Macro, ...]" = (),
    ) -> None:
        self.connection = connection
        self.mode = mode
        self.macros = macros
        self._commands: dict[str, Callable[[str], None]] = {
            ".tables": self._tables,
            ".schema": self._schema,
            ".columns": self._columns,
            ".describe": self._columns,
            ".macros": self._list_macros,
            ".mode": self._set_mode,
            ".help": self._help,
            ".quit": self._quit,
            ".exit": self._quit,
        }

    def run(self, text: str) -> bool:
        """Run a dot command or statements, print the results, and return whether all succeeded.

        Raises:
            Quit: `.quit` was typed.
        """
        try:
            if text.lstrip().startswith("."):
                self._command(text.strip())
            else:
                self._statements(text)
        except StatementError as wrong:
            print(wrong.message, file=sys.stderr)
            if wrong.position is not None:
                print(pointed_at(text, wrong.position), file=sys.stderr)
            return False
        except (duckdb.Error, KeyboardInterrupt) as wrong:
            print(wrong or "Interrupted", file=sys.stderr)
            return False
        return True

    def read(self) -> None:
        """Run lines from standard input until its end."""
        if sys.stdin.isatty():
            import readline  # noqa: F401  # gives input() a history and arrow keys

            print(_HELP)
        waiting, is_over = "", False
        while not is_over:
            try:
                line = input(_prompt(waiting))
            except EOFError:
                line, is_over = ";" if waiting.strip() else ".quit", True
            except KeyboardInterrupt:
                waiting = ""
                continue
            if not waiting.strip() and line.lstrip().startswith("."):
                waiting, is_whole = line, True
            else:
                waiting += f"{line}\n"
                is_whole = waiting.rstrip().endswith(";")
            if is_whole:
                try:
                    self.run(waiting)
                except Quit:
                    return
                waiting = ""

    def _statements(self, text: str) -> None:
        try:
            statements = [one.query for one in self.connection.extract_statements(text)]
        except duckdb.Error:
            statements = [text]  # the statement check explains the error
        for statement in statements:
            self._show(check_statement(self.connection, statement))

    def _show(self, statement: str) -> None:
        if self.mode == "table":
            found = self.connection.sql(statement)
            if found is not None:
                found.show(max_rows=SHOWN_ROWS)
            return
        cursor = self.connection.execute(statement)
        names = [column[0] for column in cursor.description or ()]
        lines = csv.writer(sys.stdout)
        if self.mode == "csv":
            lines.writerow(names)
        while rows := cursor.fetchmany(_FETCHED):
            if self.mode == "csv":
                lines.writerows(rows)
            else:
                for row in rows:
                    print(json.dumps(dict(zip(names, row, strict=True)), default=str))

    def _command(self, text: str) -> None:
        name, _, about = text.rstrip(";").partition(" ")
        command = self._commands.get(name)
        if command is None:
            raise StatementError(f"There is no command {name}. `.help` lists all.")
        command(about.strip().strip("'\""))

    def _tables(self, pattern: str) -> None:
        found = self.connection.execute(_TABLES).fetchall()
        rows = [row for row in found if pattern.replace("%", "") in row[0]]
        self._print(("name", "comment"), rows)

    def _schema(self, table: str) -> None:
        names = [table] if table else [name for name, _ in self._all_tables()]
        for name in names:
            print(f"create table {name} (")
            for column, kind, comment in self._described(name):
                print(f"    {column} {kind}," + (f"  -- {comment}" if comment else ""))
            print(");")

    def _columns(self, table: str) -> None:
        self._print(("column", "type", "comment"), self._described(table))

    def _list_macros(self, _about: str) -> None:
        rows = [(macro.signature, macro.meaning) for macro in self.macros]
        self._print(("macro", "meaning"), rows)

    def _set_mode(self, mode: str) -> None:
        if mode not in _MODE_NAMES:
            raise StatementError(f"The modes are {', '.join(MODES)}.")
        self.mode = _MODE_NAMES[mode]

    def _help(self, _about: str) -> None:
        print(_HELP, end="")

    def _quit(self, _about: str) -> None:
        raise Quit

    def _all_tables(self) -> list[tuple[str, str]]:
        return self.connection.execute(_TABLES).fetchall()

    def _described(self, table: str) -> list[tuple[str, str, str]]:
        rows = self.connection.execute(_COLUMNS, {"name": table}).fetchall()
        if not rows:
            known = ", ".join(name for name, _ in self._all_tables())
            raise StatementError(f"There is no table {table!r}. Known: {known}.")
        return rows

    def _print(self, names: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
        """Print rows in the current mode. Tables have two or three columns, which are never truncated."""
        if self.mode == "csv":
            csv.writer(sys.stdout).writerows([names, *rows])
        elif self.mode == "json":
            for row in rows:
                print(json.dumps(dict(zip(names, row, strict=True))))
        else:
            widths = [max((len(row[i]) for row in rows), default=0) for i in range(len(names) - 1)]
            for row in rows:
                cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
                print("  ".join([*cells, row[-1]]).rstrip())


def _prompt(waiting: str) -> str:
    if not sys.stdin.isatty():
        return ""
    return "    ...> " if waiting else "waypost> "
