"""Parses the data of a page and reports exactly which part of it is wrong."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from api.domains.content.forms.definition import InputType, missing_first_divider
from api.domains.content.forms.limits import lacking_for_once
from api.domains.content.page_blocks.block_props import (
    BLOCKS,
    Button,
    Form,
    Game,
    Map,
    Notifications,
    Picture,
    Props,
    RootProps,
    Video,
    Vote,
    Wall,
    Wifi,
)
from api.domains.content.page_blocks.errors import invalid_page
from api.domains.content.page_blocks.links import ALLOW_PRIVATE
from api.domains.content.page_blocks.rich_text import clean_html
from api.kit.errors import FieldError
from api.kit.validation_messages import words_for

Model = TypeVar("Model", bound=BaseModel)

MAX_BLOCKS = 200
MAX_TRANSLATED = 10_000

_TRANSLATED = re.compile(r"([A-Za-z0-9_-]{1,64})((?:\.[A-Za-z0-9_-]{1,64}){1,6})\Z")
_NOT_TEXT = frozenset(
    {
        *("href", "url", "next_url", "poster_url", "picture_url", "success_picture_url"),
        *("preview_image", "id", "pass_template_id", "shop_product_id"),
    }
)
_MANY_LINES = frozenset(
    {"html", "consent_text", "success_text", "closed_text", "description", "terms", "address"}
)
_LINE_BREAKS = re.compile(r"\s*[\r\n\u2028\u2029]+\s*")


@dataclass(frozen=True, slots=True)
class PageData:
    """A fully validated page."""

    root: RootProps
    content: tuple[Props, ...]

    @property
    def forms(self) -> tuple[Form, ...]:
        """The page's forms, in order."""
        return tuple(block for block in self.content if isinstance(block, Form))

    @property
    def wall_ids(self) -> set[str]:
        """The IDs of the walls that it links to."""
        return {it.wall_id for it in self.content if isinstance(it, Wall) and it.wall_id}

    @property
    def notifications(self) -> tuple[Notifications, ...]:
        """Its blocks that ask for permission to send browser notifications, in order."""
        return tuple(it for it in self.content if isinstance(it, Notifications))

    def text(self, block_id: str, name: str, language: str, own: str) -> str:
        """Return a text of a block in a language, or `own` if it is not translated."""
        return self.root.translations.get(language, {}).get(f"{block_id}.{name}") or own

    @property
    def game_ids(self) -> set[str]:
        """The IDs of the games that it shows."""
        return {it.game_id for it in self.content if isinstance(it, Game) and it.game_id}

    def form(self, form_id: str | None) -> Form | None:
        """Return the form with this ID, or the first one if no ID is given."""
        return next((it for it in self.forms if form_id in (None, "", it.form_id)), None)

    @property
    def languages(self) -> tuple[str, ...]:
        """Its own language, followed by those into which it is translated."""
        return tuple(dict.fromkeys([self.root.language, *self.root.translations]))

    def for_strangers(self) -> "PageData":
        """Return the page without blocks for segments, because membership is known only where pages are shown."""
        shown = [it for it in self.content if it.for_segments is None]
        return replace(self, content=tuple(shown))

    def dump(self) -> dict[str, Any]:
        """Return the data as it is stored and sent."""
        return {
            "root": {"props": self.root.model_dump(mode="json", exclude_none=True)},
            "content": [
                {"type": type(it).__name__, "props": it.model_dump(mode="json", exclude_none=True)}
                for it in self.content
            ],
        }


EMPTY: dict[str, Any] = {"root": {"props": {}}, "content": []}


def read_page(data: Any, *, may_be_private: bool = False) -> PageData:
    """Validate a page's data. Raises Invalid, which names each part that is wrong."""
    if not isinstance(data, dict):
        raise _wrong("blocks", "must be the data of a page", "dict_type")
    unknown = sorted(set(data) - {"root", "content", "zones"})
    if unknown:
        raise _wrong(f"blocks.{unknown[0]}", "is not part of a page", "extra_forbidden")
    if data.get("zones"):
        raise _wrong("blocks.zones", "are not used; put blocks into content", "extra_forbidden")
    content = data.get("content", [])
    if not isinstance(content, list):
        raise _wrong("blocks.content", "must be a list of blocks", "list_type")
    if len(content) > MAX_BLOCKS:
        raise _wrong("blocks.content", f"has more than {MAX_BLOCKS} blocks", "too_long")
    context = {ALLOW_PRIVATE: may_be_private}
    problems: list[FieldError] = []
    root = _root(data.get("root"), context, problems)
    blocks = [
        _block(item, f"blocks.content[{index}]", context, problems)
        for index, item in enumerate(content)
    ]
    if not problems:
        page = PageData(root, tuple(block for block in blocks if block is not None))
        problems += _between(page)
        _translate(page, problems)
    if problems:
        raise invalid_page(problems)
    return page


def headless(page: PageData, stored: Any = None) -> list[FieldError]:
    """Return the errors of forms that do not begin with their page divider, except those that were already stored
    without it.

    Only new data is checked for this, so that stored data stays readable.
    """
    found = [
        (block.form_id, f"blocks.content[{index}].props.fields{problem[0]}", problem[1])
        for index, block in enumerate(page.content)
        if isinstance(block, Form) and (problem := missing_first_divider(block.fields))
    ]
    if not found or stored is None:
        return [_problem(place, message, "page_divider") for _, place, message in found]
    earlier = read_page(stored, may_be_private=True).forms
    let_be = {form.form_id for form in earlier if missing_first_divider(form.fields)}
    return [
        _problem(place, message, "page_divider")
        for form_id, place, message in found
        if form_id not in let_be
    ]


def unfinished(
    page: PageData,
    *,
    has_code: bool = True,
    walls: Collection[str] = (),
    games: Collection[str] = (),
    can_confirm: bool = True,
) -> list[FieldError]:
    """Return what a page still lacks before visitors may see it. Votes are counted by code.

    `walls` and `games` are those on the page that the organisation has. `can_confirm` is whether text messages can be
    sent.
    """
    if not page.content:
        return [_problem("blocks.content", "is empty; add a block first", "missing")]
    return (
        [
            _problem(
                f"blocks.content[{index}].props.{name}",
                _NEEDED.get(name, "is required before publishing"),
                "missing",
            )
            for index, block in enumerate(page.content)
            for name in _lacking(block)
        ]
        + [
            _problem(
                f"blocks.content[{index}].props.once_by",
                f"needs a question for the {lacking} that must be answered by everybody",
                "missing",
            )
            for index, block in enumerate(page.content)
            if isinstance(block, Form) and (lacking := lacking_for_once(block.fields, block))
        ]
        + [
            _problem(
                f"blocks.content[{index}].props.poll_id",
                "needs a code that shows this page, because votes are counted per code",
                "missing",
            )
            for index, block in enumerate(page.content)
            if isinstance(block, Vote) and not has_code
        ]
        + [
            _problem(
                f"blocks.content[{index}].props.wall_id",
                "is not one of your walls; choose an existing one",
                "unknown_wall",
            )
            for index, block in enumerate(page.content)
            if isinstance(block, Wall) and block.wall_id and block.wall_id not in walls
        ]
        + [
            _problem(
                f"blocks.content[{index}].props.game_id",
                "is not one of your games; choose an existing one",
                "unknown_game",
            )
            for index, block in enumerate(page.content)
            if isinstance(block, Game) and block.game_id and block.game_id not in games
        ]
        + [
            _problem(
                f"blocks.content[{index}].props.fields[{at}].confirm",
                "needs a text message provider, and none is set up",
                "no_provider",
            )
            for index, block in enumerate(page.content)
            for at, field in enumerate(block.fields if isinstance(block, Form) else ())
            if field.confirm and not can_confirm
        ]
    )


LEAST_PASSWORD = {"WPA": 8, "WEP": 1, "nopass": 0}
"""Minimum length of a network's password in characters."""
_NEEDED = {
    "password": "is required before publishing: 8 to 63 letters with WPA",
    "text": "is required before publishing: say what the notifications are about and how often they come",
    "address": "is required before publishing, or latitude and longitude",
    "wall_id": "is required before publishing; choose one of your walls",
    "game_id": "is required before publishing; choose one of your games",
}


