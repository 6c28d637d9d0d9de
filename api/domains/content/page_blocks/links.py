"""Addresses inside pages: public web, mail and telephone links, and Waypost's own files."""

import re
from collections.abc import Callable
from typing import Annotated
from urllib.parse import unquote

from pydantic import AfterValidator, ValidationInfo

from api.domains.codes.codes.destinations import BadDestination, refuse_private, web_address

_MAIL = re.compile(
    r"mailto:[^\s\x00-\x1f<>\"'?]{1,254}@[^\s\x00-\x1f<>\"'?]{1,253}(\?[^\s\x00-\x1f<>\"]*)?\Z"
)
_PHONE = re.compile(r"tel:\+?[0-9().\- ]{2,32}\Z")
_OWN_FILE = re.compile(r"/(?:media|assets|visitor)/[A-Za-z0-9_\-./%]{1,1000}\Z")

ALLOW_PRIVATE = "may_be_private"
"""Key of the validation context that allows addresses in the private network, for development."""


def link(text: str, *, may_be_private: bool = False) -> str:
    """Return the normalised address of a link. An empty one stays empty. Raises BadDestination."""
    text = text.strip()
    if not text or _PHONE.match(text) or _MAIL.match(text):
        return text
    if text.lower().startswith(("mailto:", "tel:")):
        raise BadDestination("is not a valid email address or phone number")
    return _public(text, may_be_private)


def file(text: str, *, may_be_private: bool = False) -> str:
    """Return the address of a picture or a video, on the public web or stored by Waypost."""
    text = text.strip()
    if not text:
        return text
    if text.startswith("/"):
        if not _OWN_FILE.match(text) or ".." in unquote(text):
            raise BadDestination("must be a web address or an uploaded file")
        return text
    return _public(text, may_be_private)


def _public(text: str, may_be_private: bool) -> str:
    url = web_address(text)
    if not may_be_private:
        refuse_private(url)
    return url


def _checked(check: Callable[..., str]) -> AfterValidator:
    def validate(text: str, info: ValidationInfo) -> str:
        return check(text, may_be_private=bool((info.context or {}).get(ALLOW_PRIVATE)))

    return AfterValidator(validate)


LinkText = Annotated[str, _checked(link)]
FileText = Annotated[str, _checked(file)]
