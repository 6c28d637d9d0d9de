"""Wallet passes that forms give, as the domain of pass templates provides them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import Field
from sqlalchemy.orm import Session

from api.domains.content.forms.answers import Value
from api.kit.app_state import AppState
from api.kit.schemas import Schema


@dataclass(frozen=True, slots=True)
class PassOrder:
    """What a pass is made from."""

    org_id: str
    template_id: str
    customer_id: str | None
    """Whose pass it is; None where it is not proven who answered: they get nothing that is known of a customer."""
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
    """The pass that a form gave."""

    url: str = Field(description="Its public page")
    label: str = Field(description="Of the link to that page, in the language of the submission")
    buttons: list[WalletButton] = Field(description="The wallet of the visitor's device first")


@dataclass(frozen=True)
class FormPasses(AppState):
    """Attached when the app is built."""

    give: Callable[[Session, PassOrder], str | None]
    """The id of the pass, made or found; None if none can be made. No form is refused for that."""
    show: Callable[[Session, str, str, str | None, str], GivenPass | None]
    """How an organisation's pass is offered in a language to a device of this user agent; None if it is gone."""
