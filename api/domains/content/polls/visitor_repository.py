"""Votes as visitors read them, under the visitors' role."""

from api.db.invalidation import Pool

_TALLY = """
select choice, sum(votes)::bigint from vote_tallies
where code_id = %s and poll_id = %s group by choice order by choice
"""


async def count_votes(pool: Pool, code_id: str, poll_id: str) -> dict[str, int]:
    """Return the number of votes by choice."""
    async with pool.connection() as connection:
        rows = await (await connection.execute(_TALLY, (code_id, poll_id))).fetchall()
    return dict(rows)
