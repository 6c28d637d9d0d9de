import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { WallField } from "@/features/content/pages/editor/wall-field";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

function answering(...walls: { wall_id: string; name: string }[]) {
  return vi
    .spyOn(calls, "POST")
    .mockImplementation((path: string) =>
      Promise.resolve(
        path === "/v1/selfiewall/get-selfiewalls"
          ? { data: { items: walls, total: walls.length }, response: new Response() }
          : { response: new Response(null, { status: 404 }) },
      ),
    );
}

test("a wall is chosen by its name", async () => {
  const post = answering({ wall_id: "wall_1", name: "Harbor party" }, { wall_id: "wall_2", name: "Tasting" });
  const onChange = vi.fn();
  renderApp(<WallField label="Wall" value="wall_1" error={false} onChange={onChange} />);

  const input = await screen.findByDisplayValue("Harbor party");
  fireEvent.focus(input);
  fireEvent.keyDown(input, { key: "ArrowDown" });
  fireEvent.click(await screen.findByText("Tasting"));

  expect(onChange).toHaveBeenCalledWith("wall_2");
  expect(post).toHaveBeenCalledTimes(1);
});

test("a missing wall and no wall at all each show a message", async () => {
  answering({ wall_id: "wall_2", name: "Tasting" });
  const shown = renderApp(<WallField label="Wall" value="wall_1" error={false} onChange={() => undefined} />);
  await screen.findByText("The selected wall no longer exists. Choose another one.");
  shown.unmount();

  answering();
  renderApp(<WallField label="Wall" value="" error={false} onChange={() => undefined} />);
  await screen.findByText(/No walls yet/);
});
