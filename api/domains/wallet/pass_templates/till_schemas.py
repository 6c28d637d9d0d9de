"""Requests and responses of the calls that give passes at the till."""

from pydantic import Field

from api.domains.wallet.pass_templates.issuing import Made
from api.domains.wallet.pass_templates.schemas import CustomerId, ShortText, TemplateId
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema
from api.rendering.wallet.barcodes import picture_of
from api.rendering.wallet.content import Barcode


class ListPassesToGive(PagedBody):
    """A page of the templates that staff can use, by name."""

    filter: ShortText | None = Field(None, description="Text that the name must contain")


class PassToGive(Schema):
    """A template from which passes can be created."""

    template_id: str
    name: str


class GivePass(OrgBody):
    """Give a pass to a customer."""

    template_id: TemplateId
    customer_id: CustomerId


class GivenAtTill(Schema):
    """A pass that a customer opens on their phone."""

    pass_id: str
    serialNumber: str  # noqa: N815
    description: str
    page_url: str = Field(
        description="The public page of the pass, with the buttons of the wallets"
    )
    picture_url: str = Field(description="A QR code of `page_url`, as a data URL")
    is_new: bool = Field(description="False: the customer already had it")


def given_at_till(made: Made) -> GivenAtTill:
    """Return the response for a pass."""
    read = made.read
    picture = picture_of(Barcode(message=read.page_url))
    assert picture is not None, "a QR code holds any address of ours"
    return GivenAtTill(
        pass_id=read.pass_id,
        serialNumber=read.serialNumber,
        description=read.description,
        page_url=read.page_url,
        picture_url=picture.data_url,
        is_new=made.is_new,
    )
