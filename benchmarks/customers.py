"""The list of customers: pages, sorting, searches and filters, beside the same rows with SQL alone.

`CUSTOMERS` profiles (20,000 by default; the aims are for 1,000,000) of one organisation, beside a tenth as many of
another one. Each response goes through the whole app, including the decryption of addresses; the references are the
statement that counts and the one that reads the page, sent with psycopg. Names come from short lists, so that a search
has many matches.
"""

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.domains.people.customers.sealing import Sealer
from benchmarks.one_time_codes import _call, _organization
from benchmarks.report import Aim, Figure, percentile, show
from benchmarks.servers import database
from runtime.settings import Settings

CUSTOMERS = int(os.environ.get("CUSTOMERS", "20000"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "9"))
SEALED = 1_000
"""The number of profiles with a readable address, spread over all; the others have an index entry without its text."""
MOST_MS = 150
DEEP = CUSTOMERS * 9 // 10
PAGE = {"page": 1, "pageSize": 25}
NEWEST = "order by created_at desc, customer_id desc limit 25"
NAMED = (
    "name_trigrams(org_id, first_name, last_name) @> text_trigrams('ORG', '{0}')"
    " and concat_ws(' ', first_name, last_name) ilike '%%{0}%%'"
)
ASKED: dict[str, tuple[dict[str, Any], str, str]] = {
    "the newest": ({}, "true", NEWEST),
    "by name": (
        {"sort": "name"},
        "true",
        "order by lower(coalesce(last_name, first_name)), customer_id limit 25",
    ),
    "page 400": ({"page": 400}, "true", NEWEST + " offset 9975"),
    "a page after nine tenths": (
        {"page": DEEP // 25 + 1, "after": f"cus_a{DEEP:09d}"},
        "true",
        NEWEST + f" offset {DEEP}",
    ),
    "the same by its number alone": (
        {"page": DEEP // 25 + 1},
        "true",
        NEWEST + f" offset {DEEP}",
    ),
    "a whole name": (
        {"filter": "Maria Okafor"},
        NAMED.format("Maria Okafor"),
        NEWEST,
    ),
    "a part of a name": ({"filter": "kafo"}, NAMED.format("kafo"), NEWEST),
    "a letter": (
        {"filter": "m"},
        NAMED.format(" m").replace("concat_ws", "' ' || concat_ws"),
        NEWEST,
    ),
    "a rare name": ({"filter": "Quince-Xanthe"}, NAMED.format("Quince-Xanthe"), NEWEST),
    "a tag": ({"tags": ["vip"]}, "tags @> array['vip']", NEWEST),
    "an owner": ({"owner_id": "usr_owner"}, "owner_id = 'usr_owner'", NEWEST),
    "those with a phone": ({"has": ["phone"]}, "phone_index is not null", NEWEST),
}
FIRST = "Maria,James,Ana,Wei,Fatima,Lukas,Sofia,Noah,Yuki,Omar,Elena,Kofi,Ines,Jonas,Priya,Leo,Mia,Ivan,Zoe,Tariq"
LAST = (
    "Silva,Smith,Garcia,Chen,Khan,Muller,Rossi,Okafor,Tanaka,Novak,Dubois,Jensen,Costa,Kim,Patel,Lopez,Brown,"
    "Weber,Ali,Santos,Ivanov,Haddad,Nguyen,Moreau,Larsen,Vargas,Schmidt,Mensah,Fischer,Sato"
)

_SEED = """
insert into customers (customer_id, org_id, email_sealed, email_index, email_loose_index, phone_sealed, phone_index,
  phone_loose_index, first_name, last_name, tags, owner_id, sealing_key, source, created_at, updated_at)
select %(prefix)s::text || lpad(n::text, 9, '0'), %(org_id)s::text, 'x', i, i,
  case when n %% 3 = 0 then 'x' end, case when n %% 3 = 0 then i end, case when n %% 3 = 0 then i end,
  case when n %% 10007 = 0 then 'Quince-Xanthe' else (string_to_array(%(first)s::text, ','))[1 + n %% 20] end,
  (string_to_array(%(last)s::text, ','))[1 + (n::bigint * 7919 / 20) %% 30],
  case when n %% 50 = 0 then array['vip'] else '{}' end,
  case when n %% 40 = 0 then 'usr_owner' end, '', 'import', now() - n * interval '1 minute',
  now() - n * interval '1 second'
from generate_series(%(start)s::int, %(stop)s::int) n, sha256(convert_to(%(prefix)s::text || n::text, 'UTF8')) i
on conflict do nothing
"""
STEP = 50_000
OTHER = "org_other"
_OTHER = "insert into organizations (org_id, slug, name) values (%s, 'bench-others', 'Others') on conflict do nothing"


def main() -> list[Figure]:
    """Seed with SQL, then query; the median round counts."""
    with database() as settings:
        org_id, key = _organization(settings)
        _seed(settings, org_id, "cus_a", CUSTOMERS)
        _seed(settings, OTHER, "cus_b", CUSTOMERS // 10)
        address = _seal_some(settings, org_id)
        app = create_app(settings)
        with (
            TestClient(app, headers={"Authorization": f"Bearer {key}"}) as client,
            psycopg.connect(settings.database_url) as connection,
        ):
            return list(_figures(client, connection, org_id, address))


def _figures(
    client: TestClient, connection: psycopg.Connection[Any], org_id: str, address: str
) -> Iterator[Figure]:
    for name, (body, where, order) in ASKED.items():
        # If it were a column of the row, the organisation could not be looked up in an index.
        named = where.replace("ORG", org_id)
        mine = f"from customers where org_id = %s and merged_into is null and {named}"

        def bare(mine: str = mine, order: str = order) -> None:
            connection.execute(f"select count(*) {mine}", [org_id]).fetchone()
            connection.execute(f"select * {mine} {order}", [org_id]).fetchall()

        yield _figure(name, _asking(client, body), bare)
    whole = {"filter": address}
    found = _call(client, "get-customers", **PAGE, **whole)
    if found["total"] != 1:
        raise AssertionError(f"{found['total']} customers have the address")
    yield _figure("a whole address", _asking(client, whole), None)


def _asking(client: TestClient, body: dict[str, Any]) -> Callable[[], object]:
    return lambda: _call(client, "get-customers", **{**PAGE, **body})


def _figure(name: str, ask: Callable[[], object], bare: Callable[[], object] | None) -> Figure:
    aim = Aim.at_most(MOST_MS)
    title = f"list of {CUSTOMERS:,} customers, {name}"
    if bare is None:
        return Figure(title, _middle(ask), "ms", aim=aim)
    return Figure(title, _middle(ask), "ms", _middle(bare), "SQL alone", aim)


def _middle(work: Callable[[], object]) -> float:
    waits = []
    for _ in range(ROUNDS + 1):
        began = time.perf_counter()
        work()
        waits.append(time.perf_counter() - began)
    return percentile(waits[1:], 0.5) * 1000  # the first warms up


def _seed(settings: Settings, org_id: str, prefix: str, count: int) -> None:
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute(_OTHER, [OTHER])
        for start in range(1, count + 1, STEP):
            values = {"prefix": prefix, "org_id": org_id, "first": FIRST, "last": LAST}
            stop = min(start + STEP - 1, count)
            connection.execute(_SEED, {**values, "start": start, "stop": stop})
        connection.execute("vacuum analyze customers")


def _seal_some(settings: Settings, org_id: str) -> str:
    """Give some customers, including all of the first page, readable addresses; return one of these."""
    sealer = Sealer.of(settings)
    step = max(1, CUSTOMERS // SEALED)
    numbers = sorted({*range(1, min(26, CUSTOMERS)), *range(step, CUSTOMERS + 1, step)})
    rows = []
    for number in numbers:
        key = sealer.new_key()
        address = f"person{number}@example.com"
        sealed = sealer.sealed_contact(org_id, key, "email", address)
        rows.append({**sealed, "sealing_key": key, "customer_id": f"cus_a{number:09d}"})
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        with connection.cursor() as cursor:
            cursor.executemany(
                "update customers set sealing_key = %(sealing_key)s, email_sealed = %(email_sealed)s,"
                " email_index = %(email_index)s, email_loose_index = %(email_loose_index)s"
                " where customer_id = %(customer_id)s",
                rows,
            )
        connection.execute("vacuum analyze customers")
    return f"person{numbers[-1]}@example.com"


if __name__ == "__main__":
    show(main())
