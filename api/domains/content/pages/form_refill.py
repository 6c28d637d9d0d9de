"""Puts typed values and errors back into a form that was rendered when the page was published.

The HTML comes from our own renderer, so its shape is known: attributes in double quotes, no open tags.
"""

import re
from collections.abc import Mapping
from html import escape, unescape

import orjson

from api.domains.content.forms.answers import MESSAGES

_ATTRIBUTES = r'((?:[^>"]|"[^"]*")*?)'
_INPUT = re.compile(rf"<input\b{_ATTRIBUTES}\s*/?>")
_TEXTAREA = re.compile(rf"<textarea\b{_ATTRIBUTES}>(.*?)</textarea>", re.DOTALL)
_SELECT = re.compile(rf"<select\b{_ATTRIBUTES}>(.*?)</select>", re.DOTALL)
_OPTION = re.compile(rf"<option\b{_ATTRIBUTES}>(.*?)</option>", re.DOTALL)
_ERROR = re.compile(r'<p class="wp-error" id="[\w-]*?-([A-Za-z_]\w*)-error" hidden="">')
_HIDDEN_CODE = 'data-field="phone_code" hidden=""'
_FORM_DATA = re.compile(r'<form\b[^>]*?\bdata-form="([^"]*)"')
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')

Typed = Mapping[str, list[str]]


def refill_form(
    html: str,
    form_id: str,
    typed: Typed,
    errors: Mapping[str, str],
    *,
    asks_code: bool = False,
) -> str:
    """The page with this form filled in again, and with a field for the passcode if one is needed."""
    start = html.find(f'<form id="form-{escape(form_id)}"')
    end = html.find("</form>", start)
    if start < 0 or end < 0:
        return html
    form = html[start:end]
    words = _words(form)
    if "consent" in errors:
        typed = {name: values for name, values in typed.items() if name != "consent"}
    if asks_code:
        form = form.replace(_HIDDEN_CODE, _HIDDEN_CODE.removesuffix(' hidden=""'))
    form = _INPUT.sub(lambda tag: _input(tag, typed, errors), form)
    form = _TEXTAREA.sub(lambda tag: _textarea(tag, typed), form)
    form = _SELECT.sub(lambda tag: _select(tag, typed), form)
    form = _ERROR.sub(lambda tag: _error(tag, errors, words), form)
    return html[:start] + form + html[end:]


def _read(attributes: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(attributes)}


def _input(tag: re.Match[str], typed: Typed, errors: Mapping[str, str]) -> str:
    values = _read(tag[1])
    name, kind = values.get("name", ""), values.get("type", "text")
    if kind == "hidden" or not name:
        return tag[0]
    attributes = tag[1].rstrip()
    if name in errors:
        attributes += ' aria-invalid="true"'
    if kind in ("checkbox", "radio"):
        attributes = attributes.replace(' checked=""', "")
        if values.get("value", "on") in typed.get(name, ()):
            attributes += ' checked=""'
    else:
        attributes = re.sub(r'\svalue="[^"]*"', "", attributes)
        attributes += f' value="{escape(_first(typed, name))}"'
    return f"<input{attributes}/>"


def _textarea(tag: re.Match[str], typed: Typed) -> str:
    text = escape(_first(typed, _read(tag[1]).get("name", "")))
    return f"<textarea{tag[1]}>\n{text}</textarea>"


def _select(tag: re.Match[str], typed: Typed) -> str:
    chosen = _first(typed, _read(tag[1]).get("name", ""))

    def option(found: re.Match[str]) -> str:
        attributes = found[1].replace(' selected=""', "")
        value = _read(attributes).get("value", unescape(found[2]))
        selected = ' selected=""' if value == chosen else ""
        return f"<option{attributes}{selected}>{found[2]}</option>"

    return f"<select{tag[1]}>{_OPTION.sub(option, tag[2])}</select>"


def words_of(html: str, form_id: str) -> Mapping[str, str]:
    """What the renderer lets this form say, in the page's language, by code."""
    start = html.find(f'<form id="form-{escape(form_id)}"')
    return _words(html[start : html.find("</form>", start)]) if start >= 0 else {}


def _words(form: str) -> Mapping[str, str]:
    found = _FORM_DATA.search(form)
    try:
        texts = orjson.loads(unescape(found[1]))["words"] if found else {}
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return {}
    return {key: text for key, text in texts.items() if isinstance(text, str)}


def _error(tag: re.Match[str], errors: Mapping[str, str], words: Mapping[str, str]) -> str:
    code = errors.get(tag[1])
    if code is None:
        return tag[0]
    text = words.get(f"{tag[1]}.{code}") or words.get(
        "consentNeeded" if (tag[1], code) == ("consent", "missing") else code
    )
    return tag[0].replace(' hidden=""', "") + escape(text or MESSAGES[code])


def _first(typed: Typed, name: str) -> str:
    return next(iter(typed.get(name, ())), "")
