"""Visitors' routes of walls: pages, pictures, posts and reports."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from fastapi import File, Form, Request, UploadFile
from limits import parse
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from api.db.routing import ApiRouter
from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.state import CodesState
from api.domains.codes.codes.types import ResolvedCode
from api.domains.content.walls import pages
from api.domains.content.walls.dependencies import WallServiceDep, WallVisitor, WallVisitorDep
from api.domains.content.walls.posting import PostForm, PostingServiceDep, PostRefused
from api.domains.content.walls.service import wall_path
from api.domains.content.walls.state import WallsState
from api.domains.content.walls.visitor_repository import (
    PAGE,
    PublicWall,
    files_of,
    find_wall,
    shown_posts,
)
from api.domains.visits.visits.state import VisitsState
from api.kit import live
from api.kit.addresses import client_network
from api.kit.base_router import BaseRouter
from api.kit.errors import NotFound
from api.kit.process_state import ProcessState
from api.kit.stream_slots import LimitedStream
from api.objects.errors import ObjectNotFound
from api.objects.router import BOXED
from api.objects.store import objects_of
from api.rendering.rich_text.pages import notice
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.gate_query import (
    OUTCOME,
    address,
    outcome_in,
    preserved_query,
    seal,
)
from api.rendering.visitor_pages.pages import Notice

router = ApiRouter(tags=["walls"])
files = BaseRouter(tags=["walls"])

PER_ADDRESS = parse("1200 per minute")
PICTURES_PER_ADDRESS = parse("6000 per minute")
MAX_PAGE = 1_000
TYPED = "typed"
"""The query parameter with the values of a refused form."""

POSTED = "post"
"""The query parameter that names the picture that its visitor has just posted."""

_NAMES = {"small.webp": 0, "full.jpg": -1}


async def wall_page(request: Request) -> Response:
    """Show the wall with the form that adds a picture."""
    found = await _open(request)
    if isinstance(found, Response):
        return found
    wall, brand = found
    number = request.query_params.get("page", "1")
    page_number = (
        min(max(int(number), 1), MAX_PAGE) if number.isdecimal() and len(number) < 6 else 1
    )
    pool = VisitorDatabase.of(request).pool
    posts = await shown_posts(pool, wall.wall_id, PAGE + 1, (page_number - 1) * PAGE)
    entry = pages.outcome(request.query_params.get(OUTCOME, ""))
    scans = VisitsState.of(request).scans
    typed = outcome_in(request.url.query, scans.secret, wall.wall_id, scans.now(), name=TYPED)
    return pages.wall_page(
        wall,
        brand,
        posts[:PAGE],
        page_number=page_number,
        has_more=len(posts) > PAGE,
        message=entry,
        typed=typed if entry is not None and entry.is_problem else {},
        query=address("", _kept(request.url.query)),
        posted=request.query_params.get(POSTED, ""),
    )


async def live_page(request: Request) -> Response:
    """Show the wall for a large screen."""
    found = await _open(request)
    if isinstance(found, Response):
        return found
    wall, brand = found
    posts = await shown_posts(VisitorDatabase.of(request).pool, wall.wall_id)
    return pages.live_page(wall, brand, posts)


async def wall_events(request: Request) -> Response:
    """Stream the content of the wall as server-sent events whenever it changes."""
    found = await _open(request)
    if isinstance(found, Response):
        return found
    given = request.query_params.get("seconds", "")
    seconds = min(int(given), live.MAX_SECONDS) if given.isdecimal() and len(given) < 5 else 600
    result = live.changes(WallsState.of(request).live, found[0].wall_id, seconds)
    slots = ProcessState.of(request).visitor_streams
    return LimitedStream(result, slots.acquire(client_network(request), seconds))


async def wall_picture(request: Request) -> Response:
    """Serve a picture that is currently on the wall."""
    network = client_network(request)
    ProcessState.of(request).rate_limits.hit(PICTURES_PER_ADDRESS, "wall-picture", network)
    place = _NAMES.get(request.path_params["name"])
    if place is None:
        raise ObjectNotFound
    ids = (request.path_params["wall_id"], request.path_params["post_id"])
    stored = await files_of(VisitorDatabase.of(request).pool, *ids)
    if not stored:
        raise ObjectNotFound
    file = stored[place]
    objects = objects_of(ProcessState.of(request).settings)
    data = await run_in_threadpool(objects.read, str(file["key"]))
    headers = {**BOXED, "Cache-Control": "public, max-age=300"}
    return Response(data, media_type=str(file["media_type"]), headers=headers)


for _path, _endpoint in (
    ("/wall/{wall_id}/", wall_page),
    ("/wall/{wall_id}/live", live_page),
    ("/wall/{wall_id}/events", wall_events),
    ("/wall/{wall_id}/pictures/{post_id}/{name}", wall_picture),
):
    files.add_route(_path, _endpoint, methods=["GET", "HEAD"], include_in_schema=False)


async def _slash(request: Request) -> Response:
    where = wall_path(request.path_params["wall_id"])
    return RedirectResponse(address(where, preserved_query(request.url.query)), status_code=308)


files.add_route("/wall/{wall_id}", _slash, methods=["GET", "HEAD"], include_in_schema=False)


@router.post("/wall/{wall_id}/", status_code=303, response_class=Response)
def post_to_wall(
    wall_id: str,
    guest: WallVisitorDep,
    posting: PostingServiceDep,
    picture: Annotated[UploadFile | None, File()] = None,
    caption: Annotated[str, Form(max_length=200)] = "",
    author: Annotated[str, Form(max_length=60)] = "",
    consent: Annotated[str, Form(max_length=10)] = "",
    consent_shown: Annotated[str | None, Form(max_length=5_000)] = None,
) -> Response:
    """Store a visitor's picture from the form of a wall's page, and redirect there with the outcome."""
    wall = _wall(guest, wall_id)
    file = picture.file if picture is not None and picture.filename else None
    form = PostForm(file, _line(caption), _line(author), consent == "yes", consent_shown)
    try:
        outcome, post_id = posting.post(wall, form)
        return _back(guest, wall, outcome, post_id=post_id)
    except PostRefused as refused:
        typed = {"caption": form.caption, "author": form.author}
        return _back(guest, wall, refused.reason, typed)


@router.post("/wall/{wall_id}/report", status_code=303, response_class=Response)
def report_post(
    wall_id: str,
    guest: WallVisitorDep,
    walls: WallServiceDep,
    post_id: Annotated[str, Form(max_length=64)] = "",
) -> Response:
    """Store a visitor's report of a picture on the wall."""
    wall = _wall(guest, wall_id)
    guest.count_report()
    if guest.visit.verdict.is_human:
        guest.enter(wall)
        walls.report(wall.org_id, wall_id, _line(post_id), guest.visitor_id)
    return _back(guest, wall, "reported")


