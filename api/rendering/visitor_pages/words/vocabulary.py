"""The product's own texts on visitors' pages: which there are, as the code calls them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time, get_timezone_location

from api.kit.languages import direction
from api.rendering.visitor_pages.words.catalogues import Counted, Text, locale_of, read_texts


class NoticeText(NamedTuple):
    """A heading, and the text below it."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Notices:
    """Of the pages that say why there is nothing else to see."""

    unknown: NoticeText
    no_page: NoticeText
    nothing_here: NoticeText
    nowhere: NoticeText
    deleted: NoticeText
    paused: NoticeText
    not_yet: NoticeText
    over: NoticeText
    unavailable: NoticeText
    limit: NoticeText
    visitor_limit: NoticeText
    used: NoticeText
    void: NoticeText
    rule: NoticeText
    not_ready: NoticeText
    too_many: NoticeText
    collided: NoticeText
    too_large: NoticeText
    unreadable: NoticeText
    no_wall: NoticeText
    no_terms: NoticeText
    no_note: NoticeText

    def of(self, name: str) -> NoticeText:
        """The words of the notice of this name."""
        result: NoticeText = getattr(self, name)
        return result


@dataclass(frozen=True, slots=True)
class Words:
    """All texts in one language. Places in braces are filled in with `format`."""

    language: str
    notices: Notices
    moment: str
    owner: str
    counts_visits: str
    counts_votes: str
    not_remembered: str
    privacy_link: str
    privacy_ask: str
    privacy_yes: str
    privacy_no: str
    privacy_saved: str
    privacy_remembered: str
    privacy_signal: str
    go_on: str
    open: str
    may_stay_empty: str
    thanks: str
    app_heading: str
    app_wait: str
    app_open: str
    app_without: str
    home_heading: str
    home_text: str
    password_title: str
    password_heading: str
    password_ask: str
    password_label: str
    password_wrong: str
    password_often: str
    no_cookie: str
    promo_heading: str
    promo_help: str
    promo_label: str
    promo_location: str
    promo_needs_script: str
    promo_locating: str
    promo_often: str
    promo_unknown: str
    promo_withdrawn: str
    promo_not_yet: str
    promo_over: str
    promo_used_up: str
    promo_used_by_you: str
    promo_no_location: str
    promo_too_far: str
    promo_too_rough: str
    promo_closed: str
    offer_once: str
    offer_use: str
    offer_person: str
    offer_clock: str
    offer_hold: str
    offer_holding: str
    offer_again: str
    used_title: str
    used_heading: str
    used_at: str
    used_before: str
    poll_vote: str
    poll_change: str
    poll_voted: str
    poll_again: str
    poll_closed: str
    poll_choose: str
    poll_often: str
    poll_machine: str
    poll_failed: str
    wall_add: str
    wall_picture: str
    wall_words: str
    wall_name: str
    wall_post: str
    wall_looked_at: str
    wall_pictures: str
    wall_picture_by: str
    wall_a_picture: str
    wall_report: str
    wall_report_ask: str
    wall_report_do: str
    wall_empty: str
    wall_pages: str
    wall_newer: str
    wall_older: str
    wall_scan: str
    wall_code: str
    wall_shown: str
    wall_pending: str
    wall_waiting: str
    wall_again: str
    wall_reported: str
    wall_closed: str
    wall_full: str
    wall_choose: str
    wall_consent: str
    wall_default_consent: str
    wall_reworded: str
    wall_large: str
    wall_kind: str
    wall_heic: str
    wall_damaged: str
    wall_often: str
    wall_machine: str
    wall_gone: str
    wall_chosen: str
    wall_sending: str
    wall_failed: str
    terms_version: str
    terms_older: str
    terms_kept: str
    terms_newer: str
    terms_email: str
    terms_accept: str
    terms_stored: str
    terms_no_email: str
    terms_changed: str
    note_changed: str
    note_files: str
    note_more: str
    card_title: str
    card_points: str
    card_stamps: str
    card_pending_points: Counted
    card_pending_stamps: Counted
    card_expiring_points: Counted
    card_expiring_stamps: Counted
    card_tier: str
    card_next_tier: Counted
    card_rewards: str
    card_yours: str
    card_no_rewards: str
    card_ready: str
    card_missing_points: Counted
    card_missing_stamps: Counted
    card_price_points: Counted
    card_price_stamps: Counted
    card_unavailable: str
    card_valid_until: str
    card_history: str
    card_nothing: str
    card_got: str
    card_spent: str
    card_corrected: str
    card_undone: str
    card_show: str
    card_scan: str
    card_code: str
    card_back: str
    card_no_answer: str
    card_retry: str
    card_refused: str
    card_redeemed_at: str
    card_again: str
    card_offline: str
    referral_heading: str
    referral_text: str
    referral_join: str
    referral_done: str
    card_invite: str
    card_invite_text: str
    card_check_in: str
    card_check_in_text: str
    card_checked_in: str
    card_checked_in_before: str
    card_no_location: str
    card_rough_location: str
    card_not_here: str
    preferences_title: str
    preferences_intro: str
    preferences_marketing: str
    preferences_feedback: str
    preferences_service: str
    preferences_email: str
    preferences_sms: str
    preferences_whatsapp: str
    preferences_web_push: str
    preferences_wallet_push: str
    preferences_save: str
    preferences_pending: str
    preferences_stop_all: str
    preferences_done_saved: str
    preferences_done_confirmed: str
    preferences_done_unsubscribed: str
    preferences_done_mail: str
    preferences_mail_title: str
    preferences_mail_text: str
    preferences_mail_button: str
    preferences_mail_ignore: str
    pass_apple: str
    pass_google: str
    pass_void: str
    pass_expired: str
    pass_barcode: str
    pass_test: str
    pass_get: str
    pass_show: str
    pass_name: str
    fields: Mapping[str, str]
    """What is wrong with a field, by the problem's code."""
    games: Mapping[str, Text]
    """All that games say."""

    @property
    def direction(self) -> str:
        """Which way the language is written."""
        return direction(self.language)

    def of(self, group: str, name: str) -> str:
        """The word of this name in a group of them, as `promo` or `wall`."""
        text: str = getattr(self, f"{group}_{name}")
        return text

    def named(self, name: str) -> str:
        """The word of this name; empty when there is none any more."""
        value: object = getattr(self, name, "")
        return value if isinstance(value, str) else ""

    def game(self, name: str, **values: object) -> str:
        """The text of a game of this name, filled in; empty when there is none."""
        text = self.games.get(name, "")
        return text.format(**values) if isinstance(text, str) else ""

    def counted(self, name: str, count: int, **values: object) -> str:
        """The text of this name for this many, filled in."""
        text: Counted = getattr(self, name)
        return text.of(count, **values)

    def date_of(self, day: date) -> str:
        """A day as the language writes it: the long format of Unicode CLDR."""
        return format_date(day, "long", locale_of(self.language))

    def moment_of(self, at: datetime, zone: ZoneInfo, zone_name: str) -> str:
        """A moment as the clock of a time zone shows it, with the city that the zone is named after."""
        local, locale = at.astimezone(zone), locale_of(self.language)
        city = get_timezone_location(zone_name, locale, return_city=True)
        time = format_time(local, "short", locale=locale)
        return self.moment.format(date=self.date_of(local), time=time, zone=city)


def read_words(language: str) -> Words:
    """The texts of a language. Raises TypeError where one is missing, or is not known here."""
    groups: dict[str, dict[str, Any]] = {}
    for name, text in read_texts(language).items():
        group, _, rest = name.partition(".")
        groups.setdefault(group, {})[rest] = text
    return Words(
        language=language,
        notices=_notices(groups["notices"]),
        fields=groups["fields"],
        games=groups["games"],
        **groups["pages"],
        **groups["both"],
    )


def _notices(texts: Mapping[str, Text]) -> Notices:
    names = dict.fromkeys(name.partition(".")[0] for name in texts)
    pairs = {it: (str(texts[f"{it}.heading"]), str(texts[f"{it}.text"])) for it in names}
    return Notices(**{name: NoticeText(*pair) for name, pair in pairs.items()})
