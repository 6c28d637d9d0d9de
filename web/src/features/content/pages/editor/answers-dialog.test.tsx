import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { AnswersDialog } from "@/features/content/pages/editor/answers-dialog";
import { renderApp } from "@/shared/testing/render";

const api = vi.hoisted(() => ({
  kept: [
    {
      submission_id: "sub_1",
      first_name: "Ana",
      created_at: "2026-05-04T10:00:00Z",
      is_proven: false,
      fields: { session: "Morning", meals: ["Fish", "Soup"] },
    },
  ],
}));

vi.mock("@/features/content/pages/api/answers", () => ({
  ANSWERS_PER_PAGE: 20,
  answersQuery: () => ({
    queryKey: ["answers"],
    queryFn: () => ({ items: [...api.kept], total: api.kept.length }),
  }),
  useDeleteAnswer: () => ({
    isPending: false,
    mutateAsync: (id: string) => {
      api.kept = api.kept.filter((one) => one.submission_id !== id);
      return Promise.resolve({});
    },
  }),
}));

test("an answer is removed once that was confirmed", async () => {
  const person = userEvent.setup();
  renderApp(<AnswersDialog pageId="page_1" onClose={() => undefined} />);

  expect(await screen.findByText("Fish, Soup")).toBeInTheDocument();
  expect(screen.getByText(/^Unverified/)).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Delete the submission from Ana" }));
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  expect(api.kept).toHaveLength(1);
  await person.click(await screen.findByRole("button", { name: "Delete the submission from Ana" }));
  await person.click(screen.getByRole("button", { name: "Delete" }));

  expect(await screen.findByText("Submission deleted.")).toBeInTheDocument();
  expect(api.kept).toHaveLength(0);
});
