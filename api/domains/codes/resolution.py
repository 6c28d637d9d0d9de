"""Resolved codes for the visitor's hot path: loaded once, dropped when the database says so.

Each web process listens on one connection of its own. While it hears nothing (Postgres restarts, the
network breaks) entries live for a second only, so a change is never missed for long.
"""

import asyncio
import sys
from collections.abc import Callable
from typing import Any, Final

import psycopg
import structlog
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

from api.domains.codes.inheritance import followed_columns
from api.domains.codes.rule_sets import NO_RULES, RuleSet
from api.domains.codes.types import (
    Brand,
    CodeKind,
    CodeState,
    OneTimeState,
    PageContent,
    ResolvedCode,
)

CHANNEL = "code_changed"
MAX_ENTRIES = 50_000
SECONDS_HEARING = 30.0
SECONDS_DEAF = 1.0
SECONDS_UNKNOWN = 5.0
SECONDS_TO_ASK = 3.0

log = structlog.get_logger(__name__)

_RESOLVE = f"""
select c.code_id, c.org_id, c.type, c.name, c.base_code_id,
       {followed_columns()},
       c.version + coalesce(b.version, 0) as version,
       m.files -> -1 ->> 'key' as ai_picture,
       c.one_time_state, c.one_time_used_at,
       coalesce(c.deleted_at, o.deleted_at) as deleted_at,
       o.name as org_name, o.logo as org_logo, o.brand as org_brand, o.time_zone
from codes c
join organizations o on o.org_id = c.org_id
left join codes b on b.code_id = c.base_code_id and b.org_id = c.org_id
left join media m on m.media_id = c.ai_media_id and m.org_id = c.org_id
where c.code_id = %s
"""


class Missing:
    """Nothing is known yet of a code; unlike None, which says that there is no such code."""


MISSING: Final = Missing()


class ResolvedCodes:
    """Codes by id, as opening them needs them."""

    def __init__(
        self,
        pool: "AsyncConnectionPool[psycopg.AsyncConnection[Any]]",
        listen_url: str,
        monotonic: Callable[[], float],
    ) -> None:
        self._pool = pool
        self._listen_url = listen_url
        self._monotonic = monotonic
        self._known: dict[str, tuple[float, ResolvedCode | None]] = {}
        self._loading: dict[str, asyncio.Task[ResolvedCode | None]] = {}
        self._changes = 0
        self._is_hearing = False
        self._listener: asyncio.Task[None] | None = None

    @property
    def is_hearing(self) -> bool:
        """Whether changes are being told of at this moment."""
        return self._is_hearing

    def start(self) -> None:
        """Begin to listen for changes."""
        self._listener = asyncio.create_task(self._listen(), name="resolved-codes-listener")

    async def stop(self) -> None:
        """Stop listening."""
        # Asked again until it is done: the pool's check() takes a cancellation for a broken connection.
        while self._listener is not None and not self._listener.done():
            self._listener.cancel()
            await asyncio.wait({self._listener}, timeout=0.2)

    def peek(self, code_id: str) -> ResolvedCode | Missing | None:
        """What is known without asking: a code, None (there is none), or MISSING."""
        entry = self._known.get(code_id)
        if entry is None or entry[0] < self._monotonic():
            return MISSING
        return entry[1]

    async def find_public(self, code_id: str) -> ResolvedCode | None:
        """The code of any organisation, or None. Many who ask at once cause one query."""
        known = self.peek(code_id)
        if not isinstance(known, Missing):
            return known
        loading = self._loading.get(code_id)
        if loading is None:
            loading = asyncio.create_task(self._load(code_id))
            self._loading[code_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code_id, None))
        return await asyncio.shield(loading)

    def forget(self, code_id: str | None = None) -> None:
        """Drop one code, or all."""
        self._changes += 1
        if code_id is None:
            self._known.clear()
        else:
            self._known.pop(code_id, None)

    async def _load(self, code_id: str) -> ResolvedCode | None:
        changes = self._changes
        async with self._pool.connection(timeout=SECONDS_TO_ASK) as connection:
            cursor = await connection.cursor(row_factory=dict_row).execute(_RESOLVE, (code_id,))
            row = await cursor.fetchone()
        code = _resolved(row) if row is not None else None
        if changes == self._changes:
            self._keep(code_id, code)
        return code

    def _keep(self, code_id: str, code: ResolvedCode | None) -> None:
        if len(self._known) >= MAX_ENTRIES:
            for oldest in list(self._known)[: MAX_ENTRIES // 10]:
                del self._known[oldest]
        seconds = SECONDS_HEARING if self._is_hearing else SECONDS_DEAF
        if code is None:
            seconds = min(seconds, SECONDS_UNKNOWN)
        self._known[code_id] = (self._monotonic() + seconds, code)

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (psycopg.Error, OSError) as error:
                log.warning("code changes are not heard", error=str(error))
            self._is_hearing = False
            self.forget()
            await asyncio.sleep(SECONDS_DEAF)

    async def _listen_once(self) -> None:
        connection = await psycopg.AsyncConnection.connect(
            self._listen_url,
            autocommit=True,
            connect_timeout=5,
            keepalives_idle=10,
            keepalives_interval=5,
            keepalives_count=3,
        )
        async with connection:
            await connection.execute(f"listen {CHANNEL}")
            # Whatever broke this connection before may have broken those in the pool.
            await self._pool.check()
            self.forget()
            self._is_hearing = True
            async for change in connection.notifies():
                self.forget(change.payload or None)


def _resolved(row: dict[str, Any]) -> ResolvedCode:
    content, brand = row["content"], row["org_brand"]
    return ResolvedCode(
        code_id=row["code_id"],
        org_id=row["org_id"],
        kind=CodeKind(row["type"]),
        name=row["name"],
        destination=row["destination"],
        content=PageContent(**content),
        brand=Brand(row["org_name"], row["org_logo"], str(brand.get("color") or "")),
        base_code_id=row["base_code_id"],
        state=CodeState(row["state"]),
        active_from=row["active_from"],
        active_until=row["active_until"],
        fallback_url=row["fallback_url"],
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
        promo_lock=row["promo_lock"],
        one_time=OneTimeState(row["one_time_state"]) if row["one_time_state"] else None,
        used_at=row["one_time_used_at"],
    )


def _with_shared_logo(design: dict[str, Any]) -> dict[str, Any]:
    """Thousands of children carry their base's logo: they share one text of it in memory."""
    logo = design.get("logo")
    if logo:
        logo["image"] = sys.intern(logo["image"])
    return design
