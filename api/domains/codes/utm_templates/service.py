"""Rules of UTM templates: each belongs to an organisation, and their number is limited."""

from collections.abc import Callable
from datetime import datetime

from api.domains.codes.utm_templates.errors import (
    TooManyUtmTemplates,
    UtmTemplateNotFound,
    name_taken,
)
from api.domains.codes.utm_templates.models import UtmTemplate
from api.domains.codes.utm_templates.repository import UtmTemplateRepository
from api.domains.codes.utm_templates.schemas import SaveUtmTemplate

MAX_TEMPLATES = 200


class UtmTemplateService:
    """UTM templates of one organisation."""

    def __init__(
        self, templates: UtmTemplateRepository, now: datetime, new_id: Callable[[str], str]
    ) -> None:
        self._templates = templates
        self._now = now
        self._new_id = new_id

    def list_all(self, org_id: str) -> list[UtmTemplate]:
        """Return all templates by name."""
        return self._templates.list_all(org_id)

    def save(self, org_id: str, caller_id: str, body: SaveUtmTemplate) -> UtmTemplate:
        """Save a new or an existing template."""
        template = (
            self._find(org_id, body.template_id)
            if body.template_id is not None
            else self._new(org_id, caller_id)
        )
        values: dict[str, object] = {**body.utm.model_dump(), "name": body.name}
        if not self._templates.save(template, values | {"updated_at": self._now}):
            raise name_taken()
        return template

    def remove(self, org_id: str, template_id: str) -> None:
        """Remove a template. Codes keep the parameters that were added with it."""
        self._templates.remove(self._find(org_id, template_id))

    def _find(self, org_id: str, template_id: str) -> UtmTemplate:
        template = self._templates.find_for_update(org_id, template_id)
        if template is None:
            raise UtmTemplateNotFound
        return template

    def _new(self, org_id: str, caller_id: str) -> UtmTemplate:
        if self._templates.count(org_id) >= MAX_TEMPLATES:
            raise TooManyUtmTemplates
        return UtmTemplate(
            template_id=self._new_id("utm"),
            org_id=org_id,
            created_at=self._now,
            created_by=caller_id,
        )
