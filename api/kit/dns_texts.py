"""TXT records, from the system's resolvers or one that is set."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dns.resolver import Resolver

SECONDS = 4.0


def resolver_of(dns_server: str | None) -> "Resolver":
    """A resolver. `dns_server`: `address` or `address:port`; else the system's."""
    from dns.resolver import Resolver

    if dns_server is None:
        return Resolver()
    resolver = Resolver(configure=False)
    has_port = dns_server.count(":") == 1 or "]:" in dns_server
    address, _, port = dns_server.rpartition(":") if has_port else (dns_server, "", "53")
    resolver.nameservers = [address.strip("[]")]
    resolver.port = int(port)
    return resolver


def texts_at(dns_server: str | None, name: str, seconds: float = SECONDS) -> list[str] | None:
    """The TXT records of a name, none if there are none; None if nobody answers."""
    from dns.exception import DNSException
    from dns.resolver import NXDOMAIN, NoAnswer

    try:
        answer = resolver_of(dns_server).resolve(f"{name}.", "TXT", lifetime=seconds, search=False)
    except (NXDOMAIN, NoAnswer):
        return []
    except (DNSException, OSError, UnicodeError):
        return None
    return [b"".join(it.strings).decode("utf-8", "replace") for it in answer]
