import { beforeEach, expect, it, vi } from "vitest";
import { enhanceVotes } from "./votes";

const fetching = vi.fn<typeof fetch>();
const tally = (change: object = {}) => ({
  choices: [{ id: "a", votes: null, percent: null }],
  total: null,
  my_choice: null,
  changeable: false,
  is_open: true,
  ...change,
});
const answers = (status: number, body: object) => Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  fetching.mockReset();
  vi.stubGlobal("fetch", fetching);
  document.body.innerHTML = `<form data-poll="p" data-words='{"voted":"Thanks.","failed":"Try again."}'>
    <input type="radio" name="choice" value="a" checked><button type="submit">Vote</button><p class="wp-status"></p></form>`;
});

const button = () => document.querySelector("button") as HTMLButtonElement;
const status = () => document.querySelector(".wp-status")?.textContent;

function vote(): void {
  (document.querySelector("form") as HTMLFormElement).dispatchEvent(new Event("submit", { cancelable: true }));
}

it("explains why a vote is refused, and refreshes the poll", async () => {
  fetching.mockImplementationOnce(() => answers(200, tally()));
  enhanceVotes();
  fetching.mockImplementationOnce(() => answers(409, { detail: "This poll is closed." }));
  fetching.mockImplementationOnce(() => answers(200, tally({ is_open: false })));

  vote();

  await vi.waitFor(() => expect(button().disabled).toBe(true));
  expect(status()).toBe("This poll is closed.");
});

it("explains it in the language of the page, if the page has the text", async () => {
  const form = document.querySelector("form") as HTMLFormElement;
  form.dataset["words"] = '{"voted":"Danke.","failed":"Noch einmal.","poll_closed":"Diese Abstimmung ist beendet."}';
  fetching.mockImplementationOnce(() => answers(200, tally()));
  enhanceVotes();
  fetching.mockImplementationOnce(() => answers(409, { code: "poll_closed", detail: "This poll is closed." }));
  fetching.mockImplementationOnce(() => answers(200, tally({ is_open: false })));

  vote();

  await vi.waitFor(() => expect(status()).toBe("Diese Abstimmung ist beendet."));
});

it("asks to try again if there is no reason", async () => {
  fetching.mockImplementationOnce(() => answers(200, tally()));
  enhanceVotes();
  fetching.mockImplementationOnce(() => answers(500, { detail: "Something went wrong." }));

  vote();

  await vi.waitFor(() => expect(status()).toBe("Try again."));
  expect(button().disabled).toBe(false);
});

it("refreshes when the page is restored from the back-forward cache", async () => {
  fetching.mockImplementation(() => answers(200, tally()));
  enhanceVotes();
  fetching.mockImplementation(() => answers(200, tally({ is_open: false })));

  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));

  await vi.waitFor(() => expect(button().disabled).toBe(true));
});
