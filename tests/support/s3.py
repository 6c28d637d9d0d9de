"""An S3 service on loopback: moto in a process of its own.

Not on a thread: delta-rs keeps Python's lock while it waits for an answer, so both would stand still.
"""

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
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + patience
        while not _accepts(port):
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the S3 service of the tests did not come up")
            time.sleep(0.05)
        yield S3(f"http://127.0.0.1:{port}")
    finally:
        server.terminate()
        server.wait(10)


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
