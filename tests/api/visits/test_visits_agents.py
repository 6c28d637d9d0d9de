"""User agents: device, operating system, browser, and which of them are bots."""

import pytest

from api.domains.codes.rules.types import Verdict
from api.domains.visits.visits.agents import MAX_LENGTH, clean, identify
from api.domains.visits.visits.verdicts import judge
from benchmarks.bots import in_app_browsers, is_held_out
from ingest.verdicts.signals import signals_in, signals_of
from tests.support.browsers import IPHONE

PEOPLE = {
    IPHONE: ("phone", "iOS", "Safari"),
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Mobile Safari/537.36": ("phone", "Android", "Chrome"),
    "Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Safari/537.36": ("tablet", "Android", "Chrome"),
    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/16.6 Mobile/15E148 Safari/604.1": ("tablet", "iOS", "Safari"),
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0": ("desktop", "Windows", "Edge"),
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0": (
        "desktop",
        "macOS",
        "Firefox",
    ),
    "Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) "
    "SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36": (
        "phone",
        "Android",
        "Samsung Internet",
    ),
    "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Mobile/15E148 Instagram 203.0.0.29.118": ("phone", "iOS", "Instagram"),
    "Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) "
    "SamsungBrowser/4.0 Chrome/76.0.3809.146 TV Safari/537.36": ("tv", "Tizen", "Samsung Internet"),
}
LINUX_PHONE = "Mozilla/5.0 (Linux; {}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
IN_APP = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Mobile/22A3354 [FBAN/FBIOS;FBAV/490.0.0;FBDV/iPhone16,1;FBCR/T.com;FBID/phone]"
)
BOTS = [
    "",
    "curl/8.5.0",
    "python-requests/2.32.3",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36",
    "Go-http-client/2.0",
    "PostmanRuntime/7.39.0",
    "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
]
PREVIEWS = [
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "WhatsApp/2.23.20.0 A",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Twitterbot/1.0",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
]


@pytest.mark.parametrize(("text", "expected"), PEOPLE.items())
def test_device_system_and_browser_of_people_are_identified(
    text: str, expected: tuple[str, str, str]
) -> None:
    agent = identify(clean(text))

    assert (agent.device, agent.system, agent.browser) == expected
    assert judge(agent, "GET") == Verdict()


@pytest.mark.parametrize("text", BOTS)
def test_known_bot_user_agents_are_bots(text: str) -> None:
    verdict = judge(identify(clean(text)), "GET")

    assert verdict.bot_reason is not None
    assert not verdict.is_human


@pytest.mark.parametrize("text", PREVIEWS)
def test_link_preview_fetchers_are_previews_and_not_bots(text: str) -> None:
    verdict = judge(identify(clean(text)), "GET")

    assert verdict.preview_reason is not None
    assert verdict.bot_reason is None


def test_head_request_is_a_bot() -> None:
    assert judge(identify(IPHONE), "HEAD").bot_reason == "head"


@pytest.mark.parametrize(
    ("header", "value"),
    [("sec-purpose", "prefetch;prerender"), ("purpose", "prefetch"), ("x-moz", "Prefetch")],
)
def test_prefetched_page_is_a_preview(header: str, value: str) -> None:
    assert judge(identify(IPHONE), "GET", signals_of({header: value})).preview_reason is not None


ASKS_FOR_A_PAGE = {"accept": "text/html,*/*;q=0.8", "accept-language": "en-GB"}


@pytest.mark.parametrize(
    "text",
    [
        "Mozilla/5.0 (compatible; Surveyor/2)",
        "Acme-Index/1 (+https://acme.example/why)",
        "somebody at acme dot com",
        "Mozilla/5.0 (Windows NT 10.0; iPhone; CPU iPhone OS 17_0) AppleWebKit/605.1.15 Safari/604.1",
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/9999.0.0.0 Safari/537.36",
        "TotallyNew/1.0",
        "Mozilla/5.0",
    ],
)
def test_user_agents_on_no_list_are_recognised_as_bots_by_their_form(text: str) -> None:
    assert judge(identify(clean(text)), "GET").bot_reason is not None


