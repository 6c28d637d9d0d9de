"""Games in the form that members see."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from api.domains.people.customers.service import CustomerService
from api.domains.promotions.games.models import Game
from api.domains.promotions.games.plan import Plan
from api.domains.promotions.games.planning import plan_of
from api.domains.promotions.games.presentation import definition_of
from api.domains.promotions.games.read_schemas import (
    ForecastPoint,
    ForecastRead,
    GameListed,
    GameNotes,
    GameRead,
    HeldRead,
    LivePrize,
    LiveRead,
    PlannedDay,
    PrizeRead,
    Refused,
    WinnerRead,
)
from api.domains.promotions.games.repository import GameRepository, PlayReads
from api.domains.promotions.games.service import game_path
from api.domains.promotions.games.simulation import Forecast, Problem
from api.domains.promotions.prizes.service import PrizeService
from api.domains.promotions.prizes.types import AwardRow, PrizeRow
from api.kit.csv_cells import csv_lines
from api.kit.pagination import Page, Paging, page_of

HOUR = timedelta(hours=1)
TICK = timedelta(microseconds=1)
MOST_DAYS = 366


class GameViews:
    """Response bodies for games of one organisation."""

    def __init__(
        self, session: Session, prizes: PrizeService, customers: CustomerService, now: datetime
    ) -> None:
        self._games = GameRepository(session)
        self._plays = PlayReads(session)
        self._prizes = prizes
        self._customers = customers
        self._now = now

    def listed(self, org_id: str, games: Sequence[Game]) -> list[GameListed]:
        """Return games as items of a list."""
        ids = [it.game_id for it in games]
        runs, counts = self._games.runs(org_id, ids), self._prizes.counts(org_id, ids)
        prizes = self._prizes.of_games(org_id, ids)
        left: dict[str, int] = {}
        for it in prizes:
            if it.stock is not None:
                left[it.game_id] = left.get(it.game_id, 0) + it.stock - it.taken
        return [
            GameListed(
                **_head(game), **_numbers(game, runs, counts), stock_left=left.get(game.game_id)
            )
            for game in games
        ]

    def read(self, game: Game, problems: Sequence[Problem]) -> GameRead:
        """Return a game with its prizes."""
        ids = [game.game_id]
        runs, counts = self._games.runs(game.org_id, ids), self._prizes.counts(game.org_id, ids)
        prizes = self.prizes(game)
        stocks = [it.stock - it.taken for it in prizes if it.stock is not None]
        return GameRead.model_validate(
            {
                **_head(game),
                **_numbers(game, runs, counts),
                **definition_of(game).model_dump(mode="json"),
                "stock_left": sum(stocks) if stocks else None,
                "prizes": prizes,
                "commitment": game.commitment,
                "published_at": game.published_at,
                "ended_at": game.ended_at,
                "season": game.season,
                "version": game.version,
                "problems": notes(problems),
            }
        )

    def prizes(self, game: Game) -> list[PrizeRead]:
        """Return a game's prizes."""
        found = self._prizes.of_games(game.org_id, [game.game_id])
        return [
            PrizeRead.model_validate({**{it: getattr(prize, it) for it in _PLAIN}, **prize.draw})
            for prize in found
        ]

    def live(self, game: Game) -> LiveRead:
        """Return the figures of a running game."""
        org_id, game_id = game.org_id, game.game_id
        run = self._games.runs(org_id, [game_id]).get(game_id)
        states = self._plays.states(org_id, game_id, self._now - HOUR)
        counts = self._prizes.counts(org_id, [game_id])
        return LiveRead(
            game_id=game_id,
            state=game.state,
            plays=run.plays if run else 0,
            players=self._plays.count_players(org_id, game_id),
            plays_last_hour=states["recent"],
            started=states.get("started", 0),
            held=states.get("held", 0),
            prizes=self._live_prizes(game),
            awarded=counts.get((game_id, "awarded"), 0),
            claimed=counts.get((game_id, "claimed"), 0),
            expired=counts.get((game_id, "expired"), 0),
            refused=[
                Refused(reason=reason, refused=count)
                for reason, count in self._plays.refusals(org_id, game_id)
            ],
            planned=_planned(plan_of(game, self._prizes.of_games(org_id, [game_id]))),
            as_of=self._now,
        )

    def _live_prizes(self, game: Game) -> list[LivePrize]:
        found = self._prizes.of_games(game.org_id, [game.game_id])
        due = plan_of(game, found).due(self._now)
        return [LivePrize(**it.model_dump(), due=due.get(it.prize_id)) for it in self.prizes(game)]

    def held(self, game: Game, paging: Paging) -> Page[HeldRead]:
        """Return a page of scores that wait for a decision, oldest first."""
        rows, total = self._plays.page_of_held(game.org_id, game.game_id, paging)
        items = [
            HeldRead(
                play_id=str(it.play_id),
                name=it.name,
                score=it.score or 0,
                suspicions=it.suspicions,
                started_at=it.started_at,
            )
            for it in rows
        ]
        return page_of(items, total, paging)

    def winners(self, game: Game, state: str | None, paging: Paging) -> Page[WinnerRead]:
        """Return a page of a game's winners, newest first."""
        rows, total = self._prizes.page_of_awards(game.org_id, game.game_id, state, paging)
        return page_of(self._winners(game, rows), total, paging)

    def export(self, game: Game) -> bytes:
        """Return all winners as CSV, oldest first."""
        rows = self._winners(game, self._prizes.all_awards(game.org_id, game.game_id))
        names = list(WinnerRead.model_fields)
        cells = [[getattr(row, name) for name in names] for row in rows]
        return "".join(csv_lines(names, cells)).encode()

    def _winners(self, game: Game, rows: Sequence[AwardRow]) -> list[WinnerRead]:
        prizes = {it.prize_id: it for it in self._prizes.of_games(game.org_id, [game.game_id])}
        names = {it: self._name(game.org_id, it) for it in {row.customer_id for row in rows} if it}
        return [_winner(it, prizes, names) for it in rows]

    def _name(self, org_id: str, customer_id: str) -> str | None:
        found = self._customers.find_profile(org_id, customer_id)
        if found is None:
            return None
        contacts = self._customers.contacts(found)
        named = " ".join(it for it in (found.first_name, found.last_name) if it)
        reached = contacts.email or contacts.phone
        return f"{named} ({reached})" if named and reached else named or reached


