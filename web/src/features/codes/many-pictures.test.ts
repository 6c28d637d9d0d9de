import { expect, test, vi } from "vitest";
import { fetchPictures } from "@/features/codes/api/fetch-pictures";
import { choiceProblem, pictureNames } from "@/features/codes/many-pictures";

test("files are called as their codes, whatever these are called, and each but once", () => {
  const called = (...names: string[]) => pictureNames(names.map((name, at) => ({ name, code_id: `id${at}` })), "svg");

  expect(called("Table 1", "Кафе / Bar: left", "...", "a\nb")).toEqual(["Table 1.svg", "Кафе Bar left.svg", "Code.svg", "a b.svg"]);
  expect(called("Door", "door", "Gate")).toEqual(["Door (id0).svg", "door (id1).svg", "Gate.svg"]);
});

test("a size that would hold the server up is refused", () => {
  expect(choiceProblem({ format: "png", millimetres: 100 })).toBeNull();
  expect(choiceProblem({ format: "png", millimetres: 101 })).toBe("From 5 to 100 mm");
  expect(choiceProblem({ format: "pdf", millimetres: 1000 })).toBeNull();
  expect(choiceProblem({ format: "pdf", millimetres: Number.NaN })).toBe("From 5 to 1,000 mm");
});

test("what asks too often waits as told, what is gone is left out, and the order stays", async () => {
  const answers = new Map([["b", 429]]);
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    const id = /code-picture\/(\w+)\.svg\?width_mm=40$/.exec(address)?.[1] ?? "";
    asked.push(id);
    const status = id === "gone" ? 404 : (answers.get(id) ?? 200);
    answers.delete(id);
    return Promise.resolve(new Response(status === 200 ? id : "{}", { status, headers: { "Retry-After": "0.01" } }));
  });
  const done: number[] = [];
  const codes = ["a", "b", "gone", "c", "d", "e"].map((code_id) => ({ code_id, name: `Code ${code_id}` }));

  const files = await fetchPictures(codes, {
    choice: { format: "svg", millimetres: 40 },
    signal: new AbortController().signal,
    onProgress: (count) => done.push(count),
  });

  expect(files.map((file) => `${file.name} ${new TextDecoder().decode(file.bytes)}`)).toEqual(
    ["a", "b", "c", "d", "e"].map((id) => `Code ${id}.svg ${id}`),
  );
  expect(asked.filter((id) => id === "b")).toHaveLength(2);
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
});

test("an answer that says no ends it with its reason", async () => {
  const problem = { status: 500, code: "broken", message: "It broke." };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(problem), { status: 500 })));

  const choice = { format: "svg", millimetres: 40 } as const;
  const asking = fetchPictures([{ code_id: "a", name: "A" }], { choice, signal: new AbortController().signal, onProgress: () => undefined });

  await expect(asking).rejects.toThrow("It broke.");
});
