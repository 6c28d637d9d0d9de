"""All database statements for prizes and awards."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, delete, func, insert, or_, select, text, update

from api.db.tenancy import Repository
from api.domains.codes.codes.tables import codes
from api.domains.promotions.prizes.models import Prize, PrizeAward
from api.domains.promotions.prizes.types import AwardRow
from api.kit.pagination import Paging

_DUE = text("select org_id from due_prizes(:now)")


class PrizeRepository(Repository[Prize]):
    """Prizes of one organisation, in one session."""

    model = Prize

    def find(self, org_id: str, prize_id: str) -> Prize | None:
        """Return a prize in its current state, or None."""
        own = self.scoped(org_id).where(Prize.prize_id == prize_id)
        return self.session.scalar(own.execution_options(populate_existing=True))

    def lock(self, org_id: str, prize_id: str) -> Prize | None:
        """Return a prize in its current state, locked until the transaction ends."""
        own = self.scoped(org_id).where(Prize.prize_id == prize_id).with_for_update()
        return self.session.scalar(own.execution_options(populate_existing=True))

    def kinds_of_bases(self, org_id: str, code_ids: Collection[str]) -> dict[str, str]:
        """Return the kinds of those codes from which one-time codes can be made, by ID."""
        bases = select(codes.c.code_id, codes.c.type).where(
            codes.c.org_id == org_id,
            codes.c.code_id.in_(code_ids),
            codes.c.deleted_at.is_(None),
            codes.c.base_code_id.is_(None),
        )
        return {row.code_id: row.type for row in self.session.execute(bases)} if code_ids else {}

    def of_games(self, org_id: str, game_ids: Collection[str]) -> Sequence[Prize]:
        """Return the prizes of games, in their order."""
        own = self.scoped(org_id).where(Prize.game_id.in_(game_ids))
        ordered = own.order_by(Prize.game_id, Prize.position)
        return self.session.scalars(ordered.execution_options(populate_existing=True)).all()

    def replace(self, org_id: str, game_id: str, rows: Sequence[dict[str, Any]]) -> None:
        """Replace a game's prizes."""
        self.session.execute(delete(Prize).where(Prize.org_id == org_id, Prize.game_id == game_id))
        if rows:
            self.session.execute(insert(Prize), rows)

    def take(self, org_id: str, prize_id: str, count: int = 1) -> int | None:
        """Take items from the stock if enough are left. Return the total taken so far; None if not enough were left.
        The row decides.
        """
        statement = (
            update(Prize)
            .where(
                Prize.org_id == org_id,
                Prize.prize_id == prize_id,
                or_(Prize.stock.is_(None), Prize.taken + count <= Prize.stock),
            )
            .values(taken=Prize.taken + count)
            .returning(Prize.taken)
            .execution_options(synchronize_session=False)
        )
        return self.session.scalar(statement)

    def give_back(self, org_id: str, prize_id: str) -> None:
        """Return one item to the stock."""
        self.session.execute(
            update(Prize)
            .where(Prize.org_id == org_id, Prize.prize_id == prize_id)
            .values(taken=Prize.taken - 1)
            .execution_options(synchronize_session=False)
        )


