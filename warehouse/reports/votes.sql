-- grain: one choice of one poll of one code; polls of different codes may have the same id
-- source: votes
-- columns: code_id, poll_id, choice, votes, standing, share, taken_back, people, first_at, last_at
with ballots as (
    select
        coalesce(code_id, '') as code_id,
        coalesce(poll_id, '') as poll_id,
        coalesce(choice, '') as choice,
        1 as given,
        0 as taken,
        visitor,
        occurred_at
    from votes
    union all
    select
        coalesce(code_id, '') as code_id,
        coalesce(poll_id, '') as poll_id,
        previous_choice as choice,
        0 as given,
        1 as taken,
        null as visitor,
        null as occurred_at
    from votes
    where previous_choice is not null
),

choices as (
    select
        code_id,
        poll_id,
        choice,
        sum(given) as votes,
        sum(taken) as taken_back,
        count(distinct visitor) as people,
        min(occurred_at) as first_at,
        max(occurred_at) as last_at
    from ballots
    group by code_id, poll_id, choice
)

select
    code_id,
    poll_id,
    choice,
    votes,
    votes - taken_back as standing,
    (votes - taken_back)
    / nullif(sum(votes - taken_back) over (partition by code_id, poll_id), 0) as share,
    taken_back,
    people,
    first_at,
    last_at
from choices
