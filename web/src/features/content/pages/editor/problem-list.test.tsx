import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ProblemList } from "@/features/content/pages/editor/problem-list";
import { renderApp } from "@/shared/testing/render";

vi.mock("@/features/content/pages/editor/puck-config", () => ({
  usePuckState: (select: (state: unknown) => unknown) =>
    select({ appState: { data: { content: [{ type: "Picture" }, { type: "Form" }, { type: "Vote" }] } } }),
}));

test("each problem names its field, and none is hidden", () => {
  const wrong = "must be a web address";
  const many = Object.fromEntries(
    Array.from({ length: 7 }, (_, row) => [`blocks.content[1].props.fields[${row}].name`, "is taken"]),
  );
  const problems = { "blocks.content[0].props.href": wrong, "blocks.root.props.preview_image": wrong, ...many };

  renderApp(<ProblemList problems={problems} isToPublish={false} onOpen={vi.fn()} onMakeCode={vi.fn()} />);

  expect(screen.getByText(`Link URL: ${wrong}`)).toBeVisible();
  expect(screen.getByText(`Preview image: ${wrong}`)).toBeVisible();
  expect(screen.getAllByText("Questions: is taken")).toHaveLength(6);
  expect(screen.getByText("And 1 more.")).toBeVisible();
});

test("a problem links to its field, and one of the page to the page's settings", () => {
  const problems = {
    "blocks.content[1].props.fields[2].confirm": "needs a provider",
    "blocks.root.props.preview_image": "must be a web address",
  };
  const onOpen = vi.fn();
  renderApp(<ProblemList problems={problems} isToPublish onOpen={onOpen} onMakeCode={vi.fn()} />);

  fireEvent.click(screen.getByRole("button", { name: "Form" }));
  fireEvent.click(screen.getByRole("button", { name: "Page" }));

  expect(onOpen.mock.calls).toEqual([
    [{ index: 1, setting: "fields", row: 2 }],
    [{ index: null, setting: "preview_image", row: undefined }],
  ]);
});

test("a vote without a code offers to create one, and only a vote does", () => {
  const problems = { "blocks.content[2].props.poll_id": "needs a code", "blocks.content[0].props.url": "is required" };
  const onMakeCode = vi.fn();
  renderApp(<ProblemList problems={problems} isToPublish onOpen={vi.fn()} onMakeCode={onMakeCode} />);

  fireEvent.click(screen.getByRole("button", { name: "Create a code for this page" }));

  expect(onMakeCode).toHaveBeenCalledOnce();
});