@pytest.mark.parametrize(
    "text",
    [
        LINUX_PHONE.format("Android 14; CUBOT NOTE 50"),
        LINUX_PHONE.format("Android 13; Discovery Radar Build/TP1A"),
        IN_APP,
    ],
)
def test_odd_phone_and_carrier_names_count_as_people(text: str) -> None:
    assert judge(identify(clean(text)), "GET", signals_of(ASKS_FOR_A_PAGE)) == Verdict()


IOS_WEB_VIEW = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Mobile/15E148 "
)
ANDROID_WEB_VIEW = (
    "Mozilla/5.0 (Linux; Android 14; SM-A032F Build/UP1A.231005.007; wv) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36 "
)
WEB_VIEWS = (IOS_WEB_VIEW, ANDROID_WEB_VIEW)
APPS = [
    "QRCodeReader/3.2",
    "QR Scanner/4.1",
    "com.xiaomi.scanner/13.2",
    "BarcodeScanner",
    "WhatsApp/2.24",
    "Viber/21.8.0",
    "Feedly/1.0",
    "Outlook-iOS/2.0",
]


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("web_view", WEB_VIEWS, ids=["ios", "android"])
def test_scan_from_a_scanner_app_is_a_person(web_view: str, app: str) -> None:
    assert judge(identify(clean(web_view + app)), "GET", signals_of(ASKS_FOR_A_PAGE)) == Verdict()


@pytest.mark.parametrize("app", ["QRCodeReader/3.2", "QR Scanner/4.1", "BarcodeScanner"])
def test_code_reader_without_a_browser_is_a_bot(app: str) -> None:
    assert judge(identify(clean(app)), "GET").bot_reason is not None


def test_in_app_browsers_count_as_people() -> None:
    texts = [text for text in in_app_browsers() if not is_held_out(text)]

    flagged = [text for text in texts if judge(identify(clean(text)), "GET") != Verdict()]

    assert len(texts) > 57
    assert flagged == []


def test_television_firmware_is_not_a_bot() -> None:
    text = (
        "Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K UR2) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/88.0.4324.152 Safari/537.36 OMI/4.21.4.112.Catcher4.69 Model/Hisense-MT9602"
    )

    assert judge(identify(clean(text)), "GET") == Verdict()


MACHINES = [
    "Lightpanda/1.0",
    "Webzio-Extended/1.0",
    "CloudflareDiagnostics/1.0",
    "Assetnote/1.0.0",
    "CybaaAgent",
    "KarnoProspectingStudio/0.1",
    "GPTBot/1.2",
    "ClaudeBot/1.0",
    "PerplexityBot/1.0",
    "Bytespider",
]
CHROME = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/131.0.0.0 Safari/537.36 "
)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    "shape",
    ["{}", "Mozilla/5.0 (compatible; {})", CHROME + "{}", *(view + "{}" for view in WEB_VIEWS)],
    ids=["token", "compatible", "behind chrome", "behind ios", "behind android"],
)
def test_bot_is_recognised_in_every_user_agent_format(machine: str, shape: str) -> None:
    assert judge(identify(clean(shape.format(machine))), "GET").bot_reason is not None


@pytest.mark.parametrize(
    ("headers", "is_burst", "reason"),
    [
        (ASKS_FOR_A_PAGE, False, None),
        (ASKS_FOR_A_PAGE, True, None),
        ({"accept": "text/html"}, False, None),
        ({"accept-language": "de"}, False, None),
        ({"accept": "*/*"}, False, "signals:any_type+no_language"),
        ({}, False, "signals:no_accept+no_language"),
        ({"accept": "text/html"}, True, "signals:burst+no_language"),
    ],
)
def test_two_weak_signals_make_a_bot_and_a_single_signal_does_not(
    headers: dict[str, str], is_burst: bool, reason: str | None
) -> None:
    seen = signals_of(headers, is_burst=is_burst)

    verdict = judge(identify(IPHONE), "GET", seen)

    assert verdict.bot_reason == reason
    assert set(signals_in(reason)) <= set(seen)


def test_long_or_dirty_user_agent_is_truncated_and_cleaned() -> None:
    assert len(clean("a" * 10_000)) == MAX_LENGTH
    assert clean("Mozilla\x00/5.0\r\nX: y") == "Mozilla /5.0 X: y"
