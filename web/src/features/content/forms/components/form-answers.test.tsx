import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { FormDetail } from "@/features/content/forms/api/forms";
import { FormAnswers } from "@/features/content/forms/components/form-answers";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const FORM = {
  page_id: "page_1",
  form_id: "sign-up",
  page_name: "Lunch",
  title: "Join us",
  code_id: null,
  is_on_page: true,
  is_published: true,
  answers: 2,
  unread: 1,
  last_at: "2026-05-04T10:00:00Z",
  tells_me: false,
  fields: [
    { name: "meals", label: "Which meals?", input_type: "checkboxes", options: null, is_on_form: true },
    { name: "first_name", label: "First name", input_type: "text", options: null, is_on_form: true },
  ],
} as unknown as FormDetail;

const answer = (id: string, first_name: string, read_at: string | null) => ({
  submission_id: id,
  first_name,
  created_at: "2026-05-04T10:00:00Z",
  is_proven: id !== "sub_2",
  read_at,
  consent: null,
  fields: { meals: ["Fish", "Soup"], first_name },
});

function serving() {
  const sent: [string, unknown][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: unknown }) => {
    sent.push([path, body]);
    const items = [answer("sub_1", "Ana", null), answer("sub_2", "Ben", "2026-05-05T10:00:00Z")];
    const data = path === "/v1/get-submit-data" ? { items, total: 2 } : { time_zone: "UTC", brand: {} };
    return Promise.resolve({ data, response: new Response() });
  }) as never);
  return sent;
}

function show(mayEdit: boolean) {
  renderApp(
    <MemoryRouter>
      <FormAnswers form={FORM} mayEdit={mayEdit} />
    </MemoryRouter>,
  );
}

test("an opened answer is marked as read, and deleted after a confirmation", async () => {
  const person = userEvent.setup();
  const sent = serving();
  show(true);

  await person.click(await screen.findByRole("button", { name: /^Open the answer from Ana/ }));
  const opened = screen.getByRole("dialog", { name: "Ana" });
  expect(within(opened).getByText("Fish, Soup")).toBeInTheDocument();
  await person.click(within(opened).getByRole("button", { name: "Delete" }));
  await person.click(
    within(screen.getByRole("dialog", { name: /Delete this answer/ })).getByRole("button", { name: "Delete" }),
  );

  expect(sent).toContainEqual(["/v1/mark-submissions", { submission_ids: ["sub_1"] }]);
  expect(sent).toContainEqual(["/v1/delete-submission", { submission_id: "sub_1" }]);
});

test("a viewer can read answers but change nothing", async () => {
  const person = userEvent.setup();
  const sent = serving();
  show(false);

  await person.click(await screen.findByRole("button", { name: /^Open the answer from Ben/ }));
  const opened = screen.getByRole("dialog", { name: "Ben" });

  expect(within(opened).getByText(/^Unverified/)).toBeInTheDocument();
  expect(within(opened).queryByRole("button", { name: "Delete" })).toBeNull();
  expect(screen.queryByText("Email me new answers")).toBeNull();
  expect(screen.queryByText("Mark all as read")).toBeNull();
  expect(sent.map(([path]) => path)).not.toContain("/v1/mark-submissions");
});
