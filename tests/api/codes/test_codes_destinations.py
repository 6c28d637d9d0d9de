"""The addresses to which a code may lead."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.domains.codes.codes.destinations import (
    BadDestination,
    refuse_loop,
    refuse_private,
    web_address,
)
from tests.support.calling import call
from tests.support.people import Somebody

BASE = "https://qr.example"


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("https://harbor.example/menu?x=1#top", "https://harbor.example/menu?x=1#top"),
        (" HTTPS://Harbor.Example ", "https://harbor.example/"),
        ("https://exämple.com/ü?q=ä b", "https://xn--exmple-cua.com/%C3%BC?q=%C3%A4%20b"),
        ("http:\\\\harbor.example\\a", "http://harbor.example/a"),
    ],
)
def test_web_addresses_are_stored_in_normalised_form(written: str, normal: str) -> None:
    assert web_address(written) == normal


@pytest.mark.parametrize(
    "written",
    [
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,<script>",
        "ftp://harbor.example/",
        "file:///etc/passwd",
        "//harbor.example",
        "harbor.example",
        "",
        "https://",
        "https://user:password@harbor.example/",
        "https://harbor.example/\x00",
        "https://harbor.example/\x7f",
        "https://harbor.example/\r\nSet-Cookie: a=b",
        "https://harbor.example/" + "a" * 3000,
        "https://harbor.example/" + "ü" * 700,
    ],
)
def test_any_other_destination_is_refused(written: str) -> None:
    with pytest.raises(BadDestination):
        web_address(written)


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:3000/",
        "http://shop.localhost/",
        "http://printer/",
        "http://nas.local/",
        "http://vault.internal./",
        "http://127.0.0.1/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://10.1.2.3/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://[fd00::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://[64:ff9b::10.0.0.1]/",
        "http://[fec0::1]/",
        "http://224.0.0.1/",
    ],
)
def test_hosts_inside_a_private_network_are_refused_in_production(url: str) -> None:
    with pytest.raises(BadDestination):
        refuse_private(web_address(url))


def test_public_hosts_are_accepted_in_production() -> None:
    for url in ("https://harbor.example/", "http://8.8.8.8/", "http://[2606:4700::1111]/"):
        refuse_private(web_address(url))


@pytest.mark.parametrize("path", ["/code/abcdefghij", "/abcdefghij", "/code/x", "/abcdefghij/"])
def test_code_cannot_redirect_to_a_code_on_this_server(path: str) -> None:
    with pytest.raises(BadDestination):
        refuse_loop(BASE + path, BASE)
    refuse_loop(f"https://other.example{path}", BASE)


def test_code_can_redirect_to_other_pages_of_this_server() -> None:
    refuse_loop(f"{BASE}/share", BASE)


@given(st.text())
def test_every_accepted_destination_is_safe_in_a_header(text: str) -> None:
    try:
        url = web_address(text)
    except BadDestination:
        return
    assert url.isascii()
    assert url.startswith(("http://", "https://"))
    assert not any(letter.isspace() or ord(letter) < 32 for letter in url)


def test_development_accepts_a_private_address_with_a_warning(
    client: TestClient, editor: Somebody
) -> None:
    def made(destination: str) -> str | None:
        redirect = {"type": "redirect", "destination": destination}
        code = call(client, editor, "qr/create-code", name="Menu", **redirect)
        read = call(client, editor, "qr/get-code", code_id=code["code_id"])
        warning: str | None = read["destination_warning"]
        return warning

    for private in ("http://127.0.0.1:9/x", "http://10.0.0.8/", "http://printer.local/"):
        assert "own network" in (made(private) or ""), private
    assert made("https://harbor.example/") is None
