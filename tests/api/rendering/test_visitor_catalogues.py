"""Gettext catalogues of the texts for visitors: complete, in sync, and translated."""

import gettext
import re
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from api.rendering.visitor_pages.words import LANGUAGES
from api.rendering.visitor_pages.words.catalogues import (
    ENGLISH,
    FOLDER,
    TEMPLATE,
    TRANSLATIONS,
    name_of,
    plural_categories,
    read_catalogue,
)
from api.rendering.visitor_pages.words.update import BLOCKS, block_texts, update_catalogue

SAME = {
    *("de.blocks.optional", "de.pages.may_stay_empty"),
    *("de.blocks.link", "de.blocks.website", "fr.blocks.minutes"),
    *(
        "fr.pages.card_points",
        "fr.pages.card_price_points",
        "fr.pages.terms_version",
        "fr.pages.wall_pages",
        "it.blocks.link",
    ),
    *("it.pages.password_label", "nl.blocks.link", "nl.blocks.website"),
    *("pl.blocks.link", "pt.blocks.link"),
    "pt-BR.blocks.link",
    *("de.games.chance", "fr.games.board_score", "fr.games.fair_stock", "nl.games.board_score"),
    *("pt.games.fair_stock", "pt-BR.games.chance"),
    *(f"{it}.pages.preferences_whatsapp" for it in TRANSLATIONS if it != "ar"),
}
"""Texts that are deliberately the same as in English."""


def catalogue_of(language: str) -> Catalog:
    locale = TRANSLATIONS[language]
    return read_catalogue(FOLDER / f"{locale}.po", locale)


def messages_in(catalogue: Catalog) -> dict[str, Message]:
    return {name_of(it): it for it in catalogue if it.id}


def forms_of(text: str | list[str] | tuple[str, ...]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def places_in(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


ENGLISH_TEXTS = messages_in(read_catalogue(TEMPLATE, ENGLISH))


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_catalogue_translates_every_current_english_text(language: str) -> None:
    texts = messages_in(catalogue_of(language))

    assert list(texts) == list(ENGLISH_TEXTS)
    assert [name for name, it in texts.items() if it.fuzzy or it.id != ENGLISH_TEXTS[name].id] == []
    for name, message in texts.items():
        for form in forms_of(message.string):
            assert form, f"{name} is not translated"
            assert form == form.strip(), name
            assert "  " not in form, name
    same = {f"{language}.{name}" for name, it in texts.items() if it.string == it.id}
    assert same == {name for name in SAME if name.startswith(f"{language}.")}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_translation_has_the_placeholders_of_its_english_text(language: str) -> None:
    for name, message in messages_in(catalogue_of(language)).items():
        places = places_in(forms_of(message.id)[-1])
        for form in forms_of(message.string):
            assert places_in(form) | {"n"} == places | {"n"}, name


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_plural_forms_are_those_of_cldr(language: str) -> None:
    catalogue = catalogue_of(language)
    categories = plural_categories(TRANSLATIONS[language])
    choose = gettext.c2py(catalogue.plural_expr)  # type: ignore[attr-defined]

    assert catalogue.num_plurals == len(categories)
    assert catalogue.locale is not None
    for count in range(1_000):
        assert categories[choose(count)] == catalogue.locale.plural_form(count), count
    for message in catalogue:
        assert not message.pluralizable or len(message.string) == len(categories)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_identical_english_texts_have_identical_translations(language: str) -> None:
    texts = sorted(messages_in(catalogue_of(language)).values(), key=lambda it: str(it.id))

    for english, group in groupby(texts, key=lambda it: it.id):
        assert len({str(it.string) for it in group}) == 1, english


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_catalogues_and_their_copies_for_the_web_app_are_up_to_date(
    language: str, tmp_path: Path
) -> None:
    locale = TRANSLATIONS[language]
    path = tmp_path / f"{locale}.po"
    path.write_bytes((FOLDER / f"{locale}.po").read_bytes())

    update_catalogue(path, locale)

    assert path.read_text() == (FOLDER / f"{locale}.po").read_text()
    assert block_texts(language) == (BLOCKS / f"{language}.json").read_text()
    assert block_texts(ENGLISH) == (BLOCKS / f"{ENGLISH}.json").read_text()


def test_changed_english_text_waits_for_a_translator(tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    text = (FOLDER / "de.po").read_text()
    path.write_text(text.replace('msgid "Opening the app"', 'msgid "The app opens"'))

    update_catalogue(path, "de")

    changed = messages_in(read_catalogue(path, "de"))["pages.app_heading"]
    assert (changed.id, changed.fuzzy) == ("Opening the app", True)
    assert changed.string == messages_in(catalogue_of("de"))["pages.app_heading"].string


def test_new_language_has_every_text_to_translate(tmp_path: Path) -> None:
    path = tmp_path / "sv.po"

    update_catalogue(path, "sv")

    texts = messages_in(read_catalogue(path, "sv"))
    assert list(texts) == list(ENGLISH_TEXTS)
    assert all(not any(forms_of(it.string)) for it in texts.values())


def test_each_language_has_a_file_and_no_other_files_exist() -> None:
    names = {re.sub(r"\.po$", "", path.name) for path in FOLDER.glob("*.po")}

    assert names == set(TRANSLATIONS.values())
    assert {path.stem for path in BLOCKS.glob("*.json")} == set(LANGUAGES)


def test_command_that_adds_a_text_starts_while_catalogues_lack_it() -> None:
    watched = (
        "import sys; sys.addaudithook(lambda event, given: event == 'open' and"
        " str(given[0]).endswith(('.po', '.pot')) and sys.exit('read too early'))"
    )

    started = subprocess.run(
        [sys.executable, "-c", f"{watched}; import api.rendering.visitor_pages.words.update"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert started.returncode == 0, started.stderr
