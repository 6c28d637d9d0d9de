import "./wall.css";
import { listen } from "./live";

interface Post {
  id: string;
  author: string;
  caption: string;
  pinned: boolean;
  width: number;
  height: number;
}

const MAX_BYTES = 10_000_000;

/** The texts used here, in the page's language. */
const WORDS = JSON.parse(document.body.dataset["words"] ?? "{}") as Record<string, string>;
const word = (name: string) => WORDS[name] ?? "";

/** A picture on the wall, as the page itself would have rendered it. */
function itemOf(wall: string, post: Post, canReport: boolean): HTMLLIElement {
  const item = document.createElement("li");
  item.className = "post post-new";
  item.dataset["post"] = post.id;
  const link = document.createElement("a");
  link.className = "post-picture";
  link.href = `/wall/${wall}/pictures/${post.id}/full.jpg`;
  const image = new Image(post.width, post.height);
  image.src = `/wall/${wall}/pictures/${post.id}/small.webp`;
  image.alt = post.caption || (post.author ? word("pictureBy").replace("{name}", () => post.author) : word("aPicture"));
  link.append(image);
  item.append(link);
  if (post.caption || post.author) {
    const words = document.createElement("p");
    words.className = "post-words";
    for (const [name, text] of [
      ["post-caption", post.caption],
      ["post-author", post.author],
    ] as const) {
      if (text) {
        const part = document.createElement("span");
        part.className = name;
        part.lang = "";
        part.dir = "auto";
        part.textContent = text;
        words.append(part);
      }
    }
    item.append(words);
  }
  if (canReport) {
    item.append(reportOf(wall, post.id));
  }
  return item;
}

function reportOf(wall: string, post: string): HTMLDetailsElement {
  const details = document.createElement("details");
  details.className = "post-report";
  const summary = document.createElement("summary");
  summary.textContent = word("report");
  const form = document.createElement("form");
  form.method = "post";
  form.action = `/wall/${wall}/report${location.search}`;
  const which = document.createElement("input");
  which.type = "hidden";
  which.name = "post_id";
  which.value = post;
  const question = document.createElement("p");
  question.textContent = word("reportAsk");
  const button = document.createElement("button");
  button.type = "submit";
  button.textContent = word("reportDo");
  form.append(which, question, button);
  details.append(summary, form);
  return details;
}

/** Removes all pictures of a wall that was taken down, and stops asking for more. */
function goDark(list: HTMLElement): void {
  const message = document.createElement("p");
  message.setAttribute("role", "status");
  message.className = "wall-notice";
  message.textContent = word("gone");
  list.replaceWith(message);
  for (const part of document.querySelectorAll("[data-wall-form], .live-code, .wall-empty, .wall-pages")) {
    part.remove();
  }
}

interface WallUpdate {
  is_gone?: boolean;
  /** Whether the wall accepts pictures at the moment. */
  is_open?: boolean;
  name?: string;
  posts: Post[];
}

/**
 * A big screen runs for days, so it follows the name of its wall and asks for pictures only while they are accepted.
 */
function followSettings({ is_open: isOpen, name }: WallUpdate): void {
  const code = document.querySelector<HTMLElement>(".live-code");
  if (code !== null && isOpen !== undefined) {
    code.hidden = !isOpen;
  }
  const title = document.querySelector(".live h1");
  if (title !== null && name) {
    title.textContent = name;
  }
}

/** Updates the list: adds new photos and removes those that were taken down. */
function follow(list: HTMLElement): void {
  const wall = list.dataset["wall"] ?? "";
  const isBig = list.dataset["live"] === "big";
  const handleData = (data: string) => {
    const update = JSON.parse(data) as WallUpdate;
    const { is_gone: isGone, posts } = update;
    if (isGone) {
      end();
      goDark(list);
      return;
    }
    if (isBig) {
      followSettings(update);
    }
    const there = new Map(
      [...list.querySelectorAll<HTMLElement>("[data-post]")].map((item) => [item.dataset["post"] ?? "", item]),
    );
    // An event from before this visitor's picture does not remove it; once an event has included it, a later one
    // without it does.
    const [own] = list.querySelectorAll<HTMLElement>("[data-posted]");
    if (own && posts.some(({ id }) => id === own.dataset["post"])) {
      delete own.dataset["posted"];
    }
    const elements = posts.map((post) => {
      const item = there.get(post.id) ?? itemOf(wall, post, !isBig);
      item.classList.toggle("post-pinned", post.pinned);
      return item;
    });
    elements.unshift(...list.querySelectorAll<HTMLLIElement>("[data-posted], .post-waiting"));
    const now = [...list.children];
    if (now.length !== elements.length || elements.some((item, place) => item !== now[place])) {
      list.replaceChildren(...elements);
    }
    const empty = document.querySelector<HTMLElement>(".wall-empty");
    if (empty !== null) {
      empty.hidden = elements.length > 0;
    }
  };
  const end = listen(`/wall/${encodeURIComponent(wall)}/events`, handleData, () => goDark(list));
}

