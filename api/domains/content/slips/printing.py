"""Prints slips: a few copies in the request, many in a job, each with its own one-time code if requested."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.db.offload import Offload
from api.domains.codes.batches.issuing import OneTimeBatches, issue_codes, issue_codes_of
from api.domains.codes.batches.one_time import refuse_as_base
from api.domains.codes.batches.types import BatchRow
from api.domains.codes.codes.errors import CodeDeleted, invalid_field
from api.domains.codes.codes.inheritance import effective
from api.domains.codes.codes.links import CodeLinks, choice_of
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeRow
from api.domains.content.media_library.service import ai_picture_key
from api.domains.content.slips.elements import (
    CodeElement,
    Layout,
    PictureElement,
    TextElement,
    is_own,
)
from api.domains.content.slips.models import Slip
from api.domains.content.slips.rendering import PrintOrder, render
from api.domains.content.slips.schemas import MAX_COPIES_IN_REQUEST, PrintSlip, SlipPrinted
from api.domains.content.slips.service import MEDIA, elements_of
from api.domains.content.slips.sheets import Sheet, sheet_for
from api.domains.content.slips.text_layout import outlined_letters, unprintable
from api.jobs.queue import Jobs
from api.kit.errors import ChangedMeanwhile
from api.kit.ids import new_code_ids
from api.objects.errors import ObjectNotFound
from api.objects.store import ObjectStore
from api.rendering.qr.types import Design

JOB = "slips.print"
DOWNLOAD_SECONDS = 24 * 3600
MAX_OUTLINES_IN_REQUEST, MAX_OUTLINES = 5_000, 200_000
"""Maximum number of characters printed as outlines, which take half a millisecond each."""
PDF = "application/pdf"


class PrintService:
    """Prints slips of the caller's organisation."""

    def __init__(
        self,
        session: Session,
        codes: CodeService,
        jobs: Jobs,
        objects: ObjectStore,
        links: CodeLinks,
        offload: Offload,
        new_id: Callable[[str], str],
        now: datetime,
    ) -> None:
        self._session = session
        self._codes = codes
        self._jobs = jobs
        self._objects = objects
        self._links = links
        self._offload = offload
        self._new_id = new_id
        self._now = now

    def print(self, me: Member, slip: Slip, body: PrintSlip) -> SlipPrinted:
        """Print, or start the job that prints."""
        refuse_unprintable(slip)
        outlines = _outlines(slip, body.copies)
        if outlines > MAX_OUTLINES:
            raise invalid_field(
                "copies",
                "is too many for the amount of individual text on each copy",
                "too_much_text",
            )
        sheet = sheet_for(slip.width_mm, slip.height_mm, body)
        one_time = slip.one_time if body.one_time is None else body.one_time
        code = None if slip.code_id is None else self._codes.get(me.org_id, slip.code_id)
        if code is not None and code.deleted_at is not None:
            raise CodeDeleted
        if one_time and not any(isinstance(it, CodeElement) for it in elements_of(slip)):
            raise invalid_field(
                "one_time", "needs a place for the code on the slip", "no_code_element"
            )
        if one_time and code is None:
            raise invalid_field("one_time", "needs a code on the slip", "no_code")
        if one_time and code is not None:
            refuse_as_base(code)
        base = code if one_time else None
        answer = SlipPrinted(
            state="queued",
            copies=body.copies,
            per_sheet=len(sheet.places),
            sheets=sheet.count(body.copies),
            file_name=file_name(slip, body.copies),
        )
        if body.copies > MAX_COPIES_IN_REQUEST or outlines > MAX_OUTLINES_IN_REQUEST:
            return self._queued(me, body, self._batch(me, slip, base, body.copies), answer)
        own = new_code_ids(body.copies) if base is not None else []
        codes: list[str | None] = [*own] or [slip.code_id] * body.copies
        order = order_of(slip, code, sheet, codes, body, self._objects, self._links)
        file = self._offload.run(me.org_id, render, order)
        batch = self._batch(me, slip, base, body.copies)
        if batch is not None and base is not None:
            issued = issue_codes_of(self._session, batch, base.type, own, self._now)
            if issued < len(own):
                raise ChangedMeanwhile  # An ID was already taken, and it is on the rendered slip.
        key = f"org/{me.org_id}/slips/{self._new_id('print')}.pdf"
        self._objects.put(key, file, PDF)
        url = self._objects.signed_url(key, seconds=DOWNLOAD_SECONDS, filename=answer.file_name)
        done = {"state": "done", "url": url, "batch_id": batch.batch_id if batch else None}
        return answer.model_copy(update=done)

    def _queued(
        self, me: Member, body: PrintSlip, batch: BatchRow | None, answer: SlipPrinted
    ) -> SlipPrinted:
        args = {
            "wanted": body.model_dump(mode="json"),
            "batch_id": batch.batch_id if batch else None,
        }
        job_id = self._jobs.enqueue(
            me.org_id, JOB, args, total=body.copies, created_by=me.caller_id, is_bulk=True
        )
        if batch is not None:
            batch.job_id = job_id
            self._session.flush()
        return answer.model_copy(
            update={"job_id": job_id, "batch_id": batch.batch_id if batch else None}
        )

    def _batch(self, me: Member, slip: Slip, base: CodeRow | None, copies: int) -> BatchRow | None:
        """Create the batch for the one-time codes of this base code, or return None without a base."""
        if base is None:
            return None
        return OneTimeBatches(self._session).open(
            me.org_id,
            me.caller_id,
            self._new_id("bat"),
            base_code_id=base.code_id,
            name=slip.name,
            amount=copies,
            now=self._now,
        )


