"""All SQL statements about codes in the admin, limited to one organisation at a time."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Text,
    case,
    func,
    literal,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, selectinload

from api.db.tenancy import Repository
from api.domains.codes.codes.listing_repository import matching_codes
from api.domains.codes.codes.listing_schemas import ListCodes, ListNames
from api.domains.codes.codes.models import Code, CodeSlug
from api.domains.codes.codes.types import Artwork
from api.kit.pagination import contains_pattern

_ROWS_PER_FETCH = 500

_DATE_BACK = text(
    "update code_history set valid_from = :moved where org_id = :org and code_id = :code"
    " and valid_from = (select max(valid_from) from code_history"
    " where org_id = :org and code_id = :code)"
)

_ARTWORK = text(
    "select p.content, m.files -> -1 ->> 'key' as key from ai_pictures p"
    " join media m on m.org_id = p.org_id and m.media_id = p.media_id"
    " where p.org_id = :org and p.media_id = :media limit 1"
)

_FOLDER: ColumnElement[str] = literal_column(
    "(select lower(f.name) from folders f"
    " where f.org_id = codes.org_id and f.folder_id = codes.folder_id)"
)

_ORDERS: dict[str, ColumnElement[Any]] = {
    "created_at": Code.created_at.asc(),
    "-created_at": Code.created_at.desc(),
    "updated_at": Code.updated_at.asc(),
    "-updated_at": Code.updated_at.desc(),
    "name": func.lower(Code.name).asc(),
    "-name": func.lower(Code.name).desc(),
    "type": Code.type.asc(),
    "-type": Code.type.desc(),
    "tags": Code.tags[1].asc().nulls_last(),
    "-tags": Code.tags[1].desc().nulls_last(),
    "folder": _FOLDER.asc().nulls_last(),
    "-folder": _FOLDER.desc().nulls_last(),
}


class CodeRepository(Repository[Code]):
    """Codes of one organisation, in one session."""

    model = Code

    def add(self, code: Code) -> bool:
        """Insert a code. Return False if its folder does not belong to the organisation."""
        return self.add_all([code])

    def add_all(self, codes: Sequence[Code]) -> bool:
        """Insert codes, all or none. Return False if one of their folders does not belong to the organisation."""
        try:
            with self.session.begin_nested():
                self.session.add_all(codes)
                self.session.flush()
        except IntegrityError as error:
            if "codes_folder" not in str(error.orig):
                raise
            return False
        return True

    def leading_to(self, org_id: str, start: str) -> list[tuple[str, str]]:
        """Return the IDs and destinations of codes whose destination begins with this text, at most a thousand."""
        escaped = start.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        rows = self.session.execute(
            select(Code.code_id, Code.destination)
            .where(
                Code.org_id == org_id,
                func.left(Code.destination, 200).like(f"{escaped}%"),
                Code.destination.is_not(None),
                Code.deleted_at.is_(None),
            )
            .limit(1000)
        )
        return [(code_id, destination or "") for code_id, destination in rows]

    def claim_slugs(self, codes: Sequence[Code]) -> list[tuple[Code, str]]:
        """Claim the slugs of new codes. Codes whose slug is taken lose it, and are returned with it.

        The database decides which of two concurrent claims wins.
        """
        named = [code for code in codes if code.slug is not None]
        if not named:
            return []
        taken = self.taken_slugs([code.slug for code in named if code.slug is not None])
        free = {code.slug: code for code in reversed(named) if code.slug not in taken}
        had = {slug for slug in free if slug is not None and self._claim(slug, free[slug])}
        lost = []
        for code in named:
            if code.slug is not None and not (code.slug in had and free[code.slug] is code):
                lost.append((code, code.slug))
                code.slug = None
        return lost

    def taken_slugs(self, slugs: Sequence[str]) -> set[str]:
        """Return those of these slugs that a code of any organisation has."""
        return set(self.session.scalars(text("select taken_slugs(:slugs)"), {"slugs": list(slugs)}))

    def _claim(self, slug: str, code: Code) -> bool:
        return claim_slug(self.session, slug, code, code.created_at, code.created_by)

    def lock_folders(self, org_id: str, folder_ids: Collection[str]) -> set[str]:
        """Return those of these folders that exist, and lock them until the transaction ends."""
        if not folder_ids:
            return set()
        held = text(
            "select folder_id from folders where org_id = :org_id and folder_id = any(:folder_ids)"
            " order by folder_id for key share"
        )
        named = {"org_id": org_id, "folder_ids": sorted(folder_ids)}
        return set(self.session.scalars(held, named))

    def is_changed(self, code: Code) -> bool:
        """Return whether there are changes to write."""
        return self.session.is_modified(code)

    def save(self) -> None:
        """Write the changes, so that conflicts surface now."""
        self.session.flush()

    def find(self, org_id: str, code_id: str) -> Code | None:
        """Return a code, including deleted ones."""
        return self.session.scalar(self.scoped(org_id).where(Code.code_id == code_id))

    def count(self, org_id: str) -> int:
        """Return the number of codes, including deleted ones."""
        return self.session.scalar(select(func.count()).where(Code.org_id == org_id)) or 0

    def walk(self, org_id: str) -> Iterator[Code]:
        """Yield all codes with their bases, including deleted ones, oldest first."""
        ordered = self.scoped(org_id).order_by(Code.created_at, Code.code_id)
        loaded = ordered.options(selectinload(Code.base))
        yield from self.session.scalars(loaded.execution_options(yield_per=_ROWS_PER_FETCH))

    def slugs_by_code(self, org_id: str) -> dict[str, list[str]]:
        """Return all slugs by code."""
        found: dict[str, list[str]] = {}
        statement = select(CodeSlug.code_id, CodeSlug.slug).where(CodeSlug.org_id == org_id)
        for code_id, slug in self.session.execute(statement.order_by(CodeSlug.slug)):
            found.setdefault(code_id, []).append(slug)
        return found

    def insert_rows(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert codes without changes to the given values."""
        self.session.execute(insert(Code).values([dict(row) for row in rows]))

    def backdate_move(
        self,
        org_id: str,
        code_id: str,
        folder_id: str,
        properties: Mapping[str, str],
        at: datetime,
    ) -> None:
        """Change a code's folder and properties, and backdate that version of its history."""
        self.session.execute(
            update(Code)
            .where(Code.org_id == org_id, Code.code_id == code_id)
            .values(folder_id=folder_id, properties=dict(properties))
        )
        named = {"moved": at, "org": org_id, "code": code_id}
        self.session.execute(_DATE_BACK, named)

    def find_fresh(self, org_id: str, code_id: str, *, for_update: bool = False) -> Code | None:
        """Return the current state of a code, not what the session read before; `for_update` locks out counting too."""
        statement = self.scoped(org_id).where(Code.code_id == code_id)
        if for_update:
            statement = statement.with_for_update()
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def find_for_update(self, org_id: str, code_id: str) -> Code | None:
        """Return a code, locked until the transaction ends."""
        # A code's ID never changes, so visits that are being counted need not wait for this lock.
        found = self.scoped(org_id).where(Code.code_id == code_id)
        statement = found.with_for_update(key_share=True)
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def find_all_for_update(self, org_id: str, code_ids: Sequence[str]) -> list[Code]:
        """Return those of these codes that exist, locked in a fixed order until the transaction ends."""
        statement = self.scoped(org_id).where(Code.code_id.in_(code_ids)).order_by(Code.code_id)
        locked = statement.with_for_update(of=Code).options(selectinload(Code.base))
        return list(self.session.scalars(locked.execution_options(populate_existing=True)))

    def replace_password_hash(
        self, org_id: str, code_ids: Sequence[str], old_hash: str, new_hash: str
    ) -> None:
        """Replace the hash of those of these codes that still have the old one."""
        self.session.execute(
            update(Code)
            .where(
                Code.org_id == org_id,
                Code.code_id.in_(code_ids),
                Code.password_hash == old_hash,
            )
            .values(password_hash=new_hash)
            .execution_options(synchronize_session=False)
        )

    def list_tags(self, org_id: str, text_filter: str | None) -> list[tuple[str, int]]:
        """Return tags by name with the number of codes that have each, without deleted and one-time codes."""
        alive = self.scoped(org_id).where(Code.deleted_at.is_(None), Code.one_time_state.is_(None))
        tags = alive.with_only_columns(func.unnest(Code.tags).label("tag")).subquery()
        counted = select(tags.c.tag, func.count()).group_by(tags.c.tag)
        if text_filter:
            counted = counted.where(tags.c.tag.ilike(contains_pattern(text_filter)))
        ordered = counted.order_by(func.lower(tags.c.tag), tags.c.tag)
        return [(tag, number) for tag, number in self.session.execute(ordered)]

    def rename_tag(self, org_id: str, tag: str, to: str | None, now: datetime) -> int:
        """Replace a tag on all codes, and return how many codes had it."""
        without = func.array_remove(Code.tags, tag)
        tags = (
            without
            if to is None
            else case(
                (Code.tags.contains([to]), without), else_=func.array_replace(Code.tags, tag, to)
            )
        )
        changed = (
            update(Code)
            .where(Code.org_id == org_id, Code.tags.contains([tag]))
            .values(tags=tags, updated_at=now, version=Code.version + 1)
            .returning(Code.code_id)
            .execution_options(synchronize_session=False)
        )
        return len(self.session.execute(changed).all())

    def list_codes(
        self, org_id: str, body: ListCodes, *only: ColumnElement[bool]
    ) -> tuple[list[Code], int]:
        """Return one page of matching codes, and the total number that match."""
        return self.page(
            matching_codes(self.scoped(org_id), body).where(*only).options(selectinload(Code.base)),
            body.paging,
            _ORDERS[body.sort or "-created_at"],
            Code.code_id.asc(),
        )

    def list_ranked(
        self,
        org_id: str,
        body: ListCodes,
        ranked: Sequence[str] | None,
        *,
        unranked_first: bool = False,
        only: Sequence[str] | None = None,
        never: Sequence[str] = (),
    ) -> tuple[list[Code], int]:
        """Return one page of matching codes in the order of these IDs, followed by the others by age. Without IDs, they
        are in the order of `sort`.
        """
        numbered = func.unnest(literal(list(ranked or ()), ARRAY(Text)))
        places = numbered.table_valued("code_id", with_ordinality="place", name="ranked")
        joined = places.render_derived()
        matching = matching_codes(self.scoped(org_id), body).outerjoin(
            joined, joined.c.code_id == Code.code_id
        )
        if only is not None:
            matching = matching.where(Code.code_id == func.any(literal(list(only), ARRAY(Text))))
        if never:
            matching = matching.where(Code.code_id != func.all(literal(list(never), ARRAY(Text))))
        place = joined.c.place.asc()
        by_place = place.nulls_first() if unranked_first else place.nulls_last()
        order = _ORDERS[body.sort or "-created_at"] if ranked is None else by_place
        return self.page(
            matching.options(selectinload(Code.base)),
            body.paging,
            order,
            Code.created_at.desc(),
            Code.code_id.asc(),
        )

    def count_children(self, org_id: str, code_ids: Sequence[str]) -> dict[str, int]:
        """Return the number of children of each of these codes, without deleted and one-time codes."""
        children = self.scoped(org_id).where(
            Code.base_code_id.in_(code_ids),
            Code.deleted_at.is_(None),
            Code.one_time_state.is_(None),
        )
        counts = children.with_only_columns(Code.base_code_id, func.count()).group_by(
            Code.base_code_id
        )
        return {base: number for base, number in self.session.execute(counts) if base}

    def count_by_folder(self, org_id: str) -> dict[str, int]:
        """Return the number of codes in each folder, without deleted ones."""
        filed = self.scoped(org_id).where(
            Code.folder_id.is_not(None),
            Code.deleted_at.is_(None),
            Code.one_time_state.is_(None),
        )
        counts = filed.with_only_columns(Code.folder_id, func.count()).group_by(Code.folder_id)
        return {folder: number for folder, number in self.session.execute(counts) if folder}

    def existing_tags(self, org_id: str, tags: Sequence[str]) -> set[str]:
        """Return those of these tags that some code has."""
        tag = func.unnest(Code.tags).label("tag")
        carried = self.scoped(org_id).where(Code.tags.overlap(list(tags)))
        rows = select(carried.with_only_columns(tag).distinct().subquery().c.tag)
        return set(self.session.scalars(rows)) & set(tags)

    def count_existing(self, org_id: str, code_ids: Sequence[str]) -> int:
        """Return how many of these are codes of the organisation."""
        named = self.scoped(org_id).where(Code.code_id.in_(code_ids))
        return self.session.scalar(select(func.count()).select_from(named.subquery())) or 0

    def missing_pages(self, org_id: str, page_ids: Sequence[str]) -> set[str]:
        """Return those of these IDs that are not pages of the organisation."""
        if not page_ids:
            return set()
        there = self.session.scalars(
            text(
                "select page_id from pages where org_id = :org_id and page_id = any(:page_ids)"
                " and deleted_at is null"
            ),
            {"org_id": org_id, "page_ids": list(page_ids)},
        )
        return set(page_ids) - set(there)

    def move(
        self,
        org_id: str,
        to_folder: str | None,
        now: datetime,
        *,
        code_ids: Sequence[str] | None = None,
        from_folder: str | None = None,
    ) -> int:
        """Change the folder of codes, and return how many were elsewhere before."""
        statement = update(Code).where(
            Code.org_id == org_id, Code.folder_id.is_distinct_from(to_folder)
        )
        if code_ids is not None:
            statement = statement.where(Code.code_id.in_(code_ids))
        if from_folder is not None:
            statement = statement.where(Code.folder_id == from_folder)
        changed = statement.values(
            folder_id=to_folder, updated_at=now, version=Code.version + 1
        ).returning(Code.code_id)
        return len(self.session.execute(changed).all())

    def artwork(self, org_id: str, media_id: str) -> Artwork | None:
        """Return a finished picture of the AI studio, or None if it was removed."""
        found = self.session.execute(_ARTWORK, {"org": org_id, "media": media_id}).one_or_none()
        return Artwork(found.content, found.key) if found is not None else None

    def list_names(self, org_id: str, body: ListNames) -> tuple[list[tuple[str, str, str]], int]:
        """Return ID, name and kind of matching codes, sorted by name by default, and the number that match.

        One statement reads them all, so a concurrent deletion cannot shift rows between pages.
        """
        order = _ORDERS[body.sort or "name"]
        named = (
            matching_codes(self.scoped(org_id), body)
            .order_by(order, Code.code_id.asc())
            .limit(body.most)
        )
        rows = self.session.execute(
            named.with_only_columns(Code.code_id, Code.name, Code.type, func.count().over())
        ).all()
        return [(row[0], row[1], row[2]) for row in rows], rows[0][3] if rows else 0


def claim_slug(
    session: Session, slug: str, code: Code, now: datetime, created_by: str | None
) -> bool:
    """Make a code open under a slug, unless another code already does."""
    values = {
        "slug": slug,
        "org_id": code.org_id,
        "code_id": code.code_id,
        "created_at": now,
        "created_by": created_by,
    }
    statement = insert(CodeSlug).values(values).on_conflict_do_nothing().returning(CodeSlug.slug)
    return session.scalar(statement) is not None
