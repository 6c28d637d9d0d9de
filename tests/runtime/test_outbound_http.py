"""Requests to addresses that users gave: where they go, and where they never go."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import ClassVar

import pytest

from runtime.destinations import look_at, look_at_all
from runtime.outbound_http import Address, AddressRefused, OutboundHttp, Unreachable, is_public


class Site(BaseHTTPRequestHandler):
    """Responds according to the path, and records the requests."""

    asked: ClassVar[list[tuple[str, str]]] = []

    def do_GET(self) -> None:
        self.asked.append((self.headers["Host"], self.path))
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to/"))
        elif self.path == "/abroad":
            self.send_response(301)
            port = self.headers["Host"].rpartition(":")[2]
            self.send_header(
                "Location", f"http://bücher.example:{port}/204".encode().decode("latin-1")
            )
        elif self.path == "/round":
            self.send_response(301)
            self.send_header("Location", "/round")
        else:
            self.send_response(int(self.path.strip("/") or 200))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[int]:
    Site.asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def loopback_too(address: Address) -> bool:
    return address.is_loopback or is_public(address)


def named(host: str, port: int) -> list[str]:
    """A resolver that resolves every name to this machine, except one that resolves to a private network."""
    return ["10.0.0.7"] if host == "intranet.example" else ["127.0.0.1"]


@pytest.fixture
def outgoing() -> OutboundHttp:
    return OutboundHttp(seconds=5, is_allowed=loopback_too, resolve=named)


def test_request_goes_to_the_ip_address_that_was_checked_with_the_original_host_name(
    outgoing: OutboundHttp, site: int
) -> None:
    answered = outgoing.get(f"http://shop.example:{site}/204")

    assert (answered.status, answered.redirects) == (204, 0)
    assert Site.asked == [(f"shop.example:{site}", "/204")]


def test_several_addresses_are_checked_in_parallel(outgoing: OutboundHttp, site: int) -> None:
    urls = [f"http://shop.example:{site}/{it}" for it in (204, 404)] + ["http://intranet.example/"]

    found = look_at_all(urls, partial(look_at, http=outgoing), len(urls))

    assert [found[it].state for it in urls] == ["fine", "broken", "private"]


def test_redirects_are_followed_and_each_address_is_checked(
    outgoing: OutboundHttp, site: int
) -> None:
    assert outgoing.get(f"http://a.example:{site}/to//404").status == 404

    with pytest.raises(AddressRefused, match="private network"):
        outgoing.get(f"http://a.example:{site}/to/http://intranet.example:{site}/200")
    assert all("intranet" not in host for host, _ in Site.asked)


@pytest.mark.parametrize("begin", ["http://bücher.example:{}/204", "http://a.example:{}/abroad"])
def test_non_ascii_host_is_resolved_in_punycode(
    outgoing: OutboundHttp, site: int, begin: str
) -> None:
    found = look_at(begin.format(site), http=outgoing)

    assert (found.state, found.status) == ("fine", 204)
    assert Site.asked[-1] == (f"xn--bcher-kva.example:{site}", "/204")


def test_host_without_a_valid_ascii_form_does_not_exist(outgoing: OutboundHttp) -> None:
    assert look_at(f"http://{'ü' * 80}.example/", http=outgoing).state == "broken"


def test_endless_redirects_are_abandoned(outgoing: OutboundHttp, site: int) -> None:
    with pytest.raises(Unreachable, match="more than 5 times"):
        outgoing.get(f"http://a.example:{site}/round")
    assert len(Site.asked) == 6


def test_server_that_responds_byte_by_byte_is_abandoned_after_the_timeout(
    outgoing: OutboundHttp,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        done = threading.Event()

        def drip() -> None:
            peer, _ = listening.accept()
            with peer, contextlib.suppress(OSError):
                peer.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                while not done.wait(0.1):
                    peer.sendall(b"z")

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        slow = OutboundHttp(seconds=1, is_allowed=loopback_too, resolve=named)
        with pytest.raises(Unreachable, match="did not respond within 1 seconds"):
            slow.get(f"http://a.example:{listening.getsockname()[1]}/")
        done.set()
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize("location", ["http://[", "//[::1", "http://[fe80::1%25x]:y/"])
def test_redirect_to_an_invalid_address_is_an_error(
    outgoing: OutboundHttp, site: int, location: str
) -> None:
    with pytest.raises((Unreachable, AddressRefused), match="not a web address"):
        outgoing.get(f"http://a.example:{site}/to/{location}")


def test_unreachable_server_is_reported_in_plain_language(outgoing: OutboundHttp) -> None:
    with pytest.raises(Unreachable, match="Nothing responds on port 1"):
        outgoing.get("http://a.example:1/")


@pytest.mark.parametrize(
    "url",
    [
        "ftp://a.example/",
        "javascript:alert(1)",
        "http://",
        "//a.example",
        "http://a.example:99999/",
    ],
)
def test_invalid_web_address_is_not_requested(outgoing: OutboundHttp, url: str) -> None:
    with pytest.raises(AddressRefused):
        outgoing.get(url)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "10.1.2.3",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "[::1]",
        "[fd00::1]",
        "[fe80::1]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[64:ff9b:1::a00:1]",
        "[fec0::1]",
        "[::7f00:1]",
        "[::ffff:0:7f00:1]",
        "2130706433",
        "0x7f.1",
    ],
)
def test_private_addresses_are_never_requested(host: str, site: int) -> None:
    with pytest.raises((AddressRefused, Unreachable)):
        OutboundHttp(seconds=2).get(f"http://{host}:{site}/200")

    assert Site.asked == []


def test_public_addresses_are_recognised_as_public() -> None:
    assert is_public(ip_address("93.184.215.14"))
    assert is_public(ip_address("2606:2800:21f:cb07:6820:80da:af6b:8b2c"))
    assert is_public(ip_address("64:ff9b::5db8:d80e"))
    assert is_public(ip_address("::ffff:93.184.215.14"))
    assert not is_public(ip_address("224.0.0.1"))
    assert not is_public(ip_address("192.0.0.192"))
    assert not is_public(ip_address("192.0.0.9"))
    assert not is_public(ip_address("::ffff:192.0.0.192"))
