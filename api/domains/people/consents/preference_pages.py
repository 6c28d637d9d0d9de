"""Renders the preference page, and stores the choices made on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Depends, Request, Response
from starlette.responses import RedirectResponse

from api.db.session import SessionDep
from api.domains.people.consents.dependencies import ConsentServiceDep
from api.domains.people.consents.links import PreferenceLink, preference_path
from api.domains.people.consents.preferences import Choice, Chosen, Preferences, topic_text
from api.domains.people.customers.errors import CustomerNotFound
from api.kit.request_context import language_in
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.pages import Notice, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.visitor_pages.words import spoken

DONE = frozenset({"saved", "confirmed", "unsubscribed", "mail"})


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A valid link to a person's preferences, and their organisation as visitors see it."""

    org_id: str
    token: str
    link: PreferenceLink
    brand: Brand

    @property
    def path(self) -> str:
        """The path of the page."""
        return preference_path(self.org_id, self.token)


class PreferencePages:
    """Preference pages, through the session of one request."""

    def __init__(self, request: Request, _session: SessionDep, consents: ConsentServiceDep) -> None:
        self._pages = VisitorPagesState.of(request).pages
        self._language = language_in(request.url.query)
        self._consents = consents

    def show(self, opened: OpenedLink | None, done: str) -> Response:
        """Return the page, or a notice that the link is invalid."""
        preferences = self._of(opened)
        if opened is None or preferences is None:
            return self._nothing()
        say = spoken()
        choices = preferences.choices()
        page = self._pages.render(
            "preferences.html.jinja",
            200,
            opened.brand,
            page="preferences",
            code_id=None,
            action=opened.path + self._query(),
            name=opened.brand.name or say.owner,
            done=done if done in DONE else "",
            requests=preferences.requests(say),
            groups=_groups(choices),
            labels={it.channel: say.of("preferences", it.channel) for it in choices},
        )
        return page_response(page, **{"referrer-policy": "no-referrer"})

    def choose(self, opened: OpenedLink | None, sent: Mapping[str, Sequence[str]]) -> Response:
        """Record the choices, and redirect to the page."""
        preferences = self._of(opened)
        if opened is None or preferences is None:
            return self._nothing()
        if "all" in sent:
            preferences.refuse_all()
            return self._back(opened, "unsubscribed")
        if "confirm" in sent:
            preferences.confirm(sent["confirm"])
            return self._back(opened, "confirmed")
        texts = {it.name: self._text(opened, it) for it in preferences.choices()}
        chosen = Chosen(sent.get("shown", ()), sent.get("on", ()), texts, spoken().language)
        waits = preferences.save(chosen)
        return self._back(opened, "mail" if waits else "saved")

    def unsubscribe(self, opened: OpenedLink | None, sent: Mapping[str, Sequence[str]]) -> Response:
        """Record the unsubscription by an email program's button. The response is never a redirect (RFC 8058)."""
        preferences = self._any(opened)
        if opened is None or preferences is None:
            return self._nothing()
        if "List-Unsubscribe" not in sent:
            return page_response(self._pages.notice(Notice.UNREADABLE))
        preferences.unsubscribe()
        return self._unsubscribed(opened)

    def _of(self, opened: OpenedLink | None) -> Preferences | None:
        """Return the preferences that the link opens, or None if the person no longer has the address to which it was
        sent.
        """
        preferences = self._any(opened)
        return None if preferences is None or preferences.is_outdated else preferences

    def _any(self, opened: OpenedLink | None) -> Preferences | None:
        if opened is None:
            return None
        try:
            person = self._consents.person(opened.org_id, opened.link.customer_id)
        except CustomerNotFound:
            return None
        return Preferences(self._consents, person, opened.link)

    def _unsubscribed(self, opened: OpenedLink) -> Response:
        """Return a notice that reveals nothing about the person."""
        say = spoken()
        page = self._pages.render(
            "notice.html.jinja",
            200,
            opened.brand,
            page="unsubscribed",
            code_id=None,
            heading=say.preferences_title,
            text=say.preferences_done_unsubscribed,
            is_own=False,
            points=(),
        )
        return page_response(page, **{"referrer-policy": "no-referrer"})

    def _nothing(self) -> Response:
        return page_response(self._pages.notice(Notice.NOTHING_HERE))

    def _text(self, opened: OpenedLink, choice: Choice) -> str:
        """Return the text of a line of the page, to which the person agrees."""
        say = spoken()
        intro = say.preferences_intro.format(name=opened.brand.name or say.owner)
        return f"{intro}\n{topic_text(say, choice.channel, choice.purpose)}"

    def _back(self, opened: OpenedLink, done: str) -> Response:
        where = f"{opened.path}?{urlencode(self._parameters() | {'done': done})}"
        return RedirectResponse(where, 303, {"cache-control": "no-store"})

    def _query(self) -> str:
        return f"?{urlencode(self._parameters())}" if self._language else ""

    def _parameters(self) -> dict[str, str]:
        return {"lang": self._language} if self._language else {}


PreferencePagesDep = Annotated[PreferencePages, Depends(PreferencePages)]


def _groups(choices: Sequence[Choice]) -> list[tuple[str, list[Choice]]]:
    """Return the lines by purpose."""
    say = spoken()
    purposes = dict.fromkeys(choice.purpose for choice in choices)
    return [
        (say.of("preferences", purpose), [it for it in choices if it.purpose == purpose])
        for purpose in purposes
    ]
