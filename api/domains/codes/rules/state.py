"""What a web process holds to decide by rules."""

from dataclasses import dataclass
from typing import Annotated, Protocol

from fastapi import Depends, Request

from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.lookups import VisitLookups
from api.kit.app_state import AppState


class PublishedPage(Protocol):
    """As much of a page as rules need."""

    @property
    def org_id(self) -> str:
        """Whose page it is."""


class PublishedPages(Protocol):
    """Where published pages are found."""

    async def of_page(self, page_id: str) -> PublishedPage | None:
        """The page of this id."""

    async def of_code(self, code: ResolvedCode) -> PublishedPage | None:
        """The page that a code opens."""


@dataclass(frozen=True)
class LookupState(AppState):
    """Attached by the lifespan of visits."""

    lookups: VisitLookups


@dataclass(frozen=True)
class RulePages(AppState):
    """The pages that rules may name. Attached by the lifespan of pages."""

    published: PublishedPages


async def _lookups(request: Request) -> VisitLookups:
    return LookupState.of(request).lookups


LookupsDep = Annotated[VisitLookups, Depends(_lookups)]


async def _published(request: Request) -> PublishedPages:
    return RulePages.of(request).published


RulePagesDep = Annotated[PublishedPages, Depends(_published)]
