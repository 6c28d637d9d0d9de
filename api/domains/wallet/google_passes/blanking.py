"""Blanks passes at Google that no longer exist here, such as those of an erased person.

Google deletes no objects, so an empty, inactive one replaces the pass. It is also created for a link that was issued
but not used yet, so that the link leads to nothing else.
"""

from datetime import timedelta

from api.auth.tenants import organization_of
from api.domains.wallet.google_passes.blanking_repository import BlankRepository
from api.domains.wallet.google_passes.drawing import Drawing
from api.domains.wallet.google_passes.models import GoogleBlank
from api.domains.wallet.google_passes.object_sync import Wanted, keep
from api.domains.wallet.passes.contents_reading import ShownPass
from api.domains.wallet.passes.pictures import PassPictures
from api.integrations.wallet_objects import Issuer, OpenWallet
from api.jobs.registry import JobContext
from api.objects.store import objects_of
from api.rendering.wallet.content import Style, Trip, WalletPass
from api.rendering.wallet.google_kinds import KINDS, Kind

BATCH = 50
LATER = timedelta(minutes=1)
LONGEST = timedelta(hours=12)
NOTHING = "This pass is no longer available"
_STYLES: dict[Kind, Style] = {
    "offer": "coupon",
    "loyalty": "store_card",
    "eventTicket": "event_ticket",
    "transit": "boarding_pass",
    "flight": "boarding_pass",
    "generic": "generic",
}


def blank_some(context: JobContext, issuer: Issuer, open_wallet: OpenWallet) -> int:
    """Blank some passes of an issuer, and return how many were tried. Repeating it changes nothing.

    Raises:
        WalletUnavailable: Google cannot be reached now.
    """
    now = context.now()
    with context.session() as session:
        due = BlankRepository(session).due(context.org_id, issuer.issuer_id, now, BATCH)
        organization = organization_of(session, context.org_id) if due else None
        pictures = PassPictures(session, objects_of(context.settings))
    if organization is None:
        return 0
    drawing = Drawing(organization, pictures, context.settings.base_url, now)
    wanted = [_blank(row, drawing, organization.name, issuer) for row in due]
    answers = keep(open_wallet(issuer), wanted)
    with context.session() as session:
        rows = BlankRepository(session)
        rows.done(
            context.org_id,
            [row.pass_id for row, it in zip(due, answers, strict=True) if it.problem is None],
        )
        for row, it in zip(due, answers, strict=True):
            if it.problem is not None:
                wait = min(LATER * 2.0 ** min(row.tries, 20), LONGEST)
                rows.failed(context.org_id, row.pass_id, now + wait)
    return len(due)


def _nowhere() -> Trip:
    """Return a trip that names nobody, because fields that Google requires of a flight can only be replaced and not
    removed.
    """
    return Trip(transit="air", origin="–", destination="–", passenger="–", confirmation="–")


def _blank(row: GoogleBlank, drawing: Drawing, organization: str, issuer: Issuer) -> Wanted:
    kind = next(it for it in KINDS if it == row.kind)
    content = WalletPass(
        style=_STYLES[kind],
        description=NOTHING,
        organization=organization,
        is_void=True,
        trip=_nowhere() if _STYLES[kind] == "boarding_pass" else None,
    )
    shown = ShownPass(row.pass_id, row.pass_type, content, 0)
    made = drawing.draw(shown, issuer.issuer_id, kind)
    made.object_document["messages"] = []
    return Wanted(made, is_known=True, class_digest="")
