"""Pictures from an OpenAI-compatible `/images/generations`."""

import base64
import binascii

import httpx2
import orjson
import structlog

from api.integrations.ports.image_generator import PictureUnavailable

SECONDS = 120.0
MAX_PICTURE = 10_000_000

log = structlog.get_logger(__name__)


class OpenAiImages:
    """Asks one address for one picture at a time. The key is sent there and appears nowhere else."""

    name = "openai"

    def __init__(
        self, *, base_url: str, api_key: str, model: str, seconds: float = SECONDS
    ) -> None:
        self._url = f"{base_url.rstrip('/')}/images/generations"
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self._model = model
        self._seconds = seconds

    def paint(self, prompt: str, seed: int) -> bytes:
        """A picture. These models take no seed, so each time it is another one."""
        del seed
        body = {"model": self._model, "prompt": prompt, "n": 1, "size": "1024x1024"}
        try:
            with httpx2.Client(timeout=self._seconds) as client:
                answer = client.post(self._url, headers=self._headers, json=body)
            answer.raise_for_status()
            picture = base64.b64decode(orjson.loads(answer.content)["data"][0]["b64_json"])
        except (
            httpx2.HTTPError,
            ValueError,
            KeyError,
            IndexError,
            TypeError,
            binascii.Error,
        ) as error:
            log.warning("the image model gave no picture", error=type(error).__name__)
            raise PictureUnavailable(type(error).__name__) from error
        if not 0 < len(picture) <= MAX_PICTURE:
            raise PictureUnavailable("no picture, or too large a one")
        return picture
