"""Draws pictures of passes from inside jobs, before phones, pages and Google request them."""

from sqlalchemy.orm import Session

from api.domains.wallet.passes.contents_reading import find_shown_pass
from api.domains.wallet.passes.pictures import PassPictures
from api.jobs.registry import JobContext
from api.objects.store import objects_of
from api.rendering.wallet.content import WalletPass
from runtime.settings import Settings


def draw_ahead(session: Session, settings: Settings, org_id: str, content: WalletPass) -> None:
    """Draw the pictures that passes with this content show. Pictures that exist already are skipped."""
    pictures = PassPictures(session, objects_of(settings))
    pictures.draw_ahead(org_id, content, settings.base_url)


def draw_pass(context: JobContext, pass_id: str) -> None:
    """Draw the pictures that a pass shows. A pass that no longer exists is skipped."""
    with context.session() as session:
        shown = find_shown_pass(session, context.org_id, pass_id)
        if shown is not None:
            draw_ahead(session, context.settings, context.org_id, shown.content)
