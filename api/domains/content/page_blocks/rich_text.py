"""Rich text from page owners, reduced to what a browser may safely show."""

from typing import Annotated

import nh3
from pydantic import AfterValidator, StringConstraints

from api.domains.codes.codes.destinations import BadDestination
from api.domains.content.page_blocks.links import link

MAX_HTML = 50_000

_TAGS = {
    *("p", "br", "strong", "b", "em", "i", "u", "s", "a", "ul", "ol", "li", "blockquote", "code"),
    *("h2", "h3", "h4", "hr", "sub", "sup"),
}


def _attribute(tag: str, name: str, value: str) -> str | None:
    if (tag, name) == ("a", "href"):
        try:
            return link(value) or None
        except BadDestination:
            return None
    return value


def clean_html(html: str) -> str:
    """Return the harmless part of this HTML, always well formed."""
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        attribute_filter=_attribute,
        url_schemes={"http", "https", "mailto", "tel"},
        link_rel="noopener noreferrer",
    )


RichText = Annotated[str, StringConstraints(max_length=MAX_HTML), AfterValidator(clean_html)]
