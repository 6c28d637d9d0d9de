"""Creates the parts of the demonstration that visitors see: logos, themes, pages, and pictures on walls."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import structlog
from PIL import Image
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.apps import demo_pictures
from api.auth.models import Organization
from api.db.session import enter_tenant
from api.domains.codes.batches.issuing import OneTimeBatches, issue_codes
from api.domains.codes.codes.reading import find_code
from api.domains.codes.codes.service import CodeService
from api.domains.content.media_library.pictures import encode
from api.domains.content.media_library.service import UploadService
from api.domains.content.notes.schemas import AddNote
from api.domains.content.notes.service import NoteService
from api.domains.content.pages.dependencies import brand_of
from api.domains.content.pages.errors import RendererMissing, RenderingFailed
from api.domains.content.pages.publishing import Publisher
from api.domains.content.pages.rendering import PageRenderer
from api.domains.content.pages.schemas import Action, GenPage, UpdatePage
from api.domains.content.pages.service import PageService
from api.domains.content.polls import polls
from api.domains.content.slips.elements import SlipKind
from api.domains.content.slips.schemas import SlipData
from api.domains.content.slips.service import SlipService
from api.domains.content.terms.schemas import UpdateTerms
from api.domains.content.terms.service import TermsService, has_terms
from api.domains.content.walls import consent
from api.domains.content.walls.reading import existing_walls
from api.domains.content.walls.schemas import CreateWall, Moderate
from api.domains.content.walls.service import NewPost, WallService
from api.domains.people.customers.sealing import Sealer
from api.domains.promotions.games.reading import existing_games
from api.domains.promotions.promo_locks.schemas import CreatePromoCodes, LockSettings
from api.domains.promotions.promo_locks.service import PromoService
from api.kit.ids import new_code_id, new_id
from api.objects.store import objects_of
from runtime.demo import northwind_pages
from runtime.demo.northwind_books import NORTHWIND_BOOKS
from runtime.demo.page_parts import DemoPage
from runtime.demo.world import demo_id
from runtime.settings import Settings

log = structlog.get_logger(__name__)

NORTHWIND = NORTHWIND_BOOKS.org_id
NORTHWIND_TERMS = f"terms_{demo_id('terms', NORTHWIND_BOOKS.slug, 22)}"
"""Terms cannot be deleted, so if these exist, Northwind's content was created before."""
_CAPTIONS = ("My first heart", "Rings", "A fern, nearly", "Tulip for two")
_PLACES = ("The green chair", "Late, by the window", "Sunday")


def page_service(
    session: Session,
    settings: Settings,
    codes: CodeService,
    renderer: PageRenderer,
    now: datetime,
) -> PageService:
    """Return the page service of the organisation whose tenant scope the session has entered."""
    return PageService(
        session,
        codes,
        Publisher(renderer),
        sync_polls=partial(polls.sync, session),
        existing_walls=partial(existing_walls, session),
        existing_games=partial(existing_games, session),
        may_be_private=settings.environment == "development",
        can_confirm=False,
        now=now,
        new_id=new_id,
    )


@dataclass(frozen=True, slots=True)
class Showcase:
    """Creates it for one organisation, as one member, at one point in time."""

    session: Session
    settings: Settings
    codes: CodeService
    org_id: str
    by: str
    now: datetime

    def dress(self, logo: Image.Image, theme: dict[str, Any]) -> None:
        """Set the organisation's logo and theme, unless somebody has chosen others."""
        organization = self.session.get_one(Organization, self.org_id)
        if not organization.logo:
            uploads = UploadService(self.session, objects_of(self.settings), self.now, new_id)
            media = uploads.keep(self.org_id, self.by, "Logo", encode(logo, ()), "upload")
            organization.logo = f"/media/{media.files[-1]['key']}"
        organization.brand = {"theme": theme, **organization.brand}
        self.session.flush()

    def publish(
        self,
        renderer: PageRenderer,
        pages: Sequence[DemoPage],
        theme: dict[str, Any],
        marked: str,
    ) -> None:
        """Publish pages for visitors, or only save drafts if the web app was not built."""
        service = page_service(self.session, self.settings, self.codes, renderer, self.now)
        brand = brand_of(self.session.get_one(Organization, self.org_id))
        ids = {code: demo_id("code", code, 10) for it in pages if (code := it.code)}
        for page in pages:
            code_id = ids.get(page.code)
            wanted = GenPage(code_id=code_id, name=page.name, blocks=page.blocks(theme, marked))
            made = service.create(self.org_id, self.by, wanted, None)
            named = {"vanity_name": page.vanity_name} if page.vanity_name else {}
            update = UpdatePage(page_id=made.page_id, action=Action.PUBLISH, **named)
            try:
                service.update(self.org_id, brand, update)
            except (RendererMissing, RenderingFailed) as error:
                log.warning("demo page not published", page=page.name, error=error.message)

    def make_slip(self, code_id: str, name: str, offer: str, *, one_time: bool) -> None:
        """Create a printable coupon with this code on it."""
        slips = SlipService(
            self.session,
            self.codes,
            base_url=self.settings.base_url,
            now=self.now,
            new_id=new_id,
        )
        data = SlipData(name=name, kind=SlipKind.COUPON, code_id=code_id, one_time=one_time)
        slip = slips.create(self.org_id, self.by, data)
        slip.elements = [
            {**element, "text": offer} if element["id"] == "offer" else element
            for element in slip.elements
        ]

    def issue(self, code_id: str, name: str, amount: int) -> None:
        """Create one-time codes of a code. Each opens a ticket that can be redeemed once."""
        batch = OneTimeBatches(self.session).open(
            self.org_id,
            self.by,
            new_id("bat"),
            base_code_id=code_id,
            name=name,
            amount=amount,
            now=self.now,
        )
        kind = self.codes.get(self.org_id, code_id).type
        issue_codes(self.session, batch, kind, amount, self.now)

    def lock(self, wanted: CreatePromoCodes) -> None:
        """Put a promo lock on a code, and create promo codes for it."""
        promos = PromoService(
            self.session,
            Sealer.of(self.settings),
            now=self.now,
            new_id=new_id,
            new_event_id=uuid7,
            choose=secrets.choice,
        )
        promos.create(self.org_id, self.by, wanted, UTC)

    def hang(
        self, wall_id: str, draw: Callable[[int], Image.Image], captions: Sequence[str]
    ) -> None:
        """Add approved pictures to a wall."""
        walls = WallService(self.session, objects_of(self.settings), self.now, new_id)
        posted = []
        for number, caption in enumerate(captions):
            picture = encode(draw(number).convert("RGB"), ())
            digest = hashlib.sha256(picture.files[0].data).digest()
            visitor = f"demo-{demo_id('visitor', f'{wall_id}-{number}', 20)}"
            new = NewPost(visitor, "", caption, digest, picture, consent.default())
            _, post_id = walls.post(self.org_id, wall_id, new)
            posted.append(post_id)
        walls.moderate(
            self.org_id, self.by, Moderate(wall_id=wall_id, post_ids=posted, action="approve")
        )


