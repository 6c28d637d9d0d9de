"""An S3 service on loopback: moto's S3 in a separate process.

Not on a thread: delta-rs holds the GIL while it waits for a response, so both would block. And not all of moto, which
determines the service of each request, a third of the response time.
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
    """The address of the service."""

    url: str

    @property
    def storage_options(self) -> dict[str, str]:
        """Return the options in the format of `Settings.storage_options`."""
        return {
            "AWS_REGION": REGION,
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ALLOW_HTTP": "true",
            "AWS_ACCESS_KEY_ID": KEY_ID,
            "AWS_SECRET_ACCESS_KEY": SECRET,
        }

    def client(self) -> Any:
        """Return boto3's own client."""
        return boto3.client(
            "s3",
            endpoint_url=self.url,
            aws_access_key_id=KEY_ID,
            aws_secret_access_key=SECRET,
            region_name=REGION,
        )

    def new_bucket(self) -> str:
        """Create an empty bucket and return its name."""
        name = f"test-{uuid.uuid4().hex[:16]}"
        self.client().create_bucket(
            Bucket=name, CreateBucketConfiguration={"LocationConstraint": REGION}
        )
        return name


@contextmanager
def running_s3(patience: float = 60) -> Iterator[S3]:
    """Run an empty service, which is stopped at the end."""
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
        # It contains nothing that is read later, and a graceful stop takes long on a busy machine.
        server.kill()
        server.wait(60)


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def serve(port: int) -> None:
    """Serve S3 requests at this port until the process ends."""
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
