"""Creates the demonstration's content other than codes, through the services of the API."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import structlog
from pydantic import TypeAdapter
from sqlalchemy.orm import Session

from api.apps import demo_pictures
from api.apps.demo_answers import make_answers
from api.apps.demo_games import make_games
from api.apps.demo_people import make_people
from api.apps.demo_showcase import Showcase, hang_latte_art, make_northwind, page_service
from api.auth.models import Organization
from api.db.session import enter_tenant
from api.domains.codes.codes.reading import find_code
from api.domains.codes.codes.rules import Rule
from api.domains.codes.codes.schemas import UpdateCode
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeRow
from api.domains.codes.folders.schemas import CodesOfFolder, CreateFolder, ListFolders
from api.domains.codes.folders.service import FolderService
from api.domains.content.notes.schemas import AddNote
from api.domains.content.notes.service import NoteService
from api.domains.content.page_templates.gallery import built_in
from api.domains.content.pages.dependencies import brand_of
from api.domains.content.pages.errors import RendererMissing, RenderingFailed
from api.domains.content.pages.rendering import PageRenderer
from api.domains.content.pages.schemas import Action, GenPage, UpdatePage
from api.domains.content.terms.schemas import UpdateTerms
from api.domains.content.terms.service import TermsService, has_terms
from api.domains.content.walls.schemas import CreateWall
from api.domains.content.walls.service import WallService
from api.domains.promotions.promo_locks.schemas import CreatePromoCodes, LockSettings
from api.kit.ids import new_code_id, new_id
from api.objects.store import objects_of
from runtime.demo import harbor_content as content
from runtime.demo import harbor_pages
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.harbor_people import HARBOR_LOYALTY
from runtime.demo.northwind_people import NORTHWIND_LOYALTY
from runtime.demo.world import demo_id
from runtime.settings import Settings

log = structlog.get_logger(__name__)

ORG = HARBOR_COFFEE.org_id
CODE_IDS = {code.slug: code.code_id for code in HARBOR_COFFEE.codes}
TERMS_ID = f"terms_{demo_id('terms', HARBOR_COFFEE.slug, 22)}"
"""Terms cannot be deleted, so if these exist, the content was created before."""

_rules = TypeAdapter(list[Rule])


def make_content(
    session: Session, settings: Settings, renderer: PageRenderer, now: datetime, one_in: int = 1
) -> bool:
    """Create the content of both organisations. Return False if Harbor Coffee's content was created before or some of
    its codes were deleted. Customers, visitors' answers and games of both organisations are also created only once,
    independently of that. Only one in `one_in` of them is created.
    """
    make_northwind(session, settings, renderer, now)
    is_made = _make_harbor(session, settings, renderer, now)
    is_new = make_people(session, settings, now, HARBOR_LOYALTY, one_in)
    make_people(session, settings, now, NORTHWIND_LOYALTY, one_in)
    if is_new:
        make_answers(session, settings, now, one_in)
    make_games(session, settings, now, one_in)
    return is_made


def _make_harbor(
    session: Session, settings: Settings, renderer: PageRenderer, now: datetime
) -> bool:
    enter_tenant(session, ORG)
    if has_terms(session, ORG, TERMS_ID):
        return False
    there = [find_code(session, ORG, code_id) for code_id in CODE_IDS.values()]
    alive = [code for code in there if code is not None and code.deleted_at is None]
    if len(alive) != len(CODE_IDS):
        log.warning("demo content left out: its codes were deleted")
        return False
    codes = CodeService(
        session,
        base_url=settings.base_url,
        may_be_private=settings.environment == "development",
        new_code_id=new_code_id,
        now=now,
    )
    maker = _Maker(session, settings, codes, alive[0].created_by or "", now)
    maker.publish_terms()
    maker.add_folders_and_rules()
    showcase = Showcase(session, settings, codes, ORG, maker.by, now)
    showcase.dress(demo_pictures.harbor_logo(), harbor_pages.THEME)
    maker.make_pages(renderer)
    showcase.publish(renderer, harbor_pages.PAGES, harbor_pages.THEME, harbor_pages.MADE_UP)
    maker.write_notes()
    maker.make_slip(showcase)
    hang_latte_art(showcase, maker.make_wall())
    showcase.lock(
        CreatePromoCodes(
            qr_id=CODE_IDS[content.LOCKED_CODE],
            amount=content.PROMO_AMOUNT,
            name=content.PROMO_NAME,
            prefix=content.PROMO_PREFIX,
            lock=LockSettings(message=content.LOCK_MESSAGE),
        )
    )
    return True


@dataclass(frozen=True, slots=True)
class _Maker:
    """Creates the content as one member, at one point in time."""

    session: Session
    settings: Settings
    codes: CodeService
    by: str
    now: datetime

    def publish_terms(self) -> None:
        """Publish the first version of the organisation's terms."""
        terms = TermsService(
            self.session,
            self.codes,
            secret=self.settings.secret_key,
            sealing_keys=self.settings.sealing_keys,
            now=self.now,
            new_id=lambda _prefix: TERMS_ID,
        )
        wanted = UpdateTerms(title=content.TERMS_TITLE, body=content.TERMS_BODY)
        terms.publish(ORG, self.by, wanted)

    def add_folders_and_rules(self) -> None:
        """Add folders, placements, and the rules of one code. Existing settings are kept."""
        folders = FolderService(self.session, self.codes, self.now, new_id)
        there, _ = folders.list_folders(ORG, ListFolders())
        taken = {folder.name for folder in there}
        for name, slugs in content.FOLDERS.items():
            if name in taken:
                continue
            folder = folders.create(ORG, self.by, CreateFolder(name=name))
            mine = [code.code_id for code in self._codes(slugs) if code.folder_id is None]
            if mine:
                folders.add_codes(ORG, CodesOfFolder(folder_id=folder.folder_id, code_ids=mine))
        for slug, properties in content.PROPERTIES.items():
            code = self.codes.get(ORG, CODE_IDS[slug])
            if not code.properties:
                self.codes.update(ORG, UpdateCode(code_id=code.code_id, properties=properties))
        code = self.codes.get(ORG, CODE_IDS[content.RULED_CODE])
        if not code.rules:
            rules = _rules.validate_python(content.RULES)
            self.codes.update(ORG, UpdateCode(code_id=code.code_id, rules=rules))

    def _codes(self, slugs: Iterable[str]) -> list[CodeRow]:
        return [self.codes.get(ORG, CODE_IDS[slug]) for slug in slugs]

    def make_pages(self, renderer: PageRenderer) -> None:
        """Create a published page with a poll and a form, and the draft of another page."""
        pages = page_service(self.session, self.settings, self.codes, renderer, self.now)
        drafted = GenPage(code_id=CODE_IDS[content.DRAFTED_CODE], name=content.DRAFTED_NAME)
        pages.create(ORG, self.by, drafted, built_in()[content.DRAFTED_TEMPLATE].blocks)
        wanted = GenPage(
            code_id=CODE_IDS[content.PUBLISHED_CODE],
            name=content.PUBLISHED_NAME,
            blocks=content.PUBLISHED_PAGE,
        )
        page = pages.create(ORG, self.by, wanted, None)
        brand = brand_of(self.session.get_one(Organization, ORG))
        try:
            pages.update(ORG, brand, UpdatePage(page_id=page.page_id, action=Action.PUBLISH))
        except (RendererMissing, RenderingFailed) as error:
            log.warning("demo page not published", error=error.message)

    def write_notes(self) -> None:
        """Write notes on codes."""
        notes = NoteService(
            self.session,
            self.codes,
            base_url=self.settings.base_url,
            now=self.now,
            new_id=new_id,
        )
        for note in content.NOTES:
            fields = {name: value for name, value in note.items() if name != "code"}
            notes.keep(ORG, self.by, AddNote(code_id=CODE_IDS[note["code"]], **fields))

    def make_slip(self, showcase: Showcase) -> None:
        """Create a printable coupon, and one-time codes of the code on it."""
        code_id = CODE_IDS[content.SLIP_CODE]
        showcase.make_slip(code_id, content.SLIP_NAME, content.SLIP_OFFER, one_time=True)
        showcase.issue(code_id, content.BATCH_NAME, content.BATCH_AMOUNT)

    def make_wall(self) -> str:
        """Create a wall whose pictures wait for approval, with its own code, and return its ID."""
        walls = WallService(
            self.session,
            objects_of(self.settings),
            self.now,
            new_id,
        )
        wanted = CreateWall(name=content.WALL_NAME, intro=content.WALL_INTRO, moderation="before")
        return walls.create(ORG, self.by, self.codes, wanted).wall_id
