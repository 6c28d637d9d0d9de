"""Printing: a few copies at once, many by a job, each with its own one-time code if asked."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.batches.issuing import issue_codes
from api.domains.batches.models import CodeBatch
from api.domains.batches.one_time import refuse_as_base
from api.domains.batches.repository import BatchRepository
from api.domains.codes.errors import CodeDeleted, invalid_field
from api.domains.codes.links import CodeLinks, choice_of
from api.domains.codes.models import Code
from api.domains.codes.service import CodeService
from api.domains.media.drawing import draw, fit
from api.domains.media.types import Design, PictureFormat
from api.domains.slips.drawing import DrawCode, Layout, is_own, print_slips
from api.domains.slips.elements import CodeElement, TextElement
from api.domains.slips.lettering import outlined_letters, unprintable
from api.domains.slips.models import Slip
from api.domains.slips.schemas import COPIES_AT_ONCE, PrintSlip, SlipPrinted
from api.domains.slips.service import MEDIA, elements_of
from api.domains.slips.sheets import Sheet, sheet_for
from api.domains.uploads.service import ai_picture_key
from api.jobs.queue import Jobs
from api.objects.errors import ObjectNotFound
from api.objects.store import ObjectStore

JOB = "slips.print"
KEPT_SECONDS = 24 * 3600
OUTLINES_AT_ONCE, MOST_OUTLINES = 5_000, 200_000
"""Letters printed as outlines: half a millisecond each."""
PIXELS_PER_MM = 96 / 25.4
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
        new_id: Callable[[str], str],
        now: datetime,
    ) -> None:
        self._session = session
        self._codes = codes
        self._jobs = jobs
        self._objects = objects
        self._links = links
        self._new_id = new_id
        self._now = now

    def print(self, me: Member, slip: Slip, wanted: PrintSlip) -> SlipPrinted:
        """Print, or start the job that does."""
        refuse_unprintable(slip)
        outlines = _outlines(slip, wanted.copies)
        if outlines > MOST_OUTLINES:
            raise invalid_field(
                "copies", "is too many for so much text of its own on each", "too_much_text"
            )
        sheet = sheet_for(slip.width_mm, slip.height_mm, wanted)
        one_time = slip.one_time if wanted.one_time is None else wanted.one_time
        code = None if slip.code_id is None else self._codes.get(me.org_id, slip.code_id)
        if code is not None and code.deleted_at is not None:
            raise CodeDeleted
        if one_time and not any(isinstance(it, CodeElement) for it in elements_of(slip)):
            raise invalid_field(
                "one_time", "needs a place for the code on the slip", "no_code_element"
            )
        if one_time and code is None:
            raise invalid_field("one_time", "needs a code on the slip", "no_code")
        batch = None
        if one_time and code is not None:
            refuse_as_base(code)
            batch = self._batch(me, slip, code, wanted.copies)
        answer = SlipPrinted(
            state="queued",
            copies=wanted.copies,
            per_sheet=len(sheet.places),
            sheets=sheet.count(wanted.copies),
            file_name=file_name(slip, wanted.copies),
            batch_id=batch.batch_id if batch else None,
        )
        if wanted.copies > COPIES_AT_ONCE or outlines > OUTLINES_AT_ONCE:
            return self._queued(me, wanted, batch, answer)
        codes = codes_for(self._session, slip, wanted.copies, batch, self._now)
        key = f"org/{me.org_id}/slips/{self._new_id('print')}.pdf"
        self._objects.put(
            key, render(slip, code, sheet, codes, wanted, self._objects, self._links), PDF
        )
        url = self._objects.signed_url(key, seconds=KEPT_SECONDS, filename=answer.file_name)
        return answer.model_copy(update={"state": "done", "url": url})

    def _queued(
        self, me: Member, wanted: PrintSlip, batch: CodeBatch | None, answer: SlipPrinted
    ) -> SlipPrinted:
        args = {
            "wanted": wanted.model_dump(mode="json"),
            "batch_id": batch.batch_id if batch else None,
        }
        job_id = self._jobs.enqueue(
            me.org_id, JOB, args, total=wanted.copies, created_by=me.caller_id
        )
        if batch is not None:
            batch.job_id = job_id
            self._session.flush()
        return answer.model_copy(update={"job_id": job_id})

    def _batch(self, me: Member, slip: Slip, code: Code, copies: int) -> CodeBatch:
        batch = CodeBatch(
            batch_id=self._new_id("bat"),
            org_id=me.org_id,
            base_code_id=code.code_id,
            kind="one_time",
            name=slip.name,
            amount=copies,
            created_at=self._now,
            created_by=me.caller_id,
        )
        BatchRepository(self._session).add(batch)
        return batch


def refuse_unprintable(slip: Slip) -> None:
    """Refuse a slip with letters that its fonts lack: paper with boxes on it helps nobody."""
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
    session: Session, slip: Slip, copies: int, batch: CodeBatch | None, now: datetime
) -> list[str | None]:
    """The code of each copy: its own of the batch, made if it is missing, or the slip's."""
    if batch is None or batch.base_code_id is None:
        return [slip.code_id] * copies
    batches = BatchRepository(session)
    kind = session.scalar(select(Code.type).where(Code.code_id == batch.base_code_id)) or ""
    while batch.withdrawn_at is None:
        made = batches.count_codes(batch.org_id, batch.batch_id)
        if made >= copies:
            break
        issue_codes(batches, batch, kind, copies - made, now, made)
    ids = session.scalars(
        select(Code.code_id)
        .where(Code.org_id == batch.org_id, Code.batch_id == batch.batch_id)
        .order_by(Code.name, Code.code_id)
        .limit(copies)
    )
    return list(ids)


