"""A small HTTP load generator: as many connections as asked for, each with one request at a time."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import cast

import uvloop

END = b"\r\n\r\n"


@dataclass
class Load:
    """What came back. `seconds` are latencies, one an answer."""

    elapsed: float = 0.0
    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    @property
    def rate(self) -> float:
        """Answers per second."""
        return len(self.seconds) / self.elapsed

    def percentile(self, share: float) -> float:
        """Latency in seconds that this share of answers did not exceed."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class _Connection(asyncio.Protocol):
    """Sends the next request when the answer to the last one is there. Answers carry no body."""

    def __init__(
        self, requests: Iterator[bytes], load: Load, ends_at: float, done: asyncio.Event
    ) -> None:
        self.requests = requests
        self.load = load
        self.ends_at = ends_at
        self.done = done
        self.received = b""
        self.sent_at = 0.0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._send()

    def data_received(self, data: bytes) -> None:
        self.received += data
        if not self.received.endswith(END):
            return
        now = time.perf_counter()
        self.load.seconds.append(now - self.sent_at)
        self.load.statuses[int(self.received[9:12])] += 1
        self.received = b""
        if now < self.ends_at:
            self._send()
        elif self.transport is not None:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.done.set()

    def _send(self) -> None:
        assert self.transport is not None
        self.sent_at = time.perf_counter()
        self.transport.write(next(self.requests))


def run(port: int, requests: Sequence[bytes], *, seconds: float, connections: int = 128) -> Load:
    """Load the server on this port of loopback with these requests, over and over."""
    return uvloop.run(_run(port, requests, seconds, connections))


async def _run(port: int, requests: Sequence[bytes], seconds: float, connections: int) -> Load:
    loop = asyncio.get_running_loop()
    load = Load()
    began = time.perf_counter()
    ends: list[asyncio.Event] = []
    for number in range(connections):
        share = cycle(requests[number::connections])
        done = asyncio.Event()
        ends.append(done)

        def make(share: Iterator[bytes] = share, done: asyncio.Event = done) -> _Connection:
            return _Connection(share, load, began + seconds, done)

        await loop.create_connection(make, "127.0.0.1", port)
    await asyncio.gather(*(done.wait() for done in ends))
    load.elapsed = time.perf_counter() - began
    return load
