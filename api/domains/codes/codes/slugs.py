"""Slugs of codes: claimed, displayed, and moved from one code to another.

A printed slug must keep working, so slugs are never removed. They may move to another code of the organisation.
"""

from collections.abc import Sequence
from datetime import datetime

from api.domains.codes.codes.errors import CodeDeleted, CodeNotFound, SlugElsewhere, slug_taken
from api.domains.codes.codes.errors import invalid_field as invalid
from api.domains.codes.codes.models import Code, CodeSlug
from api.domains.codes.codes.repository import claim_slug
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.slug_repository import SlugRepository
from api.domains.codes.codes.slug_schemas import SetSlug
from api.kit.errors import FieldError

MAX_SLUGS = 20


class SlugService:
    """Slugs of the codes of one organisation."""

    def __init__(self, slugs: SlugRepository, codes: CodeService, now: datetime) -> None:
        self._slugs = slugs
        self._codes = codes
        self._now = now

    def list_slugs(self, org_id: str, code_id: str) -> tuple[Code, Sequence[CodeSlug]]:
        """Return a code and all its slugs."""
        code = self._codes.get(org_id, code_id)
        return code, self._slugs.of_code(org_id, code_id)

    def set_slug(self, org_id: str, caller_id: str, body: SetSlug) -> Code:
        """Set the slug that a code's link uses, claiming it if necessary. With null, the link uses the code's ID.

        Raises:
            SlugElsewhere: another code of the organisation has the slug, and `move` is not set.
        """
        held = self._slugs.find(org_id, body.slug) if body.slug is not None else None
        code, other = self._lock(org_id, body.code_id, held)
        if code.deleted_at is not None:
            raise CodeDeleted
        if code.one_time_state is not None:
            raise invalid("code_id", "is a one-time code, which cannot have slugs", "one_time")
        if body.slug is not None and (held is None or other is not None):
            if len(self._slugs.of_code(org_id, code.code_id)) >= MAX_SLUGS:
                raise invalid(
                    "slug",
                    f"would be more than the maximum of {MAX_SLUGS} slugs for a code",
                    "too_many_slugs",
                )
            self._take(org_id, caller_id, code, body)
        code.slug = body.slug
        return self._codes.keep(code)

    def _lock(self, org_id: str, code_id: str, held: CodeSlug | None) -> tuple[Code, Code | None]:
        """Return the code and the other code that has the slug, locked in a fixed order to avoid deadlocks."""
        ids = {code_id, *([held.code_id] if held is not None else ())}
        rows = {it.code_id: it for it in self._codes.codes.find_all_for_update(org_id, sorted(ids))}
        if code_id not in rows:
            raise CodeNotFound
        others = [row for row in rows.values() if row.code_id != code_id]
        return rows[code_id], others[0] if others else None

    def _take(self, org_id: str, caller_id: str, code: Code, body: SetSlug) -> None:
        assert body.slug is not None
        taken = self._codes.codes.taken_slugs([body.slug])
        if not taken and claim_slug(self._slugs.session, body.slug, code, self._now, caller_id):
            return
        held = self._slugs.find(org_id, body.slug)
        if held is None:
            raise slug_taken()
        if held.code_id == code.code_id:
            return
        other = self._codes.get(org_id, held.code_id)
        if not body.move:
            message = f"belongs to “{other.name}”"
            raise SlugElsewhere(
                f"This slug {message}.",
                errors=[FieldError(field="slug", message=message, code=SlugElsewhere.code)],
                other_code_id=other.code_id,
            )
        shows = self._slugs.painted_with(org_id, other.ai_media_id, body.slug)
        if shows or other.slug == body.slug:
            other.slug = None if other.slug == body.slug else other.slug
            other.ai_media_id = None if shows else other.ai_media_id
            self._codes.keep(other)
        held.code_id = code.code_id
        self._codes.codes.save()
