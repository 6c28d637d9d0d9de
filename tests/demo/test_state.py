"""The rows of the demonstration."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import psycopg
import pytest

from api.apps.demo import SlugTaken, make_demo_state
from runtime.demo import harbor_content as content
from runtime.demo.catalogue import ORGANIZATIONS
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.settings import Settings
from tests.support.pages import PlainRenderer

pytestmark = pytest.mark.usefixtures("without_people")

NOW = datetime(2026, 3, 18, 15, 20, tzinfo=UTC)
MOVED_AT = datetime(2026, 2, 16, tzinfo=ZoneInfo(HARBOR_COFFEE.time_zone))


def test_demo_state_is_created_once_and_unchanged_afterwards(settings: Settings) -> None:
    seats = (
        "free",
        "seats",
        2,
        "starter",
        True,
    )  # fewer than the demonstration has, where plans are sold
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("insert into plan_quotas values (%s, %s, %s, %s, %s)", seats)
    first = make_demo_state(settings, NOW, PlainRenderer())
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("update codes set name = 'Renamed'")
    second = make_demo_state(settings, NOW, PlainRenderer())

    assert (first, second) == (2, 0)
    with psycopg.connect(settings.database_url) as connection:
        names = connection.execute("select distinct name from codes").fetchall()
        assert connection.execute("select * from plan_quotas").fetchall() == [seats]
        roles = connection.execute(
            "select u.sub, m.role, o.slug, o.is_demo from memberships m"
            " join users u using (user_id) join organizations o using (org_id)"
        ).fetchall()
    assert names == [("Renamed",)]
    assert set(roles) == {
        (person.sub, person.role, organization.slug, True)
        for organization in ORGANIZATIONS
        for person in organization.people
    }


def test_history_has_the_initial_placements_and_one_moved_code(settings: Settings) -> None:
    make_demo_state(settings, NOW, PlainRenderer())

    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute(
            "select h.code_id, h.valid_from, f.name, h.properties->>'store', c.created_at"
            " from code_history h join codes c using (code_id)"
            " left join folder_history f on f.folder_id = h.folder_id"
            " where h.org_id = %s order by h.code_id, h.valid_from",
            [HARBOR_COFFEE.org_id],
        ).fetchall()
    slugs = {code.code_id: code.slug for code in HARBOR_COFFEE.codes}
    versions: dict[str, list[tuple[str | None, str | None]]] = {}
    for code_id, valid_from, folder, store, created_at in rows:
        slug = slugs.get(code_id, "")
        if slug and (slug not in versions or versions[slug][-1] != (folder, store)):
            versions.setdefault(slug, []).append((folder, store))
            moment = created_at if len(versions[slug]) == 1 else MOVED_AT
            assert valid_from == moment, slug
    filed = {slug: folder for folder, found in content.FOLDERS.items() for slug in found}
    moved = versions.pop(content.MOVED_CODE)
    assert moved == [("Campaigns", "Seaport"), ("On the tables", "Back Bay")]
    assert versions == {
        slug: [(filed.get(slug), content.PROPERTIES.get(slug, {}).get("store"))]
        for slug in slugs.values()
        if slug != content.MOVED_CODE
    }


def test_person_who_logged_in_before_keeps_their_user(settings: Settings) -> None:
    sub = ORGANIZATIONS[0].people[0].sub
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("insert into users (user_id, sub) values ('usr_before', %s)", [sub])

    make_demo_state(settings, NOW, PlainRenderer())

    with psycopg.connect(settings.database_url) as connection:
        role = connection.execute(
            "select role from memberships where user_id = 'usr_before'"
        ).fetchone()
    assert role == ("owner",)


def test_taken_organisation_slug_is_refused(settings: Settings) -> None:
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name) values ('org_x', 'northwind-books', 'Mine')"
        )

    with pytest.raises(SlugTaken, match="northwind-books"):
        make_demo_state(settings, NOW, PlainRenderer())

    with psycopg.connect(settings.database_url) as connection:
        count = connection.execute("select count(*) from organizations").fetchone()
    assert count == (1,)
