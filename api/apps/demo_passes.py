"""Makes the demonstration's passes: templates with drawn pictures, passes on phones, a change and a message."""

from collections.abc import Sequence

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
from runtime.demo import harbor_passes

MADE = 45
"""So many days ago the templates were published."""


def make_passes(moments: DemoMoments, customer_ids: Sequence[str]) -> None:
    """Templates, passes of these customers, and what was changed of them. Jobs do the last."""
    published = moments.ago(MADE)
    templates = templates_of(moments.session, moments.settings, published)
    for number, (name, content) in enumerate(harbor_passes.TEMPLATES.items()):
        draft = SavePassTemplate.model_validate(
            {"name": name, "content": {**content, "pictures": _pictures(moments, name)}}
        )
        template_id = templates.save(moments.me, draft).template_id
        templates.publish(moments.me, template_id, None)
        _give(moments, template_id, customer_ids[: harbor_passes.HOLDERS[name]], number)
    _update(moments)


def _pictures(moments: DemoMoments, name: str) -> dict[str, dict[str, str]]:
    drawn = {"icon": demo_pictures.harbor_logo(), "strip": demo_pictures.strip_of(name)}
    return {slot: {"media_id": _kept(moments, f"{name}: {slot}", it)} for slot, it in drawn.items()}


def _kept(moments: DemoMoments, name: str, picture: Image.Image) -> str:
    uploads = UploadService(
        moments.session, objects_of(moments.settings), moments.ago(MADE), new_id
    )
    kept = uploads.keep(
        moments.me.org_id, moments.me.caller_id, name, encode(picture, ()), "upload"
    )
    return kept.media_id


def _give(
    moments: DemoMoments, template_id: str, customer_ids: Sequence[str], template: int
) -> None:
    """Passes of some weeks: most are on a phone, some were removed again."""
    for number, customer_id in enumerate(customer_ids):
        at = moments.ago(MADE - 1 - 2 * number, 9 * 60 + 13 * number)
        maker = pass_maker_of(moments.session, moments.settings, at)
        values = {"table": str(number % 4 + 1)}
        body = CreateFromTemplate(template_id=template_id, customer_id=customer_id, values=values)
        made = maker.create(moments.me, body)
        if number % harbor_passes.WITHOUT_PHONE == harbor_passes.WITHOUT_PHONE - 1:
            continue
        phone = f"demo-phone-{template}-{number}"
        passes = passes_of(moments.session, moments.settings, at)
        row = passes.get_row(moments.me.org_id, made.pass_id)
        passes.tell(row, "downloaded")
        passes.register(row, phone, uuid4().hex)
        passes.note_fetch(row)
        passes.tell(row, "fetched")
        if number % harbor_passes.REMOVED == harbor_passes.REMOVED - 1:
            later = passes_of(moments.session, moments.settings, moments.ago(max(1, number)))
            later.unregister(row, phone)


def _update(moments: DemoMoments) -> None:
    """A new offer for everybody, and a message that is sent tomorrow."""
    jobs = Jobs(moments.session, moments.now)
    updates = PassUpdateService(moments.session, jobs, moments.now, new_id)
    updates.start(moments.me, StartPassUpdate(field_key="offer", value=harbor_passes.NEW_OFFER))
    tomorrow = moments.ago(-1, 10 * 60)
    updates.send(moments.me, SendPush(message=harbor_passes.MESSAGE, send_at=tomorrow))
