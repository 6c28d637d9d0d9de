"""Health checks distinguish a slow service from one that hangs, and both from one that lacks something."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import psutil
import pytest

from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.process import free_port, port_is_open
from runtime.up import health
from runtime.up.health import Answer, ask_http, ask_http2, ask_kafka, processor_seconds
from tests.support.waiting import eventually


def freeze(pid: int) -> None:
    """Suspend a process, and return when it is suspended."""
    process = psutil.Process(pid)
    process.suspend()
    eventually(lambda: process.status() == psutil.STATUS_STOPPED)


@contextmanager
def web(status: int, delay: float = 0) -> Iterator[str]:
    """Run a server that responds late; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            time.sleep(delay)
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/healthz"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("status", "delay", "answer"),
    [(200, 0, Answer.READY), (200, 3, Answer.READY), (503, 0, Answer.ALIVE)],
)
def test_any_http_response_counts_as_alive(status: int, delay: float, answer: Answer) -> None:
    with web(status, delay) as url:
        assert ask_http(url) is answer


def test_port_without_a_server_counts_as_silent() -> None:
    port = free_port()

    assert ask_http(f"http://127.0.0.1:{port}/healthz") is Answer.SILENT
    assert ask_http2(port) is Answer.SILENT
    assert ask_kafka(port) is Answer.SILENT


def test_frozen_broker_with_an_open_port_counts_as_silent(
    broker: EmbeddedKafka, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "TIMEOUT", 0.5)
    assert broker.pid is not None
    running = ask_kafka(broker.port)

    freeze(broker.pid)
    frozen, is_open = ask_kafka(broker.port), port_is_open(broker.port)
    os.kill(broker.pid, signal.SIGCONT)

    assert (running, frozen, is_open) == (Answer.READY, Answer.SILENT, True)


_GRPC = """
import sys
from concurrent.futures import ThreadPoolExecutor
import grpc
server = grpc.server(ThreadPoolExecutor(1))
server.add_insecure_port(f"127.0.0.1:{sys.argv[1]}")
server.start()
server.wait_for_termination()
"""


def test_grpc_server_responds_until_it_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TIMEOUT", 0.5)
    port = free_port()
    server = subprocess.Popen([sys.executable, "-c", _GRPC, str(port)])
    try:
        eventually(lambda: ask_http2(port) is Answer.READY, within=30)
        freeze(server.pid)
        frozen = ask_http2(port)
    finally:
        server.kill()
        server.wait()

    assert frozen is Answer.SILENT


def test_processor_time_includes_children_and_is_zero_for_a_process_that_has_ended() -> None:
    script = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'while True: pass'])"
    parent = subprocess.Popen([sys.executable, "-c", script])
    try:
        eventually(lambda: processor_seconds(parent.pid) > 0.5, within=30)
        freeze(parent.pid)
        eventually(lambda: processor_seconds(parent.pid) == 0, within=5)
        psutil.Process(parent.pid).resume()
        eventually(lambda: processor_seconds(parent.pid) > 0.5, within=5)
    finally:
        for child in psutil.Process(parent.pid).children():
            child.kill()
        parent.wait()

    assert processor_seconds(parent.pid) == 0
