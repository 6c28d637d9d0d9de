"""Public notes as visitors read them. Row-level security hides private ones from the visitors' role."""

from typing import Any

from psycopg.rows import dict_row

from api.db.invalidation import Pool

_COLUMNS = "note_id, code_id, title, body, attachments, updated_at"
_BY_ID = f"select {_COLUMNS} from notes where note_id = %s"
_BY_CODE = (
    f"select {_COLUMNS} from notes where org_id = %s and code_id = %s"
    " order by updated_at desc, note_id limit %s"
)


async def find_public(pool: Pool, note_id: str) -> list[dict[str, Any]]:
    """Return the public note with this ID in a list, which is empty if there is none."""
    return await _read(pool, _BY_ID, note_id)


async def list_public(pool: Pool, org_id: str, code_id: str, limit: int) -> list[dict[str, Any]]:
    """Return the public notes on a code, newest first."""
    return await _read(pool, _BY_CODE, org_id, code_id, limit)


async def _read(pool: Pool, statement: str, *values: object) -> list[dict[str, Any]]:
    async with pool.connection() as connection:
        cursor = await connection.cursor(row_factory=dict_row).execute(statement, values)
        return await cursor.fetchall()
