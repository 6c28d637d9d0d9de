"""Cache of resolved codes for visits, where speed matters most."""

import sys
from collections.abc import Callable
from typing import Any

from api.db.invalidation import InvalidatedCache, NotCached
from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.forwarding import bare_host
from api.domains.codes.codes.promo_lock import LockState
from api.domains.codes.codes.rule_sets import NO_RULES, RuleSet
from api.domains.codes.codes.types import (
    CodeKind,
    CodeState,
    OneTimeState,
    PageContent,
    ResolvedCode,
)
from api.domains.codes.codes.visitor_repository import find_code_id, find_with_base
from api.kit.request_context import is_served
from api.rendering.visitor_pages.brand import Brand

CHANNEL = "code_changed"
SLUG_CHANNEL = "slug_changed"
MAX_ENTRIES = 50_000


class ResolvedCodes(InvalidatedCache[ResolvedCode]):
    """Codes of any organisation by ID, with everything that is needed to open them."""

    def __init__(self, database: VisitorDatabase, monotonic: Callable[[], float]) -> None:
        super().__init__(database.changes, CHANNEL, self._read, monotonic, max_entries=MAX_ENTRIES)
        self._pool = database.pool

    def peek(self, key: str) -> ResolvedCode | NotCached | None:
        """Return the cached code. On a custom domain, codes of other organisations do not exist."""
        cached = super().peek(key)
        if isinstance(cached, ResolvedCode) and not is_served(cached.org_id):
            return None
        return cached

    async def find(self, key: str) -> ResolvedCode | None:
        """Return the code, or None if it does not exist or the host of the request does not serve it."""
        code = await super().find(key)
        return code if code is None or is_served(code.org_id) else None

    async def _read(self, code_id: str) -> ResolvedCode | None:
        row = await find_with_base(self._pool, code_id)
        return _resolved(row) if row is not None else None


class ResolvedSlugs(InvalidatedCache[str]):
    """IDs of codes by slug, in lower case."""

    def __init__(self, database: VisitorDatabase, monotonic: Callable[[], float]) -> None:
        super().__init__(
            database.changes, SLUG_CHANNEL, self._read, monotonic, max_entries=MAX_ENTRIES
        )
        self._pool = database.pool

    async def _read(self, slug: str) -> str | None:
        return await find_code_id(self._pool, slug)


def _resolved(row: dict[str, Any]) -> ResolvedCode:
    content, look = row["content"], row["org_brand"]
    return ResolvedCode(
        code_id=row["code_id"],
        org_id=row["org_id"],
        kind=CodeKind(row["type"]),
        slug=row["slug"],
        name=row["name"],
        destination=row["destination"],
        forwards_query=row["forwards_query"],
        app_links=row["app_links"],
        content=PageContent(**content),
        brand=Brand.of(
            row["org_id"], row["org_name"], row["org_logo"], look, row["visitor_consent"]
        ),
        base_code_id=row["base_code_id"],
        state=CodeState(row["state"]),
        active_from=row["active_from"],
        active_until=row["active_until"],
        fallback_url=row["fallback_url"],
        expired_url=row["expired_url"],
        deleted_at=row["deleted_at"],
        rules=RuleSet.read(row["rules"]) if row["rules"] else NO_RULES,
        time_zone=row["time_zone"],
        width=row["width"],
        height=row["height"],
        design=_with_shared_logo(row["design"]),
        ai_picture=row["ai_picture"],
        version=row["version"],
        password_hash=row["password_hash"],
        password_epoch=row["password_epoch"],
        scan_limit=row["scan_limit"],
        visitor_limit=row["visitor_limit"],
        promo_lock=LockState.from_json(row["promo_lock"]) if row["promo_lock"] else None,
        one_time=OneTimeState(row["one_time_state"]) if row["one_time_state"] else None,
        used_at=row["one_time_used_at"],
        own_host=row["own_host"],
        shop_hosts=frozenset(bare_host(it) for it in row["shop_hosts"] or ()),
    )


def _with_shared_logo(design: dict[str, Any]) -> dict[str, Any]:
    """Intern the logo: thousands of children use the logo of their base and share one string in memory."""
    logo = design.get("logo")
    if logo:
        logo["image"] = sys.intern(logo["image"])
    return design
