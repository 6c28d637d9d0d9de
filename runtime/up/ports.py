"""Are the ports free, and if not, who has them?"""

import time
from collections.abc import Mapping

import psutil

from runtime.embedded.process import ServiceFailed, port_is_open
from runtime.settings import Settings


def needed_ports(settings: Settings) -> dict[int, tuple[str, str]]:
    """Port → what it is for and the setting that moves it."""
    ports = {
        settings.port: ("the web app", "WAYPOST_PORT"),
        settings.dagster_port: ("the Dagster UI", "WAYPOST_DAGSTER_PORT"),
        settings.relay_metrics_port: ("the relay's metrics", "WAYPOST_RELAY_METRICS_PORT"),
        settings.lander_metrics_port: ("the lander's metrics", "WAYPOST_LANDER_METRICS_PORT"),
    }
    if settings.embedded_identity:
        ports[settings.identity_port] = ("the login", "WAYPOST_IDENTITY_PORT")
    if settings.embedded_kafka:
        ports[settings.kafka_port] = ("the Kafka broker", "WAYPOST_KAFKA_PORT")
    if settings.embedded_postgres:
        ports[settings.postgres_port] = ("Postgres", "WAYPOST_POSTGRES_PORT")
    return ports


def holder_of(port: int) -> str:
    """The process that listens on a port, as far as this user may see it."""
    try:
        connections = psutil.net_connections("inet")
    except psutil.AccessDenied:
        return "another process"
    for connection in connections:
        if connection.status != psutil.CONN_LISTEN or not connection.laddr:
            continue
        if connection.laddr.port == port and connection.pid:
            try:
                return f"process {connection.pid} ({psutil.Process(connection.pid).name()})"
            except psutil.NoSuchProcess:
                continue
    return "another process"


def require_free(ports: Mapping[int, tuple[str, str]], patience: float = 3) -> None:
    """Raise for ports in use; those of a Waypost that is just ending are waited for."""
    end = time.monotonic() + patience
    while taken := [port for port in ports if port_is_open(port)]:
        if time.monotonic() > end:
            raise ServiceFailed(_in_use({port: ports[port] for port in taken}))
        time.sleep(0.2)


def _in_use(taken: Mapping[int, tuple[str, str]]) -> str:
    """One sentence, also when all of them are taken, as by another Waypost."""
    if len(taken) == 1:
        ((port, (purpose, setting)),) = taken.items()
        return (
            f"port {port} for {purpose} is in use by {holder_of(port)}; "
            f"stop that, or choose another with {setting}"
        )
    held = ", ".join(f"{port} by {holder_of(port)}" for port in sorted(taken))
    choices = ", ".join(setting for _, setting in taken.values())
    return (
        f"{len(taken)} ports are in use ({held}); "
        f"stop those, perhaps another Waypost, or choose others with {choices}"
    )