def hang_latte_art(showcase: Showcase, wall_id: str) -> None:
    """Add pictures to Harbor Coffee's wall."""
    showcase.hang(wall_id, demo_pictures.latte, _CAPTIONS)


def make_northwind(
    session: Session, settings: Settings, renderer: PageRenderer, now: datetime
) -> bool:
    """Create Northwind Books' content. Return False if it was created before or some of its codes were deleted."""
    enter_tenant(session, NORTHWIND)
    if has_terms(session, NORTHWIND, NORTHWIND_TERMS):
        return False
    found = [find_code(session, NORTHWIND, code.code_id) for code in NORTHWIND_BOOKS.codes]
    if any(code is None or code.deleted_at is not None for code in found):
        log.warning("demo content of Northwind left out: its codes were deleted")
        return False
    by = next(code.created_by for code in found if code is not None) or ""
    codes = CodeService(
        session,
        base_url=settings.base_url,
        may_be_private=settings.environment == "development",
        new_code_id=new_code_id,
        now=now,
    )
    showcase = Showcase(session, settings, codes, NORTHWIND, by, now)
    terms = TermsService(
        session,
        codes,
        secret=settings.secret_key,
        sealing_keys=settings.sealing_keys,
        now=now,
        new_id=lambda _prefix: NORTHWIND_TERMS,
    )
    words = UpdateTerms(title=northwind_pages.TERMS_TITLE, body=northwind_pages.TERMS_BODY)
    terms.publish(NORTHWIND, by, words)
    showcase.dress(demo_pictures.northwind_logo(), northwind_pages.THEME)
    showcase.publish(
        renderer, northwind_pages.PAGES, northwind_pages.THEME, northwind_pages.MADE_UP
    )
    showcase.make_slip(
        demo_id("code", northwind_pages.SLIP_CODE, 10),
        northwind_pages.SLIP_NAME,
        northwind_pages.SLIP_OFFER,
        one_time=False,
    )
    showcase.issue(
        demo_id("code", northwind_pages.TICKET_CODE, 10),
        northwind_pages.TICKET_BATCH,
        northwind_pages.TICKET_AMOUNT,
    )
    showcase.lock(
        CreatePromoCodes(
            qr_id=demo_id("code", northwind_pages.LOCKED_CODE, 10),
            amount=northwind_pages.PROMO_AMOUNT,
            name=northwind_pages.PROMO_NAME,
            prefix=northwind_pages.PROMO_PREFIX,
            lock=LockSettings(message=northwind_pages.LOCK_MESSAGE),
        )
    )
    notes = NoteService(session, codes, base_url=settings.base_url, now=now, new_id=new_id)
    note = AddNote(
        code_id=demo_id("code", northwind_pages.NOTE_CODE, 10),
        title=northwind_pages.NOTE_TITLE,
        body=northwind_pages.NOTE_BODY,
        is_public=True,
    )
    notes.keep(NORTHWIND, by, note)
    wanted = CreateWall(
        name=northwind_pages.WALL_NAME, intro=northwind_pages.WALL_INTRO, moderation="before"
    )
    walls = WallService(session, objects_of(settings), now, new_id)
    wall = walls.create(NORTHWIND, by, codes, wanted)
    showcase.hang(wall.wall_id, demo_pictures.reading_place, _PLACES)
    return True
