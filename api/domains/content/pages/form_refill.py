"""Puts entered values and errors back into a form that was rendered when the page was published."""

from collections.abc import Mapping
from html import escape, unescape
from html.parser import HTMLParser

import orjson

from api.domains.content.forms.answers import MESSAGES
from api.rendering.html_source import SourceEditor, start_tag

Typed = Mapping[str, list[str]]
Attributes = dict[str, str | None]


def refill_form(
    html: str,
    form_id: str,
    typed: Typed,
    errors: Mapping[str, str],
    *,
    asks_code: bool = False,
) -> str:
    """Return the page with this form filled in again, and with a field for the passcode if one is needed."""
    if "consent" in errors:
        typed = {name: values for name, values in typed.items() if name != "consent"}
    return _Refill(html, form_id, typed, errors, asks_code=asks_code).edited()


def words_of(html: str, form_id: str) -> Mapping[str, str]:
    """Return the texts that the renderer provides for this form in the page's language, by code."""
    reader = _FormWords(form_id)
    reader.feed(html)
    return reader.words


class _FormWords(HTMLParser):
    """The texts embedded in one form."""

    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.words: Mapping[str, str] = {}
        self._id = _element_id(form_id)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "form" and ("id", self._id) in attrs:
            self.words = _words(dict(attrs))


class _Refill(SourceEditor):
    """Fills one form of a page. Everything else stays exactly as written."""

    def __init__(
        self, html: str, form_id: str, typed: Typed, errors: Mapping[str, str], *, asks_code: bool
    ) -> None:
        super().__init__(html)
        self._id = _element_id(form_id)
        self._typed = typed
        self._errors = errors
        self._asks_code = asks_code
        self._words: Mapping[str, str] = {}
        self._is_inside = False
        self._chosen = ""
        """The selected value of the list that is being read."""
        self._open: tuple[int, int, Attributes] | None = None
        """The option or text area that is being read: start and end of its opening tag, and its attributes."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self._is_inside = attributes.get("id") == self._id
            self._words = _words(attributes) if self._is_inside else {}
        elif not self._is_inside:
            return
        elif tag == "select":
            self._chosen = self._first(attributes)
        elif tag in ("option", "textarea"):
            self._open = self.place, self.tag_end, attributes
        elif tag == "input":
            self._fill_input(attributes)
        elif tag == "p" and attributes.get("class") == "wp-error":
            self._show_error(attributes)
        elif self._asks_code and attributes.get("data-field") == "phone_code":
            self.replace_tag(tag, _without(attributes, "hidden"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_inside = False
        elif tag in ("option", "textarea") and self._open is not None:
            (start, end, attributes), self._open = self._open, None
            if tag == "textarea":
                self.replace(end, self.place, f"\n{escape(self._first(attributes))}")
            else:
                value = attributes.get("value", unescape(self.source[end : self.place]))
                self.replace(start, end, _option(attributes, is_chosen=value == self._chosen))

    def _fill_input(self, attributes: Attributes) -> None:
        name, kind = attributes.get("name"), attributes.get("type", "text")
        if kind == "hidden" or not name:
            return
        if name in self._errors:
            attributes["aria-invalid"] = "true"
        if kind in ("checkbox", "radio"):
            attributes = _without(attributes, "checked")
            if attributes.get("value", "on") in self._typed.get(name, ()):
                attributes["checked"] = ""
        else:
            attributes = {**_without(attributes, "value"), "value": self._first(attributes)}
        self.replace_tag("input", attributes)

    def _show_error(self, attributes: Attributes) -> None:
        name = (attributes.get("id") or "").removesuffix("-error").rpartition("-")[2]
        code = self._errors.get(name)
        if code is None:
            return
        text = self._words.get(f"{name}.{code}") or self._words.get(code)
        self.replace_tag("p", _without(attributes, "hidden"))
        self.replace(self.tag_end, self.tag_end, escape(text or MESSAGES[code]))

    def _first(self, attributes: Attributes) -> str:
        return next(iter(self._typed.get(attributes.get("name") or "", ())), "")


def _element_id(form_id: str) -> str:
    return f"form-{form_id}"


def _option(attributes: Attributes, *, is_chosen: bool) -> str:
    chosen: Attributes = {"selected": ""} if is_chosen else {}
    return start_tag("option", _without(attributes, "selected") | chosen)


def _without(attributes: Attributes, name: str) -> Attributes:
    return {other: value for other, value in attributes.items() if other != name}


def _words(form: Attributes) -> Mapping[str, str]:
    try:
        texts = orjson.loads(form.get("data-form") or "{}")["words"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return {}
    return {key: text for key, text in texts.items() if isinstance(text, str)}
