"""Checks that pictures of codes are readable, before printing and when a design is saved."""

from typing import Annotated, Self

from fastapi import Depends
from pydantic import AliasChoices, Field, model_validator

from api.auth.member import ViewerDep
from api.db.offload import Offload, OffloadDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.domains.codes.codes.inheritance import effective
from api.kit.schemas import OrgBody
from api.kit.validation_messages import field_problem
from api.objects.store import ObjectsDep
from api.rendering.qr.artwork import check_artwork
from api.rendering.qr.errors import NotReadable
from api.rendering.qr.legibility import MOST_PIXELS_READ, Legibility, check, check_delivered
from api.rendering.qr.render.logos import with_stored_logo
from api.rendering.qr.schemas import PictureCheck, PictureWarningRead, QrContent
from api.rendering.qr.types import DEFAULT_SIDE, MIN_SIDE, Design

router = ApiRouter(tags=["codes"])


class CheckPicture(OrgBody):
    """Check a picture of any content, or of a code with its current design or another one."""

    content: QrContent | None = None
    code_id: Annotated[
        str | None, Field(validation_alias=AliasChoices("code_id", "id"), max_length=64)
    ] = None
    design: Design | None = Field(
        None, description="Defaults to the code's own design, otherwise the plain one"
    )
    size: int | None = Field(
        None,
        ge=MIN_SIDE,
        le=MOST_PIXELS_READ,
        description="Width of the PNG in pixels; defaults to the code's own size",
    )
    width_mm: float | None = Field(
        None, gt=0, le=100_000, description="Printed width, including margin and frame"
    )
    distance_m: float | None = Field(None, gt=0, le=1000, description="Scanning distance")

    @model_validator(mode="after")
    def _one_content(self) -> Self:
        if (self.content is None) == (self.code_id is None):
            raise field_problem("content", "send either content or code_id")
        return self


class PictureChecks:
    """Reads delivered pictures back under the conditions that phones meet."""

    def __init__(
        self, codes: CodeServiceDep, links: LinksDep, objects: ObjectsDep, offload: OffloadDep
    ) -> None:
        self._codes = codes
        self._links = links
        self._objects = objects
        self._offload = offload

    def check(self, org_id: str, body: CheckPicture) -> Legibility:
        """Return the result of the check. A code with a picture of the AI studio is checked with that picture, unless a
        design is given.

        Raises:
            CodeNotFound: the organisation has no such code.
            PictureTooSmall: the content does not fit into that many pixels.
        """
        print_size = body.width_mm, body.distance_m
        side = body.size or DEFAULT_SIDE
        if body.code_id is None:
            assert body.content is not None
            drawn = body.content, body.design or Design(), side, side
            return self._offload.run(org_id, check_delivered, *drawn, *print_size)
        code = self._codes.get(org_id, body.code_id)
        own = effective(code, "width"), effective(code, "height")
        sides = own if body.size is None else (side, side)
        artwork = self._codes.artwork_of(code) if body.design is None else None
        if artwork is not None:
            finished = artwork.content, self._objects.read(artwork.key), *sides
            return self._offload.run(org_id, check_artwork, *finished, *print_size)
        design = body.design or Design.model_validate(effective(code, "design"))
        looked_at = self._links.of(code), design, *sides
        return self._offload.run(org_id, check_delivered, *looked_at, *print_size)


@router.post("/v1/check-picture")
def check_picture(
    body: CheckPicture, me: ViewerDep, checks: Annotated[PictureChecks, Depends(PictureChecks)]
) -> PictureCheck:
    """Check whether phones can read the delivered picture, and whether its design is suitable for print."""
    return PictureCheck(**PictureCheck.fields_of(checks.check(me.org_id, body)))


def warnings_when_saving(
    org_id: str, content: str, design: Design, offload: Offload, *, accept_unreadable: bool
) -> list[PictureWarningRead]:
    """Return warnings about the design that a code is about to get. Called before anything is written.

    Raises:
        NotReadable: no reader can decode it, and `accept_unreadable` is not set.
    """
    if design == Design():
        return []
    found = offload.run(org_id, check, content, with_stored_logo(design))
    if not found.decodes and not accept_unreadable:
        raise NotReadable
    return PictureWarningRead.all_of(found.warnings)
