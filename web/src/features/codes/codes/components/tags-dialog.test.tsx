import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { TagsDialog } from "@/features/codes/codes/components/tags-dialog";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

beforeEach(() => {
  vi.spyOn(calls, "POST").mockImplementation(() => Promise.resolve({ data: { items: [] }, response: new Response() }));
});

test("tags typed with commas in between become several tags, and an existing one with a comma stays whole", () => {
  const onSave = vi.fn();
  renderApp(
    <TagsDialog title="Tags" label="Save" tags={["old, one"]} busy={false} onSave={onSave} onClose={() => undefined} />,
  );
  const field = screen.getByRole("combobox", { name: "Tags" });
  fireEvent.change(field, { target: { value: "summer, terrace," } });
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.change(field, { target: { value: "bar,summer" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(onSave).toHaveBeenCalledWith(["old, one", "summer", "terrace", "bar"]);
});