def render(
    slip: Slip,
    code: Code | None,
    sheet: Sheet,
    codes: list[str | None],
    wanted: PrintSlip,
    objects: ObjectStore,
    links: CodeLinks,
    progress: Callable[[int], None] = lambda _: None,
) -> bytes:
    """The file. A picture that was removed meanwhile leaves its place empty."""
    elements = [
        it
        for it in elements_of(slip)
        if it.type != "picture" or objects.find(it.url.removeprefix(MEDIA)) is not None
    ]
    return print_slips(
        Layout(slip.name, slip.width_mm, slip.height_mm, slip.background, elements),
        sheet,
        codes,
        read_picture=lambda url: objects.read(url.removeprefix(MEDIA)),
        draw_code=_drawing(code, links, objects),
        cut_marks=wanted.cut_marks,
        progress=progress,
    )


def file_name(slip: Slip, copies: int) -> str:
    """What the file is called when it is downloaded."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in slip.name).strip("-")
    return f"{plain[:60] or 'slip'}-{copies}.pdf"


def _drawing(code: Code | None, links: CodeLinks, objects: ObjectStore) -> DrawCode:
    design = Design.model_validate(code.design if code else {})
    painted = _painted(code, objects) if code is not None else None
    choice = choice_of(code) if code is not None else None

    def drawn(code_id: str, width: float, height: float) -> bytes:
        sides = (width * PIXELS_PER_MM, height * PIXELS_PER_MM)
        if painted is not None and code is not None and code_id == code.code_id:
            return fit(painted, *sides, PictureFormat.PDF)
        slug = code.slug if code is not None and code_id == code.code_id else None
        address = links.address(code_id, slug, choice)
        return draw(address, design, *sides, PictureFormat.PDF)

    return drawn


def _painted(code: Code, objects: ObjectStore) -> bytes | None:
    """The AI studio's picture of a code that has one."""
    if code.ai_media_id is None:
        return None
    try:
        return objects.read(ai_picture_key(code.org_id, code.ai_media_id))
    except ObjectNotFound:
        return None
