"""Client addresses, in the forms that logs store and limits count."""

from ipaddress import IPv6Address, ip_address, ip_network
from socket import AF_INET, AF_INET6, inet_ntop, inet_pton

from starlette.requests import Request

from api.kit.process_state import ProcessState

_MAPPED = bytes(10) + b"\xff\xff"


def shortened(address: str) -> str:
    """Return the part of an address that logs may contain: its /24, or its /48 for IPv6."""
    try:
        parsed = ip_address(address)
    except ValueError:  # the address of a test client or a socket
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    bits = 24 if parsed.version == 4 else 48
    return str(ip_network((parsed, bits), strict=False))


def network_of(address: str) -> str:
    """Return the part of an address that is constant for one subscriber. For IPv6 this is its /64, within which a
    subscriber has any number of addresses. Limits count by it.
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
    """Return the subscriber network of this request, by which limits count."""
    addresses = ProcessState.of(request).client_addresses
    peer = request.client.host if request.client else None
    return network_of(addresses.of(peer, request.headers.get("x-forwarded-for")))
