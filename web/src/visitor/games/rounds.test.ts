import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { playMemory } from "./memory";
import type { Answer, Input } from "./protocol";
import { playQuiz } from "./quiz";
import type { RoundOf, Stage } from "./stage";
import { playTap } from "./tap";

const place = document.createElement("div");
const spoken: string[] = [];
const stage = {
  place,
  sound: { play: () => undefined },
  word: (name: string, values: Record<string, unknown> = {}) => [name, ...Object.values(values).map(String)].join(" "),
  number: String,
  say: (text: string) => void spoken.push(text),
  roundAge: 0,
} as unknown as Stage;

const start = (round: object) =>
  ({ round: { seconds: 30, questions: null, cards: null, ...round }, token: "t", outcome: null }) as unknown as Answer;
const end = (change: object = {}) => ({ score: 1, outcome: { won: false }, ...change }) as unknown as Answer;

function play(round: RoundOf, asked: object, judge: (inputs: Input[], isDone: boolean) => Answer) {
  const sent: [Input[], boolean][] = [];
  const done = round(stage, start(asked), (inputs, isDone) => {
    sent.push([inputs, isDone]);
    return Promise.resolve(judge(inputs, isDone));
  });
  return { sent, done };
}

const buttons = () => [...place.querySelectorAll("button")];

beforeEach(() => {
  vi.useFakeTimers();
  document.body.append(place);
  spoken.length = 0;
  stage.roundAge = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

const QUESTIONS = ["q1", "q2"].map((id) => ({
  id,
  text: id,
  picture_url: null,
  choices: [
    { id: "a", text: "A" },
    { id: "b", text: "B" },
  ],
}));

it("asks one question after the other, and has all answers marked at the end", async () => {
  const { sent, done } = play(playQuiz, { questions: QUESTIONS }, () => end({ correct: { q1: "a", q2: "a" } }));

  await vi.advanceTimersByTimeAsync(1000);
  expect(place.querySelector("h2")?.textContent).toBe("q1");
  buttons()[0]?.click();
  await vi.advanceTimersByTimeAsync(2000);
  expect(document.activeElement?.textContent).toBe("q2");
  buttons()[1]?.click();
  await vi.advanceTimersByTimeAsync(1000);
  await done;

  expect(sent).toHaveLength(1);
  expect(sent[0]?.[1]).toBe(true);
  expect(sent[0]?.[0]).toMatchObject([
    { question: "q1", choice: "a" },
    { question: "q2", choice: "b" },
  ]);
  expect([...place.querySelectorAll("li > span:first-child")].map((it) => it.textContent)).toEqual(["✓", "✗"]);
});

it("sends the answers given so far when time is up", async () => {
  const { sent, done } = play(playQuiz, { questions: QUESTIONS, seconds: 5 }, () => end());

  buttons()[0]?.click();
  await vi.advanceTimersByTimeAsync(6000);
  await done;

  expect(sent[0]?.[0]).toHaveLength(1);
});

it("continues the clock of a round that a reload interrupted", async () => {
  stage.roundAge = 20_000;
  const { sent, done } = play(playQuiz, { questions: QUESTIONS, seconds: 30 }, () => end());
  expect(place.querySelector("[role=timer]")?.textContent).toBe("10");
  await vi.advanceTimersByTimeAsync(1000);
  buttons()[0]?.click();
  await vi.advanceTimersByTimeAsync(9500);
  await done;
  expect(sent[0]?.[0]).toHaveLength(1);
  expect(sent[0]?.[0][0]?.at_ms).toBeGreaterThanOrEqual(21_000);

  const memory = play(playMemory, { cards: 4 }, () =>
    end({ cards: { 0: 1 }, matched: [], score: null, outcome: null }),
  );
  buttons()[0]?.click();
  await vi.advanceTimersByTimeAsync(10);
  expect(memory.sent[0]?.[0][0]?.at_ms).toBeGreaterThanOrEqual(20_000);
});

it("requests each card from the server, keeps pairs face up and turns others down", async () => {
  const deck = [0, 1, 0, 1];
  const up: number[] = [];
  const matched: number[] = [];
  const { sent, done } = play(playMemory, { cards: 4 }, (inputs) => {
    const cards: Record<string, number> = {};
    for (const input of inputs) {
      const { card } = input as { card: number };
      cards[card] = deck[card] ?? 0;
      up.push(card);
      const [one, other] = up.slice(-2);
      if (up.length % 2 === 0 && one !== undefined && other !== undefined && deck[one] === deck[other]) {
        matched.push(one, other);
      }
    }
    return {
      cards,
      matched: [...matched],
      token: "t",
      ...(matched.length === 4 ? end() : { score: null, outcome: null }),
    } as Answer;
  });
  const press = async (...cards: number[]) => {
    for (const card of cards) {
      buttons()[card]?.click();
      await vi.advanceTimersByTimeAsync(200);
    }
  };

  await press(0, 1);
  expect(buttons()[0]?.getAttribute("aria-label")).toBe("memory_face 1 1");
  await vi.advanceTimersByTimeAsync(1000);
  expect(buttons()[0]?.getAttribute("aria-label")).toMatch(/^memory_down 1/);
  await press(0, 2, 2, 1, 3);
  await vi.advanceTimersByTimeAsync(1500);
  await done;

  expect(sent.map(([inputs]) => inputs.map((input) => (input as { card: number }).card))).toEqual([
    [0],
    [1],
    [0],
    [2],
    [1],
    [3],
  ]);
  expect(spoken).toContain("memory_found 2 2");
});

it("counts taps by touch, key and screen reader, and a held key once", async () => {
  const { sent, done } = play(playTap, { seconds: 5 }, () => end());
  const target = buttons()[0] as HTMLButtonElement;
  const press = () => target.dispatchEvent(new PointerEvent("pointerdown", { cancelable: true }));
  press();
  await vi.advanceTimersByTimeAsync(2200);
  press();
  await vi.advanceTimersByTimeAsync(500);
  target.dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
  target.dispatchEvent(new KeyboardEvent("keydown", { key: " ", repeat: true }));
  target.dispatchEvent(new MouseEvent("click", { detail: 0 }));
  target.dispatchEvent(new MouseEvent("click", { detail: 1 }));
  await vi.advanceTimersByTimeAsync(6000);
  await done;

  const [inputs, isDone] = sent[0] ?? [[], false];
  expect(isDone).toBe(true);
  expect(inputs).toHaveLength(3);
  expect(inputs[1]?.at_ms).toBeGreaterThanOrEqual(500);
});
