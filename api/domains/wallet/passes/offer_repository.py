"""All statements about offers of passes."""

from sqlalchemy import select, update

from api.db.tenancy import Repository
from api.domains.wallet.passes.models import Pass, PassOffer


class OfferRepository(Repository[PassOffer]):
    """Offers of one organisation, and the passes that visitors got from them."""

    model = PassOffer

    def find(self, org_id: str, offer_id: str) -> PassOffer | None:
        """Return an offer of the organisation, or None."""
        return self.session.scalar(self.scoped(org_id).where(PassOffer.offer_id == offer_id))

    def add(self, row: PassOffer) -> None:
        """Store a new offer."""
        self.session.add(row)
        self.session.flush()

    def find_pass_of(self, org_id: str, offer_id: str, visitor_id: str) -> str | None:
        """Return the pass that a visitor got from an offer, or None."""
        return self.session.scalar(
            select(Pass.pass_id).where(
                Pass.org_id == org_id, Pass.offer_id == offer_id, Pass.visitor_id == visitor_id
            )
        )

    def take_one(self, org_id: str, offer_id: str) -> bool:
        """Count one more pass as given. Return False if none is left. The database decides this atomically."""
        taken = self.session.scalar(
            update(PassOffer)
            .where(
                PassOffer.org_id == org_id,
                PassOffer.offer_id == offer_id,
                PassOffer.given < PassOffer.most,
            )
            .values(given=PassOffer.given + 1)
            .returning(PassOffer.given)
        )
        return taken is not None
