import { act, renderHook } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/shared/api/query-client";
import { useUploadPicture } from "@/shared/media/upload-picture";
import { calls } from "@/shared/testing/calls";

function upload(file: File) {
  const cache = createQueryClient();
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useUploadPicture(), { wrapper: around });
  return act(() => result.current.mutateAsync(file));
}

test("a picture that is too large is rejected before it is sent, with its name", async () => {
  const post = vi.spyOn(calls, "POST").mockResolvedValue({ data: { url: "there" }, response: new Response() });
  const large = new File(["x"], "holiday.png");
  Object.defineProperty(large, "size", { value: 10_000_001 });
  await expect(upload(large)).rejects.toThrow("“holiday.png” is larger than 10 MB");
  expect(post).not.toHaveBeenCalled();

  const fitting = new File(["x"], "holiday.png");
  Object.defineProperty(fitting, "size", { value: 10_000_000 });
  expect(await upload(fitting)).toEqual({ url: "there" });
});
