"""The calls of visitors' pages and other systems: record a scan, collect events."""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from urllib.parse import urlsplit

import psycopg

from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.types import Identity, PageReference, Visit, VisitContext
from api.domains.codes.rules.visit_context import language_of, referrer_host, tidy, utm_of
from api.domains.visits.visits import events
from api.domains.visits.visits.errors import (
    ImpossibleMoment,
    UnknownCode,
    UnknownPage,
    VisitNotRecorded,
)
from api.domains.visits.visits.event_time import ImpossibleTime, occurred_at
from api.domains.visits.visits.form_steps import FormPages, owner_of, steps_of
from api.domains.visits.visits.group_commit import NotRecorded
from api.domains.visits.visits.idempotency import IdempotentCall, idempotent_transaction
from api.domains.visits.visits.scan_service import ScanService, VisitorRequest
from api.domains.visits.visits.schemas import (
    AppendScan,
    Collected,
    CollectedEvent,
    GetIdentifier,
    RefusedEvent,
    ScanAppended,
)
from api.rendering.visitor_pages.consent import ConsentPolicy
from ingest.contracts.use import UseData
from ingest.outbox import OutboxRow, insert_rows


async def append_scan(
    scans: ScanService, incoming: VisitorRequest, scan: AppendScan, call: IdempotentCall
) -> ScanAppended:
    """Record a scan of a code. Returns when it is stored durably. Raises Replay for a repeated Idempotency-Key."""
    now = scans.now()
    try:
        when = occurred_at(scan.occurred_at, now)
    except ImpossibleTime as error:
        raise ImpossibleMoment(str(error)) from None
    code = await _find(scans, scan.code_id)
    if code is None:
        raise UnknownCode
    visit = scans.visit(
        incoming,
        now,
        code.brand.consent,
        user_agent=scan.user_agent,
        context=_context_of_scan(incoming, scan),
        may_give_cookie=False,
    )
    keyed = call.keyed(code.org_id, now)
    try:
        if keyed is None:
            decision, event_id = await scans.open(code, visit, now, when)
            return ScanAppended(event_id=event_id, outcome=decision.outcome)
        async with idempotent_transaction(call, keyed) as transaction:
            decision, event_id = await scans.open(code, visit, now, when, transaction.connection)
            answer = ScanAppended(event_id=event_id, outcome=decision.outcome)
            await transaction.store(answer)
        return answer
    except (NotRecorded, psycopg.Error, OSError) as error:
        raise VisitNotRecorded from error


async def collect(
    scans: ScanService,
    pages: FormPages,
    incoming: VisitorRequest,
    batch: list[CollectedEvent | RefusedEvent],
    call: IdempotentCall,
) -> Collected:
    """Record page events, all valid ones in one commit. Raises Replay for a repeated Idempotency-Key."""
    now = scans.now()
    context = _context_of_page(incoming)

    @cache
    def visit_of(policy: ConsentPolicy) -> Visit:
        return scans.visit(incoming, now, policy, context=context, may_give_cookie=False)

    refused: list[RefusedEvent] = []
    taken: list[OutboxRow] = []
    for index, item in enumerate(batch):
        event = (
            await _viewed(scans, pages, visit_of, item, now)
            if isinstance(item, CollectedEvent)
            else item
        )
        if isinstance(event, RefusedEvent):
            refused.append(event.model_copy(update={"index": index}))
        else:
            taken.append(event)
    answer = Collected(accepted=len(taken), rejected=len(refused), errors=refused)
    keyed = call.keyed(taken[0].org_id, now) if taken else None
    try:
        if keyed is not None:
            async with idempotent_transaction(call, keyed) as transaction:
                await insert_rows(transaction.connection, taken)
                await transaction.store(answer)
        elif taken:
            await scans.writer.add(taken)
    except (NotRecorded, psycopg.Error, OSError) as error:
        raise VisitNotRecorded from error
    return answer


