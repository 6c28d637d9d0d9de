"""Rules of terms: a published text never changes, and only the one in force can be accepted."""

import hmac
from collections.abc import Callable, Sequence
from datetime import datetime

from cryptography.fernet import InvalidToken
from nh3 import is_html
from sqlalchemy.orm import Session

from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.service import CodeService
from api.domains.content.terms.errors import OldVersion, TermsChanged, TermsNotFound
from api.domains.content.terms.models import Terms, TermsAcceptance, TermsVersion
from api.domains.content.terms.repository import TermsRepository
from api.domains.content.terms.schemas import GetTerms, ListAcceptances, UpdateTerms
from api.domains.content.terms.types import Accepter, PublishedTerms, shortened, text_hash
from api.kit.sealing import SecretBox
from api.rendering.rich_text.sanitizing import of_paragraphs, plain_text, sanitised

SEALING_PURPOSE = b"terms e-mail sealed"


def email_hash_of(secret: bytes, org_id: str, email: str) -> str:
    """Return the key under which acceptances store an email address."""
    key = hmac.digest(secret, b"terms e-mail hash", "sha256")
    hashed = f"{org_id}\n{email.strip().lower()}".encode()
    return hmac.digest(key, hashed, "sha256").hex()


class TermsService:
    """Terms of the organisation that the session has entered."""

    def __init__(
        self,
        session: Session,
        codes: CodeService,
        *,
        secret: bytes,
        sealing_keys: Sequence[bytes],
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self.terms = TermsRepository(session)
        self._codes = codes
        self._now = now
        self._new_id = new_id
        self._secret = secret
        self._box = SecretBox(sealing_keys, SEALING_PURPOSE)

    def publish(self, org_id: str, by: str, params: UpdateTerms) -> Terms:
        """Publish a text. If it is already in force, no new version is created."""
        body = sanitised(params.body if is_html(params.body) else of_paragraphs(params.body))
        if not plain_text(body):
            raise invalid_field("body", "contains no text", "empty")
        terms = self._place(org_id, by, params)
        if params.based_on is not None and params.based_on != terms.current_version:
            raise TermsChanged
        hashed = text_hash(params.title, body)
        current = self.terms.version(org_id, terms.terms_id, terms.current_version)
        if current is not None and current.text_hash == hashed:
            return terms
        terms.current_version += 1
        self.terms.add(
            TermsVersion(
                terms_id=terms.terms_id,
                org_id=org_id,
                version=terms.current_version,
                title=params.title,
                body=body,
                text_hash=hashed,
                published_at=self._now,
                published_by=by,
            )
        )
        return terms

    def find(self, org_id: str, body: GetTerms) -> list[Terms]:
        """Return the requested terms."""
        if body.terms_id is not None:
            terms = _of_code(self.terms.find(org_id, body.terms_id), body.code_id)
        elif body.code_id is not None:
            self._codes.get(org_id, body.code_id)
            terms = self.terms.find_in_place(org_id, body.code_id)
        else:
            return self.terms.list_terms(org_id)
        if terms is None:
            raise TermsNotFound
        return [terms]

    def accept(self, terms: PublishedTerms, version: int, accepter: Accepter) -> TermsAcceptance:
        """Store a consent. If it is already stored, return the first one."""
        in_force = self.terms.find_to_accept(terms.org_id, terms.terms_id)
        if in_force is None:
            raise TermsNotFound
        if version != in_force.current_version:
            raise OldVersion(in_force.current_version)
        text = self.terms.version(terms.org_id, terms.terms_id, version)
        assert text is not None, "a version in force has a text"
        email = accepter.email
        return self.terms.keep_acceptance(
            TermsAcceptance(
                acceptance_id=self._new_id("acc"),
                org_id=terms.org_id,
                terms_id=terms.terms_id,
                version=version,
                text_hash=text.text_hash,
                code_id=terms.code.code_id if terms.code else None,
                visitor_id=accepter.visitor_id,
                visitor_kind=accepter.kind,
                email_hash=self._email_hash(terms.org_id, email) if email else "",
                email_sealed=self._box.seal(email.encode()).encode() if email else None,
                address=shortened(accepter.address),
                accepted_at=self._now,
            )
        )

    def accepted_by(self, terms: PublishedTerms, accepter: Accepter) -> TermsAcceptance | None:
        """Return the newest consent of this visitor, or None."""
        email = accepter.email
        hashed = self._email_hash(terms.org_id, email) if email else None
        return self.terms.latest_acceptance(
            terms.org_id, terms.terms_id, accepter.visitor_id, hashed
        )

    def list_acceptances(
        self, org_id: str, body: ListAcceptances
    ) -> tuple[list[TermsAcceptance], int]:
        """Return one page of consents."""
        if self.terms.find(org_id, body.terms_id) is None:
            raise TermsNotFound
        return self.terms.list_acceptances(org_id, body)

    def email_of(self, acceptance: TermsAcceptance) -> str | None:
        """Return the email address given with the acceptance, unless it was encrypted with another secret."""
        if acceptance.email_sealed is None:
            return None
        try:
            return self._box.unseal(acceptance.email_sealed.decode()).decode()
        except InvalidToken:
            return None

    def _place(self, org_id: str, by: str, body: UpdateTerms) -> Terms:
        if body.terms_id is not None:
            terms = _of_code(self.terms.find_for_update(org_id, body.terms_id), body.code_id)
            if terms is None:
                raise TermsNotFound
            return terms
        if body.code_id is not None:
            self._codes.get(org_id, body.code_id)
        self.terms.lock_place(org_id, body.code_id)
        found = self.terms.find_in_place(org_id, body.code_id)
        if found is not None:
            return self.terms.find_for_update(org_id, found.terms_id) or found
        terms = Terms(
            terms_id=self._new_id("terms"),
            org_id=org_id,
            code_id=body.code_id,
            current_version=0,
            created_at=self._now,
            created_by=by,
        )
        self.terms.add(terms)
        return terms

    def _email_hash(self, org_id: str, email: str) -> str:
        return email_hash_of(self._secret, org_id, email)


def _of_code(terms: Terms | None, code_id: str | None) -> Terms | None:
    """Return the terms, unless they do not belong to the named code."""
    if terms is None or code_id is None or terms.code_id == code_id:
        return terms
    return None


def has_terms(session: Session, org_id: str, terms_id: str) -> bool:
    """Return whether an organisation has terms with this ID."""
    return TermsRepository(session).find(org_id, terms_id) is not None
