"""The calls that visitors' pages and other systems make: record a scan, collect what happened."""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from urllib.parse import urlsplit

import psycopg

from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.circumstances import language_of, referrer_host, tidy, utm_of
from api.domains.codes.rules.types import Circumstances, Identity, SeenPage, Visit
from api.domains.visits.visits import events
from api.domains.visits.visits.errors import ImpossibleMoment, NotKept, UnknownCode, UnknownPage
from api.domains.visits.visits.form_steps import FormPages, owner_of, steps_of
from api.domains.visits.visits.groups import NotRecorded
from api.domains.visits.visits.keyed import Once, keyed_transaction
from api.domains.visits.visits.scan_service import Arrival, ScanService
from api.domains.visits.visits.schemas import (
    AppendScan,
    Collected,
    CollectedEvent,
    GetIdentifier,
    RefusedEvent,
    ScanAppended,
)
from api.domains.visits.visits.timing import ImpossibleTime, occurred_at
from api.rendering.visitor_pages.consent import ConsentPolicy
from ingest.contracts.use import UseData
from ingest.outbox import OutboxRow, insert_rows


async def append_scan(
    scans: ScanService, arrival: Arrival, scan: AppendScan, once: Once
) -> ScanAppended:
    """Record a scan of a code. Returns when it is durable; raises Replay when it was before."""
    now = scans.now()
    try:
        when = occurred_at(scan.occurred_at, now)
    except ImpossibleTime as error:
        raise ImpossibleMoment(str(error)) from None
    code = await _find(scans, scan.code_id)
    if code is None:
        raise UnknownCode
    visit = scans.visit(
        arrival,
        now,
        code.brand.consent,
        user_agent=scan.user_agent,
        came_with=_circumstances(arrival, scan),
        may_give_cookie=False,
    )
    keyed = once.keyed(code.org_id, now)
    try:
        if keyed is None:
            decision, event_id = await scans.open(code, visit, now, when)
            return ScanAppended(event_id=event_id, outcome=decision.outcome)
        async with keyed_transaction(once, keyed) as own:
            decision, event_id = await scans.open(code, visit, now, when, own.connection)
            answer = ScanAppended(event_id=event_id, outcome=decision.outcome)
            await own.keep(answer)
        return answer
    except (NotRecorded, psycopg.Error, OSError) as error:
        raise NotKept from error


async def collect(
    scans: ScanService,
    pages: FormPages,
    arrival: Arrival,
    batch: list[CollectedEvent | RefusedEvent],
    once: Once,
) -> Collected:
    """Record what happened on pages, all that fits in one commit; raises Replay when it was before."""
    now = scans.now()
    came_with = _circumstances_of_page(arrival)

    @cache
    def visit_of(policy: ConsentPolicy) -> Visit:
        return scans.visit(arrival, now, policy, came_with=came_with, may_give_cookie=False)

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
    keyed = once.keyed(taken[0].org_id, now) if taken else None
    try:
        if keyed is not None:
            async with keyed_transaction(once, keyed) as own:
                await insert_rows(own.connection, taken)
                await own.keep(answer)
        elif taken:
            await scans.writer.add(taken)
    except (NotRecorded, psycopg.Error, OSError) as error:
        raise NotKept from error
    return answer


async def identify(
    scans: ScanService,
    pages: FormPages,
    arrival: Arrival,
    wanted: GetIdentifier,
    host: ConsentPolicy,
) -> Identity:
    """Who this visitor is to us; a new cookie where there is none yet and consent allows.

    `host` is the policy of the organisation whose host this is, for a request that names nothing.
    """
    policy = host
    if wanted.code_id is not None:
        code = await _find(scans, wanted.code_id)
        if code is None:
            raise UnknownCode
        policy = code.brand.consent
    elif wanted.page_id is not None:
        page = await pages.of_page(wanted.page_id)
        if page is None:
            raise UnknownPage
        policy = page.brand.consent
    return scans.visit(arrival, scans.now(), policy).identity


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
        return RefusedEvent(field="code_id", message="is needed, or a page_id without a code")
    code = await _find(scans, item.code_id) if item.code_id is not None else None
    if item.code_id is not None and (code is None or code.deleted_at is not None):
        return RefusedEvent(field="code_id", message="is no code in use")
    try:
        owner = await owner_of(pages, code, item.page_id)
        if isinstance(owner, RefusedEvent):
            return owner
        org_id = owner.org_id
        used = await _use_of(pages, org_id, code, item)
    except (psycopg.Error, OSError) as error:
        raise NotKept from error
    if isinstance(used, RefusedEvent):
        return used
    return events.page_told(
        visit_of(owner),
        SeenPage(org_id, item.code_id, item.page_id),
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
        raise NotKept from error


def _circumstances(arrival: Arrival, scan: AppendScan) -> Circumstances:
    language = scan.language or arrival.headers.get("accept-language")
    return Circumstances(
        language=language_of(language) if language else None,
        referrer=referrer_host(scan.referrer) if scan.referrer else None,
        utm_source=tidy(scan.utm_source or ""),
        utm_medium=tidy(scan.utm_medium or ""),
        utm_campaign=tidy(scan.utm_campaign or ""),
        utm_term=tidy(scan.utm_term or ""),
        utm_content=tidy(scan.utm_content or ""),
    )


def _circumstances_of_page(arrival: Arrival) -> Circumstances:
    """A page's own events come "from" that page; its address still knows which campaign led there."""
    language = arrival.headers.get("accept-language")
    page = arrival.headers.get("referer", "").partition("?")[2]
    return Circumstances(language=language_of(language) if language else None, **utm_of(page))


def _target(target: str | None) -> str | None:
    """Where something led, without the query, which may name a person."""
    if target is None:
        return None
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    return tidy(
        parts._replace(query="", fragment="", netloc=parts.netloc.rpartition("@")[2]).geturl(), 512
    )
