"""Rules of slips: their elements, and the pictures and codes that they may contain."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy.orm import Session

from api.auth.tenants import find_organization
from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.service import CodeService
from api.domains.content.slips.elements import (
    CodeElement,
    Element,
    PictureElement,
    SlipKind,
    TextElement,
)
from api.domains.content.slips.errors import SlipChanged, SlipNotFound, TooManySlips, missing
from api.domains.content.slips.models import Slip
from api.domains.content.slips.repository import SlipRepository
from api.domains.content.slips.schemas import SlipCall, SlipData
from api.domains.content.slips.starters import SIZES, starter
from api.domains.content.slips.text_layout import unprintable
from api.objects.keys import belongs_to, is_public_picture

MAX_SLIPS = 1_000
EASY_TO_SCAN_MM = 20.0
MEDIA = "/media/"
DELETED_CODE = (
    "The code of this slip was deleted, so it can’t be printed. Restore it or choose another one."
)

_elements: TypeAdapter[list[Element]] = TypeAdapter(list[Element])


class SlipService:
    """Slips of the organisation that the session has entered."""

    def __init__(
        self,
        session: Session,
        codes: CodeService,
        *,
        base_url: str,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._slips = SlipRepository(session)
        self._codes = codes
        self._base_url = base_url
        self._now = now
        self._new_id = new_id

    def create(self, org_id: str, by: str, data: SlipData | None) -> Slip:
        """Create a slip. Without elements, it starts with the default layout of its kind."""
        if data is None or data.name is None:
            raise missing("updated_data.name", "for a new slip")
        self._slips.lock_all(org_id)
        if self._slips.count(org_id) >= MAX_SLIPS:
            raise TooManySlips
        kind = data.kind or SlipKind.COUPON
        width, height = SIZES[kind]
        slip = Slip(
            slip_id=self._new_id("slip"),
            org_id=org_id,
            name=data.name,
            kind=kind.value,
            width_mm=data.width_mm or width,
            height_mm=data.height_mm or height,
            background=data.background or "#ffffff",
            elements=starter(kind, self._organization_name(org_id))
            if data.elements is None
            else self._kept(org_id, data.elements),
            code_id=self._own_code(org_id, data.code_id),
            one_time=bool(data.one_time),
            created_at=self._now,
            created_by=by,
            updated_at=self._now,
        )
        self._slips.add(slip)
        return slip

    def get(self, org_id: str, slip_id: str | None) -> Slip:
        """Return a slip."""
        if slip_id is None:
            raise missing("slip_id", "to say which slip")
        slip = self._slips.find(org_id, slip_id)
        if slip is None:
            raise SlipNotFound
        return slip

    def list_slips(self, org_id: str, body: SlipCall) -> tuple[list[Slip], int]:
        """Return one page of slips and the total number."""
        return self._slips.list_slips(org_id, body)

    def update(self, org_id: str, slip_id: str | None, data: SlipData | None) -> Slip:
        """Change the given fields."""
        if slip_id is None:
            raise missing("slip_id", "to say which slip")
        if data is None:
            raise missing("updated_data", "to change a slip")
        slip = self._slips.find_for_update(org_id, slip_id)
        if slip is None:
            raise SlipNotFound
        if data.version is not None and data.version != slip.version:
            raise SlipChanged
        for name in ("name", "width_mm", "height_mm", "background", "one_time"):
            value = getattr(data, name)
            if value is not None:
                setattr(slip, name, value)
        if data.kind is not None:
            slip.kind = data.kind.value
        if data.elements is not None:
            slip.elements = self._kept(org_id, data.elements)
        if "code_id" in data.model_fields_set:
            slip.code_id = self._own_code(org_id, data.code_id)
        slip.updated_at = self._now
        self._slips.save()
        return slip

    def remove(self, org_id: str, slip_id: str | None) -> str:
        """Delete a slip and return its ID."""
        if slip_id is None:
            raise missing("slip_id", "to say which slip")
        if not self._slips.remove(org_id, slip_id):
            raise SlipNotFound
        return slip_id

    def warnings(self, org_id: str, slips: Sequence[Slip]) -> list[list[str]]:
        """Return warnings about what will not print well, for each of these slips."""
        carried = {slip.code_id for slip in slips if slip.code_id is not None}
        deleted = self._slips.deleted_codes(org_id, carried)
        return [
            ([DELETED_CODE] if slip.code_id in deleted else []) + warnings_of(slip)
            for slip in slips
        ]

    def _own_code(self, org_id: str, code_id: str | None) -> str | None:
        if code_id is None:
            return None
        return self._codes.get(org_id, code_id).code_id

    def _kept(self, org_id: str, elements: Sequence[Element]) -> list[dict[str, Any]]:
        stored_elements = []
        for place, element in enumerate(elements):
            stored = element.model_dump(mode="json")
            if isinstance(element, PictureElement):
                key = element.url.removeprefix(self._base_url).removeprefix(MEDIA)
                if not belongs_to(key, org_id) or not is_public_picture(key):
                    raise invalid_field(
                        f"updated_data.elements.{place}.url",
                        "is not a picture of this organisation",
                        "foreign_picture",
                    )
                stored["url"] = MEDIA + key
            stored_elements.append(stored)
        return stored_elements

    def _organization_name(self, org_id: str) -> str:
        organization = find_organization(self._slips.session, org_id)
        return organization.name if organization is not None else ""


def elements_of(slip: Slip) -> list[Element]:
    """Return the elements of a slip."""
    return _elements.validate_python(slip.elements)


def warnings_of(slip: Slip) -> list[str]:
    """Return warnings for the designer about what will not print well."""
    found = []
    elements = elements_of(slip)
    codes = [element for element in elements if isinstance(element, CodeElement)]
    if not codes:
        found.append("There is no code on this slip.")
    elif slip.code_id is None:
        found.append("No code is chosen, so the place of the code stays empty.")
    if any(min(code.width, code.height) < EASY_TO_SCAN_MM for code in codes):
        found.append("A code is smaller than 20 mm; old phones may not read it.")
    for element in elements:
        turned = element.rotation in (90, 270)
        width, height = (
            (element.height, element.width) if turned else (element.width, element.height)
        )
        left = element.x + (element.width - width) / 2
        top = element.y + (element.height - height) / 2
        is_over = (
            left < -0.01
            or top < -0.01
            or left + width > slip.width_mm + 0.01
            or top + height > slip.height_mm + 0.01
        )
        if is_over and isinstance(element, CodeElement):
            found.append("A code hangs over the edge and will be cut.")
        if isinstance(element, TextElement):
            if is_over:
                found.append(f"“{element.text[:30]}” hangs over the edge and will be cut.")
            lacking = unprintable(element.text, element.font, element.weight)
            if lacking:
                found.append(f"The font has no letters for “{lacking[:10]}”.")
    return list(dict.fromkeys(found))
