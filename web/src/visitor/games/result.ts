import { claimOf } from "./claim";
import { drawBoard } from "./board";
import { el, own, picture } from "./dom";
import type { Answer, Outcome, Problem } from "./protocol";
import type { Stage } from "./stage";
import { gift } from "./symbols";

/** The name of a prize in the language of the page, if it was translated. */
export const nameOf = ({ name, translations }: Outcome, language: string) =>
  translations?.[language]?.name ?? translations?.[language.split("-", 1)[0] ?? ""]?.name ?? name ?? "";

function prizeOf(stage: Stage, outcome: Outcome): HTMLElement[] {
  if (!outcome.won) {
    const text = stage.word("own_lose") || stage.word("lost_text");
    return [el("h2", { tabindex: -1 }, stage.word("lost")), el("p", {}, own(text))];
  }
  const shown = outcome.picture_url ? picture(outcome.picture_url, 220) : gift("game-gift");
  const ownText = stage.word("own_win");
  return [
    el("div", { class: "game-prize-picture" }, shown),
    el("h2", { tabindex: -1 }, stage.word("won")),
    el("p", { class: "game-prize-name" }, own(nameOf(outcome, stage.language))),
    ...(ownText ? [el("p", {}, own(ownText))] : []),
  ];
}

function scoreOf(stage: Stage, { score, rank, held }: Answer): HTMLElement[] {
  if (score === null) {
    return [];
  }
  const parts = [
    el(
      "p",
      { class: "game-score" },
      el("span", { class: "game-score-number" }, stage.number(score)),
      " ",
      el("span", {}, stage.word("board_score")),
    ),
  ];
  if (rank !== null) {
    parts.push(el("p", { class: "game-rank" }, stage.word("rank", { rank: stage.number(rank) })));
  }
  if (held) {
    parts.push(el("p", {}, stage.word("held")));
  }
  return parts;
}

/** When the next play is possible, and how many are left. */
function leftOf(stage: Stage, { plays_left, next_play_at }: Answer): HTMLElement[] {
  if (typeof plays_left === "number" && plays_left > 0) {
    return [el("p", { class: "muted" }, stage.count("plays_left", plays_left))];
  }
  if (next_play_at) {
    return [el("p", { class: "muted" }, stage.word("next_play", { moment: stage.moment(next_play_at) }))];
  }
  return plays_left === 0 ? [el("p", { class: "muted" }, stage.word("no_plays_left"))] : [];
}

/** Shows the result of a play, and moves the focus of screen readers to it. */
export function showResult(stage: Stage, answer: Answer, again: HTMLElement | undefined, isRestored: boolean): void {
  const { outcome } = answer;
  const { result } = stage;
  const isPrize = outcome?.won === true;
  const head = outcome === null ? [el("h2", { tabindex: -1 }, stage.word("round_over"))] : prizeOf(stage, outcome);
  // In a game of skill the score comes first, whether there is a prize or not.
  const isSkill = answer.score !== null;
  if (isSkill && !isPrize) {
    head.splice(0, head.length, el("h2", { tabindex: -1 }, stage.word("round_over")));
  }
  result.replaceChildren(...head, ...scoreOf(stage, answer));
  if (isPrize && outcome.claim !== null) {
    result.append(claimOf(stage, outcome.claim));
  }
  result.append(...leftOf(stage, answer), ...(again ? [again] : []));
  result.classList.toggle("is-won", isPrize);
  result.hidden = false;
  stage.sound.play(isPrize || (isSkill && (answer.score ?? 0) > 0) ? "win" : "lose");
  if (isPrize && !isRestored) {
    void import("@/visitor/confetti").then(({ throwConfetti }) => throwConfetti(result));
  }
  if (!isRestored) {
    result.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    result.scrollIntoView({ block: "nearest", behavior: "auto" });
  }
  if (isSkill && !stage.setup.practice) {
    void drawBoard(stage, result);
  }
}

const FIELDS: Record<string, string> = {
  too_young: "answers.age",
  wrong_country: "answers.country",
  terms_needed: "answers.terms_version",
  receipt_needed: "answers.receipt",
  receipt_used: "answers.receipt",
  order_unknown: "answers.receipt",
  phone_needed: "answers.phone",
  team_needed: "answers.team",
};

/** Shows why a play was refused and returns the text. */
export function showRefusal(stage: Stage, { code = "", again_at }: Problem, isAnswered: boolean): string {
  const name = isAnswered ? `refused_${code}` : "no_answer";
  const text = stage.word(name) || stage.word("refused");
  const moment = again_at ? ` ${stage.word("next_play", { moment: stage.moment(again_at) })}` : "";
  const field = stage.field(FIELDS[code] ?? "");
  if (field !== undefined) {
    field.setAttribute("aria-invalid", "true");
    field.focus();
    field.addEventListener("input", () => field.removeAttribute("aria-invalid"), { once: true });
  }
  return text + moment;
}
