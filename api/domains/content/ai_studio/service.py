"""Rules of the AI studio: valid requests, the pictures on offer, and the pictures that codes use."""

from collections.abc import Sequence

from segno import DataOverflowError

from api.domains.codes.codes import views
from api.domains.codes.codes.errors import CodeDeleted
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.schemas import CodePicture
from api.domains.codes.codes.service import CodeService
from api.domains.content.ai_studio.errors import PictureNotFound, PictureOfOther
from api.domains.content.ai_studio.models import AiPicture
from api.domains.content.ai_studio.repository import AiPictureRepository
from api.domains.content.ai_studio.schemas import (
    AiPictureRead,
    AiQr,
    GenerateAiQr,
    ListAiPictures,
    UseAiPicture,
)
from api.domains.content.media_library.service import UploadService, read_of
from api.jobs.queue import Jobs
from api.rendering.qr.errors import ContentTooLong

MAKE = "ai_studio.pictures"
"""The kind of job that creates pictures."""


class StudioService:
    """The AI studio of the organisation that the session has entered."""

    def __init__(
        self,
        pictures: AiPictureRepository,
        uploads: UploadService,
        codes: CodeService,
        jobs: Jobs,
        links: CodeLinks,
    ) -> None:
        self._pictures = pictures
        self._uploads = uploads
        self._codes = codes
        self._jobs = jobs
        self._links = links

    def start(self, org_id: str, caller_id: str, body: GenerateAiQr) -> str:
        """Start creating pictures and return the ID of the job."""
        from api.domains.content.ai_studio.composition import symbol_of

        if body.code_id is not None:
            code = self._codes.get(org_id, body.code_id)
            if code.deleted_at is not None:
                raise CodeDeleted
            content = self._links.of(code)
        else:
            content = body.content or ""
        if body.media_id is not None:
            self._uploads.get(org_id, body.media_id)
        try:
            symbol_of(content)
        except DataOverflowError:
            raise ContentTooLong from None
        args = {
            "prompt": body.prompt,
            "content": content,
            "style": body.style.value,
            "seed": body.seed,
            "media_id": body.media_id,
            "count": body.count,
        }
        return self._jobs.enqueue(
            org_id, MAKE, args, total=body.count, created_by=caller_id, is_bulk=True
        )

    def state(self, org_id: str, job_id: str) -> AiQr:
        """Return the progress of a job, with the pictures that exist already."""
        job = self._jobs.get(org_id, job_id)
        if job.kind != MAKE:
            raise PictureNotFound
        return AiQr(
            job_id=job_id,
            state=job.state,
            done=job.done,
            total=job.total,
            error=job.error,
            pictures=self._all_read(self._pictures.of_job(org_id, job_id)),
            result=job.result,
        )

    def list_pictures(self, org_id: str, body: ListAiPictures) -> tuple[list[AiPictureRead], int]:
        """Return a page of pictures and the total number."""
        rows, total = self._pictures.list_pictures(org_id, body)
        return self._all_read(rows), total

    def use(self, org_id: str, body: UseAiPicture) -> AiPictureRead:
        """Serve this picture for a code. It must have the same destination as the code."""
        picture = self._pictures.find(org_id, body.job_id, body.number)
        if picture is None:
            raise PictureNotFound
        code = self._codes.get(org_id, body.code_id)
        if self._opened_by([picture]).get(picture.content) != code.code_id:
            raise PictureOfOther
        self._codes.use_picture(org_id, code.code_id, picture.media_id)
        self._pictures.session.refresh(picture)
        return self._all_read([picture])[0]

    def use_drawn(self, org_id: str, code_id: str) -> CodePicture:
        """Serve a code's design again."""
        return views.picture(self._codes.use_picture(org_id, code_id, None), self._links)

    def _all_read(self, rows: Sequence[AiPicture]) -> list[AiPictureRead]:
        opened = self._opened_by(rows)
        return [self._read(row, opened.get(row.content)) for row in rows]

    def _opened_by(self, rows: Sequence[AiPicture]) -> dict[str, str]:
        """Return the code of the organisation that each content opens now, by the code's ID or any of its slugs."""
        read = {row.content: self._links.name_in(row.content) for row in rows}
        names = {content: name for content, name in read.items() if name is not None}
        if not names:
            return {}
        found = self._pictures.codes_under(rows[0].org_id, list(set(names.values())))
        return {content: found[name] for content, name in names.items() if name in found}

    def _read(self, row: AiPicture, opens: str | None) -> AiPictureRead:
        from api.domains.content.ai_studio.generation import least_width_mm

        media = read_of(self._uploads.get(row.org_id, row.media_id), self._links.base_url)
        return AiPictureRead(
            job_id=row.job_id,
            number=row.number,
            media_id=row.media_id,
            url=media.url,
            small_url=media.sizes.get("640", media.url),
            png_url=media.fallback_url,
            width=media.width,
            least_width_mm=least_width_mm(row.content, row.grip, media.width),
            content=row.content,
            prompt=row.prompt,
            style=row.style,
            seed=row.seed,
            source=row.source,
            code_id=row.code_id,
            for_code_id=opens,
            created_at=row.created_at,
        )
