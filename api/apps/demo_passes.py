"""Creates the demonstration's passes: templates with generated pictures, passes on phones, a change and a message."""

from collections.abc import Callable, Mapping, Sequence

from PIL import Image
from uuid_utils.compat import uuid4

from api.apps import demo_pictures
from api.apps.demo_moments import DemoMoments
from api.domains.content.media_library.pictures import encode
from api.domains.content.media_library.service import UploadService
from api.domains.wallet.pass_templates.dependencies import pass_maker_of, templates_of
from api.domains.wallet.pass_templates.schemas import (
    CreateFromTemplate,
    SavePassTemplate,
)
from api.domains.wallet.pass_updates.schemas import SendPush, StartPassUpdate
from api.domains.wallet.pass_updates.service import PassUpdateService
from api.domains.wallet.passes.dependencies import passes_of
from api.jobs.queue import Jobs
from api.kit.ids import new_id
from api.objects.store import objects_of
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.loyalty import DemoPasses
from runtime.demo.northwind_books import NORTHWIND_BOOKS

MADE = 45
"""Days since the templates were published."""


_DRAWN: Mapping[str, tuple[Callable[[], Image.Image], Callable[[str], Image.Image]]] = {
    HARBOR_COFFEE.org_id: (demo_pictures.harbor_logo, demo_pictures.harbor_strip),
    NORTHWIND_BOOKS.org_id: (demo_pictures.northwind_logo, demo_pictures.northwind_strip),
}
"""Pictures on an organisation's passes: its logo, and the picture of each template by its name."""


def make_passes(moments: DemoMoments, demo: DemoPasses, customer_ids: Sequence[str]) -> None:
    """Create templates, passes for these customers, and changes to the passes, which jobs carry out."""
    published = moments.ago(MADE)
    templates = templates_of(moments.session, moments.settings, published)
    logo, strip = _DRAWN[moments.me.org_id]
    icon = _kept(moments, "Passes: icon", logo())
    for number, (name, content) in enumerate(demo.templates.items()):
        pictures = {"icon": icon, "strip": _kept(moments, f"{name}: strip", strip(name))}
        draft = SavePassTemplate.model_validate(
            {"name": name, "content": {**content, "pictures": pictures}}
        )
        template_id = templates.save(moments.me, draft).template_id
        templates.publish(moments.me, template_id, None)
        _give(moments, demo, template_id, customer_ids[: demo.holders[name]], number)
    _update(moments, demo)


def _kept(moments: DemoMoments, name: str, picture: Image.Image) -> dict[str, str]:
    uploads = UploadService(
        moments.session, objects_of(moments.settings), moments.ago(MADE), new_id
    )
    kept = uploads.keep(
        moments.me.org_id, moments.me.caller_id, name, encode(picture, ()), "upload"
    )
    return {"media_id": kept.media_id}


def _give(
    moments: DemoMoments,
    demo: DemoPasses,
    template_id: str,
    customer_ids: Sequence[str],
    template: int,
) -> None:
    """Create passes over several weeks. Most are on a phone, and some were removed again."""
    for number, customer_id in enumerate(customer_ids):
        at = moments.ago(MADE - 1 - 2 * number, 9 * 60 + 13 * number)
        maker = pass_maker_of(moments.session, moments.settings, at)
        values = dict(demo.rows[number % len(demo.rows)])
        body = CreateFromTemplate(template_id=template_id, customer_id=customer_id, values=values)
        made = maker.create(moments.me, body)
        if number % demo.without_phone == demo.without_phone - 1:
            continue
        phone = f"demo-phone-{moments.me.org_id}-{template}-{number}"
        passes = passes_of(moments.session, moments.settings, at)
        row = passes.get_row(moments.me.org_id, made.pass_id)
        passes.tell(row, "downloaded")
        passes.register(row, phone, uuid4().hex)
        passes.note_fetch(row)
        passes.tell(row, "fetched")
        if number % demo.removed == demo.removed - 1:
            later = passes_of(moments.session, moments.settings, moments.ago(max(1, number)))
            later.unregister(row, phone)


def _update(moments: DemoMoments, demo: DemoPasses) -> None:
    """Change a text for everyone, and schedule a message for tomorrow."""
    jobs = Jobs(moments.session, moments.now)
    updates = PassUpdateService(moments.session, jobs, moments.now, new_id)
    change = StartPassUpdate(field_key=demo.changed_field, value=demo.new_value)
    updates.start(moments.me, change)
    tomorrow = moments.ago(-1, 10 * 60)
    updates.send(moments.me, SendPush(message=demo.message, send_at=tomorrow))
