"""Checks that pictures of codes can be read, before printing and when a design is saved."""

from typing import Annotated, Self

from pydantic import AliasChoices, Field, model_validator

from api.auth.member import ViewerDep
from api.db.offload import Offload, OffloadDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.domains.codes.codes.inheritance import effective
from api.kit.schemas import OrgBody
from api.kit.validation_messages import field_problem
from api.rendering.qr.errors import NotReadable
from api.rendering.qr.legibility import check
from api.rendering.qr.render.logos import with_stored_logo
from api.rendering.qr.schemas import PictureCheck, PictureWarningRead, QrContent
from api.rendering.qr.types import Design

router = ApiRouter(tags=["codes"])


class CheckPicture(OrgBody):
    """A picture to be looked at: of any content, or of a code as it is or in another design."""

    content: QrContent | None = None
    code_id: Annotated[
        str | None, Field(validation_alias=AliasChoices("code_id", "id"), max_length=64)
    ] = None
    design: Design | None = Field(None, description="Left out: the code's own, or the plain one")
    width_mm: float | None = Field(
        None, gt=0, le=100_000, description="How wide it will be printed, margin and frame included"
    )
    distance_m: float | None = Field(
        None, gt=0, le=1000, description="From how far it shall be read"
    )

    @model_validator(mode="after")
    def _one_content(self) -> Self:
        if (self.content is None) == (self.code_id is None):
            raise field_problem("content", "give either content or code_id")
        return self


@router.post("/v1/check-picture")
def check_picture(
    body: CheckPicture, me: ViewerDep, codes: CodeServiceDep, links: LinksDep, offload: OffloadDep
) -> PictureCheck:
    """Read a picture back as phones meet it, and hold its design against what print needs."""
    content, design = body.content, body.design
    if body.code_id is not None:
        code = codes.get(me.org_id, body.code_id)
        content = links.of(code)
        design = design or Design.model_validate(effective(code, "design"))
    assert content is not None
    found = offload.run(
        me.org_id, check, content, design or Design(), body.width_mm, body.distance_m
    )
    return PictureCheck(**PictureCheck.fields_of(found))


def warnings_when_saving(
    org_id: str, content: str, design: Design, offload: Offload, *, accept_unreadable: bool
) -> list[PictureWarningRead]:
    """Warnings about the design that a code is about to get. Called before anything is written.

    Raises:
        NotReadable: no reader can decode it, and `accept_unreadable` is not set.
    """
    if design == Design():
        return []
    found = offload.run(org_id, check, content, with_stored_logo(design))
    if not found.decodes and not accept_unreadable:
        raise NotReadable
    return PictureWarningRead.all_of(found.warnings)
