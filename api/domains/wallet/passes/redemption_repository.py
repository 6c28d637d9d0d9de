"""All statements about uses of passes."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, or_, select, update

from api.db.tenancy import Repository
from api.domains.wallet.passes.models import Pass, PassRedemption


class RedemptionRepository(Repository[PassRedemption]):
    """Uses of one organisation's passes."""

    model = PassRedemption

    def find_passes(self, org_id: str, text: str, most: int) -> Sequence[Pass]:
        """Return passes with this serial number, ID or barcode."""
        message = Pass.content["barcode"]["message"].astext
        rows = select(Pass).where(
            Pass.org_id == org_id,
            or_(
                Pass.pass_id == text,
                Pass.serial_number == text,
                (func.md5(message) == func.md5(text)) & (message == text),
            ),
        )
        return list(self.session.scalars(rows.order_by(Pass.created_at.desc()).limit(most)))

    def use(self, org_id: str, pass_id: str) -> int | None:
        """Count a use and return its number, or None if none is left. The database decides this atomically."""
        return self.session.scalar(
            update(Pass)
            .where(
                Pass.org_id == org_id,
                Pass.pass_id == pass_id,
                or_(Pass.max_uses.is_(None), Pass.uses < Pass.max_uses),
            )
            .values(uses=Pass.uses + 1)
            .returning(Pass.uses)
        )

    def take_back(self, org_id: str, pass_id: str) -> None:
        """Reduce the number of uses by one."""
        self.session.execute(
            update(Pass)
            .where(Pass.org_id == org_id, Pass.pass_id == pass_id)
            .values(uses=Pass.uses - 1)
        )

    def undo(self, org_id: str, redemption_id: str, now: datetime) -> bool:
        """Undo a use. Return False if it was already undone."""
        statement = (
            update(PassRedemption)
            .where(
                PassRedemption.org_id == org_id,
                PassRedemption.redemption_id == redemption_id,
                PassRedemption.undone_at.is_(None),
            )
            .values(undone_at=now)
            .returning(PassRedemption.redemption_id)
            .execution_options(synchronize_session=False)
        )
        return self.session.scalar(statement) is not None

    def find_by_key(self, org_id: str, pass_id: str, key: str) -> PassRedemption | None:
        """Return the use that was recorded under a key, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(
                PassRedemption.pass_id == pass_id, PassRedemption.idempotency_key == key
            )
        )

    def find(self, org_id: str, redemption_id: str) -> PassRedemption | None:
        """Return a use of one of the organisation's passes, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(PassRedemption.redemption_id == redemption_id)
        )

    def latest(self, org_id: str, pass_id: str, since: datetime) -> PassRedemption | None:
        """Return the latest use since a moment that was not undone, or None."""
        return self.session.scalar(
            self.scoped(org_id)
            .where(
                PassRedemption.pass_id == pass_id,
                PassRedemption.redeemed_at > since,
                PassRedemption.undone_at.is_(None),
            )
            .order_by(PassRedemption.redeemed_at.desc(), PassRedemption.use_number.desc())
            .limit(1)
        )

    def add(self, row: PassRedemption) -> None:
        """Store a new use."""
        self.session.add(row)
        self.session.flush()
