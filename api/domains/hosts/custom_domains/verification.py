"""Verifies that an organisation controls a host: a TXT record in its DNS, or a file on its web server."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from api.kit.dns_texts import resolver_of
from runtime.outbound_http import AddressRefused, OutboundAnswer, OutboundHttp, Unreachable

RECORD = "_waypost"
FILE = "/.well-known/waypost-domain.txt"
SECONDS = 4.0
MAX_FILE = 4_096

Fetch = Callable[[str], OutboundAnswer]


@dataclass(frozen=True)
class VerificationResult:
    """The result of a verification. `unsure` means that no server responded, so nothing is known."""

    found: Literal["dns", "file", "no", "unsure"]
    problem: str = ""


def expected(token: str) -> str:
    """Return the expected content of the record or the file."""
    return f"waypost-domain={token}"


class DomainVerifier:
    """Verifies domains. `dns_server` is `address` or `address:port`; by default the system's resolvers are used."""

    def __init__(
        self, dns_server: str | None, fetch: Fetch | None = None, seconds: float = SECONDS
    ) -> None:
        self._seconds = seconds
        self._dns_server = dns_server
        self._fetch = fetch or (lambda url: OutboundHttp(seconds=seconds).read(url, MAX_FILE))

    def prove(self, host: str, token: str) -> VerificationResult:
        """Check the DNS record first, then the file."""
        record = self._record(host, token)
        if record.found == "dns":
            return record
        file = self._file(host, token)
        if file.found == "file":
            return file
        is_sure = record.found == "no" and file.found == "no"
        return VerificationResult("no" if is_sure else "unsure", f"{record.problem} {file.problem}")

    def _record(self, host: str, token: str) -> VerificationResult:
        from dns.exception import DNSException
        from dns.resolver import NXDOMAIN, NoAnswer

        name = f"{RECORD}.{host}"
        try:
            answer = resolver_of(self._dns_server).resolve(
                f"{name}.", "TXT", lifetime=self._seconds, search=False
            )
        except NXDOMAIN:
            return VerificationResult("no", f"There is no TXT record at {name} yet.")
        except NoAnswer:
            return VerificationResult("no", f"{name} exists but has no TXT record.")
        except (DNSException, OSError):
            return VerificationResult("unsure", f"The name servers for {name} did not respond.")
        texts = [b"".join(it.strings).decode("utf-8", "replace").strip() for it in answer]
        if expected(token) in texts:
            return VerificationResult("dns")
        return VerificationResult("no", f"The TXT record at {name} has a different value.")

    def _file(self, host: str, token: str) -> VerificationResult:
        """Fetch the file, which may redirect to https or another path on the same host, but nowhere else."""
        problem, is_sure = "", False
        for scheme in ("https", "http"):
            try:
                answered = self._fetch(f"{scheme}://{host}{FILE}")
            except AddressRefused as refused:
                return VerificationResult(
                    "no", f"The file could not be fetched: {str(refused).lower()}"
                )
            except Unreachable as silent:
                problem = problem or f"The file could not be fetched: {str(silent).lower()}"
                continue
            is_sure = True
            is_there = answered.status == 200 and urlsplit(answered.url).hostname == host
            if is_there and _contains_token(answered.body, token):
                return VerificationResult("file")
            problem = (
                f"The file {FILE} has different content."
                if is_there
                else f"There is no file {FILE} on the web server."
            )
        return VerificationResult("no" if is_sure else "unsure", problem)


def _contains_token(body: bytes, token: str) -> bool:
    return body.decode("utf-8", "replace").strip() == expected(token)
