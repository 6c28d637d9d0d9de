"""Checks the destinations of codes: only web addresses of the public internet, nothing that a browser runs."""

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from pydantic import HttpUrl, TypeAdapter, ValidationError

from api.domains.codes.codes.types import CODE_ID, RESERVED_WORDS, SLUG
from runtime.outbound_http import is_public

MAX_LENGTH = 2048

_urls: TypeAdapter[HttpUrl] = TypeAdapter(HttpUrl)
_LOCAL_NAMES = ("localhost", "local", "internal", "lan", "home", "corp", "home.arpa")


class BadDestination(ValueError):
    """The text is not an address to which a code may lead. The message gives its author the reason."""


def web_address(text: str) -> str:
    """Return the address in its normalised form, in pure ASCII. Raises BadDestination.

    The parser follows the standard of browsers (WHATWG), so `http:\\\\host`, `http://2130706433` or a tab inside a
    scheme mean the same here as in the visitor's browser.
    """
    if len(text) > MAX_LENGTH:
        raise BadDestination(f"is longer than {MAX_LENGTH} characters")
    if any(ord(letter) < 0x20 or ord(letter) == 0x7F for letter in text):
        raise BadDestination("contains control characters")
    try:
        url = _urls.validate_python(text.strip())
    except ValidationError:
        raise BadDestination("must be a web address that starts with http:// or https://") from None
    if url.username or url.password:
        raise BadDestination("must not contain a user name or password")
    normal = str(url)
    if len(normal) > MAX_LENGTH or not normal.isascii():
        raise BadDestination(f"is longer than {MAX_LENGTH} characters when written in full")
    return normal


def refuse_private(url: str) -> None:
    """Raise BadDestination for hosts that exist only inside a private network."""
    host = (urlsplit(url).hostname or "").rstrip(".")
    if any(host == name or host.endswith(f".{name}") for name in _LOCAL_NAMES):
        raise BadDestination("must be reachable from the internet")
    try:
        address = ip_address(host)
    except ValueError:
        if "." not in host:
            raise BadDestination("must be reachable from the internet") from None
        return
    if not is_public(address):
        raise BadDestination("must be reachable from the internet")


def warning_of(url: str | None) -> str | None:
    """Return the warning about an address that is accepted only in development."""
    try:
        if url is not None:
            refuse_private(url)
    except BadDestination:
        return "Only devices in your own network reach this address. In production it is refused."
    return None


def refuse_loop(url: str, base_url: str) -> None:
    """Raise BadDestination if a code would lead to another code of this installation."""
    target, own = urlsplit(url), urlsplit(base_url)
    if (target.hostname, _port(target.scheme, target.port)) != (
        own.hostname,
        _port(own.scheme, own.port),
    ):
        return
    _refuse_code(target.path)


def refuse_loop_at(url: str, hosts: Collection[str]) -> None:
    """Raise BadDestination if a code would lead to a code on one of these custom domains."""
    target = urlsplit(url)
    if target.hostname in hosts:
        _refuse_code(target.path)


def _refuse_code(target: str) -> None:
    path = target.strip("/")
    is_name = SLUG.match(path) is not None and path.lower() not in RESERVED_WORDS
    if path.startswith("code/") or CODE_ID.match(path) or is_name:
        raise BadDestination("leads to another code, so scans could end up in a loop")


def _port(scheme: str, port: int | None) -> int:
    return port or (443 if scheme == "https" else 80)
