"""The `waypost` command. Other packages add commands through entry points, so that `waypost --help` does not import
them.
"""

import sys
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import typer
from pydantic import ValidationError
from typer.core import TyperGroup

from runtime.embedded.process import ServiceFailed

GROUP = "waypost.commands"


def _contributed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


class _Floors(TyperGroup):
    """The commands of this package, followed by those of entry points, which are loaded when used."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *sorted(_contributed())]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        own = super().get_command(ctx, cmd_name)
        point = _contributed().get(cmd_name)
        if own is not None or point is None:
            return own
        contributed = point.load()
        if isinstance(contributed, typer.Typer):
            command = typer.main.get_command(contributed)
        else:
            single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            single.command(cmd_name)(contributed)
            command = typer.main.get_command(single)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=_Floors,
    help="QR codes, pages, passes and campaigns, and their analytics.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.command()
def up(
    demo: bool = typer.Option(True, help="Load the demo organisations where they are missing."),
    pipelines: bool = typer.Option(
        True, help="Start Dagster. Without it no mart is built: reports read the events themselves."
    ),
) -> None:
    """Start everything on this machine and keep it running until Ctrl-C."""
    from runtime.settings import get_settings
    from runtime.up.run import run

    raise typer.Exit(run(get_settings(), demo=demo, pipelines=pipelines))


@app.command()
def postgres() -> None:
    """Run only the embedded Postgres until Ctrl-C, to dump its data or to restore a dump."""
    from runtime.settings import get_settings
    from runtime.up.run import run_postgres

    raise typer.Exit(run_postgres(get_settings()))


@app.command()
def ps() -> None:
    """List the processes of a running `waypost up` with state, process ID and restarts."""
    from rich.console import Console
    from rich.table import Table

    from runtime.settings import get_settings
    from runtime.up.state import read_state

    services = read_state(get_settings().var_dir)
    if not services:
        raise ServiceFailed(f"no `waypost up` runs on {get_settings().var_dir}")
    table = Table(box=None, pad_edge=False)
    for heading in ("service", "state", "process", "since (UTC)", "restarts"):
        table.add_column(heading, no_wrap=True)
    for one in services:
        pid = str(one.pid or "")
        table.add_row(one.name, one.state, pid, one.since[:19], str(one.restarts))
    Console().print(table)


@app.command()
def doctor(
    full: bool = typer.Option(False, help="Read every data file whole; takes a while."),
) -> None:
    """Check the installation and print advice."""
    from runtime.doctor import examine, print_report
    from runtime.settings import get_settings

    findings = examine(get_settings(), full=full)
    print_report(findings)
    raise typer.Exit(any(finding.state == "fail" for finding in findings))


@app.command()
def identity() -> None:
    """Serve the development login, which `up` starts."""
    from runtime.identity.server import serve
    from runtime.settings import get_settings

    serve(get_settings())


def main() -> None:
    """Run the command, and print expected failures as one sentence without a traceback."""
    try:
        app()
    except ServiceFailed as failure:
        print(f"waypost: {failure}", file=sys.stderr)
        sys.exit(1)
    except ValidationError as invalid:
        if not invalid.title.endswith("Settings"):
            raise
        for error in invalid.errors():
            name = ".".join(str(part) for part in error["loc"])
            text = f"{name}: {error['msg']}" if name else error["msg"]
            print(f"waypost: setting {text}", file=sys.stderr)
        sys.exit(1)
    except Exception as error:
        if reason := _unreachable_database(error):
            print(f"waypost: {reason}; run `waypost up`, or check DATABASE_URL", file=sys.stderr)
            sys.exit(1)
        raise


def _unreachable_database(error: Exception) -> str | None:
    """Return why there is no connection to Postgres, or None if the error is another one."""
    import psycopg

    cause = getattr(error, "orig", error)  # SQLAlchemy wraps the driver's error
    if not isinstance(cause, psycopg.OperationalError) or cause.sqlstate is not None:
        return None
    return str(cause).strip().splitlines()[0]
