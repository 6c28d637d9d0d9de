"""Merges in the form in which responses show them."""

from collections.abc import Mapping
from typing import cast

from api.domains.people.customers.models import CustomerMerge
from api.domains.people.customers.schemas import MergeRead
from api.domains.people.customers.types import MergeReason


def merge_read(merge: CustomerMerge, names: Mapping[str, str], person_id: str) -> MergeRead:
    """Return a merge. `person_id` is the profile to which both belong now."""
    sides = [
        " ".join(filter(None, (side["first_name"], side["last_name"])))
        for side in (merge.snapshot["kept"], merge.snapshot["merged"])
    ]
    return MergeRead(
        merge_id=merge.merge_id,
        kept_id=merge.kept_id,
        merged_id=merge.merged_id,
        kept_name=sides[0],
        merged_name=sides[1],
        reason=cast(MergeReason, merge.reason),
        note=merge.note,
        merged_at=merge.merged_at,
        merged_by=names.get(merge.merged_by or ""),
        undone_at=merge.undone_at,
        undone_by=names.get(merge.undone_by or ""),
        can_undo=merge.undone_at is None and merge.kept_id == person_id,
    )
