import { QueryClientProvider, useMutation } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/shared/api/query-client";
import { handleResult } from "@/shared/api/handle-result";

function changing(change: () => Promise<string>) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);
  return renderHook(() => useMutation({ mutationFn: change }), { wrapper });
}

describe("settle", () => {
  it("reports a success after the component has unmounted, and skips callbacks that are only for mounted ones", async () => {
    let answer: (text: string) => void = () => undefined;
    const { result, unmount } = changing(() => new Promise((resolve) => (answer = resolve)));
    const stayed = vi.fn();
    const onSuccess = vi.fn();

    const over = new Promise<void>((done) =>
      handleResult(result.current.mutateAsync(undefined, { onSuccess: stayed }), { onSuccess, onSettled: done }),
    );
    await waitFor(() => expect(result.current.isPending).toBe(true));
    unmount();
    answer("deleted");
    await over;

    expect(onSuccess).toHaveBeenCalledExactlyOnceWith("deleted");
    expect(stayed).not.toHaveBeenCalled();
  });

  it("reports a refusal, and swallows one without an error handler", async () => {
    const refusal = new Error("no");
    const { result, unmount } = changing(() => Promise.reject(refusal));
    const onError = vi.fn();

    const over = new Promise<void>((done) => handleResult(result.current.mutateAsync(), { onError, onSettled: done }));
    unmount();
    await over;
    await new Promise<void>((done) => handleResult(Promise.reject(refusal), { onSettled: done }));

    expect(onError).toHaveBeenCalledExactlyOnceWith(refusal);
  });
});
