"""Files that go with their rows: only once the database has let go of the rows."""

from collections.abc import Iterable

import structlog
from sqlalchemy import event
from sqlalchemy.orm import Session

from api.objects.store import ObjectStore

log = structlog.get_logger(__name__)


def delete_after_commit(session: Session, objects: ObjectStore, keys: Iterable[str]) -> None:
    """Delete these files when the session's transaction is committed, and never if it is not.

    A file that can't be deleted then is logged and stays behind: nothing refers to it any more.
    """
    leaving = tuple(keys)

    def delete(_session: Session) -> None:
        for key in leaving:
            try:
                objects.delete(key)
            except Exception:
                log.exception("a file was left behind", key=key)

    event.listen(session, "after_commit", delete, once=True)
