"""Background work for connections: the outbox follower that creates deliveries, and the loops that send them."""

from datetime import datetime
from threading import Event as Signal

from sqlalchemy import Engine

import api.domains.commerce.connections.fan_out
import api.domains.commerce.connections.shop_upkeep
import api.domains.commerce.connections.withdrawals  # noqa: F401 (listens to consents)
from api.jobs.background import background_loop
from api.jobs.registry import slow_periodic_task
from runtime.settings import Settings

IDLE_POLL = 0.5


@background_loop("connections are served")
def serve(settings: Settings, stop: Signal) -> None:
    """Send the deliveries that are due."""
    from api.db.engine import make_engine
    from api.domains.commerce.connections.serving import WORKERS, serve_connections

    engine = make_engine(settings, pool_size=WORKERS + 1)
    try:
        serve_connections(settings, engine, stop)
    finally:
        engine.dispose()


@background_loop("what vendors tell is taken in")
def take_in(settings: Settings, stop: Signal) -> None:
    """Apply incoming webhooks and read the past orders of shops."""
    from api.db.engine import make_engine
    from api.domains.commerce.connections.backfilling import backfill_next
    from api.domains.commerce.connections.webhook_processing import apply_webhooks_of_next

    engine = make_engine(settings, pool_size=2)
    try:
        while not stop.is_set():
            took = apply_webhooks_of_next(settings, engine)
            if not backfill_next(settings, engine) and not took:
                stop.wait(IDLE_POLL)
    finally:
        engine.dispose()


@slow_periodic_task
def settle(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Refresh tokens before they expire, and revoke removed connections at their vendors."""
    from api.domains.commerce.connections.token_refresh import settle_connections

    settle_connections(settings, engine)