def _lacking(block: Props) -> Iterator[str]:
    match block:
        case Button():
            yield from (name for name in ("label", "href") if not getattr(block, name))
        case Picture() | Video() if not block.url:
            yield "url"
        case Form() if all(it.input_type is InputType.PAGE_DIVIDER for it in block.fields):
            yield "fields"
        case Vote() if len(block.choices) < 2:
            yield "choices"
        case Wall() if not block.wall_id:
            yield "wall_id"
        case Game() if not block.game_id:
            yield "game_id"
        case Notifications() if not block.text.strip():
            yield "text"
        case Wifi():
            if not block.ssid.strip():
                yield "ssid"
            if len(block.password) < LEAST_PASSWORD[block.security]:
                yield "password"
        case Map() if not block.address.strip() and None in (block.latitude, block.longitude):
            yield "address"


def _root(value: Any, context: dict[str, Any], problems: list[FieldError]) -> RootProps:
    props = value.get("props", {}) if isinstance(value, dict) else {} if value is None else value
    read = _validated(RootProps, props, "blocks.root.props", context, problems)
    return read or RootProps()


def _block(
    value: Any, place: str, context: dict[str, Any], problems: list[FieldError]
) -> Props | None:
    if not isinstance(value, dict):
        problems.append(_problem(place, "must be a block", "dict_type"))
        return None
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in BLOCKS:
        problems.append(_problem(f"{place}.type", "is not a block type", "unknown_block"))
        return None
    return _validated(BLOCKS[kind], value.get("props"), f"{place}.props", context, problems)


def _validated(
    model: type[Model],
    value: Any,
    place: str,
    context: dict[str, Any],
    problems: list[FieldError],
) -> Model | None:
    try:
        return model.model_validate(value, context=context)
    except ValidationError as error:
        problems.extend(
            _problem(place + _path(found["loc"]), words_for(found), str(found["type"]))
            for found in error.errors(include_url=False, include_input=False)
        )
        return None


def _path(loc: tuple[int | str, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc)


def _between(page: PageData) -> Iterator[FieldError]:
    """Yield errors that involve more than one block."""
    ids: set[str] = set()
    forms: set[str] = set()
    polls: set[str] = set()
    for index, block in enumerate(page.content):
        if block.id in ids or block.id == "root":
            place = f"blocks.content[{index}].props.id"
            yield _problem(place, "is the id of another block", "not_unique")
        ids.add(block.id)
        if isinstance(block, Form):
            if block.form_id in forms:
                place = f"blocks.content[{index}].props.form_id"
                yield _problem(place, "is the id of another form", "not_unique")
            forms.add(block.form_id)
        if isinstance(block, Vote):
            if block.poll_id in polls:
                place = f"blocks.content[{index}].props.poll_id"
                yield _problem(place, "is the id of another poll", "not_unique")
            polls.add(block.poll_id)


def _translate(page: PageData, problems: list[FieldError]) -> None:
    """Check translations, sanitise those of rich text, and reduce single-line ones to one line.

    Translations of removed blocks are dropped.
    """
    ids = {"root", *(block.id for block in page.content)}
    for language, texts in page.root.translations.items():
        for key in list(texts):
            place = f"blocks.root.props.translations.{language}"
            named = _TRANSLATED.match(key)
            prop = named[2].rpartition(".")[2] if named else ""
            if named is None or prop in _NOT_TEXT:
                problems.append(_problem(place, f"{key[:80]} is no text of a block", "not_text"))
            elif len(texts[key]) > MAX_TRANSLATED:
                problems.append(_problem(place, f"{key[:80]} is too long", "too_long"))
            elif named[1] not in ids:
                del texts[key]
            elif prop == "html":
                texts[key] = clean_html(texts[key])
            elif prop not in _MANY_LINES and _LINE_BREAKS.search(texts[key]):
                texts[key] = _LINE_BREAKS.sub(" ", texts[key]).strip()


def _problem(field: str, message: str, code: str) -> FieldError:
    return FieldError(field=field, message=message, code=code)


def _wrong(field: str, message: str, code: str) -> Exception:
    return invalid_page([_problem(field, message, code)])
