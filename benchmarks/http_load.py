"""A small HTTP load generator: a given number of connections, each with one request at a time."""

import asyncio
import re
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
    """The responses of a run. `seconds` are the latencies, one per response."""

    elapsed: float = 0.0
    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    @property
    def rate(self) -> float:
        """Return the number of responses per second."""
        return len(self.seconds) / self.elapsed

    def percentile(self, share: float) -> float:
        """Return the latency in seconds that this share of responses did not exceed."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class _Connection(asyncio.Protocol):
    """Sends the next request when the response to the last one has arrived, or every `pace` seconds. In that case a
    late response does not delay the clock of later requests: latencies count from when a request was due.
    """

    def __init__(
        self,
        requests: Iterator[bytes],
        load: Load,
        ends_at: float,
        done: asyncio.Event,
        pace: float | None = None,
        first_at: float = 0.0,
    ) -> None:
        self.requests = requests
        self.load = load
        self.ends_at = ends_at
        self.done = done
        self.pace = pace
        self.due = first_at
        self.received = b""
        self.sent_at = 0.0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._send_when_due(time.perf_counter())

    def data_received(self, data: bytes) -> None:
        self.received += data
        if not _is_complete(self.received):
            return
        now = time.perf_counter()
        self.load.seconds.append(now - self.sent_at)
        self.load.statuses[int(self.received[9:12])] += 1
        self.received = b""
        if now < self.ends_at:
            self._send_when_due(now)
        elif self.transport is not None:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.done.set()

    def _send_when_due(self, now: float) -> None:
        if self.pace is None:
            self._send(now)
            return
        asyncio.get_running_loop().call_later(max(0.0, self.due - now), self._send, self.due)
        self.due += self.pace

    def _send(self, due: float) -> None:
        assert self.transport is not None
        self.sent_at = due
        self.transport.write(next(self.requests))


def _is_complete(received: bytes) -> bool:
    head, found, body = received.partition(END)
    if not found:
        return False
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    return length is None or len(body) >= int(length[1])


def run(
    port: int,
    requests: Sequence[bytes],
    *,
    seconds: float,
    connections: int = 128,
    rate: float | None = None,
) -> Load:
    """Load the server on this loopback port with these requests in a loop: as fast as it responds, or at `rate`
    requests per second.
    """
    return uvloop.run(_run(port, requests, seconds, connections, rate))


async def _run(
    port: int, requests: Sequence[bytes], seconds: float, connections: int, rate: float | None
) -> Load:
    loop = asyncio.get_running_loop()
    load = Load()
    began = time.perf_counter()
    ends: list[asyncio.Event] = []
    for number in range(connections):
        share = cycle(requests[number::connections])
        done = asyncio.Event()
        ends.append(done)

        def make(
            share: Iterator[bytes] = share, done: asyncio.Event = done, number: int = number
        ) -> _Connection:
            pace = connections / rate if rate else None
            first_at = began + number / rate if rate else began
            return _Connection(share, load, began + seconds, done, pace, first_at)

        await loop.create_connection(make, "127.0.0.1", port)
    await asyncio.gather(*(done.wait() for done in ends))
    load.elapsed = time.perf_counter() - began
    return load
