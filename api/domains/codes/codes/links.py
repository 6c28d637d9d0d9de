"""Addresses of codes: where they open and where their pictures are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from zlib import crc32

from api.domains.codes.codes.types import CodeRow

PRODUCT = "product"
"""Chosen by codes that carry the product's host whatever the default is."""
DEFAULT = "default"
"""What is said of codes that choose no host."""


@dataclass(frozen=True)
class Hosts:
    """An organisation's proven hosts by their domains' ids, and which domain is the default."""

    by_id: Mapping[str, str] = field(default_factory=dict)
    default: str | None = None

    def of(self, choice: str | None) -> str | None:
        """The host of this choice; None for the product's own."""
        return self.by_id.get(choice or self.default or "")


def choice_of(code: CodeRow) -> str | None:
    """The domain whose host a code carries: its own choice, else its base's; None: the default."""
    for it in (code, code.base):
        if it is not None and it.on_product_host:
            return PRODUCT
        if it is not None and it.domain_id is not None:
            return it.domain_id
    return None


def choice_on_code(code: CodeRow) -> str:
    """What a code itself says, as the wire spells it."""
    return PRODUCT if code.on_product_host else code.domain_id or DEFAULT


class CodeLinks:
    """Builds addresses below the product's own address or a custom domain.

    `hosts` is called once, when the first address is built.
    """

    def __init__(self, base_url: str, hosts: Callable[[], Hosts] = Hosts) -> None:
        self.base_url = base_url
        self._read_hosts = hosts

    @cached_property
    def hosts(self) -> Hosts:
        """Hosts of the organisation whose codes these are."""
        return self._read_hosts()

    def public_path(self, code_id: str, slug: str | None = None) -> str:
        """Path that opens a code: under its shown name, or its id when it has none."""
        return f"/code/{slug or code_id}"

    def short_path(self, code_id: str, slug: str | None = None) -> str:
        """The shorter path that opens it too."""
        return f"/{slug or code_id}"

    def address(self, code_id: str, slug: str | None = None, choice: str | None = None) -> str:
        """What a code's picture encodes: the whole address, by the domain that is chosen."""
        return self.address_at(self.hosts.of(choice), code_id, slug)

    def address_at(self, host: str | None, code_id: str, slug: str | None = None) -> str:
        """The whole address at an own host, where nothing but codes needs the short path; or at the
        product's.
        """
        if host is None:
            return f"{self.base_url}{self.public_path(code_id, slug)}"
        scheme = self.base_url.partition("://")[0]
        return f"{scheme}://{host}{self.short_path(code_id, slug)}"

    def name_in(self, address: str) -> str | None:
        """The id or name that an address opens, at the product's host or an own one; None for others."""
        for host in (None, *self.hosts.by_id.values()):
            before = self.address_at(host, "")
            if address.startswith(before):
                return address.removeprefix(before)
        return None

    def of(self, code: CodeRow) -> str:
        """What this code's picture encodes."""
        return self.address(code.code_id, code.slug, choice_of(code))

    def short_address(self, code: CodeRow) -> str:
        """The shortest whole address that opens this code."""
        host = self.hosts.of(choice_of(code))
        path = self.short_path(code.code_id, code.slug)
        return self.of(code) if host is not None else f"{self.base_url}{path}"

    def picture_path(
        self, code_id: str, extension: str, version: int, choice: str | None = None
    ) -> str:
        """Path of a picture; version and host make browsers fetch a changed one."""
        host = self.hosts.of(choice)
        seen = f"{version}-{crc32(host.encode()):x}" if host else str(version)
        return f"/v1/code-picture/{code_id}.{extension}?v={seen}"
