"""What a web process holds of codes."""

from dataclasses import dataclass

from api.domains.codes.codes.resolution import ResolvedCodes, ResolvedSlugs
from api.kit.app_state import AppState


@dataclass(frozen=True)
class CodesState(AppState):
    """Attached by the lifespan of codes."""

    codes: ResolvedCodes
    """By id."""
    slugs: ResolvedSlugs
    """By name."""
