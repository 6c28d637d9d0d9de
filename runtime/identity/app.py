"""The provider's pages and endpoints, on the paths that Auth0's libraries expect."""

import asyncio
import hmac
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from runtime.embedded.process import ServiceFailed
from runtime.identity.grants import CodeBook, Grant, RefreshTokens
from runtime.identity.people import PASSWORD, Person, choices, log_in, person_of
from runtime.identity.throttle import WrongLogins
from runtime.identity.tokens import ACCESS_SECONDS, SESSION_SECONDS, TokenMaker, signing_key
from runtime.settings import Settings

COOKIE = "waypost_identity"

_PAGES = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=select_autoescape())
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True, slots=True)
class Faults:
    """Faults that a test injects."""

    login_required: bool = False
    access_denied: bool = False
    wrong_state: bool = False
    token_delay_seconds: float = 0


class BadRequest(Exception):
    """A request whose response must not be sent to the address that it names."""


class Provider:
    """The handlers and their shared state."""

    def __init__(self, settings: Settings, faults: Faults, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._faults = faults
        self._clock = clock
        self._tokens = TokenMaker(
            settings.issuer, signing_key(settings.var_dir / "secrets" / "identity-key.json")
        )
        self._codes = CodeBook()
        self._refresh = RefreshTokens(settings.var_dir / "identity" / "refresh-tokens.sqlite")
        self._wrong = WrongLogins()

    def configuration(self, _: Request) -> Response:
        """GET /.well-known/openid-configuration: return the provider's configuration."""
        issuer = self._settings.issuer
        return JSONResponse(
            {
                "issuer": issuer,
                "authorization_endpoint": f"{issuer}authorize",
                "token_endpoint": f"{issuer}oauth/token",
                "userinfo_endpoint": f"{issuer}userinfo",
                "jwks_uri": f"{issuer}.well-known/jwks.json",
                "end_session_endpoint": f"{issuer}v2/logout",
                "response_types_supported": ["code"],
                "response_modes_supported": ["query", "web_message"],
                "grant_types_supported": ["authorization_code", "refresh_token"],
                "code_challenge_methods_supported": ["S256"],
                "id_token_signing_alg_values_supported": ["RS256"],
                "subject_types_supported": ["public"],
                "scopes_supported": ["openid", "profile", "email", "offline_access"],
                "token_endpoint_auth_methods_supported": ["none"],
            }
        )

    def jwks(self, _: Request) -> Response:
        """GET /.well-known/jwks.json: return the public keys."""
        return JSONResponse(self._tokens.jwks(), headers={"Cache-Control": "max-age=60"})

    def healthz(self, _: Request) -> Response:
        """GET /healthz: report that the provider is running."""
        return JSONResponse({"status": "ok"})

    async def authorize(self, request: Request) -> Response:
        """GET shows the login page or, if there is a session, sends the code. POST submits the form."""
        query = request.query_params
        try:
            redirect_uri = self._checked_redirect(query)
        except BadRequest as refusal:
            return self._refused_page(str(refusal))
        if self._faults.login_required:
            return self._refuse(query, redirect_uri, "login_required", "Login required")
        if self._faults.access_denied:
            return self._refuse(query, redirect_uri, "access_denied", "Access was denied")
        if query.get("response_type") != "code" or query.get("code_challenge_method") != "S256":
            reason = "This provider speaks the authorization code flow with PKCE (S256) only"
            return self._refuse(query, redirect_uri, "invalid_request", reason)
        if not query.get("code_challenge"):
            return self._refuse(query, redirect_uri, "invalid_request", "No code_challenge")
        if request.method == "POST":
            return await self._log_in(request, redirect_uri)
        now = self._clock()
        session = self._tokens.read(request.cookies.get(COOKIE, ""), "session", now)
        person = person_of(session["sub"]) if session else None
        prompt = query.get("prompt", "")
        if session and person and prompt != "login":
            return self._send_code(query, redirect_uri, person, session["auth_time"])
        if prompt == "none":
            return self._refuse(query, redirect_uri, "login_required", "Login required")
        return self._login_page(query, redirect_uri, 200, email=query.get("login_hint", ""))

    async def token(self, request: Request) -> Response:
        """POST /oauth/token: exchange a code or a refresh token for tokens."""
        if self._faults.token_delay_seconds:
            await asyncio.sleep(self._faults.token_delay_seconds)
        try:
            form = await _fields(request)
        except BadRequest as refusal:
            return _token_error(400, "invalid_request", str(refusal))
        if form.get("client_id") != self._settings.auth0_client_id:
            return _token_error(401, "invalid_client", "Unknown client")
        now = self._clock()
        match form.get("grant_type"):
            case "authorization_code":
                grant = self._codes.redeem(
                    form.get("code", ""),
                    form.get("redirect_uri", ""),
                    form.get("code_verifier", ""),
                    now,
                )
                if grant is None or grant.client_id != form["client_id"]:
                    return _token_error(403, "invalid_grant", "Invalid authorization code")
                offline = "offline_access" in grant.scope.split()
                refresh_token = self._refresh.issue(grant, now) if offline else None
            case "refresh_token":
                rotated = self._refresh.rotate(
                    form.get("refresh_token", ""), form["client_id"], now
                )
                if rotated is None:
                    # Auth0's library looks for exactly this text before it asks for a new login.
                    reason = "Unknown or invalid refresh token."
                    return _token_error(403, "invalid_grant", reason)
                grant, refresh_token = rotated
            case other:
                return _token_error(400, "unsupported_grant_type", f"Not offered: {other}")
        person = person_of(grant.sub)
        if person is None:
            return _token_error(403, "invalid_grant", "This person is not known here")
        answer = {
            "access_token": self._tokens.access_token(person, grant, now),
            "id_token": self._tokens.id_token(person, grant, now),
            "scope": grant.scope,
            "expires_in": ACCESS_SECONDS,
            "token_type": "Bearer",
        }
        if refresh_token is not None:
            answer["refresh_token"] = refresh_token
        return JSONResponse(answer, headers={"Cache-Control": "no-store"})

    def userinfo(self, request: Request) -> Response:
        """GET /userinfo with an access token: return the user's claims."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        claims = self._tokens.read(token, f"{self._settings.issuer}userinfo", self._clock())
        person = person_of(claims["sub"]) if claims and kind.lower() == "bearer" else None
        if person is None:
            return JSONResponse({"error": "invalid_token"}, status_code=401)
        return JSONResponse(self._tokens.profile(person))

    def logout(self, request: Request) -> Response:
        """GET /v2/logout: end the provider's session and redirect to the product."""
        back = request.query_params.get("returnTo") or self._settings.base_url
        if not self._is_ours(back):
            return self._refused_page("returnTo is not an address of Waypost")
        response = RedirectResponse(back, 302)
        response.delete_cookie(COOKIE)
        return response

    async def _log_in(self, request: Request, redirect_uri: str) -> Response:
        query = request.query_params
        form = await request.form(max_fields=10)
        email, password = str(form.get("email", "")), str(form.get("password", ""))
        if form.get("cancel"):
            return self._refuse(query, redirect_uri, "access_denied", "The login was cancelled")
        machine = request.client.host if request.client else "unknown"
        wait = self._wrong.wait_seconds(machine, email)
        if wait:
            problem = f"Too many wrong logins. Try again in {-(-wait // 60)} minutes."
            page = self._login_page(query, redirect_uri, 429, email=email, problem=problem)
            page.headers["Retry-After"] = str(wait)
            return page
        person = log_in(email, password)
        if person is None:
            self._wrong.count(machine, email)
            problem = "Wrong email address or password."
            return self._login_page(query, redirect_uri, 401, email=email, problem=problem)
        now = self._clock()
        response = self._send_code(query, redirect_uri, person, int(now))
        response.set_cookie(
            COOKIE,
            self._tokens.session(person, now),
            max_age=SESSION_SECONDS,
            httponly=True,
            samesite="lax",
        )
        return response

    def _send_code(
        self, query: Mapping[str, str], redirect_uri: str, person: Person, auth_time: int
    ) -> Response:
        grant = Grant(
            sub=person.sub,
            client_id=query["client_id"],
            scope=query.get("scope", "openid"),
            audience=query.get("audience") or self._settings.auth0_audience,
            nonce=query.get("nonce", ""),
            auth_time=auth_time,
        )
        code = self._codes.issue(grant, redirect_uri, query["code_challenge"], self._clock())
        return self._answer(query, redirect_uri, {"code": code})

    def _refuse(
        self, query: Mapping[str, str], redirect_uri: str, error: str, reason: str
    ) -> Response:
        return self._answer(query, redirect_uri, {"error": error, "error_description": reason})

    def _answer(
        self, query: Mapping[str, str], redirect_uri: str, answer: dict[str, str]
    ) -> Response:
        state = query.get("state", "")
        if state:
            answer["state"] = f"not-{state}" if self._faults.wrong_state else state
        if query.get("response_mode") == "web_message":
            parts = urlsplit(redirect_uri)
            message = {"type": "authorization_response", "response": answer}
            return self._page(
                "message.html",
                200,
                # Inside a script, `<` could end it early.
                message=json.dumps(message).replace("<", "\\u003c"),
                origin=json.dumps(f"{parts.scheme}://{parts.netloc}").replace("<", "\\u003c"),
            )
        joint = "&" if "?" in redirect_uri else "?"
        return RedirectResponse(f"{redirect_uri}{joint}{urlencode(answer)}", 302)

    def _checked_redirect(self, query: Mapping[str, str]) -> str:
        if not hmac.compare_digest(
            query.get("client_id", "").encode(), self._settings.auth0_client_id.encode()
        ):
            raise BadRequest("Unknown client_id")
        redirect_uri = query.get("redirect_uri", "")
        if not self._is_ours(redirect_uri):
            raise BadRequest("redirect_uri is not an address of Waypost")
        return redirect_uri

    def _is_ours(self, url: str) -> bool:
        """Return whether the URL leads to this machine or to the product's own address."""
        parts, own = urlsplit(url), urlsplit(self._settings.base_url)
        if parts.scheme not in {"http", "https"} or parts.username or parts.fragment:
            return False
        return parts.hostname in _LOOPBACK or (parts.scheme, parts.netloc) == (
            own.scheme,
            own.netloc,
        )

    def _login_page(
        self,
        query: Mapping[str, str],
        redirect_uri: str,
        status: int,
        email: str = "",
        problem: str = "",
    ) -> Response:
        page = self._page(
            "login.html",
            status,
            action=f"/authorize?{urlencode(query)}",
            host=urlsplit(redirect_uri).netloc,
            choices=choices(),
            password=PASSWORD,
            email=email,
            problem=problem,
        )
        page.headers["X-Frame-Options"] = "DENY"
        return page

    def _refused_page(self, reason: str) -> Response:
        home = f"{self._settings.base_url}/auth/login"
        return self._page("refused.html", 400, reason=reason, home=home)

    @staticmethod
    def _page(name: str, status: int, **values: Any) -> Response:
        text = _PAGES.get_template(name).render(values)
        return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})


