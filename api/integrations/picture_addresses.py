"""Fetches the picture to which the URL in a provider's response leads. The URL is untrusted."""

import base64
import binascii
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

from api.integrations.ports.image_generator import NoPicture, PictureUnavailable
from api.integrations.provider_calls import ProviderCalls
from runtime.outbound_http import AddressRefused, OutboundAnswer, OutboundHttp, Unreachable

MAX_PICTURE = 10_000_000

Fetch = Callable[[str, int, float], OutboundAnswer]
"""The arguments are the URL, the most bytes, and the timeout in seconds."""


def from_the_internet(url: str, most: int, seconds: float) -> OutboundAnswer:
    """Fetch a URL, but never from a private network."""
    return OutboundHttp(seconds=seconds).read(url, most)


def fetched(
    calls: ProviderCalls, url: str, provider: str, fetch: Fetch = from_the_internet
) -> bytes:
    """Return the picture at `url`: contained in it, at the `provider`'s own address, or at any public https address.

    The provider's key is never sent along, because pictures are stored at other hosts, which do not need it.

    Raises:
        PictureUnavailable: the URL may not be fetched from, or there is no picture.
    """
    if url.startswith("data:"):
        return _written_in(url)
    target, own = urlsplit(url), urlsplit(provider)
    # An operator who runs a provider inside their own network configured that address themselves.
    if (target.scheme, target.netloc) == (own.scheme, own.netloc):
        return calls.read("GET", url, most=MAX_PICTURE)
    if target.scheme != "https":
        raise PictureUnavailable("the picture lies at no safe address")
    try:
        answer = fetch(url, MAX_PICTURE + 1, calls.seconds_left())
    except AddressRefused as error:
        raise PictureUnavailable("the picture lies at no safe address") from error
    except Unreachable as error:
        raise PictureUnavailable("the picture could not be fetched", NoPicture.AWAY) from error
    if answer.status != HTTPStatus.OK:
        raise PictureUnavailable(f"the picture's address says {answer.status}", NoPicture.AWAY)
    if len(answer.body) > MAX_PICTURE:
        raise PictureUnavailable("the picture is too large")
    return answer.body


def _written_in(url: str) -> bytes:
    kind, _, text = url.partition(",")
    if not kind.endswith(";base64"):
        raise PictureUnavailable("the picture is written in no way that is known")
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise PictureUnavailable("the picture is broken") from error
