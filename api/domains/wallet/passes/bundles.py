"""Several passes in one file, such as the tickets of an order. A phone adds them all at once."""

from api.domains.people.customers.service import CustomerService
from api.domains.wallet.passes.errors import PassNotFound, not_a_bundle
from api.domains.wallet.passes.repository import PassRepository
from api.domains.wallet.passes.schemas import BundlePasses
from api.domains.wallet.passes.service import PassService
from api.rendering.wallet.apple_package import MOST_BYTES_IN_BUNDLE, MOST_IN_BUNDLE, bundle


class PassBundles:
    """Bundles of one organisation's passes."""

    def __init__(
        self, stored: PassRepository, passes: PassService, customers: CustomerService
    ) -> None:
        self._stored = stored
        self._passes = passes
        self._customers = customers

    def make(self, org_id: str, body: BundlePasses) -> bytes:
        """Return several passes as one `.pkpasses` file.

        Raises:
            PassNotFound: one or all of them do not exist.
            Invalid: there are more than phones accept at once.
        """
        if body.customer_id is not None:
            ids = self._customers.ids_of_person(org_id, body.customer_id)
            rows = self._stored.valid_of(org_id, ids, body.group, MOST_IN_BUNDLE + 1)
        else:
            rows = self._stored.read_many(org_id, body.pass_ids)
        if not rows or len(rows) < len(set(body.pass_ids)):
            raise PassNotFound
        if len(rows) > MOST_IN_BUNDLE:
            raise not_a_bundle("has more than ten valid passes; send up to ten in pass_ids")
        # Serial numbers are unique only within a pass type.
        files = {
            f"{number}-{row.serial_number}": self._passes.signed(row)
            for number, row in enumerate(rows, 1)
        }
        if sum(map(len, files.values())) > MOST_BYTES_IN_BUNDLE:
            raise not_a_bundle("is larger than 150 MB, the maximum that phones accept")
        return bundle(files)
