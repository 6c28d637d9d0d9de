"""Settings of outgoing webhooks."""

from typing import ClassVar, get_args
from urllib.parse import urlsplit

from pydantic import Field, field_validator
from pydantic_settings import SettingsConfigDict

from api.integrations.mapping import PROFILE_FIELDS, MappedSettings
from api.integrations.ports.connector import (
    EventKind,
    VendorDescription,
)
from runtime.environment import named
from runtime.vendor_settings import VendorSettings


class WebhooksSettings(VendorSettings):
    """The addresses to which webhooks may be sent."""

    model_config = SettingsConfigDict(env_prefix="WEBHOOKS_")

    vendor: ClassVar[str] = "Webhooks"
    without: ClassVar[str] = "webhooks reach public addresses only"

    may_be_private: bool = Field(
        False,
        validation_alias=named("WEBHOOKS_TO_PRIVATE_NETWORKS"),
        description="Whether webhooks may be sent into private networks, for installations that nobody else uses",
    )

    @property
    def is_set(self) -> bool:
        """Return whether webhooks may be sent to any address, including private networks."""
        return self.may_be_private


class EndpointSettings(MappedSettings):
    """The settings for what an endpoint receives."""

    url: str = Field(max_length=2000, description="Where events are sent, https")
    with_people: bool = Field(
        False, description="Whether names, addresses and answers of customers are sent"
    )

    @field_validator("url")
    @classmethod
    def _is_a_safe_address(cls, url: str) -> str:
        try:
            parts = urlsplit(url)
            host = parts.hostname or ""
        except ValueError:
            raise ValueError("is not a web address.") from None
        if not host or not url.isprintable() or " " in url:
            raise ValueError("is not a web address.")
        if parts.username or parts.password:
            raise ValueError("must not contain a name or password.")
        if parts.scheme != "https" and not (parts.scheme == "http" and host in _THIS_MACHINE):
            raise ValueError("must begin with https://.")
        return url


_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts that can be reached only where private networks are allowed."""

ALL_KINDS: tuple[EventKind, ...] = get_args(EventKind)

WEBHOOKS = VendorDescription(
    vendor="webhooks",
    title="Webhooks",
    settings=EndpointSettings,
    event_kinds=ALL_KINDS,
    default_kinds=("submit", "redemption"),
    max_connections=20,
    per_second=20,
    makes_secret=True,
    profile_fields=PROFILE_FIELDS,
)

REST_HOOKS = VendorDescription(
    vendor="rest_hooks",
    title="REST hooks",
    settings=EndpointSettings,
    event_kinds=ALL_KINDS,
    max_connections=20,
    per_second=20,
    makes_secret=True,
    profile_fields=PROFILE_FIELDS,
)
"""Endpoints that programs such as Zapier subscribe by themselves; a response of 410 ends a subscription."""
