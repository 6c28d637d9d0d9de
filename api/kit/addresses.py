"""Addresses of clients, as logs keep them and as limits count them."""

from ipaddress import IPv6Address, ip_address, ip_network
from socket import AF_INET, AF_INET6, inet_ntop, inet_pton

from starlette.requests import Request

from api.kit.process_state import ProcessState

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
    addresses = ProcessState.of(request).client_addresses
    peer = request.client.host if request.client else None
    return network_of(addresses.of(peer, request.headers.get("x-forwarded-for")))
