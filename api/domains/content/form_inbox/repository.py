"""All SQL for lists of forms and for members who are notified of their submissions."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import Row, text, update

from api.auth.models import Organization
from api.db.tenancy import Repository
from api.domains.content.form_inbox.models import FormWatcher
from api.domains.content.form_inbox.schemas import ListForms
from api.kit.pagination import contains_pattern

# Forms of page drafts, and removed forms that still have submissions.
_FORMS = """
with drawn as (
  select p.page_id, block -> 'props' ->> 'form_id' as form_id,
    block -> 'props' ->> 'title' as title, block -> 'props' -> 'fields' as fields
  from pages p, jsonb_array_elements(p.draft -> 'content') block
  where p.org_id = :org_id and p.deleted_at is null and block ->> 'type' = 'Form'
    and (cast(:page_id as text) is null or p.page_id = :page_id)
), answered as (
  select page_id, form_id, count(*) as answers, max(created_at) as last_at,
    count(*) filter (where read_at is null) as unread
  from submissions
  where org_id = :org_id and (cast(:page_id as text) is null or page_id = :page_id)
  group by page_id, form_id
), forms as (
  select page_id, form_id, p.name as page_name, p.code_id, drawn.title, drawn.fields,
    drawn.form_id is not null as is_on_page,
    p.published_version is not null and p.deleted_at is null as is_published,
    p.updated_at, coalesce(answers, 0) as answers, coalesce(unread, 0) as unread, last_at,
    exists (
      select from form_watchers w
      where w.org_id = :org_id and w.page_id = p.page_id
        and w.form_id = coalesce(drawn.form_id, answered.form_id)
        and w.user_id = :user_id
    ) as tells_me
  from drawn full join answered using (page_id, form_id)
  join pages p using (page_id)
  where p.org_id = :org_id
)
"""
_ORDERS = {
    "-last_at": "last_at desc nulls last, updated_at desc",
    "last_at": "last_at nulls last, updated_at desc",
    "-unread": "unread desc, last_at desc nulls last",
    "unread": "unread, last_at desc nulls last",
    "-answers": "answers desc, last_at desc nulls last",
    "answers": "answers, last_at desc nulls last",
    "page_name": "lower(page_name), title",
    "-page_name": "lower(page_name) desc, title",
}


class FormInboxRepository(Repository[FormWatcher]):
    """The forms of one organisation, accessed through one session."""

    model = FormWatcher

    def list_forms(
        self, org_id: str, user_id: str | None, body: ListForms
    ) -> tuple[list[Row[Any]], int]:
        """Return one page of forms and their total number."""
        chosen = (
            " from forms where (cast(:form_id as text) is null or form_id = :form_id) and"
            " (cast(:pattern as text) is null or page_name ilike :pattern or title ilike :pattern)"
        )
        values = {
            "org_id": org_id,
            "user_id": user_id,
            "page_id": body.page_id,
            "form_id": body.form_id,
            "pattern": contains_pattern(body.filter) if body.filter else None,
            "limit": body.paging.page_size,
            "offset": body.paging.offset,
        }
        found = self.session.execute(
            text(
                f"{_FORMS} select *, count(*) over () as total{chosen}"
                f" order by {_ORDERS[body.sort or '-last_at']}, page_id, form_id"
                " limit :limit offset :offset"
            ),
            values,
        ).all()
        if found or not body.paging.offset:
            return list(found), found[0].total if found else 0
        # Beyond the last page there are no rows from which the window function could count.
        return [], self.session.scalar(text(f"{_FORMS} select count(*){chosen}"), values) or 0

    def find(self, org_id: str, user_id: str | None, page_id: str, form_id: str) -> Row[Any] | None:
        """Return a form, or None."""
        return self.session.execute(
            text(_FORMS + "select * from forms where form_id = :form_id limit 1"),
            {"org_id": org_id, "user_id": user_id, "page_id": page_id, "form_id": form_id},
        ).first()

    def there(self, org_id: str, form_ids: Collection[str]) -> set[str]:
        """Return those of these forms that are on a page or have submissions."""
        found = self.session.scalars(
            text(_FORMS + "select distinct form_id from forms where form_id = any(:form_ids)"),
            {"org_id": org_id, "user_id": None, "page_id": None, "form_ids": list(form_ids)},
        )
        return set(found)

    def answered_fields(self, org_id: str, page_id: str, form_id: str) -> list[str]:
        """Return the names of all fields with answers, including fields that the form no longer has."""
        return list(
            self.session.scalars(
                text(
                    "select distinct unnest(field_names) as name from submissions where"
                    " org_id = :org_id and page_id = :page_id and form_id = :form_id order by name"
                ),
                {"org_id": org_id, "page_id": page_id, "form_id": form_id},
            )
        )

    def count_unread(self, org_id: str) -> int:
        """Return the number of unread answers."""
        statement = "select count(*) from submissions where org_id = :org_id and read_at is null"
        return self.session.scalar(text(statement), {"org_id": org_id}) or 0

    def watch(self, watcher: FormWatcher) -> None:
        """Notify a member of a form's submissions from now on."""
        self.session.merge(watcher)
        self.session.flush()

    def unwatch(self, org_id: str, page_id: str, form_id: str, user_id: str) -> None:
        """Stop notifying a member."""
        found = self.session.scalar(
            self.scoped(org_id).where(
                FormWatcher.page_id == page_id,
                FormWatcher.form_id == form_id,
                FormWatcher.user_id == user_id,
            )
        )
        if found is not None:
            self.session.delete(found)
            self.session.flush()

    def organization(self, org_id: str) -> Organization:
        """Return the organisation."""
        return self.session.get_one(Organization, org_id)

    def list_due(self, now: datetime) -> list[str]:
        """Return the organisations with members to notify of new submissions."""
        due = text("select org_id from due_form_watchers(:at)")
        return list(self.session.scalars(due, {"at": now}))

    def due_mails(self, org_id: str, now: datetime) -> list[Row[Any]]:
        """Return the members to notify, with their forms and the number of new submissions."""
        return list(
            self.session.execute(
                text(
                    "select w.page_id, w.form_id, w.user_id, u.email, w.notified_until, p.name as page_name,"
                    " count(*) as answers, max(s.created_at) as until"
                    " from form_watchers w"
                    " join memberships m on m.org_id = w.org_id and m.user_id = w.user_id"
                    " join users u on u.user_id = w.user_id and u.email_verified and u.email is not null"
                    " join pages p on p.org_id = w.org_id and p.page_id = w.page_id"
                    " join submissions s on s.org_id = w.org_id and s.page_id = w.page_id"
                    "  and s.form_id = w.form_id and s.created_at > w.notified_until"
                    " where w.org_id = :org_id and w.notified_at <= :now - interval '10 minutes'"
                    " group by w.page_id, w.form_id, w.user_id, u.email, w.notified_until, p.name"
                ),
                {"org_id": org_id, "now": now},
            )
        )

    def move_on(
        self, org_id: str, due: Row[Any], *, seen: datetime, until: datetime, now: datetime
    ) -> bool:
        """Record up to when somebody was notified. Returns False if another worker has already done so."""
        moved = self.session.execute(
            update(FormWatcher)
            .where(
                FormWatcher.org_id == org_id,
                FormWatcher.page_id == due.page_id,
                FormWatcher.form_id == due.form_id,
                FormWatcher.user_id == due.user_id,
                FormWatcher.notified_until == seen,
            )
            .values(notified_until=until, notified_at=now)
            .returning(FormWatcher.user_id)
        )
        return moved.scalar() is not None
