"""Commands of the event pipeline: relay, land, replay."""

import signal
from collections.abc import Callable
from threading import Event as Signal
from typing import Annotated

import structlog
import typer

from ingest.landing.dead_letters import MAX_CONSECUTIVE_DEAD_LETTERS, TooManyDeadLetters
from ingest.landing.dead_letters import replay as replay_letters
from ingest.outbox.cursor import CannotRewind
from ingest.outbox.relay import RelayStopped
from ingest.outbox.restore import ProcessesRunning
from runtime.embedded.process import ServiceFailed
from runtime.logs import configure
from runtime.metrics import Health, MetricsServer
from runtime.settings import Settings, get_settings

log = structlog.get_logger(__name__)


def relay(
    after_restore: Annotated[
        bool, typer.Option(help="Reconcile Postgres and the lake after a restore, then exit.")
    ] = False,
) -> None:
    """Publish the outbox to Kafka. Several relays can run, and one of them leads."""
    from ingest.processes import make_relay, reconcile_after_restore

    settings = get_settings()
    configure(settings, "relay")
    if after_restore:
        try:
            result = reconcile_after_restore(settings)
        except ProcessesRunning as refused:
            raise ServiceFailed(str(refused)) from refused
        print(
            f"the relay will continue at {result.pos}; {result.waiting} events are waiting,"
            f" {result.landed} have landed already"
        )
        return
    stop = _stop_on_signals()
    service = make_relay(settings, stop)
    _run(settings, "relay", settings.relay_metrics_port, service.health, service.run)


def land(
    brake: Annotated[
        bool, typer.Option(help="Stop after many consecutive events that match no contract.")
    ] = True,
) -> None:
    """Land events from Kafka in the lake."""
    from ingest.processes import make_lander

    settings = get_settings()
    configure(settings, "lander")
    stop = _stop_on_signals()
    service = make_lander(settings, stop, brake=MAX_CONSECUTIVE_DEAD_LETTERS if brake else None)
    _run(settings, "lander", settings.lander_metrics_port, service.health, service.run)


def replay() -> None:
    """Put dead letters that now match a contract back into the outbox."""
    from ingest.processes import connect

    with connect(get_settings()) as connection:
        done = replay_letters(connection)
    print(f"{done.recorded} recorded again, {done.refused} still match no contract")


def _run(
    settings: Settings, name: str, port: int, health: Callable[[], Health], run: Callable[[], None]
) -> None:
    try:
        with MetricsServer(port, health, host=settings.host):
            run()
    except (RelayStopped, TooManyDeadLetters, CannotRewind) as stopped:
        raise ServiceFailed(f"the {name} stopped: {stopped}") from stopped
    log.info("service stopped", service=name)


def _stop_on_signals() -> Signal:
    stop = Signal()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop
