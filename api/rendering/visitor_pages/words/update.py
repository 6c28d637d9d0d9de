"""Brings every catalogue to the English texts, and the web app's copies to the catalogues.

Run `python -m api.rendering.visitor_pages.words.update` after a change of `visitors.pot` or of a translation. A new text is empty in each language, and one whose English changed is marked fuzzy; tests refuse both until somebody has translated it and removed the mark.
"""

import json
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from api.rendering.visitor_pages.words.catalogues import (
    ENGLISH,
    FOLDER,
    TEMPLATE,
    TRANSLATIONS,
    Text,
    name_of,
    plural_categories,
    read_catalogue,
    read_texts,
)
from runtime.settings import ROOT

BLOCKS = ROOT / "web" / "src" / "blocks" / "words"
_GROUPS_OF_BLOCKS = ("blocks", "both", "fields")


def update_catalogue(path: Path, locale: str) -> None:
    """Gives a language exactly the texts of the template, in its order; an empty catalogue for a new one."""
    catalogue = read_catalogue(path, locale) if path.exists() else Catalog(locale, fuzzy=False)
    known = {name_of(it): it for it in catalogue if it.id}
    for it in known.values():
        catalogue.delete(it.id, it.context)
    for source in read_catalogue(TEMPLATE, ENGLISH):
        if not source.id:
            continue
        old = known.get(name_of(source))
        is_counted = not isinstance(source.id, str)
        empty = ("",) * len(plural_categories(locale)) if is_counted else ""
        is_fuzzy = old is not None and (old.fuzzy or old.id != source.id)
        catalogue.add(
            source.id,
            old.string if old is not None and isinstance(old.id, str) != is_counted else empty,
            flags=source.flags | ({"fuzzy"} if is_fuzzy else set()),
            user_comments=source.user_comments,
            context=source.context,
        )
    written = BytesIO()
    write_po(written, catalogue, width=0)
    path.write_bytes(written.getvalue())


def block_texts(language: str) -> str:
    """The JSON file of the texts that blocks of pages use in a language."""
    texts = {
        name.partition(".")[2]: _for_script(text)
        for name, text in read_texts(language).items()
        if name.startswith(_GROUPS_OF_BLOCKS)
    }
    return json.dumps(texts, ensure_ascii=False, indent=2) + "\n"


def _for_script(text: Text) -> str | dict[str, str]:
    return text if isinstance(text, str) else dict(text.forms)


def main() -> None:
    """Writes every file."""
    for language, locale in TRANSLATIONS.items():
        update_catalogue(FOLDER / f"{locale}.po", locale)
        (BLOCKS / f"{language}.json").write_text(block_texts(language), encoding="utf-8")
    (BLOCKS / f"{ENGLISH}.json").write_text(block_texts(ENGLISH), encoding="utf-8")


if __name__ == "__main__":
    main()
