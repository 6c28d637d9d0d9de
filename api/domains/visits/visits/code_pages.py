"""Pages of codes: their own content, their gates, and the reasons why a code leads nowhere."""

from dataclasses import replace
from datetime import datetime
from urllib.parse import parse_qsl

from api.domains.codes.codes.promo_lock import LockState
from api.domains.codes.codes.types import AppLink, ResolvedCode
from api.domains.codes.rules.conditions import zone_of
from api.domains.codes.rules.types import Decision, Refusal
from api.rendering.visitor_pages.gate_query import OUTCOME, preserved_query
from api.rendering.visitor_pages.pages import Notice, Page, VisitorPages
from api.rendering.visitor_pages.words import spoken

SECONDS_FOR_APP = 3
"""Seconds that an app has to open before a page continues without it."""

NOTICE_OF_REFUSAL = {
    Refusal.DELETED: Notice.DELETED,
    Refusal.PAUSED: Notice.PAUSED,
    Refusal.NOT_YET: Notice.NOT_YET,
    Refusal.OVER: Notice.OVER,
    Refusal.UNAVAILABLE: Notice.UNAVAILABLE,
    Refusal.LIMIT: Notice.LIMIT,
    Refusal.USED: Notice.USED,
    Refusal.VOID: Notice.VOID,
    Refusal.RULE: Notice.RULE,
}


def promo_in(query: str) -> str:
    """Return the promo code in the `?promo=` parameter of a link, which is filled in for the visitor."""
    if "promo=" not in query:
        return ""
    try:
        fields = parse_qsl(query[:4096], errors="replace", max_num_fields=64)
    except ValueError:
        return ""
    return next((value[:64] for name, value in fields if name == "promo"), "")


def local_moment(at: datetime, time_zone: str) -> str:
    """Return a time in the owner's time zone, formatted in the visitor's language."""
    return spoken().moment_of(at, zone_of(time_zone), time_zone)


class CodePages(VisitorPages):
    """Also renders the pages of codes. One instance per process."""

    def landing(self, code: ResolvedCode) -> Page:
        """Return the page of a code of kind `page`."""
        return self.render(
            "landing.html.jinja",
            200,
            code.brand,
            page="landing",
            code_id=code.code_id,
            name=code.name,
            content=code.content,
            paragraphs=_paragraphs(code.content.text),
        )

    def app(self, code: ResolvedCode, app: AppLink) -> Page:
        """Return a page that opens an app and soon continues without it, with or without script."""
        return self.render(
            "app.html.jinja",
            200,
            code.brand,
            page="app",
            code_id=None,
            app=app.url,
            fallback=app.fallback,
            seconds=SECONDS_FOR_APP,
        )

    def refusal(self, decision: Decision, query: str = "") -> Page:
        """Return the page of a refusal: a gate, or the reason."""
        code = decision.code
        if decision.refusal is Refusal.PASSWORD:
            return self.password(code, query=query)
        if decision.refusal is Refusal.LOCKED:
            return self.locked(code, query=query, given=promo_in(query))
        assert decision.refusal is not None
        if decision.refusal is Refusal.USED and code.used_at is not None:
            return self._used_before(code, code.used_at)
        notice = NOTICE_OF_REFUSAL[decision.refusal]
        if notice is Notice.LIMIT and code.scan_limit is None:
            notice = Notice.VISITOR_LIMIT
        return self.notice(notice, code.brand, decision.message, is_own=True)

    def password(
        self, code: ResolvedCode, *, status: int = 200, problem: str | None = None, query: str = ""
    ) -> Page:
        """Return the page with the password form. `problem` describes why the last attempt failed."""
        return self._gate(
            "password.html.jinja", status, code, preserved_query(query), problem=problem
        )

    def locked(
        self,
        code: ResolvedCode,
        *,
        status: int = 200,
        given: str = "",
        problem: str | None = None,
        query: str = "",
        outcome: str = "",
    ) -> Page:
        """Return the gate of a promo lock. `given` fills the field, `problem` describes why it did not open, and
        `outcome` is kept in the query of the form.
        """
        lock = code.promo_lock or LockState()
        kept = [
            it for it in (preserved_query(query), f"{OUTCOME}={outcome}" if outcome else "") if it
        ]
        return self._gate(
            "locked.html.jinja",
            status,
            code,
            "&".join(kept),
            problem=problem,
            given=given,
            message=lock.message,
            needs_location=lock.needs_location,
        )

    def offer(self, code: ResolvedCode, *, problem: str | None = None, query: str = "") -> Page:
        """Return the page with the offer of a one-time code and the button that uses it."""
        return self._gate(
            "offer.html.jinja",
            200,
            code,
            preserved_query(query),
            title=code.content.title or code.name,
            paragraphs=_paragraphs(code.content.text),
            problem=problem,
        )

    def used_now(self, code: ResolvedCode, used_at: datetime, url: str | None) -> Page:
        """Return the proof that the code was just redeemed, with the link to continue."""
        return self.render(
            "used.html.jinja",
            200,
            code.brand,
            page="used",
            code_id=None,
            title=code.content.title or code.name,
            heading=spoken().used_heading,
            text=spoken().used_at.format(moment=local_moment(used_at, code.time_zone)),
            button_url=url or code.content.button_url,
            button_label=spoken().go_on if url else code.content.button_label,
            is_own=not url,
        )

    def _used_before(self, code: ResolvedCode, used_at: datetime) -> Page:
        """Return the ticket of a code that was redeemed before, with place and time."""
        return self.render(
            "used.html.jinja",
            Notice.USED.status,
            code.brand,
            page="used",
            code_id=None,
            title=code.content.title or code.name,
            heading=spoken().notices.used.heading,
            text=spoken().used_before.format(moment=local_moment(used_at, code.time_zone)),
            button_url="",
            button_label="",
        )

    def _gate(
        self, template: str, status: int, code: ResolvedCode, query: str, **values: object
    ) -> Page:
        page = self.render(
            template,
            status,
            code.brand,
            page=template.partition(".")[0],
            code_id=None,
            gate_of=code.code_id,
            query=f"?{query}" if query else "",
            **values,
        )
        return replace(page, is_gate=True)


def _paragraphs(text: str) -> list[list[str]]:
    """Return the paragraphs of a plain text, each a list of lines."""
    parts = text.replace("\r\n", "\n").split("\n\n")
    return [part.strip().split("\n") for part in parts if part.strip()]
