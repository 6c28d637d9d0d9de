"""Finds problems in a campaign's texts before it is sent. Pure functions of its content."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from api.domains.messaging.campaigns.content import LINK, LocalContent, used
from api.domains.messaging.campaigns.placeholders import ALWAYS_KNOWN
from api.domains.messaging.campaigns.types import SentChannel, channels_of
from api.domains.messaging.messages.sms_segments import sms_size
from api.rendering.rich_text.sanitizing import plain_mail, plain_text

CLIPPED_AT = 102 * 1024
"""Gmail clips emails that are larger than this: https://support.google.com/mail/thread/6141434."""
FRAME = 2_000
"""Size in bytes of the frame around an email's body."""
FEWEST_WORDS = 5
SHORTENERS = frozenset(
    {
        *("bit.ly", "tinyurl.com", "t.co", "goo.gl", "ow.ly", "is.gd", "buff.ly", "cutt.ly"),
        *("rebrand.ly", "rb.gy", "shorturl.at", "t.ly", "tiny.cc", "bl.ink", "s.id"),
    }
)
"""Hosts whose links carriers and mail filters distrust, because the destination is hidden."""
_LINK = re.compile(r"https?://[^\s<>\"')]+")
_OPT_OUT = re.compile(r"\bstop\b|\{\{\s*preferences\s*[|}]", re.IGNORECASE)
_STOP_LINK = re.compile(r"\{\{\s*preferences\s*[|}]", re.IGNORECASE)

Severity = Literal["error", "warning", "info"]


class Finding(NamedTuple):
    """A problem or hint: its field, its rule, and the excerpt to show."""

    severity: Severity
    rule: str
    variant: str
    language: str
    channel: str
    detail: str


def findings(
    variant: str,
    contents: Sequence[LocalContent],
    channel: str,
    *,
    has_code: bool,
    named_in: Sequence[str] = (),
) -> Iterator[Finding]:
    """Yield all findings about the texts of one version. `named_in` contains the countries in which texts are sent from
    a name.
    """
    for content in contents:
        for sent in channels_of(channel):
            if not content.missing(sent):
                for severity, rule, detail in _of_text(
                    content, sent, has_code=has_code, named_in=named_in
                ):
                    yield Finding(severity, rule, variant, content.language, sent, detail)


def _of_text(
    content: LocalContent, channel: SentChannel, *, has_code: bool, named_in: Sequence[str]
) -> Iterator[tuple[Severity, str, str]]:
    texts = content.texts(channel)
    names = list(used([content], channel))
    if any(it.name == LINK for it in names) and not has_code:
        yield "error", "link_without_code", f"{{{{{LINK}}}}}"
    for name in sorted({it.name for it in names if not it.has_default} - ALWAYS_KNOWN - {LINK}):
        yield "warning", "no_default", f"{{{{{name}}}}}"
    whole = " ".join(plain_mail(it) if name == "html" else it for name, it in texts.items())
    yield from _of_links(links_in(whole))
    if channel == "sms":
        yield from _of_sms(content.sms)
        # Nobody can reply to a sender name.
        if named_in and not _STOP_LINK.search(content.sms):
            yield "warning", "no_stop_by_link", ", ".join(named_in[:10])
    if channel == "email":
        yield from _of_mail(content)


def links_in(text: str) -> list[str]:
    """Return its distinct web addresses. A punctuation mark at the end belongs to the sentence, as in messaging
    apps.
    """
    return list(dict.fromkeys(it.rstrip(".,;:!?") for it in _LINK.findall(text)))


def host_of(link: str) -> str:
    """Return the host of a link, or an empty text if it cannot be a host on the internet."""
    try:
        host = (urlsplit(link).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
    return host if "." in host else ""


def _of_links(links: Iterable[str]) -> Iterator[tuple[Severity, str, str]]:
    for link in links:
        host = host_of(link)
        if not host:
            yield "error", "broken_link", link
        elif host in SHORTENERS:
            yield "warning", "link_shortener", link
        elif link.startswith("http://"):
            yield "warning", "insecure_link", link


def _of_sms(text: str) -> Iterator[tuple[Severity, str, str]]:
    if not _OPT_OUT.search(text):
        yield "warning", "no_opt_out", ""
    size = sms_size(text)
    if size.encoding == "UCS-2":
        yield "info", "long_encoding", " ".join(size.forcing[:10])


def _of_mail(content: LocalContent) -> Iterator[tuple[Severity, str, str]]:
    size = len(content.html.encode()) + FRAME
    if size > CLIPPED_AT:
        yield "warning", "mail_clipped", f"{size // 1024} KB"
    words = plain_text(content.html).split()
    if len(words) < FEWEST_WORDS:
        yield "warning", "little_text", str(len(words))
    letters = [it for it in content.subject if it.isalpha()]
    if len(letters) > FEWEST_WORDS and all(it.isupper() for it in letters):
        yield "warning", "shouting_subject", content.subject
