"""`waypost sql`: an analyst's own look at the lake, from a shell, a script or a notebook."""

import csv
import json
import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from sqlalchemy import create_engine, make_url, select
from sqlalchemy.orm import Session

from api.apps.keys import NoSuchOrganization
from api.auth.models import Organization
from runtime.settings import Settings, get_settings

if TYPE_CHECKING:
    import duckdb

SHOWN_ROWS = 40
_FETCHED = 1_000
_HELP = """Statements end with a semicolon. `.tables` lists tables, `.columns NAME` says what a table's
columns mean, `.quit` leaves."""


def open_organization(
    slug: str, settings: Settings | None = None, *, memory_limit: str = "1GB"
) -> "duckdb.DuckDBPyConnection":
    """A read-only DuckDB on the marts and events of the organisation of this short name.

    Raises:
        NoSuchOrganization: no organisation has this short name.
    """
    from warehouse.analyst import open_lake
    from warehouse.lake import Lake
    from warehouse.operational import dimension_history

    chosen = settings or get_settings()
    org_id = _organization(chosen, slug)
    history = dimension_history(chosen.database_url_as("waypost_pipelines"), org_id)
    return open_lake(Lake.from_settings(chosen), org_id, history=history, memory_limit=memory_limit)


def sql(
    org: Annotated[str, typer.Option(help="Short name of the organisation, like harbor-coffee")],
    command: Annotated[
        str | None, typer.Option("-c", help="Run this statement and print what it gives")
    ] = None,
    output: Annotated[
        Literal["table", "csv", "json"], typer.Option("--format", help="How rows are printed")
    ] = "table",
    memory: Annotated[str, typer.Option(help="The most memory that a statement may use")] = "1GB",
) -> None:
    """Ask an organisation's marts and events in SQL. Nothing can be changed, no file be read."""
    import duckdb

    try:
        connection = open_organization(org, memory_limit=memory)
    except NoSuchOrganization as missing:
        print(missing, file=sys.stderr)
        raise typer.Exit(1) from None
    with connection:
        if command is None:
            _shell(connection, output)
            return
        try:
            show(connection, command, output)
        except duckdb.Error as wrong:
            print(wrong, file=sys.stderr)
            raise typer.Exit(1) from None


def show(connection: "duckdb.DuckDBPyConnection", statement: str, output: str) -> None:
    """Print what the statement gives."""
    if output == "table":
        found = connection.sql(statement)
        if found is not None:
            found.show(max_rows=SHOWN_ROWS)
        return
    cursor = connection.execute(statement)
    names = [column[0] for column in cursor.description or ()]
    lines = csv.writer(sys.stdout)
    if output == "csv":
        lines.writerow(names)
    while rows := cursor.fetchmany(_FETCHED):
        if output == "csv":
            lines.writerows(rows)
        else:
            for row in rows:
                print(json.dumps(dict(zip(names, row, strict=True)), default=str))


def _shell(connection: "duckdb.DuckDBPyConnection", output: str) -> None:
    import duckdb

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
        if not waiting and line.strip() == ".quit":
            return
        waiting += (None if waiting else _dotted(line)) or f"{line}\n"
        if waiting.rstrip().endswith(";"):
            try:
                show(connection, waiting, output)
            except (duckdb.Error, KeyboardInterrupt) as wrong:
                print(wrong, file=sys.stderr)
            waiting = ""


def _prompt(waiting: str) -> str:
    if not sys.stdin.isatty():
        return ""
    return "    ...> " if waiting else "waypost> "


def _dotted(line: str) -> str | None:
    """The statement that a word with a dot stands for."""
    name, _, about = line.strip().partition(" ")
    if name == ".tables":
        return "select distinct table_name from dictionary order by 1;"
    if name == ".columns":
        table = about.strip().replace("'", "''")
        return f"select name, type, unit, definition from dictionary where table_name = '{table}';"
    return None


def _organization(settings: Settings, slug: str) -> str:
    url = make_url(settings.database_url).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    here = Organization.deleted_at.is_(None)
    try:
        with Session(engine) as session:
            found = session.scalar(
                select(Organization.org_id).where(Organization.slug == slug, here)
            )
            if found is None:
                slugs = select(Organization.slug).where(here).order_by(Organization.slug)
                known = ", ".join(session.scalars(slugs.limit(20))) or "none"
                raise NoSuchOrganization(f"There is no organisation {slug!r}. Known: {known}.")
            return found
    finally:
        engine.dispose()
