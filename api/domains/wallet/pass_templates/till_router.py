"""The API calls that give passes at the till, for members and for people with a PIN at an enrolled device."""

from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.wallet.pass_templates.dependencies import PassMakerDep, PassTemplateServiceDep
from api.domains.wallet.pass_templates.schemas import CreateFromTemplate
from api.domains.wallet.pass_templates.till_schemas import (
    GivenAtTill,
    GivePass,
    ListPassesToGive,
    PassToGive,
    given_at_till,
)
from api.domains.wallet.passes.till_port import CashierDep, TillPortDep
from api.kit.clock import NowDep
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["passes"])


@router.post("/v1/list-passes-to-give")
def list_passes_to_give(
    body: ListPassesToGive, who: CashierDep, templates: PassTemplateServiceDep
) -> Page[PassToGive]:
    """List the published pass templates by name. Staff create passes from them for customers."""
    rows, total = templates.search_published(who.member.org_id, body.filter, body.paging)
    return page_of([PassToGive.model_validate(it) for it in rows], total, body.paging)


@router.post("/v1/give-pass")
def give_pass(
    body: GivePass,
    who: CashierDep,
    maker: PassMakerDep,
    till: TillPortDep,
    session: SessionDep,
    now: NowDep,
) -> GivenAtTill:
    """Create a pass for a customer, or find the one that they have, with a QR code that opens it on their
    phone.
    """
    member = who.member
    wanted = CreateFromTemplate(template_id=body.template_id, customer_id=body.customer_id)
    made = maker.make(member.org_id, member.caller_id or None, wanted)
    if made.is_new:
        till.keep(session, now, who, "pass", made.read.customer_id or "", made.read.pass_id)
    return given_at_till(made)
