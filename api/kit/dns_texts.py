"""TXT records, from the system's resolvers or one that is set."""

import dns.exception
import dns.resolver

SECONDS = 4.0


def resolver_of(dns_server: str | None) -> dns.resolver.Resolver:
    """A resolver. `dns_server`: `address` or `address:port`; else the system's."""
    if dns_server is None:
        return dns.resolver.Resolver()
    resolver = dns.resolver.Resolver(configure=False)
    has_port = dns_server.count(":") == 1 or "]:" in dns_server
    address, _, port = dns_server.rpartition(":") if has_port else (dns_server, "", "53")
    resolver.nameservers = [address.strip("[]")]
    resolver.port = int(port)
    return resolver


def texts_at(dns_server: str | None, name: str, seconds: float = SECONDS) -> list[str] | None:
    """The TXT records of a name, none if there are none; None if nobody answers."""
    try:
        answer = resolver_of(dns_server).resolve(f"{name}.", "TXT", lifetime=seconds, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError, UnicodeError):
        return None
    return [b"".join(it.strings).decode("utf-8", "replace") for it in answer]
