"""Reports of games computed by counting raw events in plain Python, according to their definitions."""

import itertools
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from tests.warehouse.event_groups import Key, Row, groups, named, of, people, share, times
from tests.warehouse.reference import is_human

ACTIONS = ("awarded", "claimed", "expired")


def games(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    for (game, season), own in groups(of(rows, "play"), named("game_id"), named("season")).items():
        results = [row["result"] for row in own]
        scores = [row["score"] for row in own if row.get("score") is not None]
        lengths = [row["duration_ms"] for row in own]
        progress = [row["progress"] for row in own if row.get("progress") is not None]
        answer.append(
            {
                "game_id": game,
                "season": season,
                "plays": len(own),
                "people": people(own),
                **{name: results.count(name) for name in ("won", "lost", "scored")},
                "left_early": results.count("left"),
                "win_share": share(
                    results.count("won"), results.count("won") + results.count("lost")
                ),
                "prizes": sum("prize_id" in row for row in own),
                "best_score": max(scores, default=None),
                "average_score": share(sum(scores), len(scores)),
                "average_ms": share(sum(lengths), len(lengths)),
                "average_progress": share(sum(progress) / 100, len(progress)),
                **times(own),
            }
        )
    return answer


def game_scores(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    scored = [
        row for row in of(rows, "play") if row.get("score") is not None and row.get("visitor_id")
    ]
    for (game, season), own in groups(scored, named("game_id"), named("season")).items():
        best = {
            player: max(row["score"] for row in mine)
            for (player,), mine in groups(own, named("visitor_id")).items()
        }
        for player, score in best.items():
            mine = [row for row in own if row["visitor_id"] == player]
            answer.append(
                {
                    "game_id": game,
                    "season": season,
                    "rank": 1 + sum(other > score for other in best.values()),
                    "best_score": score,
                    "plays": len(mine),
                    "reached_at": min(row["occurred_at"] for row in mine if row["score"] == score),
                }
            )
    return answer


def prizes(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    found = groups(of(rows, "prize"), named("game_id"), named("prize_id"))
    for (game, prize), own in found.items():
        by_action = {it: [row for row in own if row["action"] == it] for it in ACTIONS}
        plays = {it: {row["play_id"] for row in rows} for it, rows in by_action.items()}
        cost = {
            it: sum(row.get("cost_cents") or 0 for row in it_rows)
            for it, it_rows in by_action.items()
        }
        waited = [
            (row["occurred_at"] - datetime.fromisoformat(row["awarded_at"])).total_seconds() / 3600
            for row in by_action["claimed"]
        ]
        answer.append(
            {
                "game_id": game,
                "prize_id": prize,
                "kind": "form",
                **{it: len(it_rows) for it, it_rows in by_action.items()},
                "claim_share": share(
                    len(plays["awarded"] & plays["claimed"]), len(plays["awarded"])
                ),
                "claim_hours": share(sum(waited), len(waited)),
                "cost_cents": cost["awarded"] - cost["expired"],
                **times(own),
            }
        )
    return answer


def game_drop_off(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    known = [row for row in of(rows, "play") if row.get("progress") is not None]
    for (game,), own in groups(known, named("game_id")).items():
        for step in range(0, 101, 10):
            reached = sum(row["progress"] >= step for row in own)
            stopped = sum(step <= row["progress"] < step + 10 for row in own)
            answer.append(
                {
                    "game_id": game,
                    "step": step,
                    "kind": "quiz",
                    "plays": len(own),
                    "reached": reached,
                    "reached_share": reached / len(own),
                    "stopped": stopped,
                    "stopped_share": stopped / len(own),
                }
            )
    return answer


def game_funnel(rows: list[Row], key: Key) -> list[dict[str, Any]]:
    answer = []
    scans = [row for row in of(rows, "scan") if is_human(row) and row.get("visitor_id")]
    for (game,), plays in groups(of(rows, "play"), named("game_id")).items():
        codes = {row["code_id"] for row in plays if row.get("code_id")}
        prizes = [row for row in of(rows, "prize") if row["game_id"] == game]
        claims: dict[str, Any] = {}
        for row in prizes:
            if row["action"] == "claimed":
                who = row.get("visitor_id")
                claims[who] = min(claims.get(who, row["occurred_at"]), row["occurred_at"])
        left = {row["visitor_id"] for row in scans if row["code_id"] in codes}
        if not left:
            continue
        steps = {
            "scan": left,
            "play": {row.get("visitor_id") for row in plays},
            "win": {row.get("visitor_id") for row in prizes if row["action"] == "awarded"},
            "claim": set(claims),
            "return": {
                row["visitor_id"]
                for row in scans
                if row["occurred_at"] > claims.get(row["visitor_id"], row["occurred_at"])
            },
        }
        counts = {}
        for step, who in steps.items():
            left &= who
            counts[step] = len(left)
        answer.append(
            {
                "game_id": game,
                **{f"{step}_people": count for step, count in counts.items()},
                **{
                    f"{step}_share": share(counts[step], counts[before])
                    for before, step in itertools.pairwise(counts)
                },
            }
        )
    return answer


GAMES: Mapping[str, Callable[[list[Row], Key], list[dict[str, Any]]]] = {
    "games": games,
    "game_scores": game_scores,
    "game_funnel": game_funnel,
    "game_drop_off": game_drop_off,
    "prizes": prizes,
}
