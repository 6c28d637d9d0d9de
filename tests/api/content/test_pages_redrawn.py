"""Published pages rendered by another renderer are rendered again: they keep their version and their author."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
import structlog
from sqlalchemy import Engine
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.content.pages import rerendering
from api.domains.content.pages.errors import RendererMissing, RenderingFailed
from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.publishing import Publisher
from api.domains.content.pages.rendering import NodeRenderer, Rendered
from api.domains.content.pages.rerendering import SECONDS, Rerendering, rerender_outdated
from api.jobs.registry import SLOW_PERIODIC_TASKS
from runtime.settings import Settings
from tests.support.pages import PageMaker, PlainRenderer, heading
from tests.support.people import MakeMember, MakeOrg
from tests.support.waiting import eventually

NOW = datetime(2027, 3, 3, 12, tzinfo=UTC)


class Mended(PlainRenderer):
    """The renderer of the next release, which adds its own mark and fails on some pages."""

    def __init__(self, version: str = "mended", *broken: str) -> None:
        super().__init__()
        self.version = version
        self.broken = broken

    def render(self, request: dict[str, Any]) -> Rendered:
        drawn = super().render(request)
        if any(word in drawn.html for word in self.broken):
            raise RenderingFailed
        return replace(drawn, html=f"{drawn.html}<i>{self.version}</i>")


@dataclass
class Redraws:
    """A worker that rerenders published pages."""

    settings: Settings
    engine: Engine
    state: Rerendering

    def __call__(
        self,
        renderer: PlainRenderer | NodeRenderer,
        at: datetime = NOW,
        monotonic: Callable[[], float] = lambda: 0.0,
    ) -> int:
        publisher = Publisher(renderer)
        return rerender_outdated(self.settings, self.engine, at, publisher, self.state, monotonic)


@pytest.fixture
def redraws(api_settings: Settings) -> Iterator[Redraws]:
    engine = make_engine(api_settings)
    yield Redraws(api_settings, engine, Rerendering())
    engine.dispose()


def versions(pages: PageMaker, page_id: str) -> dict[str, Any]:
    """Return everything that its authors see of a page."""
    listed = pages.call("/v1/page-history", {"page_id": page_id})
    return {**listed, "page": pages.call("/v1/get-page", {"page_id": page_id})}


def test_page_from_another_renderer_is_rerendered_without_a_new_version(
    pages: PageMaker, visitor: TestClient, redraws: Redraws
) -> None:
    code_id, page_id = pages.published(heading("Hello"))
    pages.call("/v1/update-page", {"page_id": page_id, "name": "Mine"})
    before = versions(pages, page_id)
    draft = pages.page(heading("Nobody sees this"))
    eventually(lambda: "Hello" in visitor.get(f"/code/{code_id}").text)

    mended = Mended()
    counts = [redraws(it) for it in (pages.renderer, mended, mended, Mended())]

    assert counts == [0, 1, 0, 0]
    eventually(lambda: "<i>mended</i>" in visitor.get(f"/code/{code_id}").text)
    assert "Hello" in visitor.get(f"/code/{code_id}").text
    assert versions(pages, page_id) == before
    assert [it["page_id"] for it in mended.requests] == [page_id] != [draft]


def test_rerendering_stops_at_its_time_limit_and_a_restarted_worker_continues(
    pages: PageMaker, redraws: Redraws
) -> None:
    for number in range(3):
        pages.published(heading(f"Page {number}"))
    ticking = iter(range(0, 10_000, int(SECONDS) - 1))

    first = redraws(Mended(), monotonic=lambda: next(ticking))
    waiting = list(redraws.state.waiting)
    restarted = replace(redraws, state=Rerendering())

    assert (first, len(waiting)) == (1, 2)
    assert restarted(Mended()) == 2
    assert restarted(Mended()) == 0


def test_page_that_fails_to_render_stays_published_logs_the_error_and_is_retried_next_day(
    pages: PageMaker, visitor: TestClient, redraws: Redraws
) -> None:
    bad, bad_id = pages.published(heading("Broken"))
    good, _ = pages.published(heading("Fine"))

    with structlog.testing.capture_logs() as logs:
        drawn = redraws(Mended("mended", "Broken"))
    again = [redraws(Mended("mended"), NOW + timedelta(minutes=it)) for it in (1, 2)]

    lines = [it for it in logs if it["event"] == "published page could not be rerendered"]
    assert [(it["log_level"], it["page_id"]) for it in lines] == [("warning", bad_id)]
    assert (drawn, again) == (1, [0, 0])
    eventually(lambda: "<i>mended</i>" in visitor.get(f"/code/{good}").text)
    assert "<i>" not in visitor.get(f"/code/{bad}").text
    assert "Broken" in visitor.get(f"/code/{bad}").text
    assert redraws(Mended("mended"), NOW + timedelta(days=1)) == 1
    eventually(lambda: "<i>mended</i>" in visitor.get(f"/code/{bad}").text)


def test_pages_of_each_organisation_are_rendered_with_its_own_brand(
    client: TestClient,
    visitor: TestClient,
    make_org: MakeOrg,
    make_member: MakeMember,
    redraws: Redraws,
) -> None:
    admins = [make_member(make_org(), "admin") for _ in range(2)]
    for admin, cover in zip(admins, ("/media/one.webp", "/media/two.webp"), strict=True):
        look = {"brand": {"theme": {"cover": cover}}}
        client.post("/v1/update-organization", json=look, headers=admin.headers)
    makers = [PageMaker(client, admin.headers) for admin in admins]
    shown = [maker.published(heading("Hello"))[0] for maker in makers]
    mended = Mended()

    assert redraws(mended) == 2
    covers = {it["brand"]["cover_url"] for it in mended.requests}
    assert covers == {"/media/one.webp", "/media/two.webp"}
    eventually(
        lambda: all("<i>mended</i>" in visitor.get(f"/code/{it}").text for it in shown),
    )


def test_page_published_during_rerendering_is_not_replaced(
    pages: PageMaker, visitor: TestClient, redraws: Redraws
) -> None:
    code_id, page_id = pages.published(heading("Old words"))

    class Slow(Mended):
        def render(self, request: dict[str, Any]) -> Rendered:
            drawn = super().render(request)
            blocks = {"root": {"props": {"title": "New"}}, "content": [heading("New words")]}
            pages.call(
                "/v1/update-page", {"page_id": page_id, "blocks": blocks, "action": "publish"}
            )
            return drawn

    assert redraws(Slow()) == 0
    eventually(lambda: "New words" in visitor.get(f"/code/{code_id}").text)
    assert "<i>" not in visitor.get(f"/code/{code_id}").text


def test_without_renderer_all_pages_stay_unchanged(
    pages: PageMaker, redraws: Redraws, tmp_path: Path
) -> None:
    pages.published(heading("Hello"))

    assert redraws(NodeRenderer(tmp_path / "absent.js")) == 0
    with pytest.raises(RendererMissing):
        _ = NodeRenderer(tmp_path / "absent.js").version


@pytest.mark.skipif(not RENDERER.is_file(), reason="the web app was not built")
def test_real_renderer_repairs_a_page_published_by_an_older_renderer(
    pages: PageMaker, visitor: TestClient, redraws: Redraws, api_settings: Settings, tmp_path: Path
) -> None:
    code_id, _ = pages.published(heading("Hello"))
    with psycopg.connect(api_settings.database_url) as connection:  # as before renderings had names
        connection.execute("update page_versions set published = published - 'renderer'")
    real = NodeRenderer(RENDERER)
    copy = tmp_path / "render.js"
    copy.write_bytes(RENDERER.read_bytes())

    assert redraws(real) == 1
    eventually(lambda: 'class="wp-' in visitor.get(f"/code/{code_id}").text)
    assert "Hello" in visitor.get(f"/code/{code_id}").text
    assert (redraws(real), redraws(NodeRenderer(copy))) == (0, 0)
    copy.write_bytes(copy.read_bytes() + b"\n// mended\n")
    assert redraws(NodeRenderer(copy)) == 1
    assert rerendering.rerender_published in SLOW_PERIODIC_TASKS


def test_blocks_of_a_removed_kind_do_not_delay_other_pages(
    pages: PageMaker, redraws: Redraws, api_settings: Settings
) -> None:
    gone, _ = (pages.published(heading(it))[1] for it in ("Old", "New"))
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update page_versions set blocks = jsonb_set(blocks, '{content,0,type}', '\"Gone\"')"
            " where page_id = %s",
            [gone],
        )

    with structlog.testing.capture_logs() as logs:
        counts = [redraws(Mended()) for _ in range(2)]

    assert counts == [1, 0]
    kept = [it for it in logs if it["event"] == "published page could not be rerendered"]
    assert [it["page_id"] for it in kept] == [gone]
