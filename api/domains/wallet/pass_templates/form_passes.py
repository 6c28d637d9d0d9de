"""Passes that visitors get when they submit a form: the answers fill the pass, and its page and wallets are offered."""

from collections.abc import Mapping

import structlog
from sqlalchemy.orm import Session

from api.domains.content.forms.answers import Value
from api.domains.content.forms.passes_port import FormPasses, GivenPass, PassOrder, WalletButton
from api.domains.visits.visits.agents import clean, identify
from api.domains.wallet.pass_templates.columns import column_of
from api.domains.wallet.pass_templates.dependencies import pass_maker_of
from api.domains.wallet.pass_templates.issuing import PassMaker
from api.domains.wallet.pass_templates.schemas import LONGEST_VALUE, CreateFromTemplate
from api.domains.wallet.pass_templates.values import MOST_LETTERS
from api.domains.wallet.passes.addresses import google_path, package_path, pass_path
from api.domains.wallet.passes.dependencies import passes_of
from api.domains.wallet.passes.errors import PassNotFound
from api.domains.wallet.passes.save_links import SaveLinks, wallets_of
from api.kit.clock import Clock
from api.kit.errors import ApiError
from api.rendering.visitor_pages.words import words_in
from api.rendering.wallet.vendor_buttons import FOLDER, vendor_button
from runtime.settings import Settings

MOST_COLUMNS = 50
"""Maximum number of answers that placeholders can name. The first ones of the form are used."""
log = structlog.get_logger(__name__)


def form_passes(settings: Settings, clock: Clock, links: SaveLinks) -> FormPasses:
    """Return what forms need in a running web process."""

    def give(session: Session, order: PassOrder) -> str | None:
        return give_pass(session, pass_maker_of(session, settings, clock()), order)

    def show(
        session: Session, org_id: str, pass_id: str, language: str | None, agent: str
    ) -> GivenPass | None:
        try:
            passes_of(session, settings, clock()).held_pass(org_id, pass_id)
        except PassNotFound:
            return None
        say = words_in(language)
        folder = settings.var_dir / FOLDER
        urls = {"apple": package_path(pass_id), "google": google_path(pass_id)}
        labels = {"apple": say.pass_apple, "google": say.pass_google}
        system = identify(clean(agent)).system
        shown = wallets_of(system, has_google=links.has_google(session, org_id))
        return GivenPass(
            url=pass_path(pass_id),
            label=say.pass_show,
            buttons=[
                WalletButton(
                    wallet=it,
                    label=labels[it],
                    url=urls[it],
                    badge=vendor_button(folder, it, say.language),
                )
                for it in shown
            ],
        )

    return FormPasses(give, show)


def give_pass(session: Session, maker: PassMaker, order: PassOrder) -> str | None:
    """Create a pass from answers, or update the existing pass of a verified customer. Return its ID, or None if that is
    not possible.
    """
    body = CreateFromTemplate(
        template_id=order.template_id,
        customer_id=order.customer_id,
        values=_columns(order.answers),
    )
    own = {} if order.customer_id is not None else _names(order.answers)
    try:
        with session.begin_nested():
            return maker.make(order.org_id, None, body, own).read.pass_id
    except ApiError as error:
        log.warning(
            "a form gave no pass",
            org_id=order.org_id,
            template_id=order.template_id,
            code=error.code,
        )
        return None


def _columns(answers: Mapping[str, Value]) -> dict[str, str]:
    """Return answers as columns of the person's own row: `{{row.…}}` with the field's name."""
    columns: dict[str, str] = {}
    for name, value in answers.items():
        column, text = column_of(name), _text(value)
        if column is not None and text and len(columns) < MOST_COLUMNS:
            columns[column] = text[:LONGEST_VALUE]
    return columns


def _names(answers: Mapping[str, Value]) -> dict[str, str]:
    """Return the name given by a person whose identity is not verified."""
    first, last = (_text(answers.get(it, ""))[:MOST_LETTERS] for it in ("first_name", "last_name"))
    whole = f"{first} {last}".strip() or _text(answers.get("full_name", answers.get("name", "")))
    named = {
        "customer.first_name": first,
        "customer.last_name": last,
        "customer.name": whole[:MOST_LETTERS],
    }
    return {placeholder: name for placeholder, name in named.items() if name}


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "✓" if value else ""
    return " ".join((", ".join(value) if isinstance(value, list) else str(value)).split())
