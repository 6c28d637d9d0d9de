"""Files with customers: encrypted while they wait, recognised by their first bytes, and read row by row."""

import csv
import hmac
import io
import os
import struct
from codecs import getincrementaldecoder
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from api.domains.people.customer_imports.errors import WrongFile
from api.domains.people.customer_imports.types import MAX_BYTES, MAX_COLUMNS

CHUNK = 256 * 1024
HEAD = 64 * 1024
"""Number of bytes from which encoding and delimiter are recognised."""
SAMPLES = 3
MAX_CELL = 10_000
MAX_HEADER = 100
MAX_ROW = 1_000_000
"""Maximum number of characters in one row."""
DELIMITERS = (",", ";", "\t", "|")
_NONCE = 12
_FRAME = struct.Struct(">I")
_OTHER_FILES = {
    b"PK\x03\x04": "is an Excel workbook or an archive; save it as CSV first",
    b"\xd0\xcf\x11\xe0": "is an Excel workbook; save it as CSV first",
    b"%PDF": "is a PDF document, not a CSV file",
    b"\x89PNG": "is a picture, not a CSV file",
    b"\xff\xd8\xff": "is a picture, not a CSV file",
    b"GIF8": "is a picture, not a CSV file",
    b"\x1f\x8b": "is compressed; unpack it first",
}


class Table(NamedTuple):
    """The format of a file, and its first values by column."""

    encoding: str
    delimiter: str
    headers: list[str]
    samples: list[list[str]]


class UnreadableRow(Exception):
    """The file cannot be read beyond a row. The message is shown to users."""


class RowTooLong(csv.Error):
    """A row has more characters than any reasonable table."""


class FileSealer:
    """Encrypts a file in chunks, each bound to its position, with the import's own key."""

    def __init__(self, secret: bytes, import_id: str) -> None:
        key = hmac.digest(secret, f"customer import\n{import_id}".encode(), "sha256")
        self._cipher = AESGCM(key)

    def seal(self, plain: BinaryIO, into: BinaryIO) -> int:
        """Write the encrypted file, and return the size of the original in bytes.

        Raises:
            WrongFile: it is empty or too large.
        """
        total = number = 0
        while chunk := plain.read(CHUNK):
            total += len(chunk)
            if total > MAX_BYTES:
                raise WrongFile("is larger than 100 MB; split it into parts")
            nonce = os.urandom(_NONCE)
            sealed = nonce + self._cipher.encrypt(nonce, chunk, _FRAME.pack(number))
            into.write(_FRAME.pack(len(sealed)) + sealed)
            number += 1
        if total == 0:
            raise WrongFile("is empty")
        return total

    def chunks(self, sealed: BinaryIO) -> Iterator[bytes]:
        """Yield the decrypted bytes, chunk by chunk."""
        number = 0
        while header := sealed.read(_FRAME.size):
            frame = sealed.read(_FRAME.unpack(header)[0])
            try:
                yield self._cipher.decrypt(frame[:_NONCE], frame[_NONCE:], _FRAME.pack(number))
            except InvalidTag as broken:
                raise UnreadableRow("The stored file is damaged. Upload it again.") from broken
            number += 1


