"""Where a request really comes from: X-Forwarded-For counts only from proxies that are trusted."""

from ipaddress import IPv6Address, ip_address, ip_network
from socket import AF_INET, AF_INET6, inet_ntop, inet_pton

from starlette.requests import Request

UNKNOWN = "0.0.0.0"  # noqa: S104 - an address that no table knows, not one to listen on


class ClientAddresses:
    """Finds the nearest address that no trusted proxy vouches for being its own."""

    def __init__(self, trusted_proxies: str) -> None:
        names = (name.strip() for name in trusted_proxies.split(","))
        trusted = [ip_network(name, strict=False) for name in names if name]
        self._hosts = {
            str(network.network_address) for network in trusted if network.num_addresses == 1
        }
        self._networks = [network for network in trusted if network.num_addresses > 1]

    def of(self, peer: str | None, forwarded_for: str | None) -> str:
        """The client's address: `peer`, or what trusted proxies say stands behind it."""
        address = peer or UNKNOWN
        if not forwarded_for or not self.trusts(address):
            return address
        for hop in reversed(forwarded_for[-1024:].split(",")):
            candidate = _bare(hop)
            if candidate is None:
                return address
            address = candidate
            if not self.trusts(address):
                return address
        return address

    def trusts(self, peer: str | None) -> bool:
        """Whether this peer is a trusted proxy, so that what it forwards counts."""
        if peer is None or peer in self._hosts:
            return peer is not None
        if not self._networks:
            return False
        try:
            parsed = ip_address(peer)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)


def _bare(hop: str) -> str | None:
    """An address without port and brackets, or None when it is none."""
    text = hop.strip()
    try:
        inet_pton(AF_INET, text)
    except (OSError, ValueError):
        return _other_than_plain_ipv4(text)
    return text


def _other_than_plain_ipv4(text: str) -> str | None:
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ip_address(text)
    except ValueError:
        return None
    mapped = getattr(parsed, "ipv4_mapped", None)
    return str(mapped or parsed)


_MAPPED = bytes(10) + b"\xff\xff"


def shortened(address: str) -> str:
    """What logs may keep of an address: its /24, of IPv6 its /48."""
    try:
        parsed = ip_address(address)
    except ValueError:  # a test client's, a socket's
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    bits = 24 if parsed.version == 4 else 48
    return str(ip_network((parsed, bits), strict=False))


def network_of(address: str) -> str:
    """What of an address stays the same for one subscriber: of IPv6 its /64, for within that a
    subscriber has as many addresses as they like. Limits count by this.
    """
    if ":" not in address:
        return address
    try:
        packed = inet_pton(AF_INET6, address)
    except (OSError, ValueError):
        return address
    if packed.startswith(_MAPPED):
        return inet_ntop(AF_INET, packed[12:])
    return inet_ntop(AF_INET6, packed[:8] + bytes(8))


def client_network(request: Request) -> str:
    """Where this request comes from, as limits count it."""
    addresses: ClientAddresses = request.app.state.client_addresses
    peer = request.client.host if request.client else None
    return network_of(addresses.of(peer, request.headers.get("x-forwarded-for")))
