"""Decides which paths the not-found log records, and which slug or ID of a code would match them."""

import re

from api.domains.codes.codes.types import CODE_ID, RESERVED_WORDS, SLUG

MAX_PATH = 200
_ASKED_BY_ITSELF = frozenset(
    {
        "/ads.txt",
        "/app-ads.txt",
        "/browserconfig.xml",
        "/crossdomain.xml",
        "/favicon.png",
        "/favicon.svg",
        "/humans.txt",
        "/llms.txt",
        "/manifest.json",
        "/manifest.webmanifest",
        "/security.txt",
        "/service-worker.js",
        "/site.webmanifest",
        "/sitemap.xml",
        "/sw.js",
    }
)
"""Files that browsers and crawlers request on every host, in addition to `/favicon.ico` and `/robots.txt`."""
_PRODUCT = frozenset({"assets", "auth", "media", "objects", "v0", "v1", "visitor", "webhooks"})
"""First segments of paths that only programs request."""
_ICON = re.compile(r"/apple-touch-icon[a-z0-9-]*\.png\Z")


def recordable_path(path: str) -> str | None:
    """Return the path as the log stores it, or None for paths that nobody prints or links.

    Hidden files (`/.env`, `/.well-known/…`) are requested by scanners and programs. Unprintable characters would spoil
    the list.
    """
    if not path.isprintable() or "\ufffd" in path or not path.strip("/"):
        return None
    if "/." in path or path in _ASKED_BY_ITSELF or _ICON.match(path):
        return None
    first = path.split("/", 2)[1]
    if first in _PRODUCT or path.strip("/").lower() in RESERVED_WORDS:
        return None
    return path[:MAX_PATH]


def name_in(path: str) -> str | None:
    """Return the slug, in lower case, of a code that would match this path, or None if no code could."""
    name = path.removeprefix("/code/").strip("/")
    if path.strip("/").count("/") > (1 if path.startswith("/code/") else 0):
        return None
    return name.lower() if SLUG.match(name) and name.lower() not in RESERVED_WORDS else None


def id_in(path: str) -> str | None:
    """Return the ID of a code that would match this path, or None if no code could."""
    last = path.removeprefix("/code/").strip("/")
    return last if CODE_ID.match(last) else None
