import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "@/shared/api/errors";
import { rebaseVersion, inOrder } from "@/shared/api/in-order";

interface Text {
  text: string;
  version?: number | null;
}

const cutOff = new TypeError("Failed to fetch");
const changed = new ApiError({ status: 409, code: "page_changed", message: "Somebody else changed it." });
const inUse = new ApiError({ status: 409, code: "idempotency_key_in_use", message: "Still being worked on." });

/**
 * Stores a text as the server does, each key once. Each call is either processed ("taken"), lost on the way ("lost"),
 * processed with its response lost ("unanswered"), or fails with the error.
 */
function server(...fates: ("taken" | "lost" | "unanswered" | Error)[]) {
  const kept = { text: "", version: 1, made: [] as string[] };
  const answers = new Map<string, { version: number }>();
  const call = (body: Text, headers: { "Idempotency-Key": string }) => {
    const fate = fates.shift() ?? "taken";
    if (fate instanceof Error || fate === "lost") {
      return Promise.reject(fate instanceof Error ? fate : cutOff);
    }
    const key = headers["Idempotency-Key"];
    if (!answers.has(key)) {
      if (typeof body.version === "number" && body.version !== kept.version) {
        return Promise.reject(changed);
      }
      Object.assign(kept, { text: body.text, version: kept.version + 1 });
      kept.made.push(body.text);
      answers.set(key, { version: kept.version });
    }
    return fate === "unanswered" ? Promise.reject(cutOff) : Promise.resolve(answers.get(key) as { version: number });
  };
  return { kept, saves: inOrder<Text, { version: number }>(call, rebaseVersion) };
}

afterEach(() => vi.useRealTimers());

test.each(["lost", "unanswered"] as const)("what is sent again after it was %s is made once", async (fate) => {
  const { kept, saves } = server(fate);
  await expect(saves.send({ text: "one", version: 1 })).rejects.toThrow(cutOff);
  expect(saves.isOpen()).toBe(true);
  await expect(saves.send({ text: "one", version: 1 })).resolves.toEqual({ version: 2 });
  expect([kept.made, saves.isOpen()]).toEqual([["one"], false]);
});

test.each(["lost", "unanswered"] as const)(
  "what is written on after a save was %s collides with nobody",
  async (fate) => {
    const { kept, saves } = server(fate);
    await expect(saves.send({ text: "one", version: 1 })).rejects.toThrow(cutOff);
    await expect(saves.send({ text: "two", version: 1 })).resolves.toEqual({ version: 3 });
    expect(kept.made).toEqual(["one", "two"]);
  },
);

test("responses lost one after the other are recovered in order", async () => {
  const { kept, saves } = server("unanswered", "taken", "unanswered");
  await expect(saves.send({ text: "one", version: 1 })).rejects.toThrow(cutOff);
  await expect(saves.send({ text: "two", version: 1 })).rejects.toThrow(cutOff);
  await expect(saves.send({ text: "three", version: 1 })).resolves.toEqual({ version: 4 });
  expect(kept.made).toEqual(["one", "two", "three"]);
});

test("a concurrent change by somebody else is still reported", async () => {
  const { kept, saves } = server("lost");
  await expect(saves.send({ text: "one", version: 1 })).rejects.toThrow(cutOff);
  Object.assign(kept, { text: "theirs", version: 2 });
  await expect(saves.send({ text: "two", version: 1 })).rejects.toThrow(changed);
  expect([kept.text, saves.isOpen()]).toEqual(["theirs", false]);
});

test("a refused change is not sent again", async () => {
  const refusal = new ApiError({ status: 401, code: "unauthorized", message: "Log in first." });
  const { kept, saves } = server(refusal);
  await expect(saves.send({ text: "one", version: 1 })).rejects.toThrow(refusal);
  expect(saves.isOpen()).toBe(false);
  await saves.send({ text: "two", version: 1 });
  expect(kept.made).toEqual(["two"]);
});

test("a required login before the outcome is known keeps the sent change", async () => {
  const refusal = new ApiError({ status: 401, code: "unauthorized", message: "Log in first." });
  const { kept, saves } = server("unanswered", refusal);
  await expect(saves.send({ text: "one", version: 1 })).rejects.toThrow(cutOff);
  await expect(saves.send({ text: "two", version: 1 })).rejects.toThrow(refusal);
  await saves.send({ text: "two", version: 1 });
  expect(kept.made).toEqual(["one", "two"]);
});

test("a change that is still being processed is waited for", async () => {
  vi.useFakeTimers();
  const { kept, saves } = server("unanswered", inUse, inUse);
  await expect(saves.send({ text: "one", version: 1 })).rejects.toThrow(cutOff);
  const again = saves.send({ text: "one", version: 1 });
  await vi.advanceTimersByTimeAsync(2500);
  await expect(again).resolves.toEqual({ version: 2 });
  expect(kept.made).toEqual(["one"]);
});
