"""`waypost sql`: read-only SQL on the lake, from a shell, a script or a notebook."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from sqlalchemy import create_engine, make_url, select
from sqlalchemy.orm import Session

from api.apps.keys import NoSuchOrganization
from api.auth.models import Organization
from runtime.settings import Settings, get_settings

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True)
class _OrganizationInfo:
    """The fields of an organisation that the SQL shell needs."""

    org_id: str
    time_zone: str
    week_start: str


def open_organization(
    slug: str, settings: Settings | None = None, *, memory_limit: str = "1GB"
) -> "duckdb.DuckDBPyConnection":
    """Open a read-only DuckDB on the marts and events of the organisation with this short name.

    Raises:
        NoSuchOrganization: no organisation has this short name.
    """
    settings = settings or get_settings()
    return _opened(settings, _organization(settings, slug), memory_limit)


def sql(
    org: Annotated[str, typer.Option(help="Short name of the organisation, like harbor-coffee")],
    command: Annotated[
        str | None,
        typer.Option("-c", help="Run these statements, or a command like .tables, and exit"),
    ] = None,
    output: Annotated[
        Literal["table", "csv", "json"], typer.Option("--format", help="How rows are printed")
    ] = "table",
    memory: Annotated[str, typer.Option(help="Memory limit of a statement")] = "1GB",
) -> None:
    """Query an organisation's marts and events with SQL. Queries cannot change data or read files."""
    from api.apps.sql_shell import Quit, Shell
    from warehouse.sql.macros import macros

    settings = get_settings()
    try:
        organization = _organization(settings, org)
    except NoSuchOrganization as missing:
        print(missing, file=sys.stderr)
        raise typer.Exit(1) from None
    with _opened(settings, organization, memory) as connection:
        shell = Shell(connection, output, macros(organization.time_zone, organization.week_start))
        if command is None:
            shell.read()
            return
        try:
            went_well = shell.run(command)
        except Quit:
            return
    if not went_well:
        raise typer.Exit(1)


def _opened(
    settings: Settings, organization: _OrganizationInfo, memory_limit: str
) -> "duckdb.DuckDBPyConnection":
    from warehouse.analyst import open_lake
    from warehouse.lake import Lake
    from warehouse.operational import dimension_history

    return open_lake(
        Lake.from_settings(settings),
        organization.org_id,
        history=dimension_history(
            settings.database_url_as("waypost_pipelines"), organization.org_id
        ),
        zone=organization.time_zone,
        week_start=organization.week_start,
        memory_limit=memory_limit,
    )


def _organization(settings: Settings, slug: str) -> _OrganizationInfo:
    url = make_url(settings.database_url).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    here = Organization.deleted_at.is_(None)
    try:
        with Session(engine) as session:
            organization = session.execute(
                select(Organization.org_id, Organization.time_zone, Organization.week_start).where(
                    Organization.slug == slug, here
                )
            ).one_or_none()
            if organization is None:
                slugs = select(Organization.slug).where(here).order_by(Organization.slug)
                known = ", ".join(session.scalars(slugs.limit(20))) or "none"
                raise NoSuchOrganization(f"There is no organisation {slug!r}. Known: {known}.")
            return _OrganizationInfo(*organization)
    finally:
        engine.dispose()
