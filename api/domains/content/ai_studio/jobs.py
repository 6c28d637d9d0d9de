"""Creates the pictures of one request, one after another, and offers those that can be read."""

from typing import Any

from api.domains.content.ai_studio import generation
from api.domains.content.ai_studio.art.color import Pixels
from api.domains.content.ai_studio.art.styles import chosen_style
from api.domains.content.ai_studio.composition import Symbol, plain, symbol_of
from api.domains.content.ai_studio.models import AiPicture
from api.domains.content.ai_studio.provider_prompt import wording
from api.domains.content.ai_studio.repository import AiPictureRepository
from api.domains.content.ai_studio.service import MAKE
from api.domains.content.ai_studio.types import Style
from api.domains.content.media_library import pictures
from api.domains.content.media_library.errors import MediaNotFound
from api.domains.content.media_library.service import UploadService
from api.integrations.image_generator import image_generator
from api.integrations.ports.image_generator import (
    LASTING,
    ImageGenerator,
    NoPicture,
    PictureUnavailable,
    PlainCode,
    TakesCode,
)
from api.jobs.registry import JobContext, JobFailed, job
from api.kit.errors import ApiError
from api.kit.ids import new_id
from api.objects.store import objects_of

BUILT_IN = "built-in"


@job(MAKE)
def make_pictures(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Create the missing pictures. A job that runs again continues where it stopped."""
    prompt, content, count = str(args["prompt"]), str(args["content"]), int(args["count"])
    wanted = Style(args["style"])
    symbol = symbol_of(content)
    photo = _photo(context, args.get("media_id"))
    painter = image_generator(context.settings, context.wait) if wanted is Style.AUTO else None
    offered = refused = fallbacks = 0
    why: NoPicture | None = None
    for number, seed in enumerate(generation.seeds(args["seed"], prompt, context.job_id, count), 1):
        with context.session() as session:
            is_there = AiPictureRepository(session).find(context.org_id, context.job_id, number)
        if is_there is None:
            style = chosen_style(prompt, wanted, number - 1)
            made, source = None, BUILT_IN
            if painter is not None and why not in LASTING:
                try:
                    made = _painted(painter, prompt, seed, content, symbol)
                    source, style = painter.name, Style.AUTO
                except PictureUnavailable as error:
                    why = error.why
            fallbacks += painter is not None and made is None
            if made is None:
                art = _own_art(photo, prompt, style, seed, symbol.side)
                made = generation.make(*art, content)
            if made is None:
                refused += 1
            else:
                row = AiPicture(
                    job_id=context.job_id,
                    number=number,
                    org_id=context.org_id,
                    content=content,
                    prompt=prompt,
                    style=style.value,
                    seed=seed,
                    source=source,
                    grip=made.grip,
                )
                _keep(context, row, made)
                offered += 1
        else:
            offered += 1
        context.progress(number, count)
    if not offered:
        raise JobFailed("None of the pictures could be scanned. Try another style or prompt.")
    result = {"offered": offered, "refused": refused, "fallbacks": fallbacks}
    return {**result, **({"why": why.value} if why is not None else {})}


def _painted(
    painter: ImageGenerator, prompt: str, seed: int, content: str, symbol: Symbol
) -> generation.StudioPicture:
    """Return the provider's picture with the code in it. Raises PictureUnavailable, in which case built-in art
    is used.
    """
    takes = painter.takes_code
    code = PlainCode(content, plain(symbol))
    data = painter.paint(wording(prompt, takes), seed, code)
    try:
        checked = pictures.encode(pictures.decode(data, symbol.side * 2), ())
    except ApiError as error:
        raise PictureUnavailable(error.code) from error
    file = checked.files[-1].data
    made = generation.as_painted(file, content) if takes is not TakesCode.NO else None
    if made is None and takes is not TakesCode.CONTENT:
        made = generation.make(*generation.photo_art(file, symbol.side), content)
    if made is None:
        raise PictureUnavailable("no reader reads it", NoPicture.UNREADABLE)
    return made


def _own_art(
    photo: bytes | None, prompt: str, style: Style, seed: int, side: int
) -> tuple[Pixels, Pixels]:
    if photo is None:
        return generation.built_in_art(prompt, style, seed, side)
    return (generation.halftone_art if style is Style.HALFTONE else generation.photo_art)(
        photo, side
    )


def _photo(context: JobContext, media_id: str | None) -> bytes | None:
    if media_id is None:
        return None
    objects = objects_of(context.settings)
    try:
        with context.session() as session:
            uploads = UploadService(session, objects, context.now(), new_id)
            media = uploads.get(context.org_id, media_id)
    except MediaNotFound as missing:
        raise JobFailed(missing.message) from missing
    return objects.read(str(media.files[-1]["key"]))


def _keep(context: JobContext, row: AiPicture, made: generation.StudioPicture) -> None:
    now = context.now()
    with context.session() as session:
        uploads = UploadService(session, objects_of(context.settings), now, new_id)
        media = uploads.keep(
            context.org_id, context.created_by, row.prompt[:80] or "AI picture", made.encoded, "ai"
        )
        row.media_id, row.created_at = media.media_id, now
        AiPictureRepository(session).add(row)
