"""Deletes files together with their rows, only after the deletion of the rows is committed."""

from collections.abc import Iterable

import structlog
from sqlalchemy import event
from sqlalchemy.orm import Session

from api.objects.store import ObjectStore

log = structlog.get_logger(__name__)


def delete_after_commit(session: Session, objects: ObjectStore, keys: Iterable[str]) -> None:
    """Delete these files when the session's transaction is committed, and never if it is not.

    If a file cannot be deleted then, this is logged and the file remains. Nothing refers to it any more.
    """
    leaving = tuple(keys)

    def delete(_session: Session) -> None:
        for key in leaving:
            try:
                objects.delete(key)
            except Exception:
                log.exception("a file was left behind", key=key)

    event.listen(session, "after_commit", delete, once=True)
