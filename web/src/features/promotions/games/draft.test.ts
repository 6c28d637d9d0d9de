import { expect, test } from "vitest";
import { copyOf, draftOf, partOf, problemAt } from "@/features/promotions/games/draft";
import { phaseOf } from "@/features/promotions/games/game-texts";
import { LANGUAGES } from "@/features/promotions/games/languages";
import { inAllLanguages } from "@/features/promotions/games/template-words";
import { TEMPLATES } from "@/features/promotions/games/templates";
import type { Game } from "@/features/promotions/games/types";

const NOW = Date.parse("2026-12-01T09:00:00Z");
const template = TEMPLATES.map((it) => it.draft(NOW, "Europe/Berlin"));

function gameOf(draft: (typeof template)[number]): Game {
  const prizes = draft.prizes.map((prize, place) => ({ ...prize, prize_id: `prize_${String(place)}`, taken: 3 }));
  return { ...draft, prizes, game_id: "game_1", state: "published", problems: [] } as unknown as Game;
}

test("each template is complete: chances that add up, moments within the stock, every text, a picture of each prize", () => {
  expect(template.map(({ kind }) => kind)).toEqual(["wheel", "scratch", "slot", "quiz", "memory", "tap_race"]);
  for (const { prizes, texts, look, hours, kind, round } of template) {
    const most = prizes.reduce((sum, it) => sum + it.odds_ppm * (it.paced ? it.catch_up : 1), 0);
    expect(most).toBeLessThanOrEqual(1_000_000);
    for (const it of prizes) {
      expect(it.moments).toBeLessThanOrEqual(it.stock ?? 0);
      expect(it.is_consolation || it.odds_ppm + it.moments > 0).toBe(true);
      expect(it.picture_url).toMatch(/^\/visitor\/assets\/prizes\/[a-z-]+\.svg$/);
    }
    expect(Object.values(texts.en ?? {}).every((text) => text !== "")).toBe(true);
    expect(look.picture_url).toMatch(/poster-/);
    expect(hours.length === 0 || hours.length === 24).toBe(true);
    expect(kind !== "quiz" || round.questions.length > 0).toBe(true);
  }
});

test("each template has texts in every language of visitor pages", () => {
  const languages = Object.keys(LANGUAGES).sort();
  for (const [place, { id }] of TEMPLATES.entries()) {
    const { texts, prizes, round } = inAllLanguages(id, template[place] as (typeof template)[number]);
    const choices = round.questions.flatMap((it) => [it, ...it.choices]);
    expect(Object.keys(texts).sort()).toEqual(languages);
    expect(Object.values(texts).flatMap((it) => Object.values(it))).not.toContain("");
    for (const { translations = {} } of [...prizes, ...choices]) {
      expect(["en", ...Object.keys(translations)].sort()).toEqual(languages);
    }
  }
});

test("a draft equals what was saved, and a copy has its own prizes and schedule", () => {
  const [wheel] = template;
  const game = gameOf(wheel as (typeof template)[number]);

  expect(draftOf(game).prizes[0]).toMatchObject({ prize_id: "prize_0", name: "Free coffee" });
  expect(draftOf(game).prizes[0]).not.toHaveProperty("taken");
  const copy = copyOf(game, "Again", NOW + 1000);
  expect(copy.prizes.every(({ prize_id }) => prize_id === null)).toBe(true);
  expect(Date.parse(copy.ends_at) - Date.parse(copy.starts_at)).toBe(3 * 24 * 3_600_000);
});

test("errors are assigned to the part and the field that they concern", () => {
  const problems = { "prizes.1.stock": "is required", "gates.places": "are needed", ends_at: "is past" };

  expect(Object.keys(problems).map(partOf)).toEqual(["prizes", "limits", "plan"]);
  expect(problemAt(problems, "prizes.1")).toBe("is required");
  expect(problemAt(problems, "prizes.0")).toBeUndefined();
});

test("a published game is scheduled, live or closing, depending on its times", () => {
  const times = { state: "published", starts_at: "2026-12-02T00:00:00Z", ends_at: "2026-12-03T00:00:00Z" } as const;
  const day = 24 * 3_600_000;

  expect([0, day, 2 * day].map((later) => phaseOf(times, NOW + later))).toEqual(["soon", "open", "over"]);
  expect(phaseOf({ ...times, state: "ended" }, NOW)).toBe("ended");
});
