import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useCreateCode } from "@/features/codes/codes/api/create-code";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

test("a retry after a lost response uses the same key, and the next code another one", async () => {
  const keys: string[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers["Idempotency-Key"] ?? "");
    return keys.length === 1
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Promise.resolve({ data: { code_id: "ABCDEFGHJK" }, response: new Response() });
  }) as never);
  let create!: ReturnType<typeof useCreateCode>["mutateAsync"];
  function Screen() {
    create = useCreateCode().mutateAsync;
    return null;
  }
  renderApp(<Screen />);

  const wanted = { name: "Table 4", type: "page" } as const;
  await act(() => expect(create(wanted)).rejects.toThrow("Failed to fetch"));
  await act(() => create(wanted));
  await act(() => create(wanted));

  expect(keys[0]).not.toBe("");
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
