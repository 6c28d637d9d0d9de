"""The demonstration's content besides codes."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.apps.demo import make_demo_state
from api.apps.demo_content import CODE_IDS, ORG
from api.apps.web import create_app
from api.domains.content.pages.errors import RendererMissing
from api.domains.content.pages.rendering import Rendered
from runtime.demo import games as demo_games
from runtime.demo import harbor_content as content
from runtime.demo import harbor_pages, harbor_people, northwind_pages, northwind_people
from runtime.demo.answers import harbor_answers
from runtime.demo.harbor_people import HARBOR_LOYALTY
from runtime.demo.northwind_books import NORTHWIND_BOOKS
from runtime.demo.northwind_people import NORTHWIND_LOYALTY
from runtime.demo.world import demo_id
from runtime.settings import Settings
from tests.demo.conftest import without_people_made
from tests.support.app_client import AppClient
from tests.support.pages import PlainRenderer

NOW = datetime(2026, 3, 18, 15, 20, tzinfo=UTC)
PHONE = {"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1"}
TABLES = (
    "codes", "code_batches", "customers", "folders", "loyalty_cards", "notes", "page_versions", "pages",
    "pass_registrations", "pass_templates", "pass_updates", "passes", "polls", "promo_batches", "promo_codes",
    "referrals", "rewards", "segments", "slips", "submissions", "terms", "terms_versions", "till_staff", "tills",
    "votes", "walls",
)  # fmt: skip


class NoRenderer:
    """Replaces the renderer if the web app was not built."""

    version = "none"

    def render(self, request: dict[str, Any]) -> Rendered:
        raise RendererMissing


def _counts(settings: Settings, org_id: str = ORG) -> dict[str, int]:
    with psycopg.connect(settings.database_url) as connection:
        rows = {
            table: connection.execute(
                f"select count(*) from {table} where org_id = %s",  # type: ignore[arg-type]
                [org_id],
            ).fetchone()
            for table in TABLES
        }
    return {table: row[0] for table, row in rows.items() if row is not None}


@pytest.fixture(scope="module")
def visitor(module_settings: Settings) -> Iterator[TestClient]:
    """Yield a visitor of the demonstration that these tests share; they only read."""
    with without_people_made():
        make_demo_state(module_settings, NOW, PlainRenderer())
    with AppClient(create_app(module_settings)) as started:
        yield started


def test_every_part_has_content_and_a_second_run_adds_nothing(settings: Settings) -> None:
    make_demo_state(settings, NOW, PlainRenderer())
    first, readers = _counts(settings), _counts(settings, NORTHWIND_BOOKS.org_id)
    make_demo_state(settings, NOW, PlainRenderer())

    answers = harbor_answers()
    assert _counts(settings) == first
    assert _counts(settings, NORTHWIND_BOOKS.org_id) == readers
    passes = NORTHWIND_LOYALTY.passes
    assert (
        readers
        | {
            # Of the people who answered where they found a bag or what should be in stock, nobody
            # gave an address.
            "customers": northwind_people.READERS + 4 + 12,
            "loyalty_cards": 8,
            "pass_templates": len(passes.templates),
            "pass_updates": 2,
            "passes": sum(passes.holders.values()),
            "referrals": NORTHWIND_LOYALTY.friends,
            "rewards": len(NORTHWIND_LOYALTY.rewards),
            "segments": len(NORTHWIND_LOYALTY.segments),
            "till_staff": 2,
            "tills": 1,
        }
        == readers
    )
    assert first == {
        "codes": len(CODE_IDS) + 1 + content.BATCH_AMOUNT + len(demo_games.HARBOR),
        "code_batches": 1,
        # Eleven people answered anonymously.
        "customers": harbor_people.CUSTOMERS + 4 + 11,
        "folders": len(content.FOLDERS),
        "loyalty_cards": 30,
        "notes": 2,
        "page_versions": 2 + len(harbor_pages.PAGES),
        "pages": 2 + len(harbor_pages.PAGES),
        "pass_registrations": 19,
        "pass_templates": len(HARBOR_LOYALTY.passes.templates),
        "pass_updates": 2,
        "passes": sum(HARBOR_LOYALTY.passes.holders.values()),
        "polls": 2,
        "promo_batches": 1,
        "promo_codes": content.PROMO_AMOUNT,
        "referrals": 3,
        "rewards": 2,
        "segments": len(harbor_people.SEGMENTS),
        "slips": 1,
        "submissions": len(answers.forms),
        "terms": 1,
        "terms_versions": 1,
        "till_staff": 2,
        "tills": 1,
        "votes": sum(sum(it.given.values()) for it in answers.votes),
        "walls": 1,
    }


def test_northwind_ticket_opens_with_its_clock(
    module_settings: Settings, visitor: TestClient
) -> None:
    base = demo_id("code", northwind_pages.TICKET_CODE, 10)
    with psycopg.connect(module_settings.database_url) as connection:
        issued = connection.execute(
            "select code_id from codes where base_code_id = %s and one_time_state = 'issued'",
            [base],
        ).fetchall()
    page = visitor.get(f"/code/{issued[0][0]}", headers=PHONE)

    assert len(issued) == northwind_pages.TICKET_AMOUNT
    assert "Author evenings at Northwind" in page.text
    assert "data-clock" in page.text
    assert "data-hold" in page.text


@pytest.fixture
def older(settings: Settings, monkeypatch: pytest.MonkeyPatch, without_people: None) -> Settings:
    """Return the settings of an installation whose demonstration was created when it had only codes."""
    with monkeypatch.context() as patched:
        patched.setattr("api.apps.demo.make_content", lambda *_: False)
        make_demo_state(settings, NOW)
    return settings


def test_older_demo_gets_new_content_and_keeps_values_that_a_person_set(older: Settings) -> None:
    with psycopg.connect(older.database_url) as connection:
        connection.execute('update codes set properties = \'{"mine": "yes"}\'')

    assert make_demo_state(older, NOW, PlainRenderer()) == 0

    with psycopg.connect(older.database_url) as connection:
        stores = connection.execute(
            "select count(*) from codes where properties ? 'store' or properties ? 'poster'"
        ).fetchone()
    assert stores == (0,)
    assert _counts(older)["pages"] == 2 + len(harbor_pages.PAGES)


def test_content_of_deleted_codes_is_left_out(older: Settings) -> None:
    with psycopg.connect(older.database_url) as connection:
        connection.execute("update codes set deleted_at = now() where type = 'page'")

    make_demo_state(older, NOW, PlainRenderer())

    assert _counts(older)["terms"] == 0


@pytest.mark.usefixtures("without_people")
def test_without_a_renderer_the_page_stays_a_draft(settings: Settings) -> None:
    make_demo_state(settings, NOW, NoRenderer())

    with psycopg.connect(settings.database_url) as connection:
        published = connection.execute("select count(published_at) from pages").fetchone()
    assert published == (0,)
    assert _counts(settings)["pages"] == 2 + len(harbor_pages.PAGES)


def test_visitors_can_open_the_page_the_note_the_wall_and_the_gate(
    module_settings: Settings, visitor: TestClient
) -> None:
    with psycopg.connect(module_settings.database_url) as connection:
        mine = [ORG]
        note = connection.execute(
            "select note_id from notes where is_public and org_id = %s", mine
        ).fetchone()
        wall = connection.execute("select wall_id from walls where org_id = %s", mine).fetchone()
    assert note is not None
    assert wall is not None

    page = visitor.get(f"/code/{CODE_IDS[content.PUBLISHED_CODE]}")
    public_note = visitor.get(f"/code/note/{note[0]}")
    shown_wall = visitor.get(f"/wall/{wall[0]}/")
    gate = visitor.get(f"/code/{CODE_IDS[content.LOCKED_CODE]}")

    assert page.status_code == 200
    assert 'action="/code/' in page.text
    assert public_note.status_code == 200
    assert shown_wall.status_code == 200
    assert content.WALL_NAME in shown_wall.text
    assert content.LOCK_MESSAGE in gate.text


@pytest.mark.parametrize(
    ("agent", "leads_to"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1", "app-store"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36", "google-play"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", "/app?"),
    ],
)
def test_app_code_redirects_each_phone_to_its_store(
    visitor: TestClient, agent: str, leads_to: str
) -> None:
    answer = visitor.get(
        f"/code/{CODE_IDS[content.RULED_CODE]}",
        headers={"User-Agent": agent, "Accept": "text/html"},
    )

    assert leads_to in answer.headers["location"]


def test_both_organisations_show_a_logo_a_theme_and_pages_marked_as_fictitious(
    visitor: TestClient, module_settings: Settings
) -> None:
    for org_id, pages, marked in (
        (ORG, harbor_pages.PAGES, harbor_pages.MADE_UP),
        (NORTHWIND_BOOKS.org_id, northwind_pages.PAGES, northwind_pages.MADE_UP),
    ):
        with psycopg.connect(module_settings.database_url) as connection:
            row = connection.execute(
                "select logo, brand -> 'theme' ->> 'cover' from organizations where org_id = %s",
                [org_id],
            ).fetchone()
            shown = connection.execute(
                "select state from wall_posts where org_id = %s", [org_id]
            ).fetchall()
        assert row is not None
        assert visitor.get(row[0]).headers["content-type"] == "image/png"
        assert row[1].startswith("/visitor/assets/art/")
        assert len(shown) >= 3
        assert {state for (state,) in shown} == {"shown"}
        for page in pages:
            path = (
                f"/p/{page.vanity_name}"
                if page.vanity_name
                else f"/code/{demo_id('code', page.code, 10)}"
            )
            answer = visitor.get(path)
            assert answer.status_code == 200, path
            assert marked in answer.text, path


@pytest.mark.usefixtures("visitor")
def test_each_game_play_follows_a_scan_of_the_same_visitor(
    module_settings: Settings,
) -> None:
    with psycopg.connect(module_settings.database_url) as connection:
        rows = connection.execute(
            """
            with events as materialized (
              select event, event ->> 'type' as type, event ->> 'code_id' as code_id,
                (event ->> 'occurred_at')::timestamptz as occurred_at
              from (select convert_from(payload, 'UTF8')::jsonb as event from outbox) as rows
            )
            select count(*), count(*) filter (where exists (
              select from events scan
              where scan.type = 'scan' and scan.code_id = play.code_id and scan.occurred_at < play.occurred_at
                and scan.event -> 'visitor' = play.event -> 'visitor'
            ))
            from events play where play.type = 'play'"""
        ).fetchone()
    assert rows is not None
    plays, scanned = rows
    assert plays > 100
    assert scanned == plays
