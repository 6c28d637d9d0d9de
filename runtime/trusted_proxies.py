"""Addresses and networks of the proxies whose X-Forwarded-For is trusted."""

from ipaddress import ip_network
from typing import Annotated

from pydantic import AfterValidator


def _normal(value: str) -> str:
    """Return the same networks as every reader of the setting accepts them, such as 10.0.0.0/8 for 10.1.2.3/8."""
    names = [name.strip() for name in value.split(",") if name.strip()]
    for name in names:
        try:
            ip_network(name, strict=False)
        except ValueError:
            raise ValueError(
                f"`{name}` is neither an address nor a network such as 10.0.0.0/8"
            ) from None
    return ",".join(str(ip_network(it, strict=False)) if "/" in it else it for it in names)


TrustedProxies = Annotated[str, AfterValidator(_normal)]
