"""A name server on loopback for tests: TXT records and nothing else."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from socketserver import BaseRequestHandler, UDPServer
from typing import Any

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset


@dataclass
class NameServer:
    """The records that it serves: texts by name. A name without texts exists but has no record."""

    address: str
    records: dict[str, list[str]] = field(default_factory=dict)
    is_broken: bool = False

    def answer(self, wire: bytes) -> bytes:
        """Return the response to one query."""
        asked = dns.message.from_wire(wire)
        answer = dns.message.make_response(asked)
        answer.flags |= dns.flags.RA
        question = asked.question[0]
        name = question.name.to_text(omit_final_dot=True).lower()
        if self.is_broken:
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif name not in self.records:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        elif question.rdtype == dns.rdatatype.TXT and self.records[name]:
            lines = [f'"{text}"' for text in self.records[name]]
            answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", "TXT", *lines))
        return answer.to_wire()


@contextmanager
def name_server() -> Iterator[NameServer]:
    """Run the server until the block ends."""
    known: list[NameServer] = []

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            wire, socket = self.request
            socket.sendto(known[0].answer(wire), self.client_address)

    with UDPServer(("127.0.0.1", 0), Handler) as server:
        address: Any = server.server_address
        known.append(NameServer(f"127.0.0.1:{address[1]}"))
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield known[0]
        finally:
            server.shutdown()
            thread.join()
