"""Health checks over HTTP, gRPC and Kafka, and CPU time of a process."""

import socket
import struct
from enum import Enum
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import psutil

TIMEOUT = 10.0
"""Seconds that a check waits for an answer. A service under load may be slow."""


class Answer(Enum):
    """Result of a health check."""

    READY = "ready"
    ALIVE = "alive"
    """It answers, but a dependency is missing."""
    REFUSING = "refusing"
    """It refuses to serve and will not recover without a restart."""
    SILENT = "silent"


def ask_http(url: str) -> Answer:
    """Request an address with GET. The status 200 means ready, any other status alive."""
    try:
        with urlopen(url, timeout=TIMEOUT) as response:  # noqa: S310 (our own, on loopback)
            status: int = response.status
            return Answer.READY if status == 200 else Answer.ALIVE
    except HTTPError as refused:
        refused.close()
        return Answer.ALIVE
    except (URLError, OSError, HTTPException):
        return Answer.SILENT


def ask_http2(port: int) -> Answer:
    """Check a gRPC server, which sends its SETTINGS when a client opens a connection (RFC 9113, 3.4)."""
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    no_settings = struct.pack(">I", 0)[1:] + b"\x04\x00" + struct.pack(">I", 0)
    return _ask(port, preface + no_settings)


def ask_kafka(port: int) -> Answer:
    """Send ApiVersions, the first request of every Kafka client (KIP-35)."""
    header = struct.pack(">hhih", 18, 0, 1, -1)  # key, version, correlation ID, no client ID
    return _ask(port, struct.pack(">i", len(header)) + header)


def _ask(port: int, question: bytes) -> Answer:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) as connection:
            connection.sendall(question)
            return Answer.READY if connection.recv(1) else Answer.SILENT
    except OSError:
        return Answer.SILENT


def processor_seconds(pid: int) -> float:
    """Return the CPU seconds of a process and its children, or 0 if it has ended or is stopped, whatever its children
    do.

    Sessions of Postgres continue to work while its main process is stopped and accepts no new connection.
    """
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_STOPPED:
            return 0
        family = [process, *process.children(recursive=True)]
    except psutil.Error:
        return 0
    seconds = 0.0
    for one in family:
        try:
            times = one.cpu_times()
        except psutil.Error:
            continue
        seconds += times.user + times.system
    return seconds


def resident_memory(pid: int) -> int:
    """Return the bytes of memory that a process has in RAM, or 0 if it has ended."""
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0