class _Stream(io.RawIOBase):
    """Chunks as a readable stream that counts the bytes read."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._left = b""
        self.taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        if not self._left:
            self._left = next(self._chunks, b"")
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        self.taken += size
        return size


class RowReader:
    """The rows of a file after its header, with row numbers as in a spreadsheet."""

    def __init__(self, chunks: Iterator[bytes], encoding: str, delimiter: str) -> None:
        self._stream = _Stream(chunks)
        self._encoding = encoding
        self._delimiter = delimiter

    @property
    def taken(self) -> int:
        """The number of bytes that were read so far."""
        return self._stream.taken

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        buffered = io.BufferedReader(self._stream, CHUNK)
        codec = "utf-8-sig" if self._encoding == "utf-8" else self._encoding
        text = io.TextIOWrapper(buffered, codec, errors="strict", newline="")
        number = 0
        try:
            for cells in _records(text, self._delimiter, is_whole=True):
                number += 1
                if number > 1 and any(cell.strip() for cell in cells):
                    yield number, cells
        except UnicodeDecodeError as wrong:
            message = f"Row {number + 1} has letters that are not {self._encoding}."
            raise UnreadableRow(message) from wrong
        except RowTooLong as wrong:
            message = f"Row {number + 1} has more than {MAX_ROW:,} characters."
            raise UnreadableRow(message) from wrong
        except csv.Error as wrong:
            message = f"Row {number + 1} can’t be read: a quotation mark is probably not closed."
            raise UnreadableRow(message) from wrong


def _records(text: io.TextIOBase, delimiter: str, *, is_whole: bool) -> Iterator[list[str]]:
    """Yield rows of cells. A first line `sep=;`, as written by Excel, is not a row.

    Raises:
        csv.Error: a row cannot be read, has more than `MAX_ROW` characters, or does not end before a text that
            `is_whole` does: a quotation mark that is never closed makes all rows after it one cell.
    """
    lines = _Lines(text, is_whole=is_whole)
    first = next(lines, "")
    lines.put_back("" if first.lower().startswith("sep=") else first)
    csv.field_size_limit(MAX_CELL * 10)
    for cells in csv.reader(lines, delimiter=delimiter, strict=False):
        lines.begin_row()
        yield cells


class _Lines:
    """Lines of a text. A row is one line, or several if its cells contain line breaks."""

    def __init__(self, text: io.TextIOBase, *, is_whole: bool) -> None:
        self._text = text
        self._is_whole = is_whole
        self._waiting: list[str] = []
        self._taken = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._waiting.pop() if self._waiting else self._text.readline(MAX_ROW + 1)
        if not line:
            if self._is_whole and self._taken:
                raise csv.Error("the last row is not ended")
            raise StopIteration
        self._taken += len(line)
        if self._taken > MAX_ROW:
            raise RowTooLong
        return line

    def put_back(self, line: str) -> None:
        """Return this line, if it is not empty, as the next one."""
        self._waiting = [line] if line else []
        self._taken = 0

    def begin_row(self) -> None:
        """Start counting the characters of the next row."""
        self._taken = 0


def recognise(head: bytes, encoding: str | None = None, *, is_whole: bool) -> Table:
    """Return the format of a file, from its first bytes. `is_whole` means that there are no more.

    Raises:
        WrongFile: it is not a table.
    """
    for magic, message in _OTHER_FILES.items():
        if head.startswith(magic):
            raise WrongFile(message)
    encoding = encoding or _encoding_of(head)
    text = _decoded(head, encoding, is_whole=is_whole)
    if "\x00" in text:
        raise WrongFile("is not a text file")
    if text.lstrip()[:100].lower().startswith(("<!doctype", "<html", "<?xml")):
        raise WrongFile("is a web page or XML, not a CSV file")
    delimiter, rows = _best(text, is_whole=is_whole)
    headers = [cell.strip()[:MAX_HEADER] for cell in rows[0]] if rows else []
    if not any(headers):
        raise WrongFile("has no header in its first row")
    if len(headers) > MAX_COLUMNS:
        raise WrongFile(f"has more than {MAX_COLUMNS} columns")
    data = [row for row in rows[1:] if any(cell.strip() for cell in row)]
    if not data:
        raise WrongFile("has no rows after its header")
    samples = [
        [row[at].strip()[:MAX_HEADER] for row in data if at < len(row) and row[at].strip()][
            :SAMPLES
        ]
        for at in range(len(headers))
    ]
    return Table(encoding, delimiter, headers, samples)


def _encoding_of(head: bytes) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    try:
        getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return "windows-1252"
    return "utf-8"


def _decoded(head: bytes, encoding: str, *, is_whole: bool) -> str:
    codec = "utf-8-sig" if encoding == "utf-8" else encoding
    try:
        return getincrementaldecoder(codec)().decode(head, is_whole)
    except UnicodeError as wrong:
        raise WrongFile(f"is not in the encoding {encoding}") from wrong


def _best(text: str, *, is_whole: bool) -> tuple[str, list[list[str]]]:
    """Return the delimiter with which most rows have as many cells as the header, and these rows."""
    named = text[4:5] if text[:4].lower() == "sep=" else ""
    choices = (named,) if named in DELIMITERS and named else DELIMITERS
    read = {it: _rows(text, it, is_whole=is_whole) for it in choices}

    def fits(delimiter: str) -> tuple[float, int]:
        rows = read[delimiter]
        width = len(rows[0]) if rows else 0
        same = sum(len(row) == width for row in rows)
        return (same / len(rows) if width > 1 else 0.0, width)

    best = max(choices, key=fits)
    return best, read[best]


def _rows(text: str, delimiter: str, *, is_whole: bool) -> list[list[str]]:
    rows = []
    try:
        # The sample may be cut off. The check reads the file to its end.
        for row in _records(io.StringIO(text, newline=""), delimiter, is_whole=False):
            rows.append(row)
            if len(rows) == 50:
                return rows
    except csv.Error:
        pass
    # The last row of a partial file may be cut off.
    return rows if is_whole or len(rows) < 3 else rows[:-1]
