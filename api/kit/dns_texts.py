"""Looks up TXT records, with the system's resolvers or a configured one."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dns.resolver import Resolver

SECONDS = 4.0


def resolver_of(dns_server: str | None) -> "Resolver":
    """Return a resolver. `dns_server` is `address` or `address:port`; by default the system's resolvers are used."""
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
    """Return the TXT records of a name, which may be none, or None if no server responds."""
    from dns.exception import DNSException
    from dns.resolver import NXDOMAIN, NoAnswer

    try:
        answer = resolver_of(dns_server).resolve(f"{name}.", "TXT", lifetime=seconds, search=False)
    except (NXDOMAIN, NoAnswer):
        return []
    except (DNSException, OSError, UnicodeError):
        return None
    return [b"".join(it.strings).decode("utf-8", "replace") for it in answer]
