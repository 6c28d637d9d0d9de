import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Annotation } from "@/features/insights/analytics/api/annotations";
import { AnnotationDialog } from "@/features/insights/analytics/components/annotation-dialog";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const NOTE = {
  annotation_id: "ann_1",
  version: 1,
  code_id: null,
  starts_at: "2026-05-04T10:00:00Z",
  ends_at: "2026-05-05T10:00:00Z",
  text: "Fair",
} as unknown as Annotation;

test("a note whose start or end is incomplete is not saved without it", async () => {
  const sent: unknown[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((
    _path: string,
    { body }: { body: { ends_at?: unknown; text?: unknown } },
  ) => {
    if (body.text !== undefined) {
      sent.push(body.ends_at);
    }
    return Promise.resolve({ data: { ...NOTE, items: [] }, response: new Response() });
  }) as never);
  const done = vi.fn();
  renderApp(<AnnotationDialog note={NOTE} zone="UTC" onDone={done} />);
  const half = (label: RegExp, badInput: boolean) =>
    Object.defineProperty(screen.getByLabelText(label), "validity", { value: { badInput }, configurable: true });
  const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

  half(/^Until/, true);
  fireEvent.change(screen.getByLabelText(/^Until/), { target: { value: "" } });
  save();
  expect(await screen.findByText("Complete the date, or clear it")).toBeVisible();
  expect(screen.getByLabelText(/^Until/)).toHaveFocus();
  half(/^Until/, false);

  fireEvent.change(screen.getByLabelText(/^When/), { target: { value: "" } });
  save();
  expect(await screen.findByText("Complete the date")).toBeVisible();
  expect(sent).toEqual([]);

  fireEvent.change(screen.getByLabelText(/^When/), { target: { value: "2026-05-04T11:00" } });
  save();
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(sent).toEqual([null]);
});
