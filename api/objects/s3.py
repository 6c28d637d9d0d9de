"""Objects in an S3 bucket, under `objects/`, beside the lake."""

from typing import Any, BinaryIO, Literal, Self, cast

from api.objects.errors import ObjectNotFound
from api.objects.keys import checked_key, disposition
from api.objects.types import SIGNED_SECONDS, ObjectInfo
from runtime.settings import Settings

PREFIX = "objects/"
_ABSENT = frozenset({"NoSuchKey", "404", "NotFound"})


class S3Objects:
    """Objects of one bucket, through boto3. `links` signs URLs for browsers, which may reach S3 under a different name
    than we do. The name is part of the signature.
    """

    def __init__(self, client: Any, bucket: str, links: Any = None) -> None:
        self._client = client
        self._bucket = bucket
        self._links = links or client

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        """Return the store for the bucket in the settings. Credentials that are not set are left to boto3."""
        endpoint, public = settings.s3_endpoint_url, settings.s3_public_url
        links = cls._client_at(public, settings) if public else None
        return cls(cls._client_at(endpoint, settings), settings.s3_bucket or "", links)

    @staticmethod
    def _client_at(endpoint: str | None, settings: Settings) -> Any:
        import boto3
        from botocore.config import Config

        key_id, secret = settings.s3_access_key_id, settings.s3_secret_access_key
        return boto3.client(
            "s3",
            endpoint_url=endpoint,
            region_name=settings.s3_region,
            aws_access_key_id=key_id.get_secret_value() if key_id else None,
            aws_secret_access_key=secret.get_secret_value() if secret else None,
            config=Config(
                signature_version="s3v4",
                s3={"addressing_style": "path" if endpoint else "virtual"},
                # other S3 implementations do not support the checksums that boto3 adds by default
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
                connect_timeout=5,
                read_timeout=30,
                retries={"max_attempts": 3, "mode": "standard"},
            ),
        )

    def put(self, key: str, data: bytes | BinaryIO, media_type: str) -> None:
        """Store a file, replacing an existing one."""
        place = self._place(key)
        if isinstance(data, bytes):
            self._client.put_object(**place, Body=data, ContentType=media_type)
        else:
            self._client.upload_fileobj(
                data, place["Bucket"], place["Key"], ExtraArgs={"ContentType": media_type}
            )

    def read(self, key: str) -> bytes:
        """Return all bytes of a file."""
        with self.open(key) as stream:
            return stream.read()

    def open(self, key: str) -> BinaryIO:
        """Return a stream of a file's bytes."""
        from botocore.exceptions import ClientError

        try:
            return cast(BinaryIO, self._client.get_object(**self._place(key))["Body"])
        except ClientError as error:
            raise _translated(error) from error

    def find(self, key: str) -> ObjectInfo | None:
        """Return the size and type of a file, or None if there is none."""
        from botocore.exceptions import ClientError

        try:
            head = self._client.head_object(**self._place(key))
        except ClientError as error:
            if isinstance(_translated(error), ObjectNotFound):
                return None
            raise
        return ObjectInfo(head["ContentLength"], head["ContentType"], head["LastModified"])

    def delete(self, key: str) -> None:
        """Remove a file."""
        self._client.delete_object(**self._place(key))

    def keys(self, prefix: str) -> list[str]:
        """Return every key that begins with `prefix`."""
        checked_key(f"{prefix}any")
        pages = self._client.get_paginator("list_objects_v2").paginate(
            Bucket=self._bucket, Prefix=PREFIX + prefix
        )
        return [
            str(found["Key"]).removeprefix(PREFIX)
            for page in pages
            for found in page.get("Contents", ())
        ]

    def signed_url(
        self,
        key: str,
        method: Literal["GET", "PUT"] = "GET",
        seconds: int = SIGNED_SECONDS,
        filename: str | None = None,
        *,
        media_type: str | None = None,
        size: int | None = None,
    ) -> str:
        """Return a URL of S3 for this file. Type and length of an upload are part of the signature."""
        parameters: dict[str, Any] = dict(self._place(key))
        if method == "PUT":
            if media_type is None or size is None:
                raise ValueError("an address for writing needs media_type and size")
            parameters |= {"ContentType": media_type, "ContentLength": size}
        elif filename is not None:
            parameters["ResponseContentDisposition"] = disposition(filename)
        call = {"GET": "get_object", "PUT": "put_object"}[method]
        url = self._links.generate_presigned_url(call, Params=parameters, ExpiresIn=seconds)
        return str(url)

    def _place(self, key: str) -> dict[str, str]:
        return {"Bucket": self._bucket, "Key": PREFIX + checked_key(key)}


def _translated(error: Any) -> Exception:
    absent = error.response.get("Error", {}).get("Code") in _ABSENT
    return ObjectNotFound() if absent else cast(Exception, error)