_PLAIN = (
    *("prize_id", "name", "translations", "picture_url", "gives", "batch_id", "reward_id"),
    *("base_code_id", "template_id"),
    *("points", "cost_cents", "claim_days", "stock", "taken"),
)


def _planned(plan: Plan) -> list[PlannedDay]:
    first, last = (it.astimezone(plan.zone).date() for it in (plan.starts_at, plan.ends_at - TICK))
    days = (last - first).days + 1
    if days > MOST_DAYS or not plan.due(plan.ends_at):
        return []
    several = [first + timedelta(days=number) for number in range(days)]
    return [PlannedDay(day=it, due=plan.due(_end_of(it, plan.zone))) for it in several]


def _end_of(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), zone)


def notes(problems: Sequence[Problem]) -> list[GameNotes]:
    """Convert problems of a plan to their response form."""
    return [GameNotes.model_validate(it) for it in problems]


def forecast_read(
    forecast: Forecast, problems: Sequence[Problem], prizes: Sequence[PrizeRead]
) -> ForecastRead:
    """Convert a forecast to its response form, including the cost of the prizes."""
    cost = {it.prize_id: it.cost_cents or 0 for it in prizes}
    return ForecastRead(
        plays=forecast.plays,
        winners=forecast.winners,
        won=dict(forecast.won),
        sold_out=dict(forecast.sold_out),
        curve=[ForecastPoint(at=it.at, plays=it.plays, won=dict(it.won)) for it in forecast.curve],
        cost_cents=sum(cost.get(it, 0) * count for it, count in forecast.won.items()),
        problems=notes(problems),
    )


def _head(game: Game) -> dict[str, Any]:
    names = ("game_id", "code_id", "kind", "name", "state", "starts_at", "ends_at", "time_zone")
    head = {it: getattr(game, it) for it in (*names, "archived_at", "created_at")}
    return {**head, "public_url": game_path(game.code_id)}


def _numbers(game: Game, runs: Any, counts: Any) -> dict[str, int]:
    run = runs.get(game.game_id)
    states = {it: counts.get((game.game_id, it), 0) for it in ("awarded", "claimed", "expired")}
    return {
        "plays": run.plays if run else 0,
        "awarded": sum(states.values()),
        "claimed": states["claimed"],
    }


def _winner(
    it: AwardRow, prizes: Mapping[str, PrizeRow], names: Mapping[str, str | None]
) -> WinnerRead:
    return WinnerRead(
        award_id=it.award_id,
        prize_id=it.prize_id,
        prize_name=prizes[it.prize_id].name,
        gives=prizes[it.prize_id].gives,
        given_id=it.given_id,
        play_id=str(it.play_id),
        state=it.state,
        awarded_at=it.awarded_at,
        claim_until=it.claim_until,
        claimed_at=it.claimed_at,
        expired_at=it.expired_at,
        customer_id=it.customer_id,
        customer=names.get(it.customer_id or ""),
    )
