"""The public page of a card: for anyone who has its address, without a login and without JavaScript."""

import re
from datetime import timedelta
from io import BytesIO

import pytest
import resvg_py
import zxingcpp
from PIL import Image, ImageChops
from starlette.testclient import TestClient

from api.kit.clock import Clock
from tests.api.rendering.test_right_to_left import english_in
from tests.support.loyalty import Till
from tests.support.people import People, Somebody
from tests.support.promos import MovableClock


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def till(client: TestClient, admin: Somebody) -> Till:
    return Till(client, admin)


def path_of(till: Till, customer_id: str) -> str:
    card = till.call("rewards/get-swapt-card", customer_id=customer_id)
    return f"/card/{card['swapt_card_id']}"


def test_card_shows_its_state_in_the_visitors_language(till: Till, visitor: TestClient) -> None:
    ana = till.customer(first_name="Anastasia", email="ana@example.com")
    till.call("rewards/save-program", stamps_goal=5, tiers=[{"name": "Gold", "points": 100}])
    till.give(ana, 40)
    till.give(ana, 2, "stamps")
    till.give(ana, 1, "stamps")
    words = {"de": {"name": "Gratis Kaffee"}}
    till.reward(name="Free coffee", price=50, translations=words)
    till.reward(name="Biscuit", price=10)
    till.call("campaign-reward", customer_id=ana, reward_id=till.reward(name="Birthday cake"))

    english = visitor.get(path_of(till, ana), headers={"accept-language": "en"})
    german = visitor.get(path_of(till, ana), headers={"accept-language": "de-AT"})
    arabic = visitor.get(path_of(till, ana), headers={"accept-language": "ar"})

    assert english.status_code == german.status_code == 200
    assert english.text.count('class="is-full"') == 3
    for text in (
        "Free coffee",
        "10 more points to go",
        "Biscuit",
        "Birthday cake",
        "60 more points to reach Gold",
        "+40 points",
        "+2 stamps",
        "+1 stamp<",
    ):
        assert text in english.text
    assert '<html lang="de"' in german.text
    assert "Gratis Kaffee" in german.text
    assert "Noch 10 Punkte bis zur Prämie" in german.text
    assert "+1 Stempel" in german.text
    assert '<html lang="ar" dir="rtl">' in arabic.text
    assert english_in(arabic.text) == ["Gold"]  # the name of the tier, which the owner chose
    assert "Free coffee" not in german.text
    for private in ("Anastasia", "ana@example.com", ana):
        assert private not in english.text
    assert english.headers["referrer-policy"] == "no-referrer"
    assert "noindex" in english.headers["x-robots-tag"]
    assert "camera=()" in english.headers["permissions-policy"]


def test_staff_redeem_with_the_code_shown_on_the_page(
    till: Till, visitor: TestClient, movable_clock: MovableClock
) -> None:
    ana = till.customer()
    till.give(ana, 10, "stamps")
    coffee = till.reward(price=10, unit="stamps")
    path = path_of(till, ana)

    page = visitor.get(f"{path}?show=code")
    picture = re.search(r'src="([^"]+/code\.svg[^"]*)"', page.text)
    assert picture is not None
    drawn = visitor.get(picture[1])
    png = bytes(resvg_py.svg_to_bytes(svg_string=drawn.text, background="white"))
    (read,) = zxingcpp.read_barcodes(Image.open(BytesIO(png)).convert("L"))
    body = {"signed_code": read.text, "reward_id": coffee}
    redeemed = till.call("rewards/redeem", **body)
    movable_clock.now += timedelta(minutes=2)
    again = till.call("rewards/redeem", 422, **body)

    assert 'http-equiv="refresh"' in page.text
    assert redeemed["card"]["customer_id"] == ana
    assert again["errors"][0]["field"] == "signed_code"
    assert "Redeemed" in visitor.get(path, headers={"accept-language": "en"}).text


def test_unknown_card_shows_nothing(till: Till, visitor: TestClient) -> None:
    unknown = "/card/card_" + "2" * 22

    assert visitor.get(unknown).status_code == 404
    assert visitor.get(f"{unknown}/code.svg").status_code == 404
    assert visitor.get(f"{unknown}/app.webmanifest").status_code == 404


def test_card_can_be_added_to_the_home_screen(till: Till, visitor: TestClient) -> None:
    path = path_of(till, till.customer())

    page = visitor.get(path)
    manifest = visitor.get(f"{path}/app.webmanifest")

    assert f'<link rel="manifest" href="{path}/app.webmanifest">' in page.text
    assert manifest.headers["content-type"] == "application/manifest+json"
    assert manifest.json()["start_url"] == manifest.json()["scope"] == path
    policy = page.headers["content-security-policy"]
    assert "manifest-src 'self'" in policy
    assert "worker-src 'self'" in policy


def test_organisation_without_a_logo_gets_icons_with_its_initial(
    client: TestClient, people: People, visitor: TestClient
) -> None:
    path, other = (
        path_of(till, till.customer())
        for till in (
            Till(client, people.member(people.org("Ärztehaus", **columns)))
            for columns in (
                {"brand": {"color": "#aa3300"}},
                {"logo": "https://ours.example/logo.png"},
            )
        )
    )

    icons = visitor.get(f"{path}/app.webmanifest").json()["icons"]
    drawn = {it["src"]: Image.open(BytesIO(visitor.get(it["src"]).content)) for it in icons}
    with_logo = visitor.get(f"{other}/app.webmanifest").json()["icons"]

    assert {(it["sizes"], it["purpose"]) for it in icons} == {
        (f"{side}x{side}", purpose) for side in (192, 512) for purpose in ("any", "maskable")
    }
    for src, picture in drawn.items():
        side = int(src.rpartition("-")[2].removesuffix(".png"))
        assert picture.size == (side, side)
        # The background reaches every edge, and the letter stays within the area that masks keep.
        assert picture.getpixel((0, 0)) == (0xAA, 0x33, 0x00)
        box = ImageChops.difference(picture, Image.new("RGB", picture.size, "#aa3300")).getbbox()
        assert box is not None
        assert min(box[:2]) > side * 0.1
        assert max(box[2:]) < side * 0.9
    assert with_logo == [{"src": "https://ours.example/logo.png", "sizes": "any"}]
    assert visitor.get(f"{path}/icon-64.png").status_code == 404


def test_card_states_when_it_was_loaded_for_offline_use(till: Till, visitor: TestClient) -> None:
    path = path_of(till, till.customer())

    page = visitor.get(path, headers={"accept-language": "en"}).text
    with_code = visitor.get(f"{path}?show=code").text

    assert "Offline – as of " in page
    assert "data-card" in page
    assert "data-card" not in with_code
