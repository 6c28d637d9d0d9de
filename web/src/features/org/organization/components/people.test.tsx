import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { People } from "@/features/org/organization/components/people";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const AT = "2026-06-01T12:00:00Z";
const person = (user_id: string, role: string) => ({
  user_id,
  name: user_id.toUpperCase(),
  email: `${user_id}@example.com`,
  role,
  status: "active",
  created_at: AT,
  last_seen_at: null,
  expires_at: null,
});
const ME = person("ana", "owner");

let people = [ME];
let changed: unknown[] = [];

beforeEach(() => {
  people = [ME, person("ben", "editor")];
  changed = [];
  vi.spyOn(calls, "POST").mockImplementation(((_: string, { body }: { body: { page: number; pageSize: number } }) => {
    const { page, pageSize } = body;
    return Promise.resolve({
      data: { items: people.slice((page - 1) * pageSize, page * pageSize), page, pageSize, total: people.length },
      response: new Response(),
    });
  }) as never);
  vi.spyOn(calls, "PUT").mockImplementation(((_: string, init: { body: unknown }) => {
    changed.push(init.body);
    return Promise.resolve({ data: {}, response: new Response() });
  }) as never);
  vi.spyOn(calls, "DELETE").mockImplementation(() => {
    people = people.slice(0, -1);
    return Promise.resolve({ data: {}, response: new Response() });
  });
});

function open(ownRole = "owner") {
  const user = { email: ME.email, name: ME.name, picture: "" };
  renderApp(<People ownRole={ownRole} zone="UTC" />, sessionOf({ status: "authenticated", user }));
}

async function choose(name: string, role: string) {
  fireEvent.mouseDown(
    within((await screen.findByText(new RegExp(`^${name}`))).closest("li") as HTMLElement).getByRole("combobox"),
  );
  fireEvent.click(await screen.findByRole("option", { name: role }));
}

test("changing one's own role to a weaker one asks for confirmation", async () => {
  open();
  await choose("ANA", "Viewer");

  expect(await screen.findByText(/Only another member can give it back to you/)).toBeVisible();
  expect(changed).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Change role to viewer" }));
  await waitFor(() => expect(changed).toEqual([{ role: "viewer" }]));
});

test("the role of other members changes at once", async () => {
  open();
  await choose("BEN", "Viewer");

  await waitFor(() => expect(changed).toEqual([{ role: "viewer" }]));
});

test("the previous page is shown when the last person on a page is removed", async () => {
  people = [ME, ...Array.from({ length: 10 }, (_, place) => person(`p${place}`, "viewer"))];
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Go to page 2" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove P9" }));
  expect(await screen.findByText(/P9, p9@example.com loses access to the organisation/)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));

  expect(await screen.findByText("ANA (you)")).toBeVisible();
});

test("a member without management permissions can leave all the same", async () => {
  open("editor");
  fireEvent.click(await screen.findByRole("button", { name: "Leave" }));

  expect(screen.getByText(/You leave the organisation immediately/)).toBeVisible();
  expect(screen.getByRole("dialog", { name: "Leave the organisation?" })).toBeVisible();
  expect(screen.queryByText(/permanently deleted/)).toBeNull();
});

test("an invitation is withdrawn: nobody is told that a user is deleted", async () => {
  people = [ME, { ...person("new", "viewer"), name: "", status: "invited", invitation: "open" } as never];
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Remove new@example.com" }));

  const dialog = screen.getByRole("dialog", { name: "Withdraw the invitation?" });
  expect(dialog).toHaveTextContent("The link that new@example.com got stops working.");
  expect(dialog).not.toHaveTextContent("permanently deleted");
  fireEvent.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("The invitation was withdrawn")).toBeVisible();
});

test("an invitation whose email was not sent says so", async () => {
  people = [
    ME,
    { ...person("new", "viewer"), name: "", status: "invited", invitation: "open", mail: "failed" } as never,
  ];
  open();

  expect(await screen.findByText(/The email couldn’t be sent/)).toBeVisible();
});