/** Shows the chosen picture, and reports at once if it is too large. */
function preview(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>("input[type=file]");
  input?.addEventListener("change", () => {
    form.querySelector(".wall-preview")?.remove();
    const file = input.files?.[0];
    input.setCustomValidity(file && file.size > MAX_BYTES ? word("large") : "");
    if (file) {
      const image = new Image();
      image.className = "wall-preview";
      image.alt = word("chosen");
      image.src = URL.createObjectURL(file);
      image.addEventListener("load", () => URL.revokeObjectURL(image.src));
      input.closest("label")?.after(image);
    }
  });
}

/** Sends the picture without leaving the page, so that a broken connection loses neither the picture nor the text. */
function sendFromHere(form: HTMLFormElement): void {
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.className = "wall-status";
  form.append(status);
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  const send = async () => {
    status.textContent = word("sending");
    try {
      await keepSmall(form);
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
      if (answer.redirected) {
        location.assign(answer.url);
        return;
      }
      status.textContent = word(answer.status === 413 ? "large" : "failed");
    } catch {
      status.textContent = word("failed");
    }
    if (button !== null) {
      button.disabled = false;
      button.focus();
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button?.disabled === false) {
      button.disabled = true;
      // Clears the messages about the previous photo.
      document.querySelector(".wall-notice[role]")?.remove();
      void send();
    }
  });
}

const WAITING = "wall-waiting";
/** Pixels across. */
const SMALL = 480;

/** Stores a small copy of the picture that is being sent, so that its author sees it while it waits for approval. */
async function keepSmall(form: HTMLFormElement): Promise<void> {
  try {
    const file = form.querySelector<HTMLInputElement>("input[type=file]")?.files?.[0];
    if (file) {
      const bitmap = await createImageBitmap(file, { resizeWidth: SMALL });
      const canvas = document.createElement("canvas");
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
      sessionStorage.setItem(WAITING, canvas.toDataURL("image/jpeg", 0.7));
    }
  } catch {
    // The picture is sent nevertheless.
  }
}

/** Shows a picture that waits for approval only to the author who has just sent it. */
function showWaiting(list: HTMLElement): void {
  try {
    const picture = sessionStorage.getItem(WAITING);
    sessionStorage.removeItem(WAITING);
    if (picture === null || document.querySelector("[data-pending]") === null) {
      return;
    }
    const item = document.createElement("li");
    item.className = "post post-waiting";
    const image = new Image();
    image.src = picture;
    image.alt = word("aPicture");
    const note = document.createElement("p");
    note.className = "post-words";
    note.textContent = word("waiting");
    item.append(image, note);
    list.prepend(item);
    document.querySelector(".wall-empty")?.setAttribute("hidden", "");
  } catch {
    // Without storage, only the message says it.
  }
}

const KEPT = "wall-typed";

/** Restores what was typed when the picture was refused, and the name for the next picture too. */
function keepTyped(form: HTMLFormElement): void {
  const fields = ["caption", "author", "consent"].map((name) => form.elements.namedItem(name) as HTMLInputElement);
  const wasRefused = document.querySelector(".wall-problem") !== null;
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as Record<string, string | boolean>;
    for (const field of fields) {
      const was = stored[field.name];
      const isNew = field.name === "consent" && form.dataset["agreesAgain"] !== undefined;
      if ((wasRefused && !isNew) || field.name === "author") {
        field.value = typeof was === "string" ? was : field.value;
        field.checked = was === true;
      }
    }
    form.addEventListener("submit", () => {
      const typed = fields.map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]);
      sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(typed)));
    });
  } catch {
    // Without storage, the visitor types it again.
  }
}

for (const list of document.querySelectorAll<HTMLElement>("[data-wall][data-live]")) {
  showWaiting(list);
  follow(list);
}
for (const form of document.querySelectorAll<HTMLFormElement>("[data-wall-form]")) {
  preview(form);
  keepTyped(form);
  sendFromHere(form);
}
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-wall-form]")) {
    form.querySelectorAll("button").forEach((button) => (button.disabled = false));
    form.querySelectorAll(".wall-status").forEach((message) => (message.textContent = ""));
  }
});
// The result of a picture is not part of an address that visitors share.
const address = new URL(location.href);
if (address.searchParams.has("wp_outcome")) {
  address.searchParams.delete("wp_outcome");
  address.searchParams.delete("typed");
  address.searchParams.delete("post");
  history.replaceState(history.state, "", address);
}
