import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { WallForm } from "@/features/content/walls/components/wall-form";
import type { Wall } from "@/features/content/walls/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const WALL = {
  wall_id: "wall_1",
  name: "Harbor party",
  intro: "Welcome",
  consent_text: "I agree",
  moderation: "before",
  is_open: true,
} as Wall;

function shown() {
  const post = vi
    .spyOn(calls, "POST")
    .mockImplementation(() => Promise.resolve({ data: WALL, response: new Response() }));
  const onDone = vi.fn();
  renderApp(<WallForm wall={WALL} onDone={onDone} />);
  return { post, onDone };
}

test("only changed settings are saved, so that somebody else's changes stay", async () => {
  const { post, onDone } = shown();

  fireEvent.change(screen.getByLabelText(/Name/), { target: { value: "Winter party" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(post).toHaveBeenCalledWith("/v1/selfiewall/update-selfiewall", {
    body: { wall_id: "wall_1", name: "Winter party" },
  });
});

test("nothing is sent if nothing was changed", () => {
  const { post, onDone } = shown();

  fireEvent.click(screen.getByRole("button", { name: "Save" }));

  expect(onDone).toHaveBeenCalledWith(null);
  expect(post).not.toHaveBeenCalled();
});

test("Escape does not discard changes to a wall", async () => {
  const { onDone } = shown();

  fireEvent.change(screen.getByLabelText(/Welcome text/), { target: { value: "Come in" } });
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });

  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(onDone).toHaveBeenCalledOnce();
});
