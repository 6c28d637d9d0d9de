"""Addresses that open an app on a phone, with a fallback for phones without the app.

Only addresses that a phone passes to an app are allowed, never those that a browser would run or read itself.
"""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any
from urllib.parse import quote, urlsplit

from pydantic import Field, StringConstraints

from api.domains.codes.codes.types import AppLink
from api.kit.schemas import Body

MAX_LENGTH = 2048

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{1,40}\Z")
_PLAIN = re.compile(r"[!-~]+\Z")
_NOT_APPS = frozenset(
    {
        "about",
        "android-app",
        "blob",
        "chrome",
        "chrome-extension",
        "cid",
        "content",
        "data",
        "file",
        "filesystem",
        "ftp",
        "http",
        "intent",
        "jar",
        "javascript",
        "livescript",
        "mailto",
        "mocha",
        "resource",
        "sms",
        "tel",
        "vbscript",
        "view-source",
        "ws",
        "wss",
    }
)
"""Schemes that a browser runs, reads or handles in a special way."""

Address = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_LENGTH)
]
Package = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        max_length=200,
        pattern=r"^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$",
    ),
]


class AppLinks(Body):
    """The destinations of a redirect code on phones that may have an app for it."""

    ios_url: Address | None = Field(
        None, description="A universal link (https) or an address of the app's own scheme"
    )
    ios_fallback: Address | None = Field(None, description="Store or page; else the destination")
    android_url: Address | None = Field(
        None, description="An app link (https) or an address of the app's own scheme"
    )
    android_package: Package | None = Field(
        None, description="Makes it an intent: of this app and of no other"
    )
    android_fallback: Address | None = Field(
        None, description="Store or page; else the destination"
    )


class BadAppLink(ValueError):
    """The text opens no app, or more than one. The message gives its author the reason."""


def app_address(text: str) -> str:
    """Return an address that a phone may open in an app.

    Raises:
        BadAppLink: a browser would do something else with it.
    """
    if not _PLAIN.match(text) or any(letter in text for letter in "\"'<>\\^`{|}"):
        raise BadAppLink("must not contain spaces, quotes or special characters")
    scheme, colon, rest = text.partition("://")
    scheme = scheme.lower()
    if not colon or not rest or not _SCHEME.match(scheme):
        raise BadAppLink("must look like myapp://menu/7 or https://example.com/menu")
    if scheme in _NOT_APPS:
        raise BadAppLink(f"must not begin with {scheme}:")
    if scheme != "https" and "#" in rest:
        raise BadAppLink("must not have a #")
    return f"{scheme}://{rest}"


def stored_links(
    links: AppLinks | None, address: Callable[[str, str | None], str | None]
) -> dict[str, Any] | None:
    """Return app links in the form in which a code stores them, or None without links. `address` checks web addresses.

    Raises:
        BadAppLink: with the field's name before its message.
    """
    if links is None:
        return None
    stored: dict[str, Any] = {}
    for field in ("ios_url", "android_url"):
        text = getattr(links, field)
        if text is not None:
            try:
                url = app_address(text)
            except BadAppLink as error:
                raise BadAppLink(f"{field}: {error}") from None
            stored[field] = (
                address(f"app_links.{field}", url) if url.startswith("https://") else url
            )
    for field in ("ios_fallback", "android_fallback"):
        stored[field] = address(f"app_links.{field}", getattr(links, field))
    stored["android_package"] = links.android_package
    if links.android_package is not None and links.android_url is None:
        raise BadAppLink("android_url: is required with android_package")
    return {name: value for name, value in stored.items() if value is not None} or None


def link_for(links: Mapping[str, Any], system: str | None, destination: str) -> AppLink | None:
    """Return the link that opens the app on this system, or None if there is none."""
    if system == "iOS" and (url := links.get("ios_url")):
        return AppLink(url, str(links.get("ios_fallback") or destination))
    if system == "Android" and (url := links.get("android_url")):
        fallback = str(links.get("android_fallback") or destination)
        package = links.get("android_package")
        if package is None and url.startswith("https://"):
            return AppLink(url, fallback)
        return AppLink(_intent(url, package, fallback), fallback)
    return None


def _intent(url: str, package: str | None, fallback: str) -> str:
    """Return Android's form of the link: the app, and the browser's destination if the app is not installed."""
    parts = urlsplit(url)
    rest = url.partition("://")[2].partition("#")[0]
    fields = [f"scheme={parts.scheme}"]
    if package is not None:
        fields.append(f"package={package}")
    fields.append(f"S.browser_fallback_url={quote(fallback, safe='')}")
    return f"intent://{rest}#Intent;{';'.join(fields)};end"