def create_app(
    settings: Settings, faults: Faults | None = None, clock: Callable[[], float] = time.time
) -> Starlette:
    """Return the provider as an ASGI app. Raises `ServiceFailed` in production, and where `AUTH0_DOMAIN` is set."""
    if settings.environment == "production" or not settings.embedded_identity:
        raise ServiceFailed("the development login does not run where AUTH0_DOMAIN is set")
    provider = Provider(settings, faults or Faults(), clock)
    return Starlette(
        routes=[
            Route("/.well-known/openid-configuration", provider.configuration),
            Route("/.well-known/jwks.json", provider.jwks),
            Route("/authorize", provider.authorize, methods=["GET", "POST"]),
            Route("/oauth/token", provider.token, methods=["POST"]),
            Route("/userinfo", provider.userinfo),
            Route("/v2/logout", provider.logout),
            Route("/healthz", provider.healthz),
        ],
        middleware=[
            Middleware(
                CORSMiddleware,
                allow_origins=[settings.base_url],
                allow_origin_regex=r"https?://(localhost|127\.0\.0\.1)(:\d+)?",
                allow_methods=["GET", "POST"],
                allow_headers=["Auth0-Client", "Authorization", "Content-Type"],
                max_age=600,
            )
        ],
    )


async def _fields(request: Request) -> dict[str, str]:
    if request.headers.get("Content-Type", "").startswith("application/json"):
        try:
            body = json.loads(await request.body())
        except ValueError as broken:
            raise BadRequest("The body is not JSON") from broken
        if not isinstance(body, dict):
            raise BadRequest("The body is not a JSON object")
        return {str(key): str(value) for key, value in body.items()}
    form = await request.form(max_fields=20)
    return {key: str(value) for key, value in form.items()}


def _token_error(status: int, error: str, reason: str) -> Response:
    return JSONResponse(
        {"error": error, "error_description": reason},
        status_code=status,
        headers={"Cache-Control": "no-store"},
    )
