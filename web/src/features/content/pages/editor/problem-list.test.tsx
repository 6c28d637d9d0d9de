import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ProblemList } from "@/features/content/pages/editor/problem-list";
import { renderApp } from "@/shared/testing/render";

vi.mock("@/features/content/pages/editor/puck-config", () => ({
  usePuckState: (select: (state: unknown) => unknown) =>
    select({ appState: { data: { content: [{ type: "Picture" }, { type: "Form" }] } }, dispatch: () => undefined }),
}));

test("each problem names its field, and none is kept back in silence", () => {
  const wrong = "must be a web address";
  const many = Object.fromEntries(
    Array.from({ length: 7 }, (_, row) => [`blocks.content[1].props.fields[${row}].name`, "is taken"]),
  );
  const problems = { "blocks.content[0].props.href": wrong, "blocks.root.props.preview_image": wrong, ...many };

  renderApp(<ProblemList problems={problems} message={null} />);

  expect(screen.getByText(`Link URL: ${wrong}`)).toBeVisible();
  expect(screen.getByText(`Preview image: ${wrong}`)).toBeVisible();
  expect(screen.getAllByText("Questions: is taken")).toHaveLength(6);
  expect(screen.getByText("And 1 more.")).toBeVisible();
});
