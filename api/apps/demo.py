"""Creates the organisations, people, codes and content of the demonstration. The pipelines create its events."""

from datetime import datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

import typer
from sqlalchemy import create_engine, make_url, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from api.apps.demo_content import make_content
from api.auth.models import Membership, Organization, User
from api.db.migrations import upgrade
from api.domains.codes.codes.seeding import backdate_code_move, insert_codes
from api.domains.codes.folders.seeding import add_folder
from api.domains.commerce.payments.quotas import without_quotas
from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.rendering import NodeRenderer, PageRenderer
from api.kit.clock import utc_now
from api.kit.ids import new_id
from api.rendering.qr.types import DEFAULT_SIDE, Design
from runtime.demo import harbor_content as content
from runtime.demo.catalogue import ORGANIZATIONS
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.world import DemoCode, DemoOrganization, DemoPerson
from runtime.settings import Settings, get_settings

AGE = timedelta(days=540)
"""Age of the demo organisations."""


class SlugTaken(Exception):
    """Another organisation already uses the short name of a demo organisation."""


def demo_state(
    few: Annotated[
        bool, typer.Option("--few", help="A quarter of the customers, answers and plays.")
    ] = False,
) -> None:
    """Create the demo organisations with their people, codes and content (part of `waypost demo`)."""
    made = make_demo_state(get_settings(), utc_now(), one_in=4 if few else 1)
    typer.echo(
        f"{made} demo organisations made" if made else "the demo organisations already exist"
    )


def make_demo_state(
    settings: Settings, now: datetime, renderer: PageRenderer | None = None, *, one_in: int = 1
) -> int:
    """Create missing demo organisations in one transaction, as the owner of the schema, and return how many were
    created.

    Existing organisations do not change, because somebody may have renamed a code or changed a role. Only one in
    `one_in` customers, answers and plays is created.

    Raises:
        SlugTaken: another organisation has a demo organisation's short name.
    """
    upgrade(settings)
    url = make_url(settings.database_url).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    try:
        with Session(engine) as session, session.begin(), without_quotas(session):
            made = sum(_make(session, organization, now) for organization in ORGANIZATIONS)
            make_content(session, settings, renderer or NodeRenderer(RENDERER), now, one_in)
            return made
    finally:
        engine.dispose()


def _make(session: Session, demo: DemoOrganization, now: datetime) -> bool:
    existing = session.scalar(select(Organization.org_id).where(Organization.slug == demo.slug))
    if existing == demo.org_id:
        return False
    if existing is not None:
        raise SlugTaken(f"the short name {demo.slug!r} belongs to another organisation")
    session.execute(
        insert(Organization).values(
            org_id=demo.org_id,
            slug=demo.slug,
            name=demo.name,
            logo="",
            time_zone=demo.time_zone,
            locale=demo.locale,
            week_start=demo.week_start,
            brand={"color": demo.codes[0].color},
            is_demo=True,
            created_at=now - AGE,
        )
    )
    for person in demo.people:
        _make_person(session, person, demo.org_id, now)
    creator = _user_id(session, demo.people[0])
    folders = _make_folders(session, demo, creator, now)
    codes = [_code(demo, code, creator, now, folders) for code in demo.codes]
    insert_codes(session, codes)
    if demo.org_id == HARBOR_COFFEE.org_id:
        _move_a_code(session, demo, now, folders)
    return True


def _make_folders(
    session: Session, demo: DemoOrganization, creator: str, now: datetime
) -> dict[str, str]:
    """Create folders before the codes, whose history starts in them, and return the folder ID by code slug."""
    found: dict[str, str] = {}
    if demo.org_id != HARBOR_COFFEE.org_id:
        return found
    for name, slugs in content.FOLDERS.items():
        folder_id = new_id("fld")
        add_folder(session, demo.org_id, folder_id, name, creator, now - AGE)
        found |= dict.fromkeys(slugs, folder_id)
    return found


def _move_a_code(
    session: Session, demo: DemoOrganization, now: datetime, folders: dict[str, str]
) -> None:
    """Move one code to its current folder at a time in the past, so that its history contains a change."""
    moved = next(code for code in demo.codes if code.slug == content.MOVED_CODE)
    backdate_code_move(
        session,
        demo.org_id,
        moved.code_id,
        folders[moved.slug],
        content.PROPERTIES[moved.slug],
        _morning(demo, content.MOVED_DAYS_AGO, now),
    )


def _make_person(session: Session, person: DemoPerson, org_id: str, now: datetime) -> None:
    session.execute(
        insert(User)
        .values(
            user_id=person.user_id,
            sub=person.sub,
            email=person.email,
            email_verified=True,
            name=person.name,
            created_at=now - AGE,
        )
        .on_conflict_do_nothing(index_elements=["sub"])
    )
    session.execute(
        insert(Membership)
        .values(
            org_id=org_id,
            user_id=_user_id(session, person),
            role=person.role,
            created_at=now - AGE,
        )
        .on_conflict_do_nothing()
    )


def _user_id(session: Session, person: DemoPerson) -> str:
    """Return the ID of the user with this login, who may exist before the demonstration is loaded."""
    return session.scalars(select(User.user_id).where(User.sub == person.sub)).one()


def _code(
    demo: DemoOrganization, code: DemoCode, creator: str, now: datetime, folders: dict[str, str]
) -> dict[str, object]:
    made = _morning(demo, code.created, now)
    folder_id, properties = _filed(code.slug, folders)
    is_page = code.kind == "page"
    return {
        "code_id": code.code_id,
        "org_id": demo.org_id,
        "name": code.name,
        "type": code.kind,
        "destination": None if is_page else code.destination,
        "content": {
            "title": code.title,
            "text": code.text,
            "button_label": code.button,
            "button_url": code.destination,
        }
        if is_page
        else {},
        "width": DEFAULT_SIDE,
        "height": DEFAULT_SIDE,
        "design": Design(foreground=code.color).model_dump(),
        "tags": [],
        "folder_id": folder_id,
        "properties": properties,
        "rules": [],
        "state": "active",
        "active_until": None if code.until is None else _morning(demo, code.until, now),
        "fallback_url": code.fallback or None,
        "created_at": made,
        "created_by": creator,
        "updated_at": made,
        "version": 1,
    }


def _filed(slug: str, folders: dict[str, str]) -> tuple[str | None, dict[str, str]]:
    """Return the first folder and the properties of a code."""
    if not folders:
        return None, {}
    if slug == content.MOVED_CODE:
        before = content.FOLDERS[content.MOVED_FROM_FOLDER][0]
        return folders[before], content.MOVED_FROM
    return folders.get(slug), content.PROPERTIES.get(slug, {})


def _morning(demo: DemoOrganization, days_ago: int, now: datetime) -> datetime:
    """Return the start of the local day that was this many days ago."""
    local = now.astimezone(ZoneInfo(demo.time_zone))
    day = local.date() - timedelta(days=days_ago)
    return datetime(day.year, day.month, day.day, tzinfo=local.tzinfo)
