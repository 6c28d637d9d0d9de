"""The state of custom domains in a web process."""

from dataclasses import dataclass

from api.domains.hosts.custom_domains.resolution import ResolvedDomains
from api.kit.app_state import AppState


@dataclass(frozen=True)
class CustomDomainsState(AppState):
    """Attached by the lifespan of custom domains."""

    hosts: ResolvedDomains
