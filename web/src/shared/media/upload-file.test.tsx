import { act, renderHook } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@/shared/api/client";
import { createQueryClient } from "@/shared/api/query-client";
import { useUploadFile } from "@/shared/media/upload-file";
import { calls } from "@/shared/testing/calls";

const SIGNED = {
  url: "https://store.example/put",
  method: "PUT",
  key: "org/o/uploads/u/menu.pdf",
  headers: { "Content-Type": "application/pdf" },
};
const store = vi.fn<typeof fetch>();

beforeEach(() => {
  store.mockReset().mockResolvedValue(new Response());
  vi.stubGlobal("fetch", store);
  vi.spyOn(calls, "POST").mockResolvedValue({ data: SIGNED, response: new Response() });
});

function upload(file: File) {
  const cache = createQueryClient();
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useUploadFile(), { wrapper: around });
  return act(() => result.current.mutateAsync(file));
}

test("a file is sent to its signed address with the announced headers", async () => {
  const file = new File(["%PDF-1.7"], "Menu.PDF");
  expect(await upload(file)).toEqual({ key: SIGNED.key, name: "Menu.PDF" });
  const body = { action: "upload", filename: "Menu.PDF", media_type: "application/pdf", size: 8 };
  expect(api.POST).toHaveBeenCalledExactlyOnceWith("/v1/generate-signed-url", { body });
  expect(store).toHaveBeenCalledExactlyOnceWith(SIGNED.url, { method: "PUT", headers: SIGNED.headers, body: file });
});

test.each([
  ["not a supported file type", new File(["x"], "run.exe")],
  ["is empty", new File([], "menu.pdf")],
])("what %s is refused before it is sent", async (words, file) => {
  await expect(upload(file)).rejects.toThrow(words);
  expect(api.POST).not.toHaveBeenCalled();
});

test("a rejection by the store is reported", async () => {
  store.mockResolvedValue(new Response(null, { status: 403 }));
  await expect(upload(new File(["x"], "a.csv"))).rejects.toThrow("couldn’t be uploaded");
});