def refuse_unprintable(slip: Slip) -> None:
    """Refuse a slip with characters that its fonts lack."""
    for place, element in enumerate(elements_of(slip)):
        if isinstance(element, TextElement):
            lacking = unprintable(element.text, element.font, element.weight)
            if lacking:
                raise invalid_field(
                    f"elements.{place}.text",
                    f"has characters that cannot be printed: {' '.join(lacking[:10])}",
                    "text_not_printable",
                )


def _outlines(slip: Slip, copies: int) -> int:
    texts = (it for it in elements_of(slip) if isinstance(it, TextElement))
    return sum(
        outlined_letters(it.text, it.font, it.weight) * (copies if is_own(it) else 1)
        for it in texts
    )


def codes_for(
    session: Session,
    slip: Slip,
    copies: int,
    batch: BatchRow | None,
    base: CodeRow | None,
    now: datetime,
) -> list[str | None]:
    """Return the code of each copy: its own from the batch, created if missing, or the slip's."""
    if batch is None or batch.base_code_id is None:
        return [slip.code_id] * copies
    batches = OneTimeBatches(session)
    kind = base.type if base is not None else ""
    while batch.withdrawn_at is None:
        made = batches.count_codes(batch.org_id, batch.batch_id)
        if made >= copies:
            break
        issue_codes(session, batch, kind, copies - made, now, made)
    return list[str | None](batches.first_ids(batch.org_id, batch.batch_id, copies))


def order_of(
    slip: Slip,
    code: CodeRow | None,
    sheet: Sheet,
    codes: Sequence[str | None],
    body: PrintSlip,
    objects: ObjectStore,
    links: CodeLinks,
) -> PrintOrder:
    """Return everything that rendering needs. A picture that was deleted in the meantime leaves an empty space."""
    pictures: dict[str, bytes] = {}
    elements = []
    for it in elements_of(slip):
        if isinstance(it, PictureElement):
            try:
                pictures[it.url] = objects.read(it.url.removeprefix(MEDIA))
            except ObjectNotFound:
                continue
        elements.append(it)
    painted = _painted(code, objects) if code is not None else None
    choice = choice_of(code) if code is not None else None
    slugs = {code.code_id: code.slug} if code is not None else {}
    return PrintOrder(
        layout=Layout(slip.name, slip.width_mm, slip.height_mm, slip.background, elements),
        sheet=sheet,
        codes=codes,
        addresses={it: links.address(it, slugs.get(it), choice) for it in set(codes) if it},
        design=Design.model_validate(effective(code, "design") if code else {}),
        pictures=pictures,
        painted={code.code_id: painted} if code is not None and painted is not None else {},
        cut_marks=body.cut_marks,
    )


def file_name(slip: Slip, copies: int) -> str:
    """Return the name of the downloaded file."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in slip.name).strip("-")
    return f"{plain[:60] or 'slip'}-{copies}.pdf"


def _painted(code: CodeRow, objects: ObjectStore) -> bytes | None:
    """Return the AI studio's picture of a code, if it has one."""
    if code.ai_media_id is None:
        return None
    try:
        return objects.read(ai_picture_key(code.org_id, code.ai_media_id))
    except ObjectNotFound:
        return None
