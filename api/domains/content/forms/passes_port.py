"""Wallet passes that forms issue, provided by the domain of pass templates."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import Field
from sqlalchemy.orm import Session

from api.domains.content.forms.answers import Value
from api.kit.app_state import AppState
from api.kit.schemas import Schema


@dataclass(frozen=True, slots=True)
class PassOrder:
    """The data from which a pass is made."""

    org_id: str
    template_id: str
    customer_id: str | None
    """The holder of the pass. None if the sender's identity is not proven, so that the pass shows nothing known about a
    customer.
    """
    answers: Mapping[str, Value]


class WalletButton(Schema):
    """A button that saves a pass."""

    wallet: str = Field(description="`apple` or `google`")
    label: str = Field(description="In the language of the submission")
    url: str
    badge: str | None = Field(
        description="The vendor's own drawing as a data URL, where the operator has placed it"
    )


class GivenPass(Schema):
    """The pass that a form issued."""

    url: str = Field(description="Its public page")
    label: str = Field(description="Of the link to that page, in the language of the submission")
    buttons: list[WalletButton] = Field(description="The wallet of the visitor's device first")


@dataclass(frozen=True)
class FormPasses(AppState):
    """Attached when the app is built."""

    give: Callable[[Session, PassOrder], str | None]
    """Creates or finds the pass and returns its ID, or None if none can be made. No form is refused for that."""
    show: Callable[[Session, str, str, str | None, str], GivenPass | None]
    """Returns how an organisation's pass is offered in a language to a device with this user agent, or None if the pass
    no longer exists.
    """
