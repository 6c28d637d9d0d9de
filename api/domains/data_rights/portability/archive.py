"""Writes an organisation's codes, pages and redirects into an archive."""

import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy.orm import Session

from api.domains.codes.codes.inheritance import all_columns, effective_columns
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.reading import slugs_by_code, walk_codes
from api.domains.codes.codes.types import PAGE_KINDS, CodeKind, CodeRow
from api.domains.codes.folders.reading import all_folders
from api.domains.content.pages.reading import PageSnapshot, walk_pages
from api.domains.data_rights.portability import documents, redirects
from api.domains.data_rights.portability.messages_repository import (
    automations_of,
    campaigns_of,
    walk_messages,
)
from api.domains.data_rights.portability.redirects import Redirect
from api.kit.csv_cells import csv_lines
from api.objects.errors import ObjectNotFound
from api.objects.store import ObjectStore

_SECRET = frozenset({"password_hash", "password_epoch", "version"})
_PROGRESS_EVERY = 500


@dataclass
class ArchiveWriter:
    """Writes the archive of one organisation."""

    archive: zipfile.ZipFile
    org_id: str
    links: CodeLinks
    objects: ObjectStore
    now: datetime
    _pictures: dict[str, str | None] = field(default_factory=dict)

    def add_pages(self, session: Session, style: str) -> dict[str, str]:
        """Write all pages, and return the path of the published page by code ID."""
        every, page_paths = [], {}
        self.archive.writestr(f"pages/{documents.STYLE}", style)
        for page in walk_pages(session, self.org_id):
            every.append(_page_as_json(page))
            if not page.published:
                continue
            first = self._add_page(page.page_id, page.published)
            if page.code_id is not None:
                page_paths[page.code_id] = first
        self.archive.writestr("pages.json", orjson.dumps(every, option=orjson.OPT_INDENT_2))
        return page_paths

    def add_folders(self, session: Session) -> None:
        """Write the folders."""
        rows = [
            {"folder_id": it.folder_id, "parent_id": it.parent_id, "name": it.name}
            for it in all_folders(session, self.org_id)
        ]
        self.archive.writestr("folders.json", orjson.dumps(rows, option=orjson.OPT_INDENT_2))

    def add_messages(self, session: Session) -> None:
        """Write campaigns, automations and the outcome of each message."""
        for name, rows in (
            ("campaigns.json", campaigns_of(session, self.org_id)),
            ("automations.json", automations_of(session, self.org_id)),
        ):
            self.archive.writestr(name, orjson.dumps(rows, option=orjson.OPT_INDENT_2))
        with self.archive.open("messages.jsonl", "w") as file:
            for row in walk_messages(session, self.org_id):
                file.write(orjson.dumps(row) + b"\n")

    def add_codes(
        self, session: Session, page_paths: Mapping[str, str], on_progress: Callable[[int], None]
    ) -> tuple[int, int]:
        """Write all codes and redirect maps, and return the number of codes and of redirects."""
        names = slugs_by_code(session, self.org_id)
        rows: list[Redirect] = []
        left_out: list[tuple[str, str, str]] = []
        count = 0
        with self.archive.open("codes.jsonl", "w") as file:
            for code in walk_codes(session, self.org_id):
                slugs = names.get(code.code_id, [])
                file.write(orjson.dumps(_code_as_json(code, slugs, self.links)) + b"\n")
                target, reason = redirect_target(code, page_paths, self.now)
                if target is None:
                    left_out.append((code.code_id, code.name, reason))
                else:
                    rows.append(Redirect((code.code_id, *slugs), self._absolute(target)))
                count += 1
                if count % _PROGRESS_EVERY == 0:
                    on_progress(count)
        self._add_maps(rows)
        out = StringIO()
        out.writelines(csv_lines(("code_id", "name", "why"), left_out))
        self.archive.writestr("redirects/left-out.csv", out.getvalue())
        return count, len(rows)

    def add_read_me(self, name: str, scans: str) -> None:
        """Write README.md, which describes the contents of the archive and the limits of the redirect maps."""
        text = (Path(__file__).parent / "README.txt").read_text()
        filled = text.format(
            name=name,
            moment=f"{self.now:%Y-%m-%d %H:%M} UTC",
            base_url=self.links.base_url,
            format=scans,
        )
        self.archive.writestr("README.md", filled)

    def _add_page(self, page_id: str, published: Mapping[str, Any]) -> str:
        default = published["default"]
        for language, rendered in published["languages"].items():
            ending = "" if language == default else f".{language}"
            html = documents.document(
                rendered, language, page_id, self.org_id, self.links.base_url, self._take_picture
            )
            self.archive.writestr(f"pages/{page_id}{ending}.html", html)
        return f"/pages/{page_id}.html"

    def _take_picture(self, key: str) -> str | None:
        if key not in self._pictures:
            name = "-".join(key.split("/")[3:])
            try:
                self.archive.writestr(f"pages/{name}", self.objects.read(key))
            except ObjectNotFound:
                name = ""
            self._pictures[key] = name or None
        return self._pictures[key]

    def _add_maps(self, rows: list[Redirect]) -> None:
        for name, lines in (
            ("nginx.conf", redirects.nginx(rows)),
            ("Caddyfile", redirects.caddy(rows)),
            ("_redirects", redirects.netlify(rows)),
        ):
            with self.archive.open(f"redirects/{name}", "w") as file:
                for line in lines:
                    file.write(line.encode())
        for path, html in redirects.pages(rows):
            self.archive.writestr(f"redirects/html/{path}", html)

    def _absolute(self, target: str) -> str:
        is_ours = target.startswith("/") and not target.startswith("/pages/")
        return self.links.base_url + target if is_ours else target


def redirect_target(
    code: CodeRow, page_paths: Mapping[str, str], now: datetime
) -> tuple[str | None, str]:
    """Return the destination of a code without rules, or None and the reason why a static map cannot redirect it."""
    effective = effective_columns(code)
    if code.one_time_state is not None:
        return None, "is a one-time code"
    if effective.get("password_hash", code.password_hash):
        return None, "needs a password"
    if effective.get("promo_lock", code.promo_lock) or code.type == CodeKind.PROMO:
        return None, "needs a promo code"
    fallback = effective.get("fallback_url", code.fallback_url)
    begins, ends = effective.get("active_from"), effective.get("active_until")
    if ends and now >= ends:
        fallback = effective.get("expired_url") or fallback
    is_on = code.deleted_at is None and effective.get("state", code.state) == "active"
    if not is_on or (begins and now < begins) or (ends and now >= ends):
        return fallback, "is not active"
    destination = effective.get("destination", code.destination)
    if CodeKind(code.type) in PAGE_KINDS:
        page = page_paths.get(code.code_id) or page_paths.get(code.base_code_id or "")
        return page or destination or fallback, "shows what needs a server"
    return destination or fallback, "shows what needs a server"


def _page_as_json(page: PageSnapshot) -> dict[str, Any]:
    return {
        "page_id": page.page_id,
        "code_id": page.code_id,
        "name": page.name,
        "vanity_name": page.vanity_name,
        "is_published": page.is_published,
        "blocks": page.draft,
    }


def _code_as_json(code: CodeRow, names: list[str], links: CodeLinks) -> dict[str, Any]:
    columns = all_columns(code)
    return {
        **{name: value for name, value in columns.items() if name not in _SECRET},
        "names": names,
        "address": links.of(code),
        "has_password": columns["password_hash"] is not None,
    }
