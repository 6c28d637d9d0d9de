"""Passes that winners get as a prize. Each prize is a new pass."""

import structlog
from sqlalchemy.orm import Session

from api.domains.promotions.prizes.passes_port import PrizePasses
from api.domains.wallet.pass_templates.dependencies import pass_maker_of
from api.domains.wallet.pass_templates.errors import (
    PassTemplateNotFound,
    PassTemplateNotPublished,
)
from api.domains.wallet.pass_templates.schemas import CreateFromTemplate
from api.domains.wallet.pass_templates.values import MOST_LETTERS
from api.domains.wallet.passes.addresses import pass_path
from api.kit.clock import Clock
from api.kit.errors import ApiError
from runtime.settings import Settings

log = structlog.get_logger(__name__)


def prize_passes(settings: Settings, clock: Clock) -> PrizePasses:
    """Return what prizes need in a running web process."""

    def can_give(session: Session, org_id: str, template_id: str) -> bool:
        try:
            pass_maker_of(session, settings, clock()).require_published(org_id, template_id)
        except (PassTemplateNotFound, PassTemplateNotPublished):
            return False
        return True

    def give(
        session: Session, org_id: str, template_id: str, customer_id: str | None, name: str | None
    ) -> str | None:
        shown = name[:MOST_LETTERS] if name and customer_id is None else ""
        own = {"customer.first_name": shown, "customer.name": shown} if shown else {}
        body = CreateFromTemplate(template_id=template_id, customer_id=customer_id, another=True)
        maker = pass_maker_of(session, settings, clock())
        try:
            with session.begin_nested():
                return maker.make(org_id, None, body, own).read.pass_id
        except ApiError as error:
            log.warning(
                "a prize gave no pass", org_id=org_id, template_id=template_id, code=error.code
            )
            return None

    return PrizePasses(can_give, give, pass_path)
