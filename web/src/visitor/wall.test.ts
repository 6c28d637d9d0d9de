import { beforeEach, expect, it, vi } from "vitest";

const fetching = vi.fn<typeof fetch>();
const leaving = vi.fn<(url: string | URL) => void>();

const WORDS = {
  gone: "This wall has been taken down.",
  large: "Pictures can be up to 10 MB.",
  failed: "Your picture could not be sent. Check your connection, then send it again; it is still selected.",
  pictureBy: "Bild von {name}",
  aPicture: "Bild eines Besuchers",
};

beforeEach(async () => {
  document.body.dataset["words"] = JSON.stringify(WORDS);
  vi.resetModules();
  fetching.mockReset();
  leaving.mockReset();
  vi.stubGlobal("fetch", fetching);
  vi.spyOn(window.location, "assign").mockImplementation(leaving);
  document.body.innerHTML = `<form action="/wall/w/" data-wall-form>
    <label><input type="file" name="picture"></label><input name="caption" value="Hello"><input name="author">
    <input type="checkbox" name="consent" value="yes" checked><button type="submit">Post picture</button></form>`;
  await import("./wall");
});

const button = () => document.querySelector("button") as HTMLButtonElement;
const phrases = () => document.querySelector("[role=status]")?.textContent;
const press = () =>
  (document.querySelector("form") as HTMLFormElement).dispatchEvent(new Event("submit", { cancelable: true }));

it("sends a picture once and follows the wall's redirect to the result", async () => {
  const answer = Object.defineProperties(new Response(""), {
    redirected: { value: true },
    url: { value: "http://host/wall/w/?wp_outcome=pending" },
  });
  fetching.mockResolvedValue(answer);

  press();
  press();

  await vi.waitFor(() => expect(leaving).toHaveBeenCalledWith("http://host/wall/w/?wp_outcome=pending"));
  expect(fetching).toHaveBeenCalledOnce();
  expect((fetching.mock.calls[0]?.[1]?.body as FormData | undefined)?.get("caption")).toBe("Hello");
});

it("restores what was typed, but never the consent to a changed text", async () => {
  vi.resetModules();
  sessionStorage.setItem("wall-typed", JSON.stringify({ caption: "Beach", author: "Ada", consent: true }));
  document.body.innerHTML = `<p class="wall-problem">Changed.</p><form action="/wall/w/" data-wall-form data-agrees-again>
    <input name="caption"><input name="author"><input type="checkbox" name="consent" value="yes"></form>`;

  await import("./wall");

  const field = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement;
  expect([field("caption").value, field("author").value, field("consent").checked]).toEqual(["Beach", "Ada", false]);
});

it.each([
  ["a connection that breaks", () => Promise.reject(new TypeError("network")), "still selected"],
  ["a server that is away", () => Promise.resolve(new Response("", { status: 503 })), "still selected"],
  ["a picture that is too large", () => Promise.resolve(new Response("", { status: 413 })), "up to 10 MB"],
])("keeps what was chosen after %s, to be sent again", async (_, answer, words) => {
  fetching.mockImplementation(answer);

  press();

  await vi.waitFor(() => expect(phrases()).toContain(words));
  expect(button().disabled).toBe(false);
  expect(leaving).not.toHaveBeenCalled();
  expect((document.querySelector("[name=caption]") as HTMLInputElement).value).toBe("Hello");
});

const LIVE = `<main class="wp-page live"><h1>Party</h1><ul data-wall="w" data-live="big"><li data-post="p">Picture</li></ul>
  <p class="wall-empty" hidden>No pictures yet.</p><aside class="live-code">Scan to add your picture</aside></main>`;

/** Stubs a connection that sends each of these messages, or fails with an error if there are none. */
function connect(...told: object[]): { url: string; close: () => void }[] {
  const all: { url: string; close: () => void }[] = [];
  class Source extends EventTarget {
    static readonly CLOSED = 2;
    readyState = told.length > 0 ? 1 : 2;
    close = vi.fn();
    constructor(readonly url: string) {
      super();
      all.push(this);
      queueMicrotask(() => {
        told.forEach((what) => this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(what) })));
        if (told.length === 0) {
          this.dispatchEvent(new Event("error"));
        }
      });
    }
  }
  vi.stubGlobal("EventSource", Source);
  return all;
}

it("labels new pictures as the page does, whatever a name may contain", async () => {
  vi.resetModules();
  const post = { id: "n", author: "$& & Co", caption: "", pinned: false, width: 1, height: 1 };
  connect({ posts: [post, { ...post, id: "m", author: "" }] });
  document.body.innerHTML = LIVE;

  await import("./wall");

  await vi.waitFor(() => {
    const named = [...document.querySelectorAll("img")].map(({ alt }) => alt);
    expect(named).toEqual(["Bild von $& & Co", "Bild eines Besuchers"]);
  });
});

it.each([
  [true, "Summer party"],
  [false, "The party is over"],
])("a big screen follows its wall: pictures are taken: %s", async (isOpen, name) => {
  vi.resetModules();
  connect(
    { is_gone: false, is_open: !isOpen, name: "Before", posts: [] },
    { is_gone: false, is_open: isOpen, name, posts: [] },
  );
  document.body.innerHTML = LIVE;

  await import("./wall");

  await vi.waitFor(() => expect(document.querySelector("h1")?.textContent).toBe(name));
  expect((document.querySelector(".live-code") as HTMLElement).hidden).toBe(!isOpen);
});

it("asks about new pictures in the language of the address, and sets no language on the texts of guests", async () => {
  vi.resetModules();
  history.replaceState(null, "", "/wall/w/?lang=fr&wp_outcome=shown");
  connect({ posts: [{ id: "n", author: "Ada", caption: "Sea", pinned: false, width: 1, height: 1 }] });
  document.body.innerHTML = LIVE.replace(' data-live="big"', " data-live");

  await import("./wall");

  await vi.waitFor(() => expect(document.querySelector(".post-report form")).not.toBeNull());
  expect(document.querySelector(".post-report form")?.getAttribute("action")).toBe("/wall/w/report?lang=fr");
  for (const part of document.querySelectorAll(".post-words span")) {
    expect([part.getAttribute("lang"), part.getAttribute("dir")]).toEqual(["", "auto"]);
  }
  expect(document.querySelectorAll(".post-words span")).toHaveLength(2);
  history.replaceState(null, "", "/");
});

it.each([
  ["while it is watched", [{ is_gone: true, posts: [] }]],
  ["while its connection was down", []],
])("a wall that is taken down %s goes dark, and says why", async (_, told) => {
  vi.useFakeTimers();
  vi.resetModules();
  const connections = connect(...told);
  fetching.mockResolvedValue(new Response("", { status: 404 }));
  document.body.innerHTML = LIVE;

  await import("./wall");
  await vi.advanceTimersByTimeAsync(3_600_000);

  expect(document.querySelector("main")?.textContent).toMatch(/^Party\s*This wall has been taken down\.\s*$/);
  expect(connections).toHaveLength(1);
  expect(vi.mocked(connections[0]?.close)).toHaveBeenCalledTimes(told.length);
  vi.useRealTimers();
});
