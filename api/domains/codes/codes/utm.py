"""UTM values in addresses, which Google Analytics and similar tools read from a destination."""

from typing import Annotated
from urllib.parse import quote_plus, urlsplit

from pydantic import StringConstraints

from api.domains.codes.codes.forwarding import name_of
from api.kit.schemas import Body

Value = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=128, pattern=r"^[^\x00-\x1f\x7f]*$"),
]


class Utm(Body):
    """The five UTM parameters. An empty value leaves the parameter of an address unchanged."""

    source: Value = ""
    medium: Value = ""
    campaign: Value = ""
    term: Value = ""
    content: Value = ""


def with_utm(url: str, utm: Utm) -> str:
    """Return the address with these values. Its other parameters do not change."""
    values = {f"utm_{name}": value for name, value in utm.model_dump().items() if value}
    parts = urlsplit(url)
    others = [it for it in parts.query.split("&") if it and name_of(it) not in values]
    added = [f"{name}={quote_plus(value)}" for name, value in values.items()]
    return parts._replace(query="&".join([*others, *added])).geturl()
