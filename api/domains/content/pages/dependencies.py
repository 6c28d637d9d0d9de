"""Dependencies of the page handlers."""

from functools import partial
from typing import Annotated

from fastapi import Depends, Request

from api.auth.member import ViewerDep
from api.auth.models import Organization
from api.auth.tenants import organization_of
from api.db.session import SessionDep
from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.content.pages.games_port import PageGames
from api.domains.content.pages.page_weight import WeightMeter
from api.domains.content.pages.publishing import Publisher
from api.domains.content.pages.service import PageService
from api.domains.content.pages.state import PagesState
from api.domains.content.polls import polls
from api.domains.content.walls.reading import existing_walls
from api.integrations.language_model import language_model
from api.integrations.ports.language_model import LanguageModel
from api.integrations.sms_sender import can_text
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from api.objects.store import ObjectsDep
from api.rendering.visitor_pages.brand import Brand, color_in
from api.rendering.visitor_pages.pages import VISITOR_MANIFEST, read_bundle
from api.rendering.visitor_pages.theme import Theme


async def _can_confirm(settings: SettingsDep) -> bool:
    """Return whether forms may require a passcode sent by text message."""
    return can_text(settings)


CanConfirmDep = Annotated[bool, Depends(_can_confirm)]
"""Whether forms may require a passcode sent by text message."""


async def _publisher(request: Request) -> Publisher:
    return Publisher(PagesState.of(request).renderer)


PublisherDep = Annotated[Publisher, Depends(_publisher)]


def _service(
    request: Request,
    settings: SettingsDep,
    publisher: PublisherDep,
    session: SessionDep,
    codes: CodeServiceDep,
    can_confirm: CanConfirmDep,
    now: NowDep,
) -> PageService:
    return PageService(
        session,
        codes,
        publisher,
        sync_polls=partial(polls.sync, session),
        existing_walls=partial(existing_walls, session),
        existing_games=partial(PageGames.of(request).existing, session),
        may_be_private=settings.environment == "development",
        can_confirm=can_confirm,
        now=now,
        new_id=new_id,
    )


PageServiceDep = Annotated[PageService, Depends(_service)]


def _brand(member: ViewerDep, session: SessionDep) -> Brand:
    return brand_of(organization_of(session, member.org_id))


def brand_of(organization: Organization) -> Brand:
    """Return an organisation's appearance to its visitors."""
    look = organization.brand
    return Brand(
        organization.name,
        organization.logo or "",
        color_in(look),
        theme=Theme.read(look.get("theme")),
    )


BrandDep = Annotated[Brand, Depends(_brand)]
"""The brand of the caller's organisation."""


def _language_model(settings: SettingsDep) -> LanguageModel | None:
    return language_model(settings)


LanguageModelDep = Annotated[LanguageModel | None, Depends(_language_model)]
"""The configured language model, if any."""


def _scale(settings: SettingsDep, objects: ObjectsDep) -> WeightMeter:
    bundle = read_bundle(VISITOR_MANIFEST)
    return WeightMeter(bundle, VISITOR_MANIFEST.parent.parent, objects, settings.base_url)


WeightMeterDep = Annotated[WeightMeter, Depends(_scale)]
"""Measures the size of pages."""
