"""Packs an organisation's codes, pages and redirects into an archive."""

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
from api.domains.content.pages.reading import PageAsDrawn, walk_pages
from api.domains.data_rights.portability import documents, redirects
from api.domains.data_rights.portability.redirects import Lead
from api.kit.csv_cells import csv_lines
from api.objects.errors import ObjectNotFound
from api.objects.store import ObjectStore

_SECRET = frozenset({"password_hash", "password_epoch", "version"})
_EACH = 500


@dataclass
class Pack:
    """An archive that is being written, for one organisation at one moment."""

    archive: zipfile.ZipFile
    org_id: str
    links: CodeLinks
    objects: ObjectStore
    now: datetime
    _pictures: dict[str, str | None] = field(default_factory=dict)

    def add_pages(self, session: Session, style: str) -> dict[str, str]:
        """Write all pages; returns where the published page of each code lies."""
        every, shown_of = [], {}
        self.archive.writestr(f"pages/{documents.STYLE}", style)
        for page in walk_pages(session, self.org_id):
            every.append(_page_as_json(page))
            if not page.published:
                continue
            first = self._add_page(page.page_id, page.published)
            if page.code_id is not None:
                shown_of[page.code_id] = first
        self.archive.writestr("pages.json", orjson.dumps(every, option=orjson.OPT_INDENT_2))
        return shown_of

    def add_folders(self, session: Session) -> None:
        """Write the folders."""
        rows = [
            {"folder_id": it.folder_id, "parent_id": it.parent_id, "name": it.name}
            for it in all_folders(session, self.org_id)
        ]
        self.archive.writestr("folders.json", orjson.dumps(rows, option=orjson.OPT_INDENT_2))

    def add_codes(
        self, session: Session, shown_of: Mapping[str, str], tell: Callable[[int], None]
    ) -> tuple[int, int]:
        """Write all codes and the maps; returns how many codes there are, and how many lead on."""
        names = slugs_by_code(session, self.org_id)
        leads: list[Lead] = []
        left_out: list[tuple[str, str, str]] = []
        count = 0
        with self.archive.open("codes.jsonl", "w") as file:
            for code in walk_codes(session, self.org_id):
                own = names.get(code.code_id, [])
                file.write(orjson.dumps(_code_as_json(code, own, self.links)) + b"\n")
                target, reason = lead_of(code, shown_of, self.now)
                if target is None:
                    left_out.append((code.code_id, code.name, reason))
                else:
                    leads.append(Lead((code.code_id, *own), self._absolute(target)))
                count += 1
                if count % _EACH == 0:
                    tell(count)
        self._add_maps(leads)
        out = StringIO()
        out.writelines(csv_lines(("code_id", "name", "why"), left_out))
        self.archive.writestr("redirects/left-out.csv", out.getvalue())
        return count, len(leads)

    def add_read_me(self, name: str, scans: str) -> None:
        """Write what all this is, and what the maps can't do."""
        text = (Path(__file__).parent / "README.txt").read_text()
        said = text.format(
            name=name,
            moment=f"{self.now:%Y-%m-%d %H:%M} UTC",
            base_url=self.links.base_url,
            format=scans,
        )
        self.archive.writestr("README.md", said)

    def _add_page(self, page_id: str, published: Mapping[str, Any]) -> str:
        default = published["default"]
        for language, drawn in published["languages"].items():
            ending = "" if language == default else f".{language}"
            html = documents.document(
                drawn, language, page_id, self.org_id, self.links.base_url, self._take_picture
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

    def _add_maps(self, leads: list[Lead]) -> None:
        for name, lines in (
            ("nginx.conf", redirects.nginx(leads)),
            ("Caddyfile", redirects.caddy(leads)),
            ("_redirects", redirects.netlify(leads)),
        ):
            with self.archive.open(f"redirects/{name}", "w") as file:
                for line in lines:
                    file.write(line.encode())
        for path, html in redirects.pages(leads):
            self.archive.writestr(f"redirects/html/{path}", html)

    def _absolute(self, target: str) -> str:
        is_ours = target.startswith("/") and not target.startswith("/pages/")
        return self.links.base_url + target if is_ours else target


def lead_of(code: CodeRow, shown_of: Mapping[str, str], now: datetime) -> tuple[str | None, str]:
    """Where a code leads when no rule fires; else None, and why no static map can lead it on."""
    met = effective_columns(code)
    if code.one_time_state is not None or code.batch_id is not None:
        return None, "good for one use"
    if met.get("password_hash", code.password_hash):
        return None, "asks for a password"
    if met.get("promo_lock", code.promo_lock) or code.type == CodeKind.PROMO:
        return None, "asks for a promo code"
    fallback = met.get("fallback_url", code.fallback_url)
    begins, ends = met.get("active_from"), met.get("active_until")
    if ends and now >= ends:
        fallback = met.get("expired_url") or fallback
    is_on = code.deleted_at is None and met.get("state", code.state) == "active"
    if not is_on or (begins and now < begins) or (ends and now >= ends):
        return fallback, "is not active"
    destination = met.get("destination", code.destination)
    if CodeKind(code.type) in PAGE_KINDS:
        page = shown_of.get(code.code_id) or shown_of.get(code.base_code_id or "")
        return page or destination or fallback, "shows what needs a server"
    return destination or fallback, "shows what needs a server"


def _page_as_json(page: PageAsDrawn) -> dict[str, Any]:
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
