import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Outcome } from "./protocol";
import { type Machine, type RoundOf, Stage } from "./stage";

const fetching = vi.fn<typeof fetch>();
const WORDS = {
  playing: "Good luck!",
  asking_again: "Asking again",
  no_answer: "No answer",
  won: "Congratulations!",
  lost: "Not this time",
  lost_text: "Nothing",
  play_again: "Play again",
  refused: "Refused",
  refused_already_played: "You have already played.",
  refused_too_young: "Too young",
  next_play: "Again on {moment}.",
  plays_left: { one: "{n} play left", other: "{n} plays left" },
  claimed_screen: "Claimed",
  claim_show: "Show my code",
  claim_code: "Here is your code:",
  copy: "Copy",
  copied: "Copied",
  claim_until: "By {moment}",
  claim_later: "Later",
};
const outcome = (change: Partial<Outcome> = {}): Outcome => ({
  won: true,
  prize_id: "p",
  name: "Free coffee",
  picture_url: null,
  segment: 0,
  symbols: null,
  claim: null,
  ...change,
});
const answer = (change: object = {}) => ({
  play_id: "x",
  number: 1,
  token: null,
  round: null,
  score: null,
  rank: null,
  outcome: outcome(),
  plays_left: 2,
  next_play_at: null,
  ...change,
});
const answers = (status: number, body: object) => Promise.resolve(new Response(JSON.stringify(body), { status }));

class Recorder implements Machine {
  calls: string[] = [];
  start = () => void this.calls.push("start");
  settle = (got: Outcome, _: string, isRestored: boolean) => {
    this.calls.push(`settle ${got.segment}${isRestored ? " restored" : ""}`);
    return Promise.resolve();
  };
  stop = () => {
    this.calls.push("stop");
    return Promise.resolve();
  };
}

function open(canPlay = true, round?: RoundOf): { stage: Stage; machine: Recorder } {
  const setup = { code_id: "C", kind: "wheel", segments: [], seconds: null, needs_position: false, can_play: canPlay };
  document.body.innerHTML = `<section data-game='${JSON.stringify({ ...setup, words: WORDS })}'>
    <form><div class="game-stage"></div><input type="number" name="answers.age" value="30">
    <button class="game-go" type="submit">Spin</button><p class="game-status"></p></form>
    <div class="game-result" hidden></div><section class="game-earlier" hidden><ul></ul></section>
    <div class="game-tools"></div></section>`;
  const stage = new Stage(document.querySelector("section") as HTMLElement);
  const machine = new Recorder();
  stage.open(round ? undefined : () => machine, round);
  return { stage, machine };
}

const bodies = () => fetching.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as Record<string, unknown>);
const result = () => document.querySelector(".game-result") as HTMLElement;
const status = () => document.querySelector(".game-status")?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fetching.mockReset();
  vi.stubGlobal("fetch", fetching);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("moves at once, stops at the server's outcome, and shows it", async () => {
  fetching.mockImplementationOnce(() => answers(200, answer({ outcome: outcome({ segment: 3 }) })));
  const { stage, machine } = open();

  stage.go();
  expect(machine.calls).toEqual(["start"]);

  await vi.waitFor(() => expect(result().hidden).toBe(false));
  expect(machine.calls).toEqual(["start", "settle 3"]);
  expect(result().textContent).toContain("Free coffee");
  expect(result().textContent).toContain("2 plays left");
  expect(bodies()[0]).toMatchObject({ code_id: "C", answers: { age: 30 } });
  expect(document.activeElement?.textContent).toBe("Congratulations!");
});

it("lists a prize that was not claimed while the visitor plays again, once", async () => {
  const claim = { token: "t1", kind: "code", until: "2100-01-01T00:00:00Z", claimed_at: null } as const;
  fetching.mockImplementation(() => answers(200, answer({ outcome: outcome({ claim }) })));
  const { stage } = open();
  const earlier = document.querySelector<HTMLElement>(".game-earlier");

  for (const _ of [1, 2]) {
    stage.go();
    await vi.waitFor(() => expect(result().hidden).toBe(false));
    [...result().querySelectorAll("button")].find((it) => it.textContent === "Play again")?.click();
    await vi.waitFor(() => expect(stage.isPlaying).toBe(false));
  }

  expect(earlier?.hidden).toBe(false);
  const links = [...(earlier?.querySelectorAll("a") ?? [])];
  expect(links.map((it) => [it.getAttribute("href"), it.textContent])).toEqual([
    ["/game/C/claim?token=t1", "Free coffee"],
  ]);
});

