import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { Scanner } from "@/features/promotions/rewards/components/scanner";
import { Till } from "@/features/promotions/rewards/components/till";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

const reader = vi.hoisted(() => ({ load: vi.fn<() => Promise<unknown>>() }));
vi.mock("@/features/promotions/rewards/barcode-reader", () => ({ loadReader: reader.load }));

const EDITOR = "editor";
const PASS = "200123456789";
const NOTHING = "No card and no pass was found.";
let onRead: (text: string) => void = () => undefined;

beforeEach(() => {
  reader.load.mockResolvedValue({
    decodeFromConstraints: (_: unknown, __: unknown, read: (result: unknown, error: unknown, it: unknown) => void) => {
      onRead = (text) => read({ getText: () => text }, undefined, { stop: vi.fn() });
      return Promise.resolve({ stop: vi.fn() });
    },
  });
});

/** A pass at the till, which exists if its barcode is `PASS`. */
function FakePass({ text, onNothing }: { text: string; onNothing: () => void }) {
  return text === PASS ? <h2>Pass {text}</h2> : <button onClick={onNothing}>No such pass</button>;
}

function opened(status: number, code: string, message: string) {
  const sent: Record<string, unknown>[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path !== "/v1/rewards/get-swapt-card") {
      return Promise.resolve({ data: { items: [] }, response: new Response() });
    }
    sent.push(body);
    return Promise.resolve({ error: { status, code, message }, response: new Response("", { status }) });
  }) as never);
  renderApp(
    <MemoryRouter>
      <Till role={EDITOR} owner="mia" pass={FakePass} />
    </MemoryRouter>,
  );
  return sent;
}

async function type(text: string) {
  const person = userEvent.setup();
  await person.type(screen.getByLabelText("Phone, email or customer number"), text);
  await person.click(screen.getByRole("button", { name: "Find" }));
  return person;
}

async function scan(text: string) {
  const person = userEvent.setup();
  await person.click(screen.getByRole("button", { name: "Scan" }));
  await vi.waitFor(() => expect(onRead).toBeDefined());
  await act(() => Promise.resolve());
  act(() => onRead(text));
  return person;
}

test("a typed number that no customer has is looked up as the barcode of a pass", async () => {
  const sent = opened(422, "invalid", "Phone is not a valid phone number.");

  await type(PASS);

  expect(await screen.findByRole("heading", { name: `Pass ${PASS}` })).toBeTruthy();
  expect(sent).toEqual([{ phone: PASS }]);
});

test("a typed number of neither a customer nor a pass keeps the message about the customer", async () => {
  const sent = opened(404, "customer_not_found", "Customer not found.");

  const person = await type("+14155552671");
  await person.click(await screen.findByRole("button", { name: "No such pass" }));

  expect(screen.getByText("Customer not found.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Create a card" })).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test("if a customer cannot be looked up, no pass is looked up either", async () => {
  opened(503, "busy", "Try again later.");

  await type(PASS);

  expect(await screen.findByText("Try again later.")).toBeTruthy();
});

test("a scanned number is looked up as a pass first", async () => {
  const sent = opened(404, "customer_not_found", "Customer not found.");

  await scan(PASS);

  expect(await screen.findByRole("heading", { name: `Pass ${PASS}` })).toBeTruthy();
  expect(sent).toEqual([]);
});

test.each([
  ["4006381333931", 1],
  ["https://example.com/menu", 0],
])("a scanned %s that belongs to nobody says so", async (text, requests) => {
  const sent = opened(422, "invalid", "Phone is not a valid phone number.");

  const person = await scan(text);
  await person.click(await screen.findByRole("button", { name: "No such pass" }));

  expect(await screen.findByText(NOTHING)).toBeTruthy();
  expect(screen.queryByText("Phone is not a valid phone number.")).toBeNull();
  expect(sent).toHaveLength(requests);
});

test("the till loads what reads codes before the network may fail", () => {
  opened(404, "customer_not_found", "Customer not found.");

  expect(reader.load).toHaveBeenCalled();
});

test("a scanner that could not be loaded does not blame the camera", async () => {
  reader.load.mockRejectedValue(new TypeError("Failed to fetch"));

  renderApp(<Scanner onRead={vi.fn()} onClose={vi.fn()} />);

  expect(await screen.findByText(/can’t be loaded without a connection/)).toBeTruthy();
});

test.each([
  ["NotFoundError", /^No camera was found/],
  ["NotAllowedError", /^Camera access is blocked/],
  ["NotReadableError", /^The camera can’t be used at the moment/],
])("after %s, the scanner says what to do about the camera", async (name, text) => {
  reader.load.mockResolvedValue({ decodeFromConstraints: () => Promise.reject(new DOMException("", name)) });

  renderApp(<Scanner onRead={vi.fn()} onClose={vi.fn()} />);

  expect(await screen.findByText(text)).toBeTruthy();
});

test("on a slow network a scan shows that the card is being looked up, and cannot be repeated meanwhile", async () => {
  opened(404, "customer_not_found", "Customer not found.");
  vi.spyOn(calls, "POST").mockImplementation(() => new Promise(() => undefined));

  await scan(`https://go.example/card/card_${"a".repeat(22)}`);

  await vi.waitFor(() => expect(document.querySelector("[aria-busy=true]")).not.toBeNull());
  expect(screen.getByRole("button", { name: "Scan" })).toHaveProperty("disabled", true);
});
