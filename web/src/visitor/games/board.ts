import { el, own } from "./dom";
import { ask } from "./protocol";
import type { Stage } from "./stage";

interface Row {
  rank: number;
  name: string;
  score: number;
  is_me: boolean;
}

interface Side {
  rank: number;
  name: string;
  players: number;
  points: number;
}

interface Board {
  items: Row[];
  sides: Side[];
  total: number;
  me: { rank: number; score: number } | null;
}

const PATH = "/v1/game_get_leaderboard";
const INTERVALS = ["day", "week", "month", "season", "all"] as const;
const ROWS = 10;

function tableOf(stage: Stage, { items, me }: Board): HTMLElement[] {
  if (items.length === 0) {
    return [el("p", { class: "muted" }, stage.word("board_empty"))];
  }
  const rows = items.map(({ rank, name, score, is_me }) =>
    el(
      "tr",
      { class: is_me ? "is-me" : undefined },
      el("td", {}, stage.number(rank)),
      el("td", {}, name ? own(name) : stage.word("board_nameless"), ...(is_me ? [` (${stage.word("board_me")})`] : [])),
      el("td", {}, stage.number(score)),
    ),
  );
  const heads = ["board_rank", "board_name", "board_score"].map((name) => el("th", { scope: "col" }, stage.word(name)));
  const table = el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
  const isFar = me !== null && !items.some(({ is_me }) => is_me);
  const mine = isFar ? [el("p", { class: "game-rank" }, stage.word("rank", { rank: stage.number(me.rank) }))] : [];
  return [table, ...mine, el("p", { class: "muted" }, stage.word("board_ties"))];
}

/** The elements of teams or places that compete with each other. */
function sidesOf(stage: Stage, sides: Side[]): HTMLElement[] {
  if (sides.length === 0) {
    return [];
  }
  const cells = sides.map(({ rank, name, players, points }) =>
    el(
      "tr",
      {},
      el("td", {}, stage.number(rank)),
      el("td", {}, own(name)),
      el("td", {}, stage.number(players)),
      el("td", {}, stage.number(points)),
    ),
  );
  const heads = ["board_rank", "board_side", "board_players", "board_score"];
  const head = el("tr", {}, ...heads.map((name) => el("th", { scope: "col" }, stage.word(name))));
  return [
    el("h4", {}, stage.word("board_sides")),
    el("table", { "aria-label": stage.word("board_sides") }, el("thead", {}, head), el("tbody", {}, ...cells)),
  ];
}

/** Shows the best scores, from today to all time, below the result of a game of skill. */
export async function drawBoard(stage: Stage, place: HTMLElement): Promise<void> {
  const rows = el("div", { class: "game-board-rows", "aria-live": "polite" });
  const buttons = INTERVALS.map((interval) => {
    const button = el("button", { type: "button", "aria-pressed": "false" }, stage.word(`board_${interval}`));
    button.addEventListener("click", () => void draw(interval));
    return button;
  });
  const draw = async (interval: (typeof INTERVALS)[number]) => {
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(INTERVALS[index] === interval)));
    const body = { code_id: stage.setup.code_id, interval, page: 1, page_size: ROWS, answers: stage.phone?.answers };
    try {
      const board = await ask<Board>(PATH, body);
      rows.replaceChildren(...tableOf(stage, board), ...sidesOf(stage, board.sides));
    } catch {
      rows.replaceChildren(el("p", { class: "muted" }, stage.word("board_away")));
    }
  };
  const title = el("h3", {}, stage.word("board"));
  const choice = el(
    "div",
    { class: "game-board-choice", role: "group", "aria-label": stage.word("board") },
    ...buttons,
  );
  place.append(el("section", { class: "game-board" }, title, choice, rows));
  await draw("season");
}