it("plays in a browser that provides no UUIDs, because the page was loaded without TLS", async () => {
  vi.stubGlobal("crypto", { getRandomValues: <Bytes extends ArrayBufferView>(bytes: Bytes) => bytes });
  fetching.mockImplementation(() => answers(200, answer()));
  const { stage } = open();

  stage.go();

  await vi.waitFor(() => expect(result().hidden).toBe(false));
  expect(bodies()[0]?.["play_id"]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

it("sends nothing for a second press", async () => {
  fetching.mockImplementation(() => answers(200, answer()));
  const { stage } = open();

  stage.go();
  stage.go();

  await vi.waitFor(() => expect(result().hidden).toBe(false));
  expect(fetching).toHaveBeenCalledTimes(1);
});

it("sends the same play again after its response was lost", async () => {
  fetching.mockImplementationOnce(() => Promise.reject(new TypeError("lost")));
  fetching.mockImplementationOnce(() => answers(503, {}));
  fetching.mockImplementationOnce(() => answers(200, answer()));
  const { stage } = open();

  stage.go();
  await vi.waitFor(() => expect(status()).toBe("Asking again"));
  await vi.advanceTimersByTimeAsync(3000);

  await vi.waitFor(() => expect(result().hidden).toBe(false));
  expect(new Set(bodies().map(({ play_id }) => play_id)).size).toBe(1);
  expect(fetching).toHaveBeenCalledTimes(3);
});

it("keeps the play when there is no response, and a later press finds its result", async () => {
  fetching.mockImplementation(() => Promise.reject(new TypeError("lost")));
  const { stage, machine } = open();
  stage.go();
  await vi.advanceTimersByTimeAsync(20_000);
  await vi.waitFor(() => expect(status()).toBe("No answer"));
  expect(machine.calls.at(-1)).toBe("stop");
  fetching.mockImplementation(() => answers(200, answer()));

  stage.go();

  await vi.waitFor(() => expect(result().hidden).toBe(false));
  expect(new Set(bodies().map(({ play_id }) => play_id)).size).toBe(1);
});

it("finds a play from another tab or from before a reload, and shows its result without motion", async () => {
  fetching.mockImplementation(() => new Promise(() => undefined));
  open().stage.go();
  fetching.mockImplementation(() => answers(200, answer()));

  const { machine } = open();

  await vi.waitFor(() => expect(result().hidden).toBe(false));
  expect(machine.calls).toEqual(["settle 0 restored"]);
  expect(new Set(bodies().map(({ play_id }) => play_id)).size).toBe(1);
});

it("knows for how long the round of a play from before a reload has been running", async () => {
  const round = { seconds: 60, questions: null, cards: 4 };
  fetching.mockImplementation(() => answers(200, answer({ token: "t", outcome: null, round })));
  const ages: number[] = [];
  const enter = () => {
    const { stage } = open(true, (entered) => {
      ages.push(entered.roundAge);
      return new Promise(() => undefined);
    });
    stage.go();
  };
  enter();
  await vi.waitFor(() => expect(ages).toEqual([0]));
  await vi.advanceTimersByTimeAsync(12_000);
  enter();

  await vi.waitFor(() => expect(ages).toHaveLength(2));
  expect(ages[1]).toBeGreaterThanOrEqual(12_000);
});

it("starts another play once the last result was seen, and shows that result again if there is no other", async () => {
  fetching.mockImplementation(() => answers(200, answer()));
  open().stage.go();
  await vi.waitFor(() => expect(result().hidden).toBe(false));

  const again = open(false);
  await vi.waitFor(() => expect(again.machine.calls).toEqual(["settle 0 restored"]));
  await vi.waitFor(() => expect(again.stage.isPlaying).toBe(false));
  (document.querySelector(".game-result .wp-button") as HTMLElement).click();

  await vi.waitFor(() => expect(fetching).toHaveBeenCalledTimes(3));
  const [first, second, third] = bodies().map(({ play_id }) => play_id);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it("shows the result of a round again if there is no other, so that its winner finds the prize", async () => {
  const round: RoundOf = () => Promise.reject(new Error("played again"));
  const claim = { token: "c", kind: "screen", until: "2099-12-24T12:00:00Z" } as const;
  fetching.mockImplementation(() => answers(200, answer({ score: 5, plays_left: 0, outcome: outcome({ claim }) })));
  open(true, round).stage.go();
  await vi.waitFor(() => expect(result().hidden).toBe(false));

  open(false, round);

  await vi.waitFor(() => expect(result().hidden).toBe(false));
  expect(result().textContent).toContain("Free coffee");
  expect(result().querySelector(".game-claim button")).not.toBeNull();
});

it("shows a prize again until it is claimed, although there are more plays", async () => {
  const claim = { token: "c", kind: "screen", until: "2099-12-24T12:00:00Z" } as const;
  fetching.mockImplementation(() => answers(200, answer({ plays_left: 0, outcome: outcome({ claim }) })));
  open().stage.go();
  await vi.waitFor(() => expect(result().hidden).toBe(false));

  const again = open();
  await vi.waitFor(() => expect(result().hidden).toBe(false));
  expect(again.machine.calls).toEqual(["settle 0 restored"]);
  // Today's plays, not those that were left then.
  expect(result().textContent).toContain("Play again");
  fetching.mockImplementation(() => answers(200, { kind: "screen", claimed_at: "2026-11-28T10:00:00Z" }));
  (result().querySelector(".game-claim button") as HTMLElement).click();
  await vi.waitFor(() => expect(result().textContent).toContain("Claimed"));

  expect(open().stage.isPlaying).toBe(false);
  expect(result().hidden).toBe(true);
});

it("keeps a play whose response was lost and whose retry hit a rate limit", async () => {
  fetching.mockImplementationOnce(() => answers(429, { code: "too_many_requests" }));
  const { stage } = open();
  stage.go();
  await vi.waitFor(() => expect(stage.isPlaying).toBe(false));
  fetching.mockImplementationOnce(() => answers(200, answer()));
  stage.go();

  await vi.waitFor(() => expect(result().hidden).toBe(false));
  expect(new Set(bodies().map(({ play_id }) => play_id)).size).toBe(1);
});

it("shows why a play is refused, beside its field, and allows another one", async () => {
  fetching.mockImplementationOnce(() => answers(403, { code: "too_young" }));
  const { stage, machine } = open();

  stage.go();

  await vi.waitFor(() => expect(status()).toBe("Too young"));
  expect(machine.calls).toEqual(["start", "stop"]);
  expect(document.querySelector("input")?.getAttribute("aria-invalid")).toBe("true");
  fetching.mockImplementationOnce(() => answers(409, { code: "already_played", again_at: "2026-12-01T09:00:00Z" }));
  stage.go();
  await vi.waitFor(() => expect(status()).toMatch(/^You have already played. Again on .*December 2026/));
  const [first, second] = bodies().map(({ play_id }) => play_id);
  expect(second).not.toBe(first);
});

it("does not play while a field is incomplete", () => {
  const { stage } = open();
  const input = document.querySelector("input") as HTMLInputElement;
  input.required = true;
  input.value = "";

  expect(stage.go()).toBe(false);
  expect(fetching).not.toHaveBeenCalled();
});

it("does not offer a prize again that was claimed before", async () => {
  const claim = {
    token: "t",
    kind: "screen",
    until: "2026-12-24T12:00:00Z",
    claimed_at: "2026-11-28T10:00:00Z",
  } as const;
  fetching.mockImplementation(() => answers(200, answer({ outcome: outcome({ claim }) })));
  const { stage } = open();

  stage.go();

  await vi.waitFor(() => expect(result().textContent).toContain("Claimed"));
  expect(result().textContent).toContain("28 November 2026");
  expect(result().querySelector(".game-claim button")).toBeNull();
  expect(fetching).toHaveBeenCalledTimes(1);
});

it("shows the code of a prize again that was claimed before", async () => {
  const claim = {
    token: "t",
    kind: "code",
    until: "2026-12-24T12:00:00Z",
    claimed_at: "2026-11-28T10:00:00Z",
  } as const;
  fetching.mockImplementationOnce(() => answers(200, answer({ outcome: outcome({ claim }) })));
  fetching.mockImplementationOnce(() =>
    answers(200, { kind: "code", code: "HARBOR-1", claimed_at: "2026-11-28T10:00:00Z" }),
  );
  const { stage } = open();

  stage.go();

  await vi.waitFor(() => expect(result().textContent).toContain("HARBOR-1"));
  expect(bodies().at(-1)).toEqual({ token: "t" });
});

it("shows the code of a claimed prize", async () => {
  const claim = { token: "t", kind: "code", until: "2026-12-24T12:00:00Z" } as const;
  fetching.mockImplementationOnce(() => answers(200, answer({ outcome: outcome({ claim }) })));
  const { stage } = open();
  stage.go();
  await vi.waitFor(() => expect(result().hidden).toBe(false));
  fetching.mockImplementationOnce(() =>
    answers(200, { kind: "code", code: "HARBOR-1", claimed_at: "2026-11-28T10:00:00Z" }),
  );

  (document.querySelector(".game-claim .button") as HTMLElement).click();

  await vi.waitFor(() => expect(result().textContent).toContain("HARBOR-1"));
  expect(bodies().at(-1)).toEqual({ token: "t" });
});
