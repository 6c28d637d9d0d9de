"""The state of codes in a web process."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from api.domains.codes.codes.resolution import ResolvedCodes, ResolvedSlugs
from api.kit.app_state import AppState


@dataclass(frozen=True)
class CodesState(AppState):
    """Attached by the lifespan of codes."""

    codes: ResolvedCodes
    """Codes by ID."""
    slugs: ResolvedSlugs
    """Code IDs by slug."""


async def _codes(request: Request) -> ResolvedCodes:
    return CodesState.of(request).codes


ResolvedCodesDep = Annotated[ResolvedCodes, Depends(_codes)]
"""Resolved codes by ID, as visitors open them."""
