"""Serves the web app: one page for all screens, fingerprinted assets, and the visitors' bundle."""

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from urllib.parse import quote, urlsplit

from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Match

from api.apps.built_files import SCRIPT_HASHES, BuiltFiles, document, small_file
from api.domains.visits.visits.scan_middleware import code_in_path
from api.integrations.payment_provider import has_payments
from api.objects.store import objects_of
from api.rendering.visitor_pages.pages import Notice, built_name, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from runtime.settings import ROOT, Settings

DIST = ROOT / "web" / "dist"

SCREENS = (
    "/",
    "/admin",
    "/admin/{rest:path}",
    "/auth/login",
    "/ai-qr",
    "/developers",
    "/developers/reference",
    "/invitation",
    "/till",
    "/dummy",
    "/card/{card_id}",
    "/pitviper/{name}",
    "/deleteAlert/{user_id}",
)
"""Paths that have a screen in the web app. Visitors' pages are not among them."""

INDEX = "index.html"
START_PAGES = {
    "/": "home.html",
    "/auth/login": "login.html",
    "/ai-qr": "ai-qr.html",
    "/share": "share.html",
    "/developers/reference": "reference.html",
}
"""Screens that are prerendered when the web app is built, for visitors without a login or scripts, and the API
reference, which is a separate page.
"""

SERVER, SHARED = "https://server.invalid", "shared-code-here"
"""Placeholders for the base URL and the code in the prerendered page of a shared code."""
MAX_SHARED = 2000
_CODE = re.compile(r"[A-Za-z0-9_-]{4,64}")
_IN_LINK = re.compile(r"/code/([^/?#\s]+)")

CARD_WORKER = "/card/worker.js"
"""Served here rather than with a fingerprint in `/visitor/assets`, because a service worker only works below its own
path.
"""
CARD_WORKER_ENTRY = "src/visitor/card-worker.ts"
PUSH_WORKER = "/push/worker.js"
PUSH_WORKER_ENTRY = "src/visitor/push-worker.ts"

CAMERA = "camera=(self), microphone=(), payment=()"
"""Staff scan cards with the camera at the till, and the app opens that screen in whichever document is loaded."""

PAYMENT = "/admin/payment"
"""The only document that may load Stripe.js. The app loads it again when somebody pays."""
STRIPE_JS, STRIPE_API = " https://js.stripe.com", "https://api.stripe.com"
STRIPE_FRAMES = " https://*.js.stripe.com https://hooks.stripe.com"
"""https://docs.stripe.com/security/guide#content-security-policy"""

SECRET_SCREENS = ("/shared/{token}",)
"""Screens with a secret URL. They are not indexed, and no referrer reveals them to other sites."""

_NOT_BUILT = (
    "<!doctype html><title>Waypost</title><p>The web app has not been built yet: run "
    "<code>make run</code>, which builds it.</p>"
)


def _origin_of(url: str) -> list[str]:
    """Return the origin of a URL for a policy, or an empty list if there is no URL."""
    parts = urlsplit(url)
    return [f"{parts.scheme}://{parts.netloc}"] if parts.scheme and parts.netloc else []


def _store_of(settings: Settings) -> list[str]:
    """Return the origin of signed uploads, if files are stored in S3."""
    return (
        _origin_of(objects_of(settings).signed_url("org/x/uploads/x")) if settings.s3_bucket else []
    )


def _without_slash(request: Request) -> str | None:
    """Return the same URL without its trailing slash if a route matches it, else None."""
    path = request.url.path
    if not path.endswith("/") or path.startswith("//") or path.endswith("//"):
        return None
    scope = dict(request.scope) | {"path": path[:-1]}
    if all(route.matches(scope)[0] is not Match.FULL for route in request.app.routes):
        return None
    query = f"?{request.url.query}" if request.url.query else ""
    return quote(path[:-1]) + query


