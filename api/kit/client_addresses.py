"""The real client address of a request: X-Forwarded-For counts only if it comes from trusted proxies."""

from ipaddress import ip_address, ip_network
from socket import AF_INET, inet_pton

UNKNOWN = "0.0.0.0"  # noqa: S104 - an address that no table knows, not one to listen on


class ClientAddresses:
    """Finds the nearest address that is not that of a trusted proxy."""

    def __init__(self, trusted_proxies: str) -> None:
        names = (name.strip() for name in trusted_proxies.split(","))
        trusted = [ip_network(name, strict=False) for name in names if name]
        self._hosts = {
            str(network.network_address) for network in trusted if network.num_addresses == 1
        }
        self._networks = [network for network in trusted if network.num_addresses > 1]

    def of(self, peer: str | None, forwarded_for: str | None) -> str:
        """Return the client's address: `peer`, or the address that trusted proxies report."""
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
        """Return whether this peer is a trusted proxy, so that its forwarded headers count."""
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
    """Return an address without port and brackets, or None if it is not valid."""
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