class PrizeAwardRepository(Repository[PrizeAward]):
    """Awards of one organisation, in one session."""

    model = PrizeAward

    def add(self, awards: Sequence[AwardRow]) -> None:
        """Store awards."""
        self.session.add_all(awards)
        self.session.flush()

    def of_token(self, org_id: str, token_hash: str) -> PrizeAward | None:
        """Return the award that belongs to a claim token, locked until the transaction ends."""
        own = self.scoped(org_id).where(PrizeAward.token_hash == token_hash)
        locked = own.with_for_update().execution_options(populate_existing=True)
        return self.session.scalar(locked)

    def of_plays(
        self, org_id: str, game_id: str, play_ids: Collection[UUID], now: datetime
    ) -> Sequence[PrizeAward]:
        """Return the awards of these plays that were claimed or still can be, newest first."""
        is_open = (PrizeAward.state == "awarded") & (PrizeAward.claim_until > now)
        own = self.scoped(org_id).where(
            PrizeAward.game_id == game_id,
            PrizeAward.play_id.in_(play_ids),
            is_open | (PrizeAward.state == "claimed"),
        )
        return self.session.scalars(
            own.order_by(PrizeAward.awarded_at.desc(), PrizeAward.award_id)
        ).all()

    def claimed_at(self, org_id: str, token_hash: str) -> datetime | None:
        """Return when the award that belongs to a claim token was claimed; None if it was not."""
        return self.session.scalar(
            select(PrizeAward.claimed_at).where(
                PrizeAward.org_id == org_id, PrizeAward.token_hash == token_hash
            )
        )

    def claim(
        self,
        org_id: str,
        award_id: str,
        now: datetime,
        *,
        customer_id: str | None,
        given_id: str | None,
    ) -> bool:
        """Mark an award as claimed; return False if it was already claimed or its deadline has passed."""
        statement = (
            update(PrizeAward)
            .where(
                PrizeAward.org_id == org_id,
                PrizeAward.award_id == award_id,
                PrizeAward.state == "awarded",
                PrizeAward.claim_until > now,
            )
            .values(state="claimed", claimed_at=now, customer_id=customer_id, given_id=given_id)
            .returning(PrizeAward.award_id)
            .execution_options(synchronize_session=False)
        )
        return self.session.scalar(statement) is not None

    def expire(self, org_id: str, game_id: str, now: datetime, at_most: int) -> list[Row[Any]]:
        """Mark a game's unclaimed awards whose deadline has passed as expired."""
        due = (
            select(PrizeAward.award_id)
            .where(
                PrizeAward.org_id == org_id,
                PrizeAward.game_id == game_id,
                PrizeAward.state == "awarded",
                PrizeAward.claim_until <= now,
            )
            .order_by(PrizeAward.claim_until, PrizeAward.award_id)
            .limit(at_most)
            .with_for_update()
        )
        statement = (
            update(PrizeAward)
            .where(PrizeAward.org_id == org_id, PrizeAward.award_id.in_(due.scalar_subquery()))
            .values(state="expired", expired_at=now)
            .returning(PrizeAward)
            .execution_options(synchronize_session=False)
        )
        return list(self.session.execute(statement))

    def games_due(self, org_id: str, now: datetime) -> list[str]:
        """Return games with awards whose deadline has passed."""
        own: Any = self.scoped(org_id).where(
            PrizeAward.state == "awarded", PrizeAward.claim_until <= now
        )
        return list(self.session.scalars(own.with_only_columns(PrizeAward.game_id).distinct()))

    def orgs_due(self, now: datetime) -> list[str]:
        """Return organisations with awards whose deadline has passed. Runs outside any organisation."""
        return [row.org_id for row in self.session.execute(_DUE, {"now": now})]

    def page_of_awards(
        self, org_id: str, game_id: str, state: str | None, paging: Paging
    ) -> tuple[list[PrizeAward], int]:
        """Return a page of a game's awards, newest first, and the total number."""
        own = self.scoped(org_id).where(PrizeAward.game_id == game_id)
        if state is not None:
            own = own.where(PrizeAward.state == state)
        return self.page(own, paging, PrizeAward.awarded_at.desc(), PrizeAward.award_id.desc())

    def walk(self, org_id: str, game_id: str) -> Sequence[PrizeAward]:
        """Return all awards of a game, oldest first."""
        own = self.scoped(org_id).where(PrizeAward.game_id == game_id)
        return self.session.scalars(own.order_by(PrizeAward.awarded_at, PrizeAward.award_id)).all()

    def counts(self, org_id: str, game_ids: Collection[str]) -> dict[tuple[str, str], int]:
        """Return the number of awards by game and state."""
        counted = (
            select(PrizeAward.game_id, PrizeAward.state, func.count())
            .where(PrizeAward.org_id == org_id, PrizeAward.game_id.in_(game_ids))
            .group_by(PrizeAward.game_id, PrizeAward.state)
        )
        return {(row[0], row[1]): row[2] for row in self.session.execute(counted)}
