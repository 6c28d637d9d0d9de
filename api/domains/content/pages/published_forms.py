"""Provides the forms of published pages to the code that receives submissions."""

from functools import lru_cache

import orjson
from sqlalchemy.orm import Session

from api.domains.content.forms.published import TEXTS, PublishedForm, label_key
from api.domains.content.page_blocks.blocks import PageData, read_page
from api.domains.content.pages.models import PageVersion
from api.domains.content.pages.repository import PageRepository


class PublishedForms:
    """Forms on the pages of the organisation that the session has entered."""

    def __init__(self, session: Session) -> None:
        self._pages = PageRepository(session)

    def page(self, org_id: str, page_id: str) -> PageData | None:
        """Return what visitors see of a page, or None if it is not published."""
        found = self._pages.published(org_id, page_id, None)
        return _read(found[1]) if found is not None else None

    def published(self, org_id: str, page_id: str, form_id: str | None) -> PublishedForm | None:
        """Return the form that visitors of the page see now. Without an ID, it is the page's first one."""
        found = self._pages.published(org_id, page_id, None)
        return _form(found[1], form_id) if found is not None else None

    def of_version(
        self, org_id: str, page_id: str, version: int, form_id: str
    ) -> PublishedForm | None:
        """Return the form from a version of its page."""
        found = self._pages.find_version(org_id, page_id, version)
        return _form(found, form_id) if found is not None else None


def _form(version: PageVersion, form_id: str | None) -> PublishedForm | None:
    page = _read(version)
    form = page.form(form_id)
    if form is None:
        return None
    names = (*TEXTS, *(label_key(field) for field in form.fields if field.consent_channels))
    translations = {
        language: {name: text[f"{form.id}.{name}"] for name in names if f"{form.id}.{name}" in text}
        for language, text in page.root.translations.items()
    }
    return PublishedForm(form, version.version, page.languages, translations, form.next_url)


def _read(version: PageVersion) -> PageData:
    return _read_json(version.page_id, version.version, orjson.dumps(version.blocks))


@lru_cache(maxsize=512)
def _read_json(_page_id: str, _version: int, blocks: bytes) -> PageData:
    # The data was checked when it was saved. Private addresses in it, if any, were allowed then.
    return read_page(orjson.loads(blocks), may_be_private=True)
