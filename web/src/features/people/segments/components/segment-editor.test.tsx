import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SegmentEditor } from "@/features/people/segments/components/segment-editor";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

interface Asked {
  rules: { conditions: { times?: number }[] };
}

const MANY = { count: 12_345, total: 1_200_000, is_total_exact: false };
const FEW = { count: 2, total: 8, is_total_exact: true };
const SAMPLE = [{ customer_id: "cus_1", first_name: "Ana", last_name: "Silva", email: null, phone: null }];

/** Mocks a server that counts with `answer`, and returns the recorded requests. */
function serving(answer: (asked: Asked) => object) {
  const asked: Asked[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Asked }) => {
    if (path !== "/v1/preview-segment") {
      const data = { items: [], tags: [], total: 0, segment_id: "seg_1" };
      return Promise.resolve({ data, response: new Response() });
    }
    asked.push(body);
    const data = answer(body);
    return Promise.resolve(
      "status" in data
        ? { error: data, response: new Response(null, { status: 503 }) }
        : { data: { sample: SAMPLE, ...data }, response: new Response() },
    );
  }) as never);
  return asked;
}

function open() {
  const routes = [
    { path: "/admin/segments", element: <p>All segments</p> },
    { path: "/admin/segments/new", element: <SegmentEditor segment={null} /> },
    { path: "/admin/segments/seg_1", element: <p>The segment</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/admin/segments", "/admin/segments/new"] });
  renderApp(<RouterProvider router={router} />);
  return { router, counted: within(screen.getByRole("region", { name: "Matching customers" })) };
}

const times = () => screen.getByRole("spinbutton", { name: "At least … times" });

/** Types texts without a pause. */
function type(...texts: string[]) {
  for (const value of texts) {
    fireEvent.change(times(), { target: { value } });
  }
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

test("the count shows the total, and rounds large numbers", async () => {
  const asked = serving(({ rules }) => (rules.conditions[0]?.times === 12 ? FEW : MANY));
  const { counted } = open();

  expect(await counted.findByRole("status")).toHaveTextContent("12,345");
  expect(counted.getByText("1% of about 1,200,000 customers")).toBeVisible();
  expect(counted.getByRole("link", { name: "Ana Silva" })).toHaveProperty("pathname", "/admin/customers/cus_1");

  type("3", "12");

  await waitFor(() => expect(counted.getByRole("status")).toHaveTextContent(/^2$/));
  expect(counted.getByText("25% of 8 customers")).toBeVisible();
  expect(asked.map(({ rules }) => rules.conditions[0]?.times)).toEqual([1, 12]);
});

test("nothing is counted while a number is missing or out of range", async () => {
  const asked = serving(() => FEW);
  const { counted } = open();
  await counted.findByRole("status");

  for (const wrong of ["", "1000001", "1.5"]) {
    type(wrong);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(counted.getByText("Complete the conditions to see how many customers match.")).toBeVisible();
    expect(counted.queryByRole("status")).toBeNull();
    expect(screen.getByRole("button", { name: "Save segment" })).toBeDisabled();
  }

  expect(asked).toHaveLength(1);
});

test("a failed count can be retried", async () => {
  let isDown = true;
  serving(() => (isDown ? { code: "busy", message: "Not now.", status: 503, errors: [] } : FEW));
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const { counted } = open();
  const again = await counted.findByRole("button", { name: "Retry" });

  isDown = false;
  await person.click(again);

  expect(await counted.findByRole("status")).toHaveTextContent(/^2$/);
});

test("going back from a segment that was just saved does not lead to an empty form", async () => {
  serving(() => FEW);
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const { router } = open();

  await person.type(screen.getByRole("textbox", { name: "Name" }), "Guests");
  await person.click(screen.getByRole("button", { name: "Save segment" }));
  expect(await screen.findByText("The segment")).toBeVisible();
  await act(() => router.navigate(-1));

  expect(await screen.findByText("All segments")).toBeVisible();
});
