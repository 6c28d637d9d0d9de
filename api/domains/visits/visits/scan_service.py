"""Handles every visit of a web process: finds the code, decides what to show, and records the scan.

One service exists for the lifetime of the process. Its collaborators are passed in, and it opens nothing itself.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
from starlette.types import Scope

from api.db.invalidation import NotCached
from api.domains.codes.codes.promo_lock import LockState
from api.domains.codes.codes.resolution import ResolvedCodes, ResolvedSlugs
from api.domains.codes.codes.types import CODE_ID, SLUG, OneTimeState, ResolvedCode
from api.domains.codes.codes.unlocks import UnlockMethod, is_unlocked
from api.domains.codes.rules import visit_context
from api.domains.codes.rules.decide import decide, is_locked
from api.domains.codes.rules.lookups import VisitLookups
from api.domains.codes.rules.types import Decision, Method, Visit, VisitContext
from api.domains.visits.visits import agents, events, verdicts
from api.domains.visits.visits.geo import GeoTables
from api.domains.visits.visits.group_commit import GroupWriter
from api.domains.visits.visits.identity import COOKIE, VisitorIdentities, parse_cookies
from api.domains.visits.visits.scan_limits import CountedVisit, count_visits, is_counted
from api.kit.addresses import network_of
from api.kit.client_addresses import ClientAddresses
from api.rendering.visitor_pages.consent import (
    Consent,
    ConsentPolicy,
    consent_of,
    withdraws_identifier,
)
from ingest.outbox import OutboxRow, insert_rows
from ingest.verdicts import signals

READ_HEADERS = {
    name.encode(): name
    for name in (
        "user-agent",
        "cookie",
        "referer",
        "x-forwarded-for",
        "x-forwarded-proto",
        "sec-gpc",
        "dnt",
        *signals.READ,
    )
}
Connection = psycopg.AsyncConnection[Any]

_JOINED = {"cookie": "; ", "x-forwarded-for": ", "}


class VisitorRequest(NamedTuple):
    """A visitor's request: the client's address and the relevant headers."""

    method: Method
    address: str
    is_secure: bool
    headers: Mapping[str, str]
    query: str

    @property
    def network(self) -> str:
        """Return the subscriber network by which limits count."""
        return network_of(self.address)


class ScanService:
    """Finds codes, identifies visitors, decides and records."""

    def __init__(
        self,
        *,
        codes: ResolvedCodes,
        slugs: ResolvedSlugs,
        writer: GroupWriter[OutboxRow],
        counter: GroupWriter[CountedVisit],
        lookups: VisitLookups,
        identities: VisitorIdentities,
        addresses: ClientAddresses,
        geo: GeoTables,
        now: Callable[[], datetime],
        new_event_id: Callable[[], UUID],
        secret: bytes,
    ) -> None:
        self.codes = codes
        self.slugs = slugs
        self.writer = writer
        self.counter = counter
        self.lookups = lookups
        self.identities = identities
        self.addresses = addresses
        self.geo = geo
        self.now = now
        self.new_event_id = new_event_id
        self.secret = secret

    def read_request(self, method: Method, scope: Scope) -> VisitorRequest:
        """Read the request of an ASGI scope, handled as one with `method`."""
        client = scope.get("client")
        peer = client[0] if client else None
        headers: dict[str, str] = {}
        for raw_name, raw_value in scope["headers"]:
            name = READ_HEADERS.get(raw_name)
            if name is not None:
                value = raw_value.decode("latin-1")
                if name in headers and name in _JOINED:
                    value = headers[name] + _JOINED[name] + value
                headers[name] = value
        is_trusted = self.addresses.trusts(peer)
        return VisitorRequest(
            method=method,
            address=self.addresses.of(peer, headers.get("x-forwarded-for")),
            is_secure=(
                headers.get("x-forwarded-proto", scope["scheme"]) if is_trusted else scope["scheme"]
            )
            == "https",
            headers=headers,
            query=scope["query_string"].decode("latin-1"),
        )

    async def find_code(self, code_id: str) -> ResolvedCode | None:
        """Return the code of any organisation with this ID, or None."""
        if not CODE_ID.match(code_id):
            return None
        cached = self.codes.peek(code_id)
        return await self.codes.find(code_id) if isinstance(cached, NotCached) else cached

    async def find_named(self, name: str) -> ResolvedCode | None:
        """Return the code of any organisation with this slug, in any case, or None."""
        if not SLUG.match(name):
            return None
        slug = name.lower()
        cached = self.slugs.peek(slug)
        code_id = await self.slugs.find(slug) if isinstance(cached, NotCached) else cached
        return None if code_id is None else await self.find_code(code_id)

    def visit(
        self,
        incoming: VisitorRequest,
        now: datetime,
        policy: ConsentPolicy,
        *,
        user_agent: str | None = None,
        context: VisitContext | None = None,
        may_give_cookie: bool = True,
        is_burst: bool = False,
    ) -> Visit:
        """Return what the consent policy allows us to know about this visitor.

        `user_agent` and `context` replace those of the request if the sender reports another visitor's scan.
        """
        headers = incoming.headers
        is_own_opening = incoming.method == "GET" and user_agent is None
        seen = (
            signals.signals_of(headers, is_burst=is_burst)
            if is_own_opening
            else signals.ahead(headers)
        )
        agent = agents.identify(
            agents.clean(headers.get("user-agent", "") if user_agent is None else user_agent)
        )
        verdict = verdicts.judge(agent, incoming.method, seen)
        cookies = parse_cookies(headers["cookie"]) if "cookie" in headers else {}
        place = self.geo.locate(incoming.address)
        consent = consent_of(policy, place.country, cookies, headers)
        identity = self.identities.identify(
            cookie=cookies.get(COOKIE),
            may_remember=consent.may_remember,
            withdraws=withdraws_identifier(consent, cookies),
            may_give_cookie=may_give_cookie and verdict.is_human,
            address=incoming.address,
            agent=agent.text,
            today=now.date(),
        )
        query = ""
        if context is None:
            query = incoming.query
            context = visit_context.of_request(
                incoming.query, headers.get("accept-language"), headers.get("referer")
            )
        return Visit(
            identity=identity,
            agent=agent,
            place=place,
            context=context,
            verdict=verdict,
            method=incoming.method,
            query=query,
            signals=seen,
            address=incoming.address,
        )

    def consent(self, incoming: VisitorRequest, policy: ConsentPolicy) -> Consent:
        """Return the visitor's consent towards an organisation."""
        cookies = parse_cookies(incoming.headers.get("cookie", ""))
        country = self.geo.locate(incoming.address).country
        return consent_of(policy, country, cookies, incoming.headers)

    def with_unlocks(
        self, visit: Visit, incoming: VisitorRequest, code: ResolvedCode, now: datetime
    ) -> Visit:
        """Return the visit with everything of this code that its cookies unlock."""
        if code.password_hash is None and not is_locked(code):
            return visit
        cookies = parse_cookies(incoming.headers.get("cookie", ""))

        def has(what: UnlockMethod, epoch: int) -> bool:
            return is_unlocked(self.secret, cookies, code.code_id, what, epoch, now)

        lock = code.promo_lock or LockState()
        facts = visit.facts._replace(
            password_ok=has("password", code.password_epoch),
            promo_ok=has("promo", lock.epoch) or has("master", lock.master_epoch),
        )
        return visit if facts is visit.facts else visit._replace(facts=facts)

    async def open(
        self,
        code: ResolvedCode,
        visit: Visit,
        now: datetime,
        occurred_at: datetime | None = None,
        transaction: Connection | None = None,
    ) -> tuple[Decision, UUID]:
        """Decide and record. Returns when the scan is committed, and raises NotRecorded if it is not.

        With a `transaction`, the scan becomes part of it instead of sharing a commit with others.
        """
        event_id, occurred_at = self.new_event_id(), occurred_at or now
        if transaction is not None:
            item = CountedVisit(code, visit, event_id, now, occurred_at)
            return await self._open_within(transaction, item), event_id
        if code.is_plain:
            decision = decide(code, visit, now)
            row = events.scan_recorded(visit, decision, event_id, occurred_at, now)
            await self.writer.add((row,))
            return decision, event_id
        return await self._open_with_rules(code, visit, now, occurred_at, event_id), event_id

    async def _open_within(self, transaction: Connection, item: CountedVisit) -> Decision:
        item.visit = await self.with_lookups(item.code, item.visit)
        if is_counted(item.code):
            await count_visits(transaction, [item])
            assert item.decision is not None
            return item.decision
        decision = decide(item.code, item.visit, item.now)
        row = events.scan_recorded(item.visit, decision, item.event_id, item.occurred_at, item.now)
        await insert_rows(transaction, [row])
        return decision

    async def _open_with_rules(
        self,
        code: ResolvedCode,
        visit: Visit,
        now: datetime,
        occurred_at: datetime,
        event_id: UUID,
    ) -> Decision:
        """Open a code that has rules, limits or gates."""
        visit = await self.with_lookups(code, visit)
        if is_counted(code):
            item = CountedVisit(code, visit, event_id, now, occurred_at)
            await self.counter.add((item,))
            assert item.decision is not None
            decision = item.decision
        else:
            decision = decide(code, visit, now)
            row = events.scan_recorded(visit, decision, event_id, occurred_at, now)
            await self.writer.add((row,))
        if decision.is_offer and code.one_time is OneTimeState.ISSUED and visit.verdict.is_human:
            await self.lookups.mark_opened(code.code_id, now)
        return decision

    async def with_counts(self, code: ResolvedCode, visit: Visit) -> Visit:
        """Return the visit with the counts that the decision needs, if the opening itself has already been counted."""
        visit = await self.with_lookups(code, visit)
        if not code.rules.counts:
            return visit
        scans, visits = await self.lookups.counts(code.code_id, visit.identity.visitor_id)
        facts = visit.facts._replace(total_scans=max(1, scans), visit_number=max(1, visits))
        return visit._replace(facts=facts)

    async def with_lookups(self, code: ResolvedCode, visit: Visit) -> Visit:
        """Return the visit with the stock, tags and segments that the code's rules need."""
        facts = visit.facts
        if code.rules.stocks:
            stock = await self.lookups.stock_of(code.org_id, code.rules.stocks)
            facts = facts._replace(stock=stock)
        if code.rules.tags:
            tags = await self.lookups.tags_of(code.org_id, visit.identity.visitor_id)
            facts = facts._replace(customer_tags=tags)
        if code.rules.segments:
            segments = await self.lookups.segments_of(code.org_id, visit.identity.visitor_id)
            facts = facts._replace(customer_segments=segments)
        return visit if facts is visit.facts else visit._replace(facts=facts)
