"""The rows of the demonstration."""

from datetime import UTC, datetime

import psycopg
import pytest

from api.apps.demo import SlugTaken, make_demo_state
from runtime.demo.catalogue import ORGANIZATIONS
from runtime.settings import Settings

NOW = datetime(2026, 3, 18, 15, 20, tzinfo=UTC)


def test_state_is_made_once_and_left_alone_afterwards(settings: Settings) -> None:
    first = make_demo_state(settings, NOW)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("update codes set name = 'Renamed'")
    second = make_demo_state(settings, NOW)

    assert (first, second) == (2, 0)
    with psycopg.connect(settings.database_url) as connection:
        names = connection.execute("select distinct name from codes").fetchall()
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


def test_a_person_who_logged_in_before_keeps_their_user(settings: Settings) -> None:
    sub = ORGANIZATIONS[0].people[0].sub
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("insert into users (user_id, sub) values ('usr_before', %s)", [sub])

    make_demo_state(settings, NOW)

    with psycopg.connect(settings.database_url) as connection:
        role = connection.execute(
            "select role from memberships where user_id = 'usr_before'"
        ).fetchone()
    assert role == ("owner",)


def test_a_taken_short_name_is_refused(settings: Settings) -> None:
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name) values ('org_x', 'northwind-books', 'Mine')"
        )

    with pytest.raises(SlugTaken, match="northwind-books"):
        make_demo_state(settings, NOW)

    with psycopg.connect(settings.database_url) as connection:
        count = connection.execute("select count(*) from organizations").fetchone()
    assert count == (1,)