async def identify(
    scans: ScanService,
    pages: FormPages,
    incoming: VisitorRequest,
    body: GetIdentifier,
    host: ConsentPolicy,
) -> Identity:
    """Return the visitor's identity, with a new cookie if there is none yet and consent allows it.

    `host` is the policy of the custom domain's organisation, for a request that names no code or page.
    """
    policy = host
    if body.code_id is not None:
        code = await _find(scans, body.code_id)
        if code is None:
            raise UnknownCode
        policy = code.brand.consent
    elif body.page_id is not None:
        page = await pages.of_page(body.page_id)
        if page is None:
            raise UnknownPage
        policy = page.brand.consent
    return scans.visit(incoming, scans.now(), policy).identity


async def _viewed(
    scans: ScanService,
    pages: FormPages,
    visit_of: Callable[[ConsentPolicy], Visit],
    item: CollectedEvent,
    now: datetime,
) -> OutboxRow | RefusedEvent:
    try:
        when = occurred_at(item.occurred_at, now)
    except ImpossibleTime as error:
        return RefusedEvent(field="occurred_at", message=str(error))
    if item.code_id is None and item.page_id is None:
        return RefusedEvent(field="code_id", message="is required, or a page_id without a code")
    code = await _find(scans, item.code_id) if item.code_id is not None else None
    if item.code_id is not None and (code is None or code.deleted_at is not None):
        return RefusedEvent(field="code_id", message="is not a code in use")
    try:
        owner = await owner_of(pages, code, item.page_id)
        if isinstance(owner, RefusedEvent):
            return owner
        org_id = owner.org_id
        used = await _use_of(pages, org_id, code, item)
    except (psycopg.Error, OSError) as error:
        raise VisitNotRecorded from error
    if isinstance(used, RefusedEvent):
        return used
    return events.page_event_recorded(
        visit_of(owner),
        PageReference(org_id, item.code_id, item.page_id),
        used,
        event_id=scans.new_event_id(),
        occurred_at=when,
        received_at=now,
    )


async def _use_of(
    pages: FormPages, org_id: str, code: ResolvedCode | None, item: CollectedEvent
) -> UseData | RefusedEvent | None:
    if item.action == "view":
        return None
    if item.action == "form":
        return await steps_of(pages, org_id, code, item)
    return UseData(
        action=item.action,
        block_id=item.block_id,
        target=_target(item.target),
        duration_ms=item.duration_ms,
    )


async def _find(scans: ScanService, code_id: str) -> ResolvedCode | None:
    try:
        return await scans.find_code(code_id)
    except (psycopg.Error, OSError) as error:
        raise VisitNotRecorded from error


def _context_of_scan(incoming: VisitorRequest, scan: AppendScan) -> VisitContext:
    language = scan.language or incoming.headers.get("accept-language")
    return VisitContext(
        language=language_of(language) if language else None,
        referrer=referrer_host(scan.referrer) if scan.referrer else None,
        utm_source=tidy(scan.utm_source or ""),
        utm_medium=tidy(scan.utm_medium or ""),
        utm_campaign=tidy(scan.utm_campaign or ""),
        utm_term=tidy(scan.utm_term or ""),
        utm_content=tidy(scan.utm_content or ""),
    )


def _context_of_page(incoming: VisitorRequest) -> VisitContext:
    """Return the context of a page's own events: UTM values come from the page's address, and there is no referrer."""
    language = incoming.headers.get("accept-language")
    page = incoming.headers.get("referer", "").partition("?")[2]
    return VisitContext(language=language_of(language) if language else None, **utm_of(page))


def _target(target: str | None) -> str | None:
    """Return the address of a link without its query, which may contain personal data."""
    if target is None:
        return None
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    return tidy(
        parts._replace(query="", fragment="", netloc=parts.netloc.rpartition("@")[2]).geturl(), 512
    )
