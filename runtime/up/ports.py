"""Checks that the required ports are free, and finds the processes that use them."""

import contextlib
import time
from collections.abc import Mapping

import psutil

from runtime.embedded.process import ServiceFailed, port_is_open
from runtime.settings import Settings
from runtime.up.orphans import GRACE, is_orphan, supervisor_of


def needed_ports(settings: Settings) -> dict[int, tuple[str, str]]:
    """Return purpose and setting by port.

    Raises:
        ServiceFailed: two settings name the same port.
    """
    needed = [
        (settings.port, "the web app", "WAYPOST_PORT"),
        (settings.dagster_port, "the Dagster UI", "WAYPOST_DAGSTER_PORT"),
        (settings.relay_metrics_port, "the relay's metrics", "WAYPOST_RELAY_METRICS_PORT"),
        (settings.lander_metrics_port, "the lander's metrics", "WAYPOST_LANDER_METRICS_PORT"),
        (settings.api_metrics_port, "the web process's metrics", "WAYPOST_API_METRICS_PORT"),
    ]
    if settings.embedded_identity:
        needed.append((settings.identity_port, "the login", "WAYPOST_IDENTITY_PORT"))
    if settings.embedded_kafka:
        needed.append((settings.kafka_port, "the Kafka broker", "WAYPOST_KAFKA_PORT"))
    if settings.embedded_postgres:
        needed.append((settings.postgres_port, "Postgres", "WAYPOST_POSTGRES_PORT"))
    ports: dict[int, tuple[str, str]] = {}
    for port, purpose, setting in needed:
        if port in ports:  # a health check would take the answer of one for that of the other
            other, first = ports[port]
            raise ServiceFailed(
                f"port {port} is set for {other} ({first}) and for {purpose} ({setting});"
                " change one of them"
            )
        ports[port] = (purpose, setting)
    return ports


def holder_of(port: int) -> str:
    """Return a description of the process that listens on a port, if it is visible to this user."""
    holder = _listener(port)
    return f"process {holder.pid} ({holder.name()})" if holder else "another process"


def require_free(
    ports: Mapping[int, tuple[str, str]], patience: float = 3, grace: float = GRACE
) -> None:
    """Raise ServiceFailed if ports are in use.

    Waits `patience` seconds for them to become free, and `grace` seconds for orphaned processes of Waypost.
    """
    begin = time.monotonic()
    while taken := [port for port in ports if port_is_open(port)]:
        waited = time.monotonic() - begin
        if waited > patience and not (waited < grace and all(map(_is_ending, taken))):
            raise ServiceFailed(_in_use({port: ports[port] for port in taken}))
        time.sleep(0.2)


def _listener(port: int) -> psutil.Process | None:
    try:
        connections = psutil.net_connections("inet")
    except psutil.AccessDenied:
        return None
    for connection in connections:
        if connection.status != psutil.CONN_LISTEN or not connection.laddr:
            continue
        if connection.laddr.port == port and connection.pid:
            with contextlib.suppress(psutil.NoSuchProcess):
                return psutil.Process(connection.pid)
    return None


def _is_ending(port: int) -> bool:
    holder = _listener(port)
    return holder is not None and is_orphan(holder.pid)


def _in_use(taken: Mapping[int, tuple[str, str]]) -> str:
    """Return one sentence about all ports in use."""
    if len(taken) == 1:
        ((port, (purpose, setting)),) = taken.items()
        return (
            f"port {port} for {purpose} is in use by {holder_of(port)}; "
            f"stop that, or choose another with {setting}"
        )
    others = {other for port in taken if (other := _waypost_on(port))}
    if len(others) == 1:
        ((pid, folder),) = others
        free = _free_ports(sorted(taken))
        choices = " ".join(f"{taken[port][1]}={free[port]}" for port in sorted(taken))
        return (
            f"another Waypost runs as process {pid} with its data in {folder}; stop it, "
            f"or start this one beside it: {choices} make run"
        )
    holders = ", ".join(f"{port} by {holder_of(port)}" for port in sorted(taken))
    choices = ", ".join(setting for _, setting in taken.values())
    return (
        f"{len(taken)} ports are in use ({holders}); "
        f"stop those, perhaps another Waypost, or choose others with {choices}"
    )


def _waypost_on(port: int) -> tuple[int, str] | None:
    """Return the process ID and data folder of the Waypost that uses the port."""
    holder = _listener(port)
    return supervisor_of(holder) if holder else None


def _free_ports(taken: list[int]) -> dict[int, int]:
    """Return a free port for each of these, all shifted by the same number."""
    for shift in range(100, 5_000, 100):
        if not any(port_is_open(port + shift) for port in taken):
            break
    return {port: port + shift for port in taken}
