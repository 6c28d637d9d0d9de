"""Segments of text messages equal the examples that Twilio and the standard publish."""

import pytest

from api.domains.messaging.messages.sms_segments import sms_size


@pytest.mark.parametrize(
    ("text", "encoding", "units", "segments"),
    [
        ("", "GSM-7", 0, 1),
        ("a" * 160, "GSM-7", 160, 1),
        ("a" * 161, "GSM-7", 161, 2),
        ("a" * 306, "GSM-7", 306, 2),
        ("a" * 307, "GSM-7", 307, 3),
        ("a" * 459, "GSM-7", 459, 3),
        ("a" * 460, "GSM-7", 460, 4),
        ("é" * 160, "GSM-7", 160, 1),
        ("ç" * 70, "UCS-2", 70, 1),
        ("Ж" * 70, "UCS-2", 70, 1),
        ("Ж" * 71, "UCS-2", 71, 2),
        ("Ж" * 134, "UCS-2", 134, 2),
        ("Ж" * 135, "UCS-2", 135, 3),
        ("€" * 80, "GSM-7", 160, 1),
        ("€" * 81, "GSM-7", 162, 2),
        ("€" * 153, "GSM-7", 306, 3),
        ("a" * 158 + "[]", "GSM-7", 162, 2),
        ("👋" * 35, "UCS-2", 70, 1),
        ("👋" * 36, "UCS-2", 72, 2),
        ("👋" * 67, "UCS-2", 134, 3),
    ],
)
def test_sms_encoding_units_and_segments_are_counted(
    text: str, encoding: str, units: int, segments: int
) -> None:
    """An extended character, or one of two units, is not split: 76 of them fill 152 of 153 units."""
    assert sms_size(text)[:3] == (encoding, units, segments)


def test_characters_that_force_shorter_segments_are_listed() -> None:
    assert sms_size("It’s “fresh” – come by!").forcing == ("’", "“", "”", "–")
    assert sms_size('It\'s "fresh" - come by! {1} ^ | ~ € ÄÖÜß').forcing == ()