class SinglePage:
    """Serves `web/dist`."""

    def __init__(self, settings: Settings, dist: Path = DIST) -> None:
        self._tour_host = settings.tour_host
        self._base_url = settings.base_url.rstrip("/")
        self._admin = dist / "admin"
        self._visitor = dist / "visitor"
        origin = settings.issuer.rstrip("/")
        self._policy = self._policy_of(settings, origin)
        self._payment_policy = (
            self._policy_of(settings, origin, STRIPE_JS) if has_payments(settings) else self._policy
        )

    @staticmethod
    def _policy_of(settings: Settings, origin: str, payment: str = "") -> str:
        """Return the policy of a document, including Stripe's hosts if it takes payments."""
        return "; ".join(
            (
                "default-src 'self'",
                f"script-src 'self'{SCRIPT_HASHES}{payment}",
                "style-src 'self' 'unsafe-inline'",
                "img-src 'self' data: blob: https:",
                "font-src 'self' data:",
                " ".join(
                    (
                        "connect-src 'self'",
                        origin,
                        *([STRIPE_API] if payment else []),
                        *_origin_of(settings.map_tiles_url),
                        *_store_of(settings),
                    )
                ),
                f"frame-src 'self' {origin}{payment}{STRIPE_FRAMES if payment else ''}",
                "worker-src 'self' blob:",
                "object-src 'none'",
                "base-uri 'none'",
                "form-action 'self'",
                "frame-ancestors 'none'",
            )
        )

    def policy_for(self, path: str) -> str:
        """Return the policy of the document at a path."""
        return self._payment_policy if path == PAYMENT else self._policy

    def mount(self, app: FastAPI) -> None:
        """Add the screens and the files after all other routes."""
        app.add_route("/share", self._share, methods=["GET", "HEAD"], include_in_schema=False)
        for path, worker in ((CARD_WORKER, self._card_worker), (PUSH_WORKER, self._push_worker)):
            app.add_route(path, worker, methods=["GET", "HEAD"], include_in_schema=False)
        for path in SCREENS:
            app.add_route(path, self._screen, methods=["GET", "HEAD"], include_in_schema=False)
        for path in SECRET_SCREENS:
            app.add_route(path, self._secret, methods=["GET", "HEAD"], include_in_schema=False)
        for path, folder in (
            ("/assets", self._admin / "assets"),
            ("/visitor/assets", self._visitor / "assets"),
        ):
            app.mount(path, BuiltFiles(directory=folder, check_dir=False))

    def not_found(self, request: Request) -> Response:
        """Return a file beside the page (`/favicon.svg`), a redirect to the path without its slash, or a 404 page. For
        a word that could be a mistyped code, this is the small page that visitors also get below `/code/`.
        """
        without = _without_slash(request)
        if without is not None:
            return RedirectResponse(without, 308)
        beside = self._file_beside(request.url.path)
        if beside is None:
            if code_in_path(request.url.path) is not None:
                return page_response(VisitorPagesState.of(request).pages.notice(Notice.UNKNOWN))
            return self._page(request, 404, "not-found.html")
        return small_file(beside, beside.stat(), request.scope)

    async def _screen(self, request: Request) -> Response:
        return self._page(request, 200, self._document_of(request))

    def _document_of(self, request: Request) -> str:
        """Return the prerendered document of a screen, else the app's page."""
        path = request.url.path
        if path == "/" and request.url.hostname == self._tour_host:
            return "tour.html"
        if path == "/auth/login" and request.url.query:
            return INDEX  # the response to a login
        if path.startswith("/card/"):
            return "card.html"
        return START_PAGES.get(path, INDEX)

    async def _share(self, request: Request) -> Response:
        """Return the page for sharing a code, with its link in the document."""
        given = request.query_params.get("code", "").strip()
        if not given or len(given) > MAX_SHARED:
            return self._page(request, 200, START_PAGES["/share"])
        in_link = _IN_LINK.search(given)
        code_id = in_link[1] if in_link else given
        if _CODE.fullmatch(code_id) is None:
            return self._page(request, 200, "share-nothing.html", {f"({SHARED})": escape(given)})
        link = f"{self._base_url}/code/{code_id}"
        put = {
            quote(f"{SERVER}/code/{SHARED}", safe="!~*'()"): quote(link, safe=""),
            f"{SERVER}/code/{SHARED}": escape(link),
            SHARED: escape(given),
        }
        return self._page(request, 200, "share-code.html", put)

    async def _card_worker(self, request: Request) -> Response:
        """Return the service worker of cards, which browsers request again whenever a card is opened."""
        return self._worker(request, CARD_WORKER_ENTRY)

    async def _push_worker(self, request: Request) -> Response:
        """Return the service worker of notifications."""
        return self._worker(request, PUSH_WORKER_ENTRY)

    def _worker(self, request: Request, entry: str) -> Response:
        name = built_name(self._visitor / ".vite" / "manifest.json", entry)
        if name is None:
            return Response(status_code=404)
        file = self._visitor / name
        answer = small_file(file, file.stat(), request.scope, "no-cache")
        answer.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
        return answer

    async def _secret(self, request: Request) -> Response:
        page = self._page(request, 200, INDEX)
        page.headers["X-Robots-Tag"] = "noindex, nofollow"
        page.headers["Referrer-Policy"] = "no-referrer"
        return page

    def _file_beside(self, path: str) -> Path | None:
        name = path.strip("/")
        if (
            not name
            or name.endswith((".html", ".br", ".gz"))
            or any(part.startswith(".") for part in name.split("/"))
        ):
            return None
        file = self._admin / name
        return file if len(name) < 200 and file.is_file() else None

    def _page(
        self, request: Request, status: int, name: str, put: Mapping[str, str] | None = None
    ) -> Response:
        file = next((it for it in (self._admin / name, self._admin / INDEX) if it.exists()), None)
        if file is None:
            return HTMLResponse(_NOT_BUILT, status_code=503 if status == 200 else status)
        policy = self.policy_for(request.url.path)
        page = document(file, request.scope, status, policy, put)
        page.headers["Permissions-Policy"] = CAMERA
        return page
