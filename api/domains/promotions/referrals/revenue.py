"""The orders of customers, from the warehouse."""

from collections.abc import Sequence

from runtime.settings import Settings
from warehouse.datasets import dataset_of


def revenue_of(settings: Settings, org_id: str, customer_ids: Sequence[str]) -> int | None:
    """Return the total of all orders of these customers in cents, regardless of currency, as of the last build of the
    mart.

    None if there is no mart yet.
    """
    import pyarrow.compute as pc
    import pyarrow.dataset as ds

    from warehouse.builds.tables import mart_table
    from warehouse.lake import Lake

    table = mart_table(Lake.from_settings(settings), "customer_acts")
    if not table.exists():
        return None
    own = (ds.field("org_id") == org_id) & ds.field("type").isin(["order", "refund"])
    rows = dataset_of(table).to_table(
        columns=["amount_cents"], filter=own & ds.field("customer_key").isin(list(customer_ids))
    )  # fmt: skip
    return int(pc.sum(rows["amount_cents"]).as_py() or 0)
