"""Shows page editors how a page will look before it is published."""

from typing import Annotated

from fastapi import Depends, Request

from api.domains.content.page_blocks.blocks import PageData
from api.domains.content.pages.dependencies import BrandDep, PageServiceDep, WeightMeterDep
from api.domains.content.pages.models import Page
from api.domains.content.pages.page_weight import Weight
from api.domains.content.pages.published import InLanguage, Returning, drawn
from api.domains.content.pages.publishing import audiences_of, look_of_page
from api.domains.content.pages.schemas import PagePreview, PreviewPage, WeighPage
from api.domains.content.pages.state import PagesState

WIDTHS = {"phone": 390, "tablet": 820, "desktop": 1280}


class PagePreviews:
    """Renders pages of the organisation of one request."""

    def __init__(
        self, request: Request, pages: PageServiceDep, brand: BrandDep, meter: WeightMeterDep
    ) -> None:
        self._shell = PagesState.of(request).shell
        self._pages = pages
        self._brand = brand
        self._meter = meter

    def preview(self, org_id: str, body: PreviewPage) -> PagePreview:
        """Return a page as its visitors would see it, without scripts and without sending anything."""
        page, data = self._pages.data_to_show(org_id, body.page_id, body.blocks, body.version)
        language, one = self._drawn(page, data, body.language)
        shown = self._shell.preview(
            one,
            language=language,
            brand=self._brand,
            look=look_of_page(data, self._brand),
            name=page.name,
            page_id=page.page_id,
            returning=Returning(body.first_name) if body.returning else None,
            audiences=audiences_of(data),
            device=body.device or "phone",
        )
        width = WIDTHS.get(body.device or "")
        return PagePreview(html=shown.html.decode(), language=language, width=width)

    def weigh(self, org_id: str, body: WeighPage) -> Weight:
        """Return what a visitor would download for the page."""
        page, data = self._pages.data_to_show(org_id, body.page_id, body.blocks, None)
        language, one = self._drawn(page, data, body.language)
        document = self._shell.preview(
            one,
            language=language,
            brand=self._brand,
            look=look_of_page(data, self._brand),
            name=page.name,
            page_id=page.page_id,
            returning=None,
            runs=True,
        )
        return self._meter.weigh(org_id, data, document.html)

    def _drawn(self, page: Page, data: PageData, asked: str | None) -> tuple[str, InLanguage]:
        """Return the page in the requested language if it has it, else in its own."""
        language = asked if asked in data.languages else data.root.language
        html = self._pages.draw(page, data, self._brand, language)
        return language, drawn({"languages": {language: html}})[language]


PagePreviewsDep = Annotated[PagePreviews, Depends(PagePreviews)]
