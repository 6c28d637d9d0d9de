"""Addresses of codes and of their pictures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from zlib import crc32

from api.domains.codes.codes.types import CodeRow

PRODUCT = "product"
"""The choice of codes that use the product's host, whatever the default is."""
DEFAULT = "default"
"""The value for codes that choose no host."""


@dataclass(frozen=True)
class Hosts:
    """An organisation's verified hosts by the IDs of their domains, and the default domain."""

    by_id: Mapping[str, str] = field(default_factory=dict)
    default: str | None = None

    def of(self, choice: str | None) -> str | None:
        """Return the host of this choice, or None for the product's own host."""
        return self.by_id.get(choice or self.default or "")


def choice_of(code: CodeRow) -> str | None:
    """Return the domain whose host a code uses: its own choice, else that of its base. None means the default."""
    for it in (code, code.base):
        if it is not None and it.on_product_host:
            return PRODUCT
        if it is not None and it.domain_id is not None:
            return it.domain_id
    return None


def choice_on_code(code: CodeRow) -> str:
    """Return the choice that is stored on the code itself, in the form of the API."""
    return PRODUCT if code.on_product_host else code.domain_id or DEFAULT


class CodeLinks:
    """Builds addresses below the product's own address or on a custom domain.

    `hosts` is called once, when the first address is built.
    """

    def __init__(self, base_url: str, hosts: Callable[[], Hosts] = Hosts) -> None:
        self.base_url = base_url
        self._read_hosts = hosts

    @cached_property
    def hosts(self) -> Hosts:
        """Return the hosts of the organisation to which the codes belong."""
        return self._read_hosts()

    def public_path(self, code_id: str, slug: str | None = None) -> str:
        """Return the path that opens a code: with its slug, or with its ID if it has none."""
        return f"/code/{slug or code_id}"

    def short_path(self, code_id: str, slug: str | None = None) -> str:
        """Return the shorter path that also opens the code."""
        return f"/{slug or code_id}"

    def address(self, code_id: str, slug: str | None = None, choice: str | None = None) -> str:
        """Return the full address that a code's picture encodes, on the chosen domain."""
        return self.address_at(self.hosts.of(choice), code_id, slug)

    def address_at(self, host: str | None, code_id: str, slug: str | None = None) -> str:
        """Return the full address on the product's host, or on a custom domain, where the short path suffices because
        only codes are served.
        """
        if host is None:
            return f"{self.base_url}{self.public_path(code_id, slug)}"
        scheme = self.base_url.partition("://")[0]
        return f"{scheme}://{host}{self.short_path(code_id, slug)}"

    def name_in(self, address: str) -> str | None:
        """Return the ID or slug that an address opens on the product's host or a custom domain, or None for other
        addresses.
        """
        for host in (None, *self.hosts.by_id.values()):
            before = self.address_at(host, "")
            if address.startswith(before):
                return address.removeprefix(before)
        return None

    def of(self, code: CodeRow) -> str:
        """Return the address that this code's picture encodes."""
        return self.address(code.code_id, code.slug, choice_of(code))

    def short_address(self, code: CodeRow) -> str:
        """Return the shortest full address that opens this code."""
        host = self.hosts.of(choice_of(code))
        path = self.short_path(code.code_id, code.slug)
        return self.of(code) if host is not None else f"{self.base_url}{path}"

    def picture_path(
        self, code_id: str, extension: str, version: int, choice: str | None = None
    ) -> str:
        """Return the path of a picture. It contains version and host, so that browsers fetch a changed picture."""
        host = self.hosts.of(choice)
        seen = f"{version}-{crc32(host.encode()):x}" if host else str(version)
        return f"/v1/code-picture/{code_id}.{extension}?v={seen}"
