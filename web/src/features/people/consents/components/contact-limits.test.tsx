import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { ContactLimits } from "@/features/people/consents/components/contact-limits";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

const NONE = {
  quiet_from: null,
  quiet_until: null,
  cap_messages: null,
  cap_days: null,
  min_age: null,
  by_country: false,
};

/** Opens the form with a mock server that stores what is saved, and returns the save requests. */
function open(rules: Record<string, unknown>, mayEdit = true) {
  let kept = { ...NONE, ...rules };
  const sent: unknown[] = [];
  vi.spyOn(calls, "POST").mockImplementation((path, options) => {
    if (path === "/v1/save-contact-rules") {
      sent.push(options?.body);
      kept = { ...kept, ...(options?.body as object) };
    }
    return Promise.resolve({ data: kept, response: new Response() });
  });
  const router = createMemoryRouter(
    [
      { path: "/rules", element: <ContactLimits mayEdit={mayEdit} /> },
      { path: "/else", element: <p>Another screen</p> },
    ],
    { initialEntries: ["/rules"] },
  );
  renderApp(<RouterProvider router={router} />);
  return { sent, router };
}

test("only changes are saved, and pairs are saved together", async () => {
  const { sent } = open({ cap_messages: 3, cap_days: 7 });
  const within = await screen.findByLabelText("Within");
  const save = screen.getByRole("button", { name: "Save" });
  expect(save).toBeDisabled();

  await userEvent.clear(within);
  expect(screen.getByRole("alert")).toHaveTextContent("A cap needs both numbers.");
  expect(save).toBeDisabled();
  await userEvent.type(within, "30");
  await userEvent.click(screen.getByRole("switch"));
  await userEvent.click(save);

  await waitFor(() => expect(sent).toEqual([{ by_country: true, cap_messages: 3, cap_days: 30 }]));
  await waitFor(() => expect(save).toBeDisabled());
  expect(within).toHaveValue(30);
});

test("quiet hours are removed together", async () => {
  const { sent } = open({ quiet_from: "21:00", quiet_until: "08:00" });
  await userEvent.click(await screen.findByRole("button", { name: "No quiet hours" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ quiet_from: null, quiet_until: null }]));
});

test("leaving with unsaved rules asks first", async () => {
  const { router } = open({});
  await userEvent.type(await screen.findByLabelText("Minimum age"), "18");
  void router.navigate("/else");
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
});

test("members who may not change the rules can read them", async () => {
  open({ quiet_from: "21:00", quiet_until: "08:00", cap_messages: 1, cap_days: 7, min_age: 18 }, false);
  expect(await screen.findByText("21:00 to 08:00")).toBeVisible();
  expect(screen.getByText("At most 1 message within 7 days. Minimum age: 18.")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("an incomplete time or number removes no rule", async () => {
  const { sent } = open({ quiet_from: "21:00", quiet_until: "08:00", min_age: 18 });
  for (const name of ["From", "Minimum age"]) {
    const input = await screen.findByLabelText(name);
    Object.defineProperty(input, "validity", { value: { badInput: true }, configurable: true });
    fireEvent.change(input, { target: { value: "" } });
  }
  expect(screen.getByText("Complete the time, or clear it")).toBeVisible();
  expect(screen.getByText("Enter a number, or clear the field")).toBeVisible();
  await userEvent.click(screen.getByRole("switch"));
  const save = screen.getByRole("button", { name: "Save" });
  await userEvent.click(save);
  expect(screen.getByLabelText("From")).toHaveFocus();
  expect(sent).toEqual([]);
});

test("numbers outside the limits and hours without length are refused before they are sent", async () => {
  open({ quiet_from: "21:00", quiet_until: "08:00" });
  const age = await screen.findByLabelText("Minimum age");
  const save = screen.getByRole("button", { name: "Save" });
  await userEvent.type(age, "130");
  expect(screen.getByText("From 1 to 120")).toBeVisible();
  expect(save).toBeDisabled();
  await userEvent.clear(age);
  fireEvent.change(screen.getByLabelText("Until"), { target: { value: "21:00" } });
  expect(screen.getByRole("alert")).toHaveTextContent("Quiet hours must end at a different time than they start.");
  expect(save).toBeDisabled();
});

test("what is typed while a save is under way stays, and can be saved", async () => {
  const { sent } = open({ min_age: 18 });
  const age = await screen.findByLabelText("Minimum age");
  const answer = vi.mocked(calls.POST).getMockImplementation() as typeof calls.POST;
  let finish: () => void = () => undefined;
  vi.mocked(calls.POST).mockImplementation(async (...call) => {
    const body = await answer(...call);
    await (call[0] === "/v1/save-contact-rules" ? new Promise<void>((done) => (finish = done)) : null);
    return body;
  });
  await userEvent.click(screen.getByRole("switch"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.clear(age);
  await userEvent.type(age, "21");
  finish();
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeEnabled());
  expect(age).toHaveValue(21);
});
