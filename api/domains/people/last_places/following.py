"""Copies the time zones of people's last scans from the warehouse, for all organisations."""

from datetime import datetime, timedelta

import psycopg
import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.people.consents.zones import zone_of_place
from api.domains.people.last_places.repository import (
    organizations_with_browsers,
    write_zones,
)
from api.domains.people.segments.reading import merged_customers, proven_browsers
from runtime.settings import Settings
from warehouse.damage import LakeUnreadableError
from warehouse.lake import Lake
from warehouse.queries.tail import TooFarBehindError
from warehouse.segments.hours import HoursQuestion
from warehouse.segments.places import last_places

LOOKED_BACK = timedelta(days=90)
"""People without a scan within this time may be anywhere by now, so their last known zone is not changed."""

log = structlog.get_logger(__name__)


def follow_all(settings: Settings, now: datetime) -> int:
    """Copy them for every organisation, and return for how many people they changed."""
    with psycopg.connect(settings.database_url) as connection:
        found = organizations_with_browsers(connection)
    lake, engine = Lake.from_settings(settings), make_engine(settings)
    changed = 0
    try:
        for org_id in found:
            try:
                changed += follow(lake, engine, org_id, now)
            except (LakeUnreadableError, TooFarBehindError):  # the others still get theirs
                log.exception("time zones of last scans were not read", org_id=org_id)
    finally:
        engine.dispose()
    return changed


def follow(lake: Lake, engine: Engine, org_id: str, now: datetime) -> int:
    """Copy them for one organisation, and return for how many people they changed.

    Raises:
        TooFarBehindError, LakeUnreadableError: the warehouse cannot be read.
    """
    with Session(engine) as session, session.begin():
        enter_tenant(session, org_id)
        question = HoursQuestion(
            org_id,
            now - LOOKED_BACK,
            now,
            proven_browsers(session, org_id),
            merged_customers(session, org_id),
        )
    changed = 0
    for places in last_places(lake, question):
        zones = {it.customer_id: zone_of_place(it.country, it.region, now) for it in places}
        known = {customer_id: zone for customer_id, zone in zones.items() if zone is not None}
        with Session(engine) as session, session.begin():
            enter_tenant(session, org_id)
            changed += write_zones(session, org_id, known)
    return changed
