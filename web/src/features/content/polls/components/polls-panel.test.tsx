import { fireEvent, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { PollsPanel } from "@/features/content/polls/components/polls-panel";
import type { Poll } from "@/features/content/polls/types";
import { renderApp } from "@/shared/testing/render";

const kept = vi.hoisted(() => ({ items: [] as unknown[] }));
const openPoll = vi.hoisted(() => vi.fn<(asked: unknown) => Promise<never>>(() => new Promise(() => undefined)));
const deletePoll = vi.hoisted(() => vi.fn<(asked: unknown) => Promise<never>>(() => new Promise(() => undefined)));
const createPoll = vi.hoisted(() => vi.fn<(asked: unknown) => Promise<never>>(() => new Promise(() => undefined)));

vi.mock("@/features/content/polls/api/polls", () => ({
  pollsQuery: (codeId: string) => ({
    queryKey: ["polls", codeId],
    queryFn: () => ({ items: kept.items, total: kept.items.length }),
  }),
  useOpenPoll: () => ({ mutateAsync: openPoll, isPending: false }),
  useDeletePoll: () => ({ mutateAsync: deletePoll, isPending: false }),
  useCreatePoll: () => ({ mutateAsync: createPoll, isPending: false, isError: false }),
}));

const POLL: Poll = {
  code_id: "2345678abc",
  poll_id: "drinks",
  question: "What will you drink?",
  choices: [
    { id: "tea", label: "Tea", picture_url: null, votes: 3, percent: 75 },
    { id: "coffee", label: "Coffee", picture_url: null, votes: 1, percent: 25 },
  ],
  total: 4,
  my_choice: null,
  changeable: false,
  is_open: true,
  show_results: "after",
  public_url: "/code/2345678abc/poll/drinks",
  source: "page",
  closes_at: null,
  created_at: "2026-11-01T00:00:00Z",
  updated_at: "2026-11-01T00:00:00Z",
};

const renderPanel = (panel: ReactElement) => renderApp(<MemoryRouter>{panel}</MemoryRouter>);

beforeEach(() => {
  kept.items = [];
  openPoll.mockClear();
  deletePoll.mockClear();
  createPoll.mockClear();
});

test("a code without polls only offers to add one, and viewers see nothing", async () => {
  const view = renderPanel(<PollsPanel codeId="2345678abc" mayEdit />);
  expect(await screen.findByRole("button", { name: "Add poll" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Polls" })).toBeNull();
  view.unmount();
  renderPanel(<PollsPanel codeId="2345678abc" mayEdit={false} />);
  await Promise.resolve();
  expect(screen.queryByRole("button")).toBeNull();
});

test("results are shown as bars, and an open poll can be closed", async () => {
  kept.items = [POLL];
  renderPanel(<PollsPanel codeId="2345678abc" mayEdit />);
  const poll = await screen.findByRole("listitem", { name: "What will you drink?" });
  expect(within(poll).getByRole("progressbar", { name: "Share of Tea" })).toHaveAttribute("aria-valuenow", "75");
  expect(within(poll).getByText("75% · 3")).toBeVisible();
  fireEvent.click(within(poll).getByRole("button", { name: "Close" }));
  expect(openPoll.mock.calls[0]?.[0]).toEqual({ codeId: "2345678abc", pollId: "drinks", isOpen: false });
});

test("a closed poll can be opened again", async () => {
  kept.items = [{ ...POLL, is_open: false }];
  renderPanel(<PollsPanel codeId="2345678abc" mayEdit />);
  fireEvent.click(await screen.findByRole("button", { name: "Reopen" }));
  expect(openPoll.mock.calls[0]?.[0]).toMatchObject({ isOpen: true });
});

test("a closed poll is deleted after a confirmation", async () => {
  kept.items = [{ ...POLL, is_open: false }];
  renderPanel(<PollsPanel codeId="2345678abc" mayEdit />);
  fireEvent.click(await screen.findByRole("button", { name: "Delete poll “What will you drink?”" }));
  expect(deletePoll).not.toHaveBeenCalled();
  const dialog = await screen.findByRole("dialog", { name: "Delete this poll?" });
  expect(dialog).toHaveTextContent("its 4 votes will be permanently deleted");
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete poll" }));
  expect(deletePoll).toHaveBeenCalledWith({ codeId: "2345678abc", pollId: "drinks" });
});

test("a new poll shows what is missing before it is sent", async () => {
  renderPanel(<PollsPanel codeId="2345678abc" mayEdit />);
  fireEvent.click(await screen.findByRole("button", { name: "Add poll" }));
  fireEvent.click(screen.getByRole("button", { name: "Open poll" }));
  expect(screen.getByText("Enter a question")).toBeVisible();
  expect(createPoll).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("Question"), { target: { value: "Tea?" } });
  fireEvent.change(screen.getByLabelText("Answer 1"), { target: { value: "Yes" } });
  fireEvent.change(screen.getByLabelText("Answer 2"), { target: { value: "No" } });
  fireEvent.click(screen.getByRole("button", { name: "Open poll" }));
  expect(createPoll.mock.calls[0]?.[0]).toMatchObject({
    question: "Tea?",
    choices: [{ label: "Yes" }, { label: "No" }],
  });
});
