"""Responses to visitors, and the headers that every response has."""

from typing import NamedTuple

from starlette.types import Send

from api.rendering.visitor_pages.pages import Page

RawHeaders = list[tuple[bytes, bytes]]

_ALWAYS: RawHeaders = [
    (b"cache-control", b"no-store"),
    (b"x-robots-tag", b"noindex"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
]
_ONLY_HTTPS: RawHeaders = [(b"strict-transport-security", b"max-age=31536000")]


class Answer(NamedTuple):
    """A status, headers and a body."""

    status: int
    headers: RawHeaders
    body: bytes = b""


def headers_of_all(*, is_https: bool) -> RawHeaders:
    """Return the headers that every response has."""
    return [*_ALWAYS, *(_ONLY_HTTPS if is_https else ())]


def page_answer(page: Page, headers: RawHeaders) -> Answer:
    """Return the response that shows a page."""
    about: RawHeaders = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-security-policy", page.security_policy.encode()),
        *((name.encode(), value.encode()) for name, value in page.language_headers.items()),
    ]
    return Answer(page.status, [*about, *headers], page.html)


async def send_answer(answer: Answer, always: RawHeaders, send: Send, *, is_head: bool) -> None:
    """Send the response, without its body for HEAD."""
    length = (b"content-length", str(len(answer.body)).encode())
    headers = [*answer.headers, *always, length]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if is_head else answer.body})
