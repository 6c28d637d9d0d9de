"""Brings passes at Google up to date: classes first, then the objects that refer to them."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import orjson

from api.integrations.ports.wallet_objects import (
    Answer,
    Request,
    Resource,
    WalletObjects,
    WalletProblem,
)
from api.rendering.wallet.google_json import Document, GooglePass, as_patch


@dataclass(frozen=True, slots=True)
class Wanted:
    """A pass as Google should have it, and what is known of Google's current copy."""

    made: GooglePass
    is_known: bool
    class_digest: str | None

    @property
    def digest(self) -> str:
        """Return the digest of its class."""
        return digest_of(self.made.class_document)


def digest_of(document: Document) -> str:
    """Return a digest that shows whether a document is the same as the one that was sent before."""
    return hashlib.sha256(orjson.dumps(document, option=orjson.OPT_SORT_KEYS)).hexdigest()


def keep(wallet: WalletObjects, wanted: Sequence[Wanted]) -> list[Answer]:
    """Bring passes at Google up to date, whatever Google had before. Repeating it changes nothing.

    Raises:
        WalletUnavailable: Google could not be reached. Some passes may have been updated.
    """
    classes = _put(
        wallet,
        [(_class_of(it), it.class_digest is not None) for it in wanted],
        is_needed=lambda index: wanted[index].class_digest != wanted[index].digest,
    )
    objects = _put(
        wallet,
        [(_object_of(it), it.is_known) for it in wanted],
        is_needed=lambda index: classes[index].problem is None,
    )
    return [
        object_answer if class_answer.problem is None else class_answer
        for class_answer, object_answer in zip(classes, objects, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Thing:
    resource: Resource
    kind: str
    id: str
    document: Document
    patch: Document


def _class_of(wanted: Wanted) -> _Thing:
    made = wanted.made
    document = made.class_document
    patch = as_patch(made.kind, document, of_class=True)
    return _Thing("class", made.kind, document["id"], document, patch)


def _object_of(wanted: Wanted) -> _Thing:
    made = wanted.made
    document = made.object_document
    patch = as_patch(made.kind, document, of_class=False)
    return _Thing("object", made.kind, document["id"], document, patch)


_NOT_ASKED = Answer({})


def _put(
    wallet: WalletObjects,
    things: Sequence[tuple[_Thing, bool]],
    *,
    is_needed: Callable[[int], bool],
) -> list[Answer]:
    """Insert or patch, depending on whether the resource is believed to exist, and the other way round if that was
    wrong.
    """
    answers = [_NOT_ASKED] * len(things)
    asked = [index for index in range(len(things)) if is_needed(index)]
    first = [_request(*things[index]) for index in asked]
    for index, answer in zip(asked, wallet.do(first) if first else [], strict=True):
        answers[index] = answer
    wrong = [
        index
        for index in asked
        if answers[index].problem in (WalletProblem.MISSING, WalletProblem.EXISTS)
    ]
    second = [_request(things[index][0], not things[index][1]) for index in wrong]
    for index, answer in zip(wrong, wallet.do(second) if second else [], strict=True):
        answers[index] = answer
    return answers


def _request(thing: _Thing, is_there: bool) -> Request:
    if is_there:
        return Request("patch", thing.resource, thing.kind, thing.id, thing.patch)
    return Request("insert", thing.resource, thing.kind, thing.id, thing.document)