def _wall(guest: WallVisitor, wall_id: str) -> PublicWall:
    wall = guest.find(wall_id)
    if wall is None:
        raise NotFound("Wall not found.")
    return wall


def _back(
    guest: WallVisitor,
    wall: PublicWall,
    message: str,
    typed: Mapping[str, str] = MappingProxyType({}),
    post_id: str = "",
) -> Response:
    """Redirect to the wall with this message. Entered values are included encrypted, so that they are not readable in
    the browser's history.
    """
    given = {name: text for name, text in typed.items() if text}
    sealed = seal(guest.scans.secret, wall.wall_id, given, guest.now) if given else ""
    where = address(
        wall_path(wall.wall_id),
        _kept(guest.incoming.query),
        f"{OUTCOME}={message}",
        f"{POSTED}={post_id}" if post_id else "",
        f"{TYPED}={sealed}" if sealed else "",
    )
    headers = {"Location": where, "Cache-Control": "no-store"}
    return Response(status_code=303, headers=headers)


def _kept(query: str) -> str:
    """Return the parts of the address that are passed on from step to step, such as the language."""
    return preserved_query(query, "page", TYPED, POSTED)


def _line(text: str) -> str:
    return " ".join("".join(it if it.isprintable() else " " for it in text).split())


async def _open(request: Request) -> tuple[PublicWall, Brand] | Response:
    network = client_network(request)
    ProcessState.of(request).rate_limits.hit(PER_ADDRESS, "wall", network)
    wall = await find_wall(VisitorDatabase.of(request).pool, request.path_params["wall_id"])
    code: ResolvedCode | None = None
    if wall is not None:
        code = await CodesState.of(request).codes.find(wall.code_id)
    if wall is None or code is None:
        return notice(Notice.NO_WALL)
    return wall, code.brand
