"""Arrow datasets over tables of the lake, which read files with Arrow's own filesystems.

deltalake's default filesystem runs Python code in Arrow's I/O threads. `Scanner.to_reader` of pyarrow 26 does not release
the GIL, and DuckDB calls it when it scans a dataset. An I/O thread that needs the GIL while it holds a lock of the scan
would then block the whole process forever.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deltalake import DeltaTable

from warehouse.lake import LakeTable

if TYPE_CHECKING:
    import pyarrow.dataset as ds
    import pyarrow.fs as pafs


def dataset_of(table: LakeTable, handle: DeltaTable | None = None) -> "ds.Dataset":
    """Return the rows of a table's current version, or of the version of `handle`."""
    found: ds.Dataset = (handle or table.handle()).to_pyarrow_dataset(
        filesystem=filesystem_of(table)
    )
    return found


def filesystem_of(table: LakeTable) -> "pafs.FileSystem":
    """Return the filesystem whose root is the folder of the table."""
    import pyarrow.fs as pafs

    filesystem, folder = filesystem_at(table.url, table.storage_options)
    return pafs.SubTreeFileSystem(folder, filesystem)


def filesystem_at(url: str, storage_options: Mapping[str, str]) -> "tuple[pafs.FileSystem, str]":
    """Return the filesystem of a folder or of an S3 address, and its path in it."""
    import pyarrow.fs as pafs

    bucket_path = url.partition("://")[2]
    if not bucket_path:
        return pafs.LocalFileSystem(), url
    s3 = pafs.S3FileSystem(
        access_key=storage_options.get("AWS_ACCESS_KEY_ID"),
        secret_key=storage_options.get("AWS_SECRET_ACCESS_KEY"),
        region=storage_options.get("AWS_REGION"),
        endpoint_override=storage_options.get("AWS_ENDPOINT_URL"),
    )
    return s3, bucket_path
