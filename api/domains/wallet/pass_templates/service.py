"""The rules of pass templates: drafts, versions, and passes made from them."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from api.auth.member import Member
from api.domains.content.media_library.reading import smallest_by_id
from api.domains.wallet.pass_templates.checking import check, problems_of
from api.domains.wallet.pass_templates.content import TemplateContent
from api.domains.wallet.pass_templates.errors import (
    PassTemplateChanged,
    PassTemplateNotFound,
    PassTemplateVersionNotFound,
    TooManyPassTemplates,
    name_taken,
    not_a_pass,
)
from api.domains.wallet.pass_templates.models import PassTemplate, PassTemplateVersion
from api.domains.wallet.pass_templates.repository import (
    PassTemplateRepository,
    PassTemplateVersionRepository,
)
from api.domains.wallet.pass_templates.schemas import (
    CheckedPassTemplate,
    PassTemplateRead,
    PassTemplateSummary,
    PassTemplateVersionRead,
    PublishedPassTemplate,
    SavePassTemplate,
)
from api.domains.wallet.passes.service import PassService
from api.jobs.queue import Jobs
from api.kit.pagination import Page, Paging, page_of

MAX_TEMPLATES = 200
KEPT_VERSIONS = 100
"""Number of versions kept for each template. Older ones are deleted when another one is published."""
APPLY = "wallet.apply_pass_template"
"""The job that updates passes to a version of their template."""


class PassTemplateService:
    """Templates of one organisation."""

    def __init__(
        self,
        templates: PassTemplateRepository,
        versions: PassTemplateVersionRepository,
        passes: PassService,
        jobs: Jobs,
        *,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._templates = templates
        self._versions = versions
        self._passes = passes
        self._jobs = jobs
        self._now = now
        self._new_id = new_id

    def search(self, org_id: str, text: str | None, paging: Paging) -> Page[PassTemplateSummary]:
        """Return a page of templates, by name."""
        rows, total = self._templates.search(org_id, text, paging)
        counts = self._passes.count_by_template(org_id, [it.template_id for it in rows])
        small = self._small_pictures(org_id, rows)
        items = [_summary(it, counts.get(it.template_id, 0), small) for it in rows]
        return page_of(items, total, paging)

    def search_published(
        self, org_id: str, text: str | None, paging: Paging
    ) -> tuple[list[PassTemplate], int]:
        """Return a page of the templates from which passes can be created, by name, and the number of all of them."""
        return self._templates.search(org_id, text, paging, published_only=True)

    def get(self, org_id: str, template_id: str) -> PassTemplateRead:
        """Return a template with its draft.

        Raises:
            PassTemplateNotFound: the template does not exist.
        """
        row = self._templates.find(org_id, template_id)
        if row is None:
            raise PassTemplateNotFound
        return self._read(row)

    def save(self, me: Member, body: SavePassTemplate) -> PassTemplateRead:
        """Save the draft of a new or an existing template. Saving the same draft again changes nothing.

        Raises:
            PassTemplateNotFound, PassTemplateChanged, TooManyPassTemplates: the draft cannot be saved.
            Invalid: another template has its name.
        """
        row = (
            self._new(me)
            if body.template_id is None
            else self._locked(me.org_id, body.template_id, body.revision)
        )
        draft = body.content.model_dump(mode="json")
        if row.revision == 0 or row.draft != draft or row.name != body.name:
            changed = row.revision + (row.draft != draft or row.revision == 0)
            values = {"name": body.name, "draft": draft, "revision": changed}
            if not self._templates.save(row, values | {"updated_at": self._now}):
                raise name_taken()
        return self._read(row)

    def check(
        self, org_id: str, content: TemplateContent, sample: Mapping[str, str]
    ) -> CheckedPassTemplate:
        """Return the pass that a draft becomes for a sample person, and its problems. Nothing is saved."""
        return check(
            content,
            sample,
            lambda shown: self._passes.lint(org_id, shown),
            has_address=self._passes.web_service_url is not None,
        )

    def publish(self, me: Member, template_id: str, revision: int | None) -> PublishedPassTemplate:
        """Publish the draft: new passes are created from it, and existing passes are updated to it.

        Publishing a draft again that is already published changes nothing.

        Raises:
            PassTemplateNotFound, PassTemplateChanged: the draft cannot be published.
            Invalid: no pass can be created from it. The error explains why.
        """
        row = self._locked(me.org_id, template_id, revision)
        return self._publish(me, row)

    def list_versions(
        self, org_id: str, template_id: str, paging: Paging
    ) -> Page[PassTemplateVersionRead]:
        """Return a page of versions, newest first.

        Raises:
            PassTemplateNotFound: the template does not exist.
        """
        row = self._templates.find(org_id, template_id)
        if row is None:
            raise PassTemplateNotFound
        rows, total = self._versions.list_of(org_id, template_id, paging)
        items = [_version(it, row.published_version) for it in rows]
        return page_of(items, total, paging)

    def restore(
        self, me: Member, template_id: str, version: int, *, publish: bool
    ) -> PublishedPassTemplate:
        """Make a version the draft again, and publish it immediately if requested.

        Raises:
            PassTemplateNotFound, PassTemplateVersionNotFound: the template or the version does not exist.
        """
        row = self._locked(me.org_id, template_id, None)
        found = self._versions.find(me.org_id, template_id, version)
        if found is None:
            raise PassTemplateVersionNotFound
        if found.content != row.draft:
            values = {"draft": found.content, "revision": row.revision + 1}
            self._templates.save(row, values | {"updated_at": self._now})
        if publish:
            return self._publish(me, row)
        return PublishedPassTemplate(**self._read(row).model_dump(), job_id=None)

    def remove(self, org_id: str, template_id: str) -> None:
        """Delete a template. Passes created from it stay as they are.

        Raises:
            PassTemplateNotFound: the template does not exist.
        """
        self._templates.remove(self._locked(org_id, template_id, None))

    def _publish(self, me: Member, row: PassTemplate) -> PublishedPassTemplate:
        problems = problems_of(TemplateContent.model_validate(row.draft))
        if problems:
            raise not_a_pass(problems)
        job_id = None
        if row.published_revision != row.revision and self._draft_equals_published(row):
            self._templates.save(row, {"published_revision": row.revision})
        if row.published_revision != row.revision:
            version = self._versions.newest(me.org_id, row.template_id) + 1
            self._versions.add(
                PassTemplateVersion(
                    template_id=row.template_id,
                    version=version,
                    org_id=me.org_id,
                    content=row.draft,
                    published_at=self._now,
                    published_by=me.caller_id or None,
                )
            )
            self._versions.delete_before(me.org_id, row.template_id, version - KEPT_VERSIONS + 1)
            values = {"published_version": version, "published_revision": row.revision}
            self._templates.save(row, values | {"updated_at": self._now})
            job_id = self._apply(me, row.template_id, version)
        return PublishedPassTemplate(**self._read(row).model_dump(), job_id=job_id)

    def _draft_equals_published(self, row: PassTemplate) -> bool:
        """Return whether the draft has the content of the published version, after a change that was reverted."""
        if row.published_version is None:
            return False
        found = self._versions.find(row.org_id, row.template_id, row.published_version)
        return found is not None and found.content == row.draft

    def _apply(self, me: Member, template_id: str, version: int) -> str | None:
        total = self._passes.count_by_template(me.org_id, [template_id]).get(template_id, 0)
        if total == 0:
            return None
        args = {"template_id": template_id, "version": version}
        return self._jobs.enqueue(
            me.org_id, APPLY, args, total=total, created_by=me.caller_id or None, is_bulk=True
        )

    def _new(self, me: Member) -> PassTemplate:
        if self._templates.count(me.org_id) >= MAX_TEMPLATES:
            raise TooManyPassTemplates
        return PassTemplate(
            template_id=self._new_id("ptpl"),
            org_id=me.org_id,
            revision=0,
            draft={},
            name="",
            created_at=self._now,
            created_by=me.caller_id or None,
        )

    def _locked(self, org_id: str, template_id: str, revision: int | None) -> PassTemplate:
        row = self._templates.find_for_update(org_id, template_id)
        if row is None:
            raise PassTemplateNotFound
        if revision is not None and revision != row.revision:
            raise PassTemplateChanged
        return row

    def _read(self, row: PassTemplate) -> PassTemplateRead:
        counts = self._passes.count_by_template(row.org_id, [row.template_id])
        small = self._small_pictures(row.org_id, [row])
        summary = _summary(row, counts.get(row.template_id, 0), small)
        return PassTemplateRead(**dict(summary))

    def _small_pictures(self, org_id: str, rows: Iterable[PassTemplate]) -> dict[str, str]:
        shown = {media_id for row in rows for media_id in _pictures(row)}
        return smallest_by_id(self._templates.session, org_id, shown) if shown else {}


def _pictures(row: PassTemplate) -> set[str]:
    return {it["media_id"] for it in row.draft.get("pictures", {}).values()}


def _summary(row: PassTemplate, passes: int, small: Mapping[str, str]) -> PassTemplateSummary:
    return PassTemplateSummary(
        template_id=row.template_id,
        name=row.name,
        style=row.draft["style"],
        description=row.draft["description"],
        background=row.draft["background"],
        foreground=row.draft["foreground"],
        revision=row.revision,
        published_version=row.published_version,
        has_changes=row.published_revision != row.revision,
        passes=passes,
        content=TemplateContent.model_validate(row.draft),
        small_pictures={it: small[it] for it in _pictures(row) & small.keys()},
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _version(row: PassTemplateVersion, published: int | None) -> PassTemplateVersionRead:
    return PassTemplateVersionRead(
        version=row.version,
        is_published=row.version == published,
        content=TemplateContent.model_validate(row.content),
        published_at=row.published_at,
        published_by=row.published_by,
    )
