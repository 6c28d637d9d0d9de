"""Rules as a code keeps them, and passwords that are hashed anew."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from sqlalchemy import Engine, update
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.passwords import hash_password
from api.domains.codes.codes.rules import Rule, stored_rule
from api.domains.codes.codes.types import CodeKind, ResolvedCode

Address = Callable[[str, str | None], str | None]
"""Checks the address of a field and gives its normal spelling."""


MissingPages = Callable[[Sequence[str]], Collection[str]]
"""Which of these are no pages of the organisation."""


def rules_to_keep(
    rules: Sequence[Rule],
    kind: CodeKind,
    address: Address,
    missing_pages: MissingPages,
    new_id: Callable[[], str],
) -> list[dict[str, Any]]:
    """Rules as the code keeps them.

    Raises:
        Invalid: a rule leads where no code of ours may lead, or to a page that there is not.
    """
    kept = []
    pages = [rule.outcome.page_id for rule in rules if rule.outcome.type == "page"]
    missing = missing_pages([page for page in pages if page is not None])
    for place, rule in enumerate(rules):
        url = None
        if rule.outcome.type == "redirect":
            url = address(f"rules.{place}.outcome.url", rule.outcome.url)
        elif rule.outcome.type == "page" and rule.outcome.page_id is not None:
            if rule.outcome.page_id in missing:
                raise invalid_field(
                    f"rules.{place}.outcome.page_id",
                    "is no page of this organisation",
                    "page_not_found",
                )
        elif rule.outcome.type == "page" and kind is CodeKind.REDIRECT:
            raise invalid_field(
                f"rules.{place}.outcome.type", "needs a code that has a page", "no_page"
            )
        kept.append(stored_rule(rule, rule.id or f"rule_{new_id()}", url))
    return kept


def renew_password(engine: Engine, code: ResolvedCode, kept: str, password: str) -> None:
    """Keep the right password as the slow hash of today, unless it was changed meanwhile."""
    with Session(engine) as session, session.begin():
        enter_tenant(session, code.org_id)
        session.execute(
            update(Code)
            .where(
                Code.org_id == code.org_id,
                Code.code_id.in_((code.code_id, code.base_code_id)),
                Code.password_hash == kept,
            )
            .values(password_hash=hash_password(password))
            .execution_options(synchronize_session=False)
        )
