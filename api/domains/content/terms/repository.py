"""All SQL for terms of one organisation."""

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.codes.codes.tables import codes
from api.domains.content.terms.models import Terms, TermsAcceptance, TermsVersion
from api.domains.content.terms.schemas import ListAcceptances

_ACCEPTANCES = Columns(
    searched=(
        TermsAcceptance.code_id,
        TermsAcceptance.visitor_id,
        TermsAcceptance.address,
    ),
    ordered={"accepted_at": TermsAcceptance.accepted_at, "version": TermsAcceptance.version},
    default_sort="-accepted_at",
)


class TermsRepository(Repository[Terms]):
    """Terms of one organisation, accessed through one session."""

    model = Terms

    def lock_place(self, org_id: str, code_id: str | None) -> None:
        """Lock the terms of this code, or of the organisation, until the transaction ends."""
        lock_until_commit(self.session, "terms", org_id, code_id or "")

    def find(self, org_id: str, terms_id: str) -> Terms | None:
        """Return the terms with this ID."""
        return self.session.scalar(self.scoped(org_id).where(Terms.terms_id == terms_id))

    def find_for_update(self, org_id: str, terms_id: str) -> Terms | None:
        """Return the terms in their current state, locked until the transaction ends."""
        locked = self.scoped(org_id).where(Terms.terms_id == terms_id).with_for_update()
        return self.session.scalar(locked.execution_options(populate_existing=True))

    def find_to_accept(self, org_id: str, terms_id: str) -> Terms | None:
        """Return the terms, locked so that no new version can be published until the transaction ends."""
        locked = self.scoped(org_id).where(Terms.terms_id == terms_id)
        return self.session.scalar(
            locked.with_for_update(read=True).execution_options(populate_existing=True)
        )

    def find_in_place(self, org_id: str, code_id: str | None) -> Terms | None:
        """Return the terms of a code or, with None, those of the organisation."""
        place = Terms.code_id.is_(None) if code_id is None else Terms.code_id == code_id
        return self.session.scalar(self.scoped(org_id).where(place))

    def list_terms(self, org_id: str) -> list[Terms]:
        """Return all terms, the organisation's own first."""
        ordered = self.scoped(org_id).order_by(
            Terms.code_id.is_not(None), Terms.created_at, Terms.terms_id
        )
        return list(self.session.scalars(ordered))

    def add(self, row: Terms | TermsVersion) -> None:
        """Insert a row."""
        self.session.add(row)
        self.session.flush()

    def versions(self, org_id: str, terms_ids: list[str]) -> list[TermsVersion]:
        """Return the versions of these terms, newest first."""
        return list(
            self.session.scalars(
                select(TermsVersion)
                .where(TermsVersion.org_id == org_id, TermsVersion.terms_id.in_(terms_ids))
                .order_by(TermsVersion.terms_id, TermsVersion.version.desc())
            )
        )

    def version(self, org_id: str, terms_id: str, version: int) -> TermsVersion | None:
        """Return one version."""
        return self.session.scalar(
            select(TermsVersion).where(
                TermsVersion.org_id == org_id,
                TermsVersion.terms_id == terms_id,
                TermsVersion.version == version,
            )
        )

    def count_acceptances(self, org_id: str) -> dict[tuple[str, int], int]:
        """Return how often each version was accepted."""
        rows = self.session.execute(
            select(TermsAcceptance.terms_id, TermsAcceptance.version, func.count())
            .where(TermsAcceptance.org_id == org_id)
            .group_by(TermsAcceptance.terms_id, TermsAcceptance.version)
        )
        return {(terms_id, version): number for terms_id, version, number in rows}

    def names_of(self, org_id: str, code_ids: list[str]) -> dict[str, str]:
        """Return the names of these codes."""
        rows = self.session.execute(
            select(codes.c.code_id, codes.c.name).where(
                codes.c.org_id == org_id, codes.c.code_id.in_(code_ids)
            )
        )
        return {row.code_id: row.name for row in rows}

    def keep_acceptance(self, acceptance: TermsAcceptance) -> TermsAcceptance:
        """Store a consent once. Returns the first one."""
        columns = TermsAcceptance.__table__.columns.keys()
        self.session.execute(
            insert(TermsAcceptance)
            .values({name: getattr(acceptance, name) for name in columns})
            .on_conflict_do_nothing(
                index_elements=["terms_id", "version", "visitor_id", "email_hash"]
            )
        )
        return self.session.scalars(
            select(TermsAcceptance).where(
                TermsAcceptance.org_id == acceptance.org_id,
                TermsAcceptance.terms_id == acceptance.terms_id,
                TermsAcceptance.version == acceptance.version,
                TermsAcceptance.visitor_id == acceptance.visitor_id,
                TermsAcceptance.email_hash == acceptance.email_hash,
            )
        ).one()

    def latest_acceptance(
        self, org_id: str, terms_id: str, visitor_id: str, email_hash: str | None
    ) -> TermsAcceptance | None:
        """Return the acceptance of the newest version that this visitor accepted, or None."""
        statement = select(TermsAcceptance).where(
            TermsAcceptance.org_id == org_id,
            TermsAcceptance.terms_id == terms_id,
            TermsAcceptance.visitor_id == visitor_id,
        )
        if email_hash is not None:
            statement = statement.where(TermsAcceptance.email_hash == email_hash)
        newest = TermsAcceptance.version.desc()
        return self.session.scalar(
            statement.order_by(
                newest, TermsAcceptance.accepted_at, TermsAcceptance.acceptance_id
            ).limit(1)
        )

    def list_acceptances(
        self, org_id: str, body: ListAcceptances
    ) -> tuple[list[TermsAcceptance], int]:
        """Return one page of consents, newest first unless sorted otherwise, and the total number."""
        statement = select(TermsAcceptance).where(
            TermsAcceptance.org_id == org_id, TermsAcceptance.terms_id == body.terms_id
        )
        statement = _ACCEPTANCES.matching(statement, body)
        if body.version is not None:
            statement = statement.where(TermsAcceptance.version == body.version)
        total = self.session.scalar(select(func.count()).select_from(statement.subquery())) or 0
        ordered = statement.order_by(_ACCEPTANCES.order(body), TermsAcceptance.acceptance_id)
        page = ordered.limit(body.paging.page_size).offset(body.paging.offset)
        rows = self.session.scalars(page)
        return list(rows), total
