"""Renders the public page of a pass."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Depends, Request, Response

from api.auth.tenants import organization_of
from api.db.offload import VisitorOffloadDep
from api.db.session import SessionDep
from api.domains.visits.visits.agents import clean, identify
from api.domains.wallet.passes.addresses import pass_path
from api.domains.wallet.passes.dependencies import CertificateServiceDep, PassServiceDep
from api.domains.wallet.passes.models import Pass
from api.domains.wallet.passes.pictures import PassPictures
from api.domains.wallet.passes.save_links import SaveLinks, wallets_of
from api.domains.wallet.passes.visitor_repository import PublicPass
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep
from api.objects.store import ObjectsDep
from api.rendering.visitor_pages.pages import Notice, Page, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.visitor_pages.words import spoken
from api.rendering.wallet.apple_package import MEDIA_TYPE
from api.rendering.wallet.content import WalletPass
from api.rendering.wallet.vendor_buttons import FOLDER, vendor_button
from api.rendering.wallet.web_twin import shown_pass


class PassPages:
    """Pages of passes, through the database session of one request."""

    def __init__(
        self,
        request: Request,
        session: SessionDep,
        passes: PassServiceDep,
        certificates: CertificateServiceDep,
        objects: ObjectsDep,
        offload: VisitorOffloadDep,
        settings: SettingsDep,
        now: NowDep,
    ) -> None:
        self._pages = VisitorPagesState.of(request).pages
        self._links = SaveLinks.find(request.app)
        self._agent = identify(clean(request.headers.get("user-agent", "")))
        self._session = session
        self._passes = passes
        self._certificates = certificates
        self._buttons = settings.var_dir / FOLDER
        self._pictures = PassPictures(session, objects, offload)
        self._now = now

    def show(self, public: PublicPass | None) -> Response:
        """Return the page of a pass, or a notice that it does not exist."""
        if public is None:
            return page_response(self._pages.notice(Notice.NOTHING_HERE))
        page = self._page(public, self._passes.get_row(public.org_id, public.pass_id))
        policy = f"{page.security_policy}; worker-src 'self'"
        headers = {"content-security-policy": policy, "referrer-policy": "no-referrer"}
        return page_response(page, **headers)

    def package(self, public: PublicPass | None) -> Response:
        """Return the signed pass, or a notice that it does not exist."""
        if public is None:
            return page_response(self._pages.notice(Notice.NOTHING_HERE))
        row = self._passes.get_row(public.org_id, public.pass_id)
        headers = {
            "content-disposition": f'attachment; filename="{row.serial_number}.pkpass"',
            "cache-control": "private, no-store",
            "x-robots-tag": "noindex",
        }
        self._passes.tell(row, "downloaded")
        return Response(self._passes.signed(row), media_type=MEDIA_TYPE, headers=headers)

    def to_google(self, public: PublicPass | None) -> Response:
        """Redirect to the pass in Google Wallet, or to its page if it has no link there."""
        if public is None:
            return page_response(self._pages.notice(Notice.NOTHING_HERE))
        url = self._links and self._links.google(self._session, public.org_id, public.pass_id)
        headers = {
            "location": url or pass_path(public.pass_id),
            "cache-control": "no-store",
            "referrer-policy": "no-referrer",
            "x-robots-tag": "noindex",
        }
        return Response(status_code=303, headers=headers)

    def _page(self, public: PublicPass, row: Pass) -> Page:
        content, say = WalletPass.model_validate(row.content), spoken()
        time_zone = organization_of(self._session, row.org_id).time_zone
        zone = ZoneInfo(time_zone)
        google_url = self._links and self._links.google(self._session, row.org_id, row.pass_id)
        barcode = content.barcode
        return self._pages.render(
            "pass.html.jinja",
            200,
            public.shown_brand,
            page="pass",
            code_id=None,
            path=pass_path(row.pass_id),
            as_of=say.moment_of(self._now, zone, time_zone),
            shown=shown_pass(content, say, zone, self._now),
            pictures=self._pictures.on_page(row.org_id, content),
            barcode_format=barcode and barcode.format,
            message=barcode.message if barcode is not None else "",
            is_development=self._certificates.of_type(row.org_id, row.pass_type).is_development,
            google_url=google_url,
            wallets=wallets_of(self._agent.system, has_google=bool(google_url)),
            buttons={
                "apple": vendor_button(self._buttons, "apple", say.language),
                "google": vendor_button(self._buttons, "google", say.language),
            },
        )


PassPagesDep = Annotated[PassPages, Depends(PassPages)]
