"""Passes for tests: a handwritten one of each style, and random ones from Hypothesis."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, get_args

from hypothesis import strategies as st

from api.rendering.wallet.content import EventKind, Slot, WalletPass

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
STYLES = ("coupon", "store_card", "event_ticket", "boarding_pass", "generic")

_texts = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=40).filter(
    lambda text: bool(text.strip())
)
_colors = st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)
_moments = st.integers(0, 126_000_000).map(lambda seconds: NOW + timedelta(seconds=seconds))
_numbers = st.decimals(-10_000, 10_000, places=2)
_languages = st.sampled_from(("de", "fr", "ja", "pt-BR", "zh-Hans", "ar"))


FLIGHT = {
    "origin_code": "HAM",
    "destination_code": "OSL",
    "departs_at": NOW,
    "boards_at": NOW - timedelta(minutes=30),
    "arrives_at": NOW + timedelta(hours=2),
    "origin_time_zone": "Europe/Berlin",
    "destination_time_zone": "Europe/London",
    "carrier_code": "WP",
    "flight_number": "123",
    "passenger": "Ana Maria Silva",
    "confirmation": "K7PQ2M",
    "gate": "B4",
    "boarding_group": "2",
}
"""The data that Google's flight passes need."""


def coupon(**changes: Any) -> WalletPass:
    """Return a coupon as a shop would create it."""
    given: dict[str, Any] = {
        "style": "coupon",
        "description": "Harbor Coffee coupon",
        "organization": "Harbor Coffee",
        "title": "Harbor Coffee",
        "fields": [
            {"key": "offer", "zone": "primary", "label": "Offer", "value": "Free cappuccino"},
            {
                "key": "until",
                "zone": "secondary",
                "label": "Valid until",
                "format": "date",
                "value": NOW,
                "change_message": "Now valid until %@",
                "translations": {"de": {"label": "Gültig bis", "change_message": "Gilt bis %@"}},
            },
        ],
        "barcode": {"message": "WP-1234"},
        "background": "#1b3a4b",
        "foreground": "#ffffff",
        "label_color": "#d9e6ee",
    }
    return WalletPass.model_validate({**given, **changes})


def poster() -> WalletPass:
    """Return a ticket that iOS 18 and later show as a poster."""
    event = {
        "name": "Harbor Night",
        "venue": "Pier 7",
        "room": "Hall 2",
        "region": "Kiel",
        "starts_at": NOW,
        "kind": "live_performance",
        "performers": ["The Tides"],
        "is_poster": True,
    }
    pictures = {"artwork": {"media_id": "med_1"}}
    return coupon(style="event_ticket", event=event, pictures=pictures)


def flight() -> WalletPass:
    """Return a boarding pass with everything that Google's flight passes need."""
    trip = {"transit": "air", "origin": "Hamburg", "destination": "Oslo", **FLIGHT}
    return coupon(style="boarding_pass", trip=trip)


@st.composite
def passes(draw: st.DrawFn) -> WalletPass:
    """Generate any pass that the product allows."""
    style = draw(st.sampled_from(STYLES))
    keys = draw(
        st.lists(st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True), unique=True, max_size=8)
    )
    given: dict[str, Any] = {
        "style": style,
        "description": draw(_texts),
        "organization": draw(_texts),
        "title": draw(st.just("") | _texts),
        "fields": [_field(draw, key) for key in keys],
        "barcode": draw(st.none() | _barcodes()),
        "background": draw(_colors),
        "foreground": draw(_colors),
        "label_color": draw(_colors),
        "places": draw(st.lists(_places(), max_size=10)),
        "expires_at": draw(st.none() | _moments),
        "is_void": draw(st.booleans()),
        "can_be_shared": draw(st.booleans()),
        "group": draw(st.none() | _texts),
        "periods": [{"start": it} for it in draw(st.lists(_moments, max_size=3))],
        "pictures": draw(_pictures()),
        "nfc": draw(st.none() | st.just({"message": "WP-1", "public_key": "MDkwEwYHKoZIzj0CAQ=="})),
    }
    if style == "boarding_pass":
        given["trip"] = {
            "transit": draw(st.sampled_from(("air", "boat", "bus", "train", "generic"))),
            "origin": draw(_texts),
            "origin_code": draw(st.none() | st.from_regex(r"[A-Z]{3}", fullmatch=True)),
            "destination": draw(_texts),
            "departs_at": draw(st.none() | _moments),
            "vehicle_number": draw(st.none() | st.just("IC 8")),
            "seat": draw(st.none() | st.just("12A")),
            **draw(st.just({}) | st.just(FLIGHT)),
        }
    if style == "event_ticket":
        event = {"name": draw(_texts), "venue": draw(_texts), "starts_at": draw(_moments)}
        more = {
            "kind": draw(st.sampled_from(get_args(EventKind))),
            "room": draw(st.none() | st.just("Hall 2")),
            "region": draw(st.none() | st.just("Kiel")),
            "latitude": 54.3,
            "longitude": 10.1,
            "performers": draw(st.lists(_texts, max_size=3)),
            "home_team": draw(st.none() | st.just("KIE")),
            "is_poster": draw(st.booleans()),
        }
        given["event"] = draw(st.none() | st.just({**event, "seat": "7", "row": "C", **more}))
    return WalletPass.model_validate(given)


def _field(draw: st.DrawFn, key: str) -> dict[str, Any]:
    kind = draw(
        st.sampled_from(("text", "number", "percent", "currency", "date", "time", "date_time"))
    )
    values = {"text": _texts, "date": _moments, "time": _moments, "date_time": _moments}
    value: str | Decimal | datetime = draw(values.get(kind, _numbers))
    return {
        "key": key,
        "zone": draw(st.sampled_from(("header", "primary", "secondary", "auxiliary", "back"))),
        "label": draw(st.just("") | _texts),
        "format": kind,
        "value": value,
        "currency": "EUR" if kind == "currency" else None,
        "alignment": draw(st.sampled_from(("natural", "left", "center", "right"))),
        "change_message": draw(st.none() | _texts.map(lambda text: f"{text} %@")),
        "translations": draw(
            st.dictionaries(_languages, st.fixed_dictionaries({"label": _texts}), max_size=2)
        ),
    }


def _barcodes() -> st.SearchStrategy[dict[str, Any]]:
    scanned = st.fixed_dictionaries(
        {"format": st.sampled_from(("qr", "aztec", "pdf417")), "message": _texts}
    )
    lines = st.fixed_dictionaries(
        {"format": st.just("code128"), "message": st.from_regex(r"[A-Z0-9]{1,20}", fullmatch=True)}
    )
    return scanned | lines


def _pictures() -> st.SearchStrategy[dict[str, Any]]:
    parts = st.fixed_dictionaries(
        {
            "media_id": st.just("med_1"),
            "x": st.floats(0, 1),
            "y": st.floats(0, 1),
            "zoom": st.floats(1, 8),
        }
    )
    return st.dictionaries(st.sampled_from(get_args(Slot)), parts, max_size=4)


def _places() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "latitude": st.floats(-90, 90),
            "longitude": st.floats(-180, 180),
            "text": st.none() | _texts,
        }
    )
