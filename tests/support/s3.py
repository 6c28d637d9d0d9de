"""An S3 service on loopback: moto's S3 in a process of its own.

Not on a thread: delta-rs keeps Python's lock while it waits for an answer, so both would stand still. And not all of
moto, which looks at each request for the service that is meant, a third of the time of an answer.
"""

import logging
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import boto3

from runtime.embedded.process import free_port

REGION = "us-east-2"
KEY_ID, SECRET = "test-key", "test-secret"


@dataclass(frozen=True)
class S3:
    """Where the service listens."""

    url: str

    @property
    def storage_options(self) -> dict[str, str]:
        """As `Settings.storage_options` spells them."""
        return {
            "AWS_REGION": REGION,
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ALLOW_HTTP": "true",
            "AWS_ACCESS_KEY_ID": KEY_ID,
            "AWS_SECRET_ACCESS_KEY": SECRET,
        }

    def client(self) -> Any:
        """boto3's own client."""
        return boto3.client(
            "s3",
            endpoint_url=self.url,
            aws_access_key_id=KEY_ID,
            aws_secret_access_key=SECRET,
            region_name=REGION,
        )

    def new_bucket(self) -> str:
        """Make an empty bucket and give its name."""
        name = f"test-{uuid.uuid4().hex[:16]}"
        self.client().create_bucket(
            Bucket=name, CreateBucketConfiguration={"LocationConstraint": REGION}
        )
        return name


@contextmanager
def running_s3(patience: float = 60) -> Iterator[S3]:
    """A service with nothing in it, stopped at the end."""
    port = free_port()
    command = [sys.executable, "-m", "tests.support.s3", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + patience
        while not _accepts(port):
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the S3 service of the tests did not come up")
            time.sleep(0.05)
        yield S3(f"http://127.0.0.1:{port}")
    finally:
        # It holds nothing that anybody reads later, and ends in its own time when the machine is busy.
        server.kill()
        server.wait(60)


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def serve(port: int) -> None:
    """Answer S3's requests at this port until the process is ended."""
    from moto.moto_server.werkzeug_app import MotoRequestHandler, create_backend_app
    from werkzeug.serving import run_simple

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    run_simple(
        "127.0.0.1",
        port,
        create_backend_app("s3"),
        threaded=True,
        request_handler=MotoRequestHandler,
    )


if __name__ == "__main__":
    serve(int(sys.argv[1]))
