"""The content of a campaign by language and channel, and the message that results for one person."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

from markupsafe import escape
from pydantic import AfterValidator, Field, StringConstraints

from api.domains.messaging.campaigns.types import SentChannel, channels_of
from api.kit.mail_templates import one_line
from api.kit.schemas import Body
from api.rendering.placeholders import defaults, filled
from api.rendering.rich_text.sanitizing import plain_mail, plain_text, sanitised

MOST_SMS = 1_600
"""Maximum number of characters of a text message, because providers accept no more."""
MOST_PUSH = 300
MOST_HTML = 60_000

Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?$")]
Line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$"),
]


WebAddress = Annotated[
    str, StringConstraints(max_length=2_000, pattern=r"^(https://[^\s<>\"\x00-\x1f]+)?$")
]
LINK = "link"
"""The placeholder for the link to the campaign's code."""


class LocalContent(Body):
    """The content of a campaign in one language, for each of its channels."""

    language: Language
    sms: Annotated[str, StringConstraints(strip_whitespace=True, max_length=MOST_SMS)] = ""
    push: Annotated[str, StringConstraints(strip_whitespace=True, max_length=MOST_PUSH)] = ""
    notice_title: Line = Field(
        "", description="Title of a browser notification; by default the organisation's name"
    )
    notice: Annotated[str, StringConstraints(strip_whitespace=True, max_length=MOST_PUSH)] = ""
    notice_url: WebAddress = Field(
        "", description="The URL that a browser notification opens; by default the campaign's code"
    )
    subject: Line = ""
    preheader: Line = Field("", description="The text that email programs show after the subject")
    html: Annotated[str, StringConstraints(max_length=MOST_HTML), AfterValidator(sanitised)] = (
        Field(
            "",
            description="The HTML body of the email, with simple formatting and links. Everything else is"
            " removed",
        )
    )

    def texts(self, channel: SentChannel) -> dict[str, str]:
        """Return its texts on a channel, by field."""
        if channel == "sms":
            return {"sms": self.sms}
        if channel == "wallet_push":
            return {"push": self.push}
        if channel == "web_push":
            return {"notice_title": self.notice_title, "notice": self.notice}
        return {"subject": self.subject, "preheader": self.preheader, "html": self.html}

    def missing(self, channel: SentChannel) -> list[str]:
        """Return the fields that a message on this channel needs and that are empty."""
        texts = self.texts(channel)
        for optional in ("preheader", "notice_title"):
            texts.pop(optional, None)
        return [name for name, text in texts.items() if not plain_text(text).strip()]


class Composed(NamedTuple):
    """The message for one person on one channel."""

    language: str
    subject: str
    preheader: str
    text: str
    html: str
    """The body of the email without its frame; empty on other channels."""
    url: str = ""
    """The address that a tap on a notification opens."""


def chosen(contents: Sequence[LocalContent], language: str | None) -> LocalContent:
    """Return the content in a person's language, else in a variety of it, else the first, which is the default."""
    wanted = (language or "").lower()
    base = wanted.partition("-")[0]
    by_tag = {it.language.lower(): it for it in contents}
    varieties = [it for tag, it in by_tag.items() if base and tag.partition("-")[0] == base]
    found = by_tag.get(wanted) or by_tag.get(base)
    return found or (varieties[0] if varieties else contents[0])


def compose(content: LocalContent, channel: SentChannel, values: Mapping[str, str]) -> Composed:
    """Return the message for one person. Values are plain text and are never interpreted as HTML."""
    if channel == "sms":
        return Composed(content.language, "", "", filled(content.sms, values).strip(), "")
    if channel == "wallet_push":
        return Composed(content.language, "", "", filled(content.push, values).strip(), "")
    if channel == "web_push":
        title = one_line(filled(content.notice_title, values))
        url = content.notice_url or values.get(LINK, "")
        text = filled(content.notice, values).strip()
        return Composed(content.language, title, "", text, "", url)
    html = sanitised(filled(content.html, {name: str(escape(it)) for name, it in values.items()}))
    return Composed(
        content.language,
        one_line(filled(content.subject, values)),
        one_line(filled(content.preheader, values)),
        plain_mail(html),
        html,
    )


class UsedPlaceholder(NamedTuple):
    """A placeholder in a text: its field, its name, and whether it has a default."""

    language: str
    field: str
    name: str
    has_default: bool


def used(contents: Iterable[LocalContent], channel: str) -> Iterator[UsedPlaceholder]:
    """Yield the placeholders in the texts of a campaign's channels."""
    for content in contents:
        for sent in channels_of(channel):
            for field, text in content.texts(sent).items():
                for name, default in defaults(text):
                    yield UsedPlaceholder(
                        content.language, field, name, bool((default or "").strip())
                    )
