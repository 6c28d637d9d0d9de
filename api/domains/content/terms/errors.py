"""Errors of terms."""

from api.kit.errors import Conflict, NotFound


class TermsNotFound(NotFound):
    code = "terms_not_found"
    message = "There are no such terms."


class TermsChanged(Conflict):
    code = "terms_changed"
    message = "Somebody else has published a new version in the meantime. Read it, then repeat your change."


class OldVersion(Conflict):
    code = "terms_version_old"

    def __init__(self, current: int) -> None:
        self.current = current
        super().__init__(
            f"These terms have changed. Read and accept version {current}.", current_version=current
        )
