import { expect, test, vi } from "vitest";
import { fetchPictures, type NamedCode, type Pictures } from "@/features/codes/codes/api/fetch-pictures";
import { choiceProblem, pictureNames } from "@/features/codes/codes/bulk-pictures";

test("files are named after their codes, whatever their names contain, and each name is unique", () => {
  const called = (...names: string[]) =>
    pictureNames(
      names.map((name, at) => ({ name, code_id: `id${at}` })),
      "svg",
    );

  expect(called("Table 1", "Кафе / Bar: left", "...", "a\nb")).toEqual([
    "Table 1.svg",
    "Кафе Bar left.svg",
    "Code.svg",
    "a b.svg",
  ]);
  expect(called("Door", "door", "Gate")).toEqual(["Door (id0).svg", "door (id1).svg", "Gate.svg"]);
});

test("a size that would overload the server is refused", () => {
  expect(choiceProblem({ format: "png", millimetres: 100 })).toBeNull();
  expect(choiceProblem({ format: "png", millimetres: 101 })).toBe("From 5 to 100 mm");
  expect(choiceProblem({ format: "pdf", millimetres: 1000 })).toBeNull();
  expect(choiceProblem({ format: "pdf", millimetres: Number.NaN })).toBe("From 5 to 1,000 mm");
});

const choice = { format: "svg", millimetres: 40 } as const;
const codesOf = (...ids: string[]) => ids.map((code_id) => ({ code_id, name: `Code ${code_id}` }));
let asked: string[];

/** Mocks a server that gives the planned answers for each code, one per try, and then its picture. */
function serving(plan: Record<string, (number | "offline")[]>) {
  asked = [];
  vi.stubGlobal("fetch", (address: string) => {
    const id = /code-picture\/(\w+)\.svg\?width_mm=40$/.exec(address)?.[1] ?? "";
    asked.push(id);
    const status = plan[id]?.shift() ?? 200;
    if (status === "offline") {
      return Promise.reject(new TypeError("Failed to fetch"));
    }
    const problem = { status, code: "broken", message: "It broke." };
    return Promise.resolve(
      new Response(status === 200 ? id : JSON.stringify(problem), { status, headers: { "Retry-After": "2" } }),
    );
  });
}

/** Fetches with a clock that runs as fast as it can. */
async function fetched(codes: NamedCode[], got: Pictures = new Map(), signal = new AbortController().signal) {
  vi.useFakeTimers();
  const done: number[] = [];
  const pauses: (number | null)[] = [];
  try {
    const fetching = fetchPictures(codes, got, {
      choice,
      signal,
      onProgress: () => done.push(got.size),
      onPause: (seconds) => pauses.push(seconds),
    });
    fetching.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(120_000);
    return { missed: await fetching, done, pauses, got };
  } finally {
    vi.useRealTimers();
  }
}

test("after too many requests the client waits as long as requested and shows it, and pictures of deleted codes are left out", async () => {
  serving({ b: [429], gone: [404] });

  const { missed, done, pauses, got } = await fetched(codesOf("a", "b", "gone", "c", "d", "e"));

  expect(missed).toBeNull();
  expect(["a", "b", "c", "d", "e"].map((id) => new TextDecoder().decode(got.get(id) ?? undefined))).toEqual([
    "a",
    "b",
    "c",
    "d",
    "e",
  ]);
  expect(got.get("gone")).toBeNull();
  expect(asked.filter((id) => id === "b")).toHaveLength(2);
  expect(pauses).toEqual([2, null]);
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a picture that has to wait again and again is missing in the end, and the others arrive", async () => {
  serving({ b: Array.from({ length: 100 }, () => 429) });

  const { missed, got } = await fetched(codesOf("a", "b", "c"));

  expect(missed?.codes.map(({ code_id }) => code_id)).toEqual(["b"]);
  expect(missed?.reason).toMatchObject({ status: 429 });
  expect([...got.keys()].sort()).toEqual(["a", "c"]);
  expect(asked.filter((id) => id === "b")).toHaveLength(6);
});

test("browsers that can't link signals still fetch, time out and abort", async () => {
  const linking = vi.spyOn(AbortSignal, "any").mockImplementation(() => {
    throw new TypeError("AbortSignal.any is not a function");
  });
  const hanging: AbortSignal[] = [];
  vi.stubGlobal("fetch", (address: string, { signal }: RequestInit) => {
    if (!address.includes("hangs") || signal == null) {
      return Promise.resolve(new Response("picture"));
    }
    hanging.push(signal);
    return new Promise((_, stop) => signal.addEventListener("abort", () => stop(signal.reason as Error)));
  });
  const controller = new AbortController();
  vi.useFakeTimers();
  try {
    const got: Pictures = new Map();
    const fetching = fetchPictures(codesOf("a", "hangs"), got, {
      choice,
      signal: controller.signal,
      onProgress: () => undefined,
    });
    const ended = expect(fetching).rejects.toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(62_000);
    expect([...got.keys()]).toEqual(["a"]);
    expect(hanging.map((signal) => signal.aborted)).toEqual([true, false]);
    controller.abort();
    await ended;
    expect(hanging.every((signal) => signal.aborted)).toBe(true);
  } finally {
    vi.useRealTimers();
    linking.mockRestore();
  }
});

test("a picture that fails is retried and does not affect the others", async () => {
  serving({ b: ["offline", 500], c: [500, 500, 500], d: [422] });
  const codes = codesOf("a", "b", "c", "d", "e", "f");

  const { missed, got } = await fetched(codes);

  expect(missed?.codes.map(({ code_id }) => code_id)).toEqual(["c", "d"]);
  expect(missed?.reason).toMatchObject({ message: "It broke." });
  expect([...got.keys()].sort()).toEqual(["a", "b", "e", "f"]);
  expect(asked.filter((id) => id === "d")).toHaveLength(1);

  serving({});
  expect((await fetched(codes, got)).missed).toBeNull();
  expect(asked).toEqual(["c", "d"]);
});

test("after many failures in a row, the remaining pictures are not fetched", async () => {
  const ids = Array.from({ length: 100 }, (_, number) => `c${number}`);
  serving(Object.fromEntries(ids.slice(10).map((id) => [id, ["offline", "offline", "offline"]])));

  const { missed, got } = await fetched(codesOf(...ids));

  expect(got.size).toBe(10);
  expect(missed?.codes).toHaveLength(90);
  expect(new Set(asked).size).toBeLessThan(25);
});

test("after cancelling, no more pictures are fetched", async () => {
  serving({ a: [429] });
  const controller = new AbortController();
  const stopping = fetched(codesOf("a", "b"), new Map(), controller.signal);
  controller.abort();
  await expect(stopping).rejects.toThrow();
});
