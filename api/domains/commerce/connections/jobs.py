"""What runs beside the jobs: the follower of the outbox that makes deliveries, and what sends them."""

from threading import Event as Signal

import api.domains.commerce.connections.fan_out  # noqa: F401 (declares the follower)
from api.jobs.background import background_loop
from runtime.settings import Settings


@background_loop("connections are served")
def serve(settings: Settings, stop: Signal) -> None:
    """Send what is due."""
    from api.db.engine import make_engine
    from api.domains.commerce.connections.serving import WORKERS, serve_connections

    engine = make_engine(settings, pool_size=WORKERS + 1)
    try:
        serve_connections(settings, engine, stop)
    finally:
        engine.dispose()
