"""Finds the code of a game or of a won prize, under the visitors' database role."""

from api.db.visitor_pool import VisitorPool

_OF_GAME = "select code_id from games where game_id = %s"
_OF_AWARD = "select code_id from prize_awards where token_hash = %s"


async def code_of_game(pool: VisitorPool, game_id: str) -> str | None:
    """Return the code of a game, or None."""
    return await _one(pool, _OF_GAME, game_id)


async def code_of_award(pool: VisitorPool, token_hash: str) -> str | None:
    """Return the code at which a prize was won, or None."""
    return await _one(pool, _OF_AWARD, token_hash)


async def _one(pool: VisitorPool, statement: str, value: str) -> str | None:
    async with pool.connection() as connection:
        row = await (await connection.execute(statement, (value,))).fetchone()
    return row[0] if row is not None else None
