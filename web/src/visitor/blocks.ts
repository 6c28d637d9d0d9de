import { send } from "./collect";

const SECOND = 1000;

/** In the time zone of the visitor's browser, which is shown. */
const MOMENT: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
};

function count(place: HTMLElement): void {
  const end = Date.parse(place.dataset["to"] ?? "");
  const numbers = [...place.querySelectorAll<HTMLElement>("[data-part]")];
  if (Number.isNaN(end) || numbers.length !== 4) {
    return;
  }
  const date = place.querySelector("time");
  if (date !== null) {
    const language = place.closest("[lang]")?.getAttribute("lang") ?? "en";
    const locale = language === "en" ? "en-GB" : language;
    date.textContent = new Intl.DateTimeFormat(locale, MOMENT).format(end);
  }
  const draw = () => {
    const left = Math.floor((end - Date.now()) / SECOND);
    if (left < 0) {
      const clock = place.querySelector<HTMLElement>(".wp-clock");
      if (clock && place.dataset["done"]) {
        clock.className = "wp-done";
        clock.textContent = place.dataset["done"];
      }
      return;
    }
    const parts = [Math.floor(left / 86_400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60];
    numbers.forEach((number, index) => {
      number.textContent = String(parts[index] ?? 0).padStart(2, "0");
    });
    setTimeout(draw, SECOND - (Date.now() % SECOND));
  };
  draw();
}

function sayDone(button: HTMLElement): void {
  const label = button.querySelector("span");
  if (label) {
    // A second tap finds the text of the first one.
    button.dataset["text"] ??= label.textContent;
    label.textContent = button.dataset["done"] ?? "";
    setTimeout(() => {
      label.textContent = button.dataset["text"] ?? "";
    }, 2500);
  }
}

async function copy(button: HTMLElement): Promise<void> {
  const code = document.getElementById(button.dataset["copy"] ?? "");
  if (code === null) {
    return;
  }
  try {
    await navigator.clipboard.writeText(code.textContent);
    sayDone(button);
  } catch {
    getSelection()?.selectAllChildren(code);
  }
}

async function share(button: HTMLElement): Promise<void> {
  const url = location.origin + location.pathname;
  try {
    if ("share" in navigator) {
      await navigator.share({ title: document.title, url });
    } else {
      await (navigator as Navigator).clipboard.writeText(url);
      sayDone(button);
    }
    send({ action: "share", target: url });
  } catch {
    // The visitor closed the share sheet.
  }
}

/** Plays a video in the page; its host is not contacted before. */
function play(place: HTMLElement, event: Event): void {
  const player = place.dataset["player"];
  if (!player) {
    return;
  }
  event.preventDefault();
  const frame = document.createElement("iframe");
  frame.src = player;
  frame.title = place.dataset["title"] ?? "";
  frame.allow = "autoplay; fullscreen; encrypted-media; picture-in-picture";
  frame.referrerPolicy = "strict-origin-when-cross-origin";
  place.replaceChildren(frame);
  send({ action: "play", block_id: place.dataset["block"] ?? "" });
}

/** Sets the height of a game's frame to the one that the game reports. */
function fitFrame({ data, origin, source }: MessageEvent): void {
  const height: unknown = (data as { gameHeight?: unknown } | null)?.gameHeight;
  if (origin !== location.origin || typeof height !== "number") {
    return;
  }
  for (const frame of document.querySelectorAll<HTMLIFrameElement>(".wp-game-frame")) {
    if (frame.contentWindow === source) {
      frame.style.height = `${String(height)}px`;
    }
  }
}

/** Enhances countdowns, vouchers, videos, games and share buttons. */
export function enhanceBlocks(): void {
  addEventListener("message", fitFrame);
  document.querySelectorAll<HTMLElement>("[data-to]").forEach(count);
  for (const voucher of document.querySelectorAll<HTMLDetailsElement>("[data-coupon]")) {
    voucher.addEventListener("toggle", () => send({ action: "click", block_id: voucher.dataset["coupon"] ?? "" }), {
      once: true,
    });
  }
  for (const film of document.querySelectorAll<HTMLVideoElement>("video[data-play]")) {
    film.addEventListener("play", () => send({ action: "play", block_id: film.dataset["play"] ?? "" }), { once: true });
  }
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest<HTMLElement>("[data-copy], [data-share]");
    if (button) {
      void ("copy" in button.dataset ? copy(button) : share(button));
    }
    const film = target?.closest<HTMLElement>("[data-player]");
    if (film) {
      play(film, event);
    }
  });
}
