"""Names of players: shown as chosen, unless they are offensive."""

import pytest

from api.domains.promotions.games.names import insults, shown_name

INSULTS = {
    "ar": "شرموطة",
    "de": "Arschloch",
    "en": "You asshole",
    "es": "hijo de puta",
    "fr": "connard",
    "he": "בן זונה",
    "it": "vaffanculo",
    "ja": "くそったれ",
    "ko": "개새끼야",
    "nl": "klootzak",
    "pl": "kurwa",
    "pt": "caralho",
    "tr": "orospu çocuğu",
    "uk": "сука",
    "zh": "大傻逼",
}
DISGUISED = ("sh1t", "fuuuck", "you.fuck", "a s s h o l e")
NAMES = (
    *("Mina", "Łukasz", "João", "Gonçalo", "Chloé", "Jürgen", "Ayşe", "Giulia"),
    *(
        "محمد",
        "فاطمة",
        "נועה",
        "さくら",
        "はると",
        "민준",
        "서연",
        "一诺",
        "王伟",
        "김하늘",
    ),
    *("Cassandra", "Hitchcock", "Dickens", "Scunthorpe", "Essex", "Tap Queen 99", "J. P."),
)


@pytest.mark.parametrize("language", INSULTS)
def test_insults_in_every_language_are_replaced(language: str) -> None:
    assert shown_name(INSULTS[language], "00002a01") == "#0753"


def test_disguised_insults_are_detected_and_real_names_are_kept() -> None:
    assert [it for it in DISGUISED if not insults(it)] == []
    assert [it for it in NAMES if insults(it)] == []
    assert shown_name("Mina", "00002a01") == "Mina"
    assert shown_name(None, "00002a01") == shown_name("", "00002a01") == "#0753"
