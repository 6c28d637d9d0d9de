"""The twins that the campaign through the kills is sent to: a Twilio that fails at times, loses responses, and sends
receipts twice and out of order, and a mail server that does the same.
"""

import asyncio
import http.client
import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any
from urllib.parse import urlencode, urlsplit

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.twins.twilio import ACCOUNT, Twilio, signed

SEED = 22
POSTERS = 6
INBOUND = "/v1/twilio/inbound"


@dataclass
class StatefulTwilio(Twilio):
    """A Twilio that fails for 5 % of the requests to send, and loses the response to 2 % of those that it accepts."""

    chance: random.Random = field(default_factory=lambda: random.Random(SEED))
    lock: threading.Lock = field(default_factory=threading.Lock)
    by_phone: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    failures: Counter[str] = field(default_factory=Counter)
    taken_at: dict[str, float] = field(default_factory=dict)
    """When it accepted the first message to a number, in seconds since 1970."""
    on_taken: Callable[[str], None] = lambda _sid: None

    def answer(
        self, path: str, authorization: str, fields: str, method: str = "POST"
    ) -> tuple[int, bytes]:
        """Return the twin's response, or one of the faults."""
        if method != "POST":
            return super().answer(path, authorization, fields, method)
        with self.lock:
            dice = self.chance.random()
            if dice < 0.05:
                status, code = ((503, 20503), (429, 20429), (500, 20500))[int(dice * 60) % 3]
                self.failures[f"status {status}"] += 1
                return self._error(status, code, "not now")
            before = len(self.rows)
            result = super().answer(path, authorization, fields, method)
            if len(self.rows) == before:
                return result
            sid, row = next(reversed(self.rows.items()))
            self.by_phone[row["to"]].append(row)
            self.taken_at.setdefault(row["to"], time.time())
        self.on_taken(sid)
        if dice < 0.07:
            self.failures["silence after acceptance"] += 1
            raise BrokenPipeError
        return result

    def _listed(self, phone: str) -> list[dict[str, Any]]:
        return list(reversed(self.by_phone.get(phone, [])))


@dataclass
class Reporter:
    """Reports the outcome of messages to the API, again until each report is accepted."""

    twilio: StatefulTwilio
    base_url: str
    ports: list[int]
    waiting: "SimpleQueue[tuple[str, dict[str, str], Callable[[], None] | None] | None]" = field(
        default_factory=SimpleQueue
    )
    chance: random.Random = field(default_factory=lambda: random.Random(SEED + 1))
    posted: Counter[int] = field(default_factory=Counter)
    threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        """Start posting."""
        for number in range(POSTERS):
            thread = threading.Thread(target=self._post_all, args=(number,), daemon=True)
            thread.start()
            self.threads.append(thread)

    def stop(self) -> None:
        """Post what is queued, and stop."""
        for _ in self.threads:
            self.waiting.put(None)
        for thread in self.threads:
            thread.join()

    def report(self, sid: str) -> None:
        """Queue the receipts of a message: some twice, some out of order, 2 % undelivered."""
        dice = self.chance.random()
        end = ("undelivered", 30005) if dice < 0.02 else ("delivered", None)
        receipts = [self.twilio.goes_on(sid, *end)]
        if dice < 0.1:
            receipts.append(receipts[0])
        if dice > 0.8:
            receipts.append(self.twilio.goes_on(sid, "sent"))
            self.twilio.goes_on(sid, *end)
        for url, form in receipts:
            self.waiting.put((url, form, None))

    def text(self, phone: str, body: str, on_taken: Callable[[], None]) -> None:
        """Send a message from a person to the sender; `on_taken` is called when the API has accepted it."""
        form = {"MessageSid": f"SM{random.getrandbits(120):030x}", "From": phone, "Body": body}
        form |= {"To": "+12125550199", "AccountSid": ACCOUNT}
        self.waiting.put((f"{self.base_url}{INBOUND}", form, on_taken))

    def _post_all(self, number: int) -> None:
        line: http.client.HTTPConnection | None = None
        while (item := self.waiting.get()) is not None:
            url, form, on_taken = item
            headers = {**signed(url, form), "Content-Type": "application/x-www-form-urlencoded"}
            body, path = urlencode(form), urlsplit(url).path
            while True:
                try:
                    if line is None:
                        number += 1
                        port = self.ports[number % len(self.ports)]
                        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                    line.request("POST", path, body, headers)
                    answer = line.getresponse()
                    answer.read()
                except (OSError, http.client.HTTPException):
                    line = None
                    time.sleep(0.2)
                    continue
                self.posted[answer.status] += 1
                if answer.status < 300:
                    break
                time.sleep(0.2)
            if on_taken is not None:
                on_taken()


@dataclass
class StatefulPost:
    """A mail server that fails temporarily for 5 % of the requests, does not know 1 % of the addresses, and breaks the
    connection after 2 % of the emails that it accepts.
    """

    chance: random.Random = field(default_factory=lambda: random.Random(SEED + 2))
    taken: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)

    async def handle_RCPT(  # noqa: N802
        self,
        _server: SMTP,
        _session: Session,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        """Reply whether the server knows an address."""
        if int(address.partition("@")[0].lstrip("person")) % 100 == 0:
            self.failures["no such address"] += 1
            return "550 5.1.1 No such address"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Accept an email, or refuse it temporarily."""
        dice = self.chance.random()
        if dice < 0.05:
            self.failures["not now"] += 1
            return "451 4.3.0 Try again"
        (address,) = envelope.rcpt_tos
        self.taken[address] += 1
        if dice < 0.07:
            self.failures["silence after acceptance"] += 1
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        return "250 OK"
