"""All SQL for the studio's pictures."""

from sqlalchemy import select

from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.codes.codes.tables import code_slugs, codes
from api.domains.content.ai_studio.models import AiPicture
from api.domains.content.ai_studio.schemas import ListAiPictures

_COLUMNS = Columns(
    searched=(
        AiPicture.prompt,
        AiPicture.style,
    ),
    ordered={
        "created_at": AiPicture.created_at,
        "prompt": AiPicture.prompt,
        "style": AiPicture.style,
    },
    default_sort="-created_at",
)


class AiPictureRepository(Repository[AiPicture]):
    """Pictures of one organisation, accessed through one session."""

    model = AiPicture

    def add(self, picture: AiPicture) -> None:
        """Store a picture's row."""
        self.session.add(picture)
        self.session.flush()

    def find(self, org_id: str, job_id: str, number: int) -> AiPicture | None:
        """Return a picture, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(AiPicture.job_id == job_id, AiPicture.number == number)
        )

    def of_job(self, org_id: str, job_id: str) -> list[AiPicture]:
        """Return the pictures that a job has created so far."""
        statement = self.scoped(org_id).where(AiPicture.job_id == job_id)
        return list(self.session.scalars(statement.order_by(AiPicture.number)))

    def codes_under(self, org_id: str, names: list[str]) -> dict[str, str]:
        """Return the codes that open under these IDs and slugs, keyed by them."""
        ids = select(codes.c.code_id.label("name"), codes.c.code_id).where(
            codes.c.org_id == org_id, codes.c.code_id.in_(names)
        )
        slugs = select(code_slugs.c.slug, code_slugs.c.code_id).where(
            code_slugs.c.org_id == org_id, code_slugs.c.slug.in_(names)
        )
        return dict(self.session.execute(ids.union_all(slugs)).all())

    def list_pictures(self, org_id: str, body: ListAiPictures) -> tuple[list[AiPicture], int]:
        """Return a page of pictures, newest first unless sorted otherwise, and the total number."""
        statement = _COLUMNS.matching(self.scoped(org_id), body)
        if body.code_id is not None:
            statement = statement.where(AiPicture.code_id == body.code_id)
        return self.page(
            statement,
            body.paging,
            _COLUMNS.order(body),
            AiPicture.job_id.asc(),
            AiPicture.number.asc(),
        )
