"""Commands of the API: serve it, migrate the database, print the OpenAPI document, create a key."""

import gc
import os
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from api.auth.roles import Role
from runtime.embedded.process import ServiceFailed


def api() -> None:
    """Serve the web app and the API."""
    import uvicorn

    from runtime.settings import get_settings

    settings = get_settings()
    if settings.api_workers > 1:
        # Must be set before any metric is created, so that workers share their values through
        # files.
        folder = settings.var_dir / "run" / "metrics"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(folder))
    from api.apps.gauges import EventPipelineGauges
    from api.kit.clock import utc_now
    from runtime.metrics import Health, MetricsServer

    with MetricsServer(
        settings.api_metrics_port,
        lambda: Health(True),
        host=settings.host,
        refresh=EventPipelineGauges(settings, utc_now).refresh,
    ):
        uvicorn.run(
            "api.apps.serve:app",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.api_workers,
            proxy_headers=True,
            forwarded_allow_ips=settings.trusted_proxies,
            server_header=False,
            access_log=False,
            log_config=None,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=10,
        )


def jobs() -> None:
    """Run background jobs, such as batches of codes, pictures and exports."""
    import asyncio

    from api.apps.job_modules import load
    from api.integrations.vendors import require_vendor_settings
    from api.jobs.background import running_loops
    from api.jobs.outbox_followers import FollowerThread
    from api.jobs.worker import make_worker, work_until_signal
    from api.kit.clock import utc_now
    from runtime.logs import configure
    from runtime.settings import get_settings

    settings = get_settings()
    configure(settings, "jobs")
    require_vendor_settings(settings)
    load()
    gc.freeze()
    with FollowerThread(settings, utc_now), running_loops(settings):
        asyncio.run(work_until_signal(make_worker(settings)))


def migrate(
    roles: Annotated[
        bool, typer.Option("--roles", help="Only create the roles, before you restore a dump.")
    ] = False,
) -> None:
    """Migrate the database to the current schema."""
    from sqlalchemy.exc import ArgumentError

    try:
        _migrate(only_roles=roles)
    except ArgumentError as error:
        url = "postgresql://owner:…@host/waypost"
        raise ServiceFailed(f"DATABASE_URL is no address such as {url}") from error


def _migrate(*, only_roles: bool) -> None:
    from api.db.migrations import upgrade
    from api.db.roles import make_roles
    from runtime.settings import get_settings

    if only_roles:
        made = make_roles(get_settings())
        print(f"made: {', '.join(made)}" if made else "The roles are there.")
        return
    if upgrade(get_settings()):
        print("The schema is up to date.")
    else:
        print(
            "A newer release migrated the schema. It was left as it is, and this release works with it."
        )


def openapi() -> None:
    """Print the OpenAPI document. No service needs to run."""
    import orjson

    from api.apps.web import create_app
    from runtime.settings import get_settings

    document = create_app(get_settings()).openapi()
    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    sys.stdout.buffer.write(orjson.dumps(document, option=options))


def key(
    org: Annotated[str, typer.Option(help="Short name of the organisation, like harbor-coffee")],
    role: Annotated[Role, typer.Option(help="Role of the key")] = Role.VIEWER,
    name: Annotated[str, typer.Option(help="Purpose of the key")] = "Made by command",
) -> None:
    """Print a new API key for an organisation."""
    from api.apps.keys import NoSuchOrganization, make_key
    from runtime.settings import get_settings

    try:
        print(make_key(get_settings(), org, role, name))
    except NoSuchOrganization as missing:
        print(missing, file=sys.stderr)
        raise typer.Exit(1) from None


def stripe_setup(
    currency: Annotated[str, typer.Option(help="Of the prices, like usd")] = "usd",
    price: Annotated[
        list[str] | None,
        typer.Option(help="A price in the smallest unit, like starter_month=2400; can be repeated"),
    ] = None,
) -> None:
    """Create products, prices, the meter, the customer portal and the webhook in the Stripe account of STRIPE_SECRET_KEY.
    Existing objects do not change.
    """
    from api.apps.stripe_setup import BadPrice, set_up_stripe
    from api.integrations.payment_provider import NoAccount
    from api.integrations.ports.payment_provider import PaymentRefused, PaymentUnavailable
    from runtime.settings import get_settings

    try:
        for it in set_up_stripe(get_settings(), currency.lower(), price or []):
            print(f"{it.what}: {'made' if it.is_new else 'is there'}")
            if it.secret is not None:
                print(f"  STRIPE_WEBHOOK_SECRET={it.secret}")
    except NoAccount:
        print(
            "Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET first. Any whsec_… will do until"
            " this has printed the right one.",
            file=sys.stderr,
        )
        raise typer.Exit(1) from None
    except (BadPrice, PaymentRefused, PaymentUnavailable) as wrong:
        print(wrong, file=sys.stderr)
        raise typer.Exit(1) from None


def reseal() -> None:
    """Encrypt secrets and contact data in the database with the current sealing key. Can be repeated."""
    from api.apps.resealing import reseal as sealed_again
    from runtime.settings import get_settings

    unreadable = 0
    for it in sealed_again(get_settings()):
        if it.resealed or it.unreadable:
            unopened = f", {it.unreadable} that no key opens" if it.unreadable else ""
            print(f"{it.column.table}.{it.column.column}: {it.resealed} sealed again{unopened}")
        unreadable += it.unreadable
    if unreadable:
        print("Keep the earlier keys, and set those that are missing.", file=sys.stderr)
        raise typer.Exit(1)
    print("Everything is sealed with the key of now.")


def verify_game(
    file: Annotated[Path, typer.Argument(help="The audit file of an ended game.")],
    commitment: Annotated[
        str | None, typer.Option(help="The commitment that was published before the start.")
    ] = None,
    public_key: Annotated[
        str | None, typer.Option(help="The public key that was published with it.")
    ] = None,
) -> None:
    """Replay every draw and the whole stock of a game, and print the first wrong row."""
    from api.domains.promotions.games.verifying import Falsified, verify

    try:
        with file.open("rb") as lines:
            proof = verify(lines, commitment, public_key)
    except (Falsified, OSError) as error:
        typer.echo(f"Not proved: {error}", err=True)
        raise typer.Exit(1) from error
    typer.echo(f"Proved: {proof.plays} plays of {proof.game_id} follow from its plan and seed.")
    typer.echo(f"Commitment {proof.commitment}, signed by {proof.public_key}.")
    if commitment is None:
        typer.echo("Compare the commitment with the one that was published before the start.")
    for prize_id, count in sorted(proof.won.items()):
        typer.echo(f"{count} of {prize_id}")
