import { el, picture } from "./dom";
import { frames, isStill, pause } from "./motion";
import type { Machine, Stage } from "./stage";
import { gift } from "./symbols";

const COLUMNS = 24;
const ROWS = 16;
const ENOUGH = 0.55;
const BRUSH = 0.075;

/** Tracks which cells of a card were scratched, so that the share is known without reading a pixel. */
export class Rubbed {
  private readonly cells = new Uint8Array(COLUMNS * ROWS);
  private count = 0;

  /** A stroke between two points, as shares of the width and the height of the card; `brush` is half its width. */
  rub(x0: number, y0: number, x1: number, y1: number, brush: number, ratio: number): void {
    const steps = Math.max(1, Math.ceil(Math.hypot((x1 - x0) * COLUMNS, (y1 - y0) * ROWS) * 2));
    for (let step = 0; step <= steps; step += 1) {
      const x = x0 + ((x1 - x0) * step) / steps;
      const y = y0 + ((y1 - y0) * step) / steps;
      this.dab(x, y, brush, brush * ratio);
    }
  }

  private dab(x: number, y: number, across: number, down: number): void {
    for (let row = Math.max(0, Math.floor((y - down) * ROWS)); row < Math.min(ROWS, (y + down) * ROWS); row += 1) {
      const from = Math.max(0, Math.floor((x - across) * COLUMNS));
      for (let column = from; column < Math.min(COLUMNS, (x + across) * COLUMNS); column += 1) {
        const away = ((column + 0.5) / COLUMNS - x) ** 2 / across ** 2 + ((row + 0.5) / ROWS - y) ** 2 / down ** 2;
        const cell = row * COLUMNS + column;
        if (away <= 1 && this.cells[cell] === 0) {
          this.cells[cell] = 1;
          this.count += 1;
        }
      }
    }
  }

  /** The share of the card that is scratched off, 0 to 1. */
  get share(): number {
    return this.count / (COLUMNS * ROWS);
  }

  clear(): void {
    this.cells.fill(0);
    this.count = 0;
  }
}

/** The path of a coin over the whole card, as shares of its width and height. */
export function strokes(): [number, number][] {
  return Array.from({ length: 15 }, (_, index) => [index % 2 ? 0.97 : 0.03, 0.04 + (index / 14) * 0.92]);
}

/** A card with a layer that is scratched off by touch, with the mouse, or with the button. */
export function makeScratch(stage: Stage): Machine {
  const below = el("div", { class: "scratch-below" });
  const canvas = el("canvas", { class: "scratch-foil", "aria-hidden": "true" });
  const meter = el("div", { class: "scratch-meter", "aria-hidden": "true" }, el("span"));
  const card = el("div", { class: "scratch" }, below, canvas);
  stage.place.append(card, meter);
  const context = canvas.getContext("2d");
  const rubbed = new Rubbed();
  let isOpen = false;
  let isStarted = false;
  let last: [number, number] | undefined;
  let handleEnough: () => void = () => undefined;

  const measure = () => {
    const { width, height } = canvas.getBoundingClientRect();
    const scale = Math.min(2, devicePixelRatio);
    if (context === null || width === 0 || (canvas.width === Math.round(width * scale) && isStarted)) {
      return;
    }
    if (!isStarted) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      drawFoil(context, canvas, stage);
    }
  };
  const cover = () => {
    isOpen = isStarted = false;
    rubbed.clear();
    below.replaceChildren(el("span", { class: "scratch-wait" }));
    canvas.classList.remove("is-gone");
    canvas.hidden = false;
    measure();
  };
  const open = () => {
    if (!isOpen) {
      isOpen = true;
      canvas.classList.add("is-gone");
      handleEnough();
    }
  };
  const rub = (x: number, y: number) => {
    if (context === null) {
      return;
    }
    const [x0, y0] = last ?? [x, y];
    const { width, height } = canvas;
    context.globalCompositeOperation = "destination-out";
    context.lineCap = context.lineJoin = "round";
    context.lineWidth = width * BRUSH * 2;
    context.beginPath();
    context.moveTo(x0 * width, y0 * height);
    context.lineTo(x * width + 0.01, y * height);
    context.stroke();
    rubbed.rub(x0, y0, x, y, BRUSH, width / Math.max(1, height));
    last = [x, y];
    const share = Math.min(1, rubbed.share / ENOUGH);
    (meter.firstElementChild as HTMLElement).style.transform = `scaleX(${share.toFixed(3)})`;
    if (rubbed.share >= ENOUGH) {
      open();
    }
  };
  const placeOf = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / height];
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.isPrimary && (stage.isPlaying || stage.go(false))) {
      canvas.setPointerCapture(event.pointerId);
      last = undefined;
      rub(...placeOf(event));
    }
  });
  canvas.addEventListener("pointermove", (event) => {
    if (last !== undefined && stage.isPlaying && event.isPrimary) {
      // Not available in every browser that is in use.
      const events = "getCoalescedEvents" in event ? event.getCoalescedEvents() : [];
      for (const one of events.length > 0 ? events : [event]) {
        rub(...placeOf(one));
      }
      stage.sound.play("tap");
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, () => {
      last = undefined;
    });
  }
  /** The action of the button: a coin moves over the card. */
  const rubAll = async () => {
    if (isStill() || context === null) {
      open();
      return;
    }
    const way = strokes();
    const lasts = 1300;
    last = undefined;
    let done = 0;
    await frames((passed) => {
      const at = Math.min(1, passed / lasts) * (way.length - 1);
      while (done < Math.floor(at)) {
        done += 1;
        rub(...(way[done] ?? [1, 1]));
      }
      const [x0, y0] = way[Math.floor(at)] ?? [1, 1];
      const [x1, y1] = way[Math.min(way.length - 1, Math.ceil(at))] ?? [1, 1];
      const part = at - Math.floor(at);
      rub(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part);
      return passed < lasts && !isOpen;
    });
    open();
  };
  new ResizeObserver(measure).observe(canvas);
  cover();
  return {
    start(isByButton) {
      if (isOpen) {
        cover();
      }
      isStarted = true;
      if (isByButton) {
        void rubAll();
      }
    },
    async settle({ won, name, picture_url }, _, isRestored) {
      const shown = won && picture_url ? picture(picture_url, 160) : won ? gift("scratch-gift") : undefined;
      const text = el("strong", { lang: "", dir: "auto" }, name ?? stage.word("no_prize"));
      below.replaceChildren(...(shown ? [shown] : []), text);
      if (isRestored) {
        isStarted = true;
        canvas.hidden = true;
        return;
      }
      if (!isOpen) {
        await new Promise<void>((done) => {
          handleEnough = done;
        });
      }
      await pause(1000);
    },
    async stop() {
      await pause(300);
      cover();
    },
  };
}

function drawFoil(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement, stage: Stage): void {
  const style = getComputedStyle(canvas);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const { width, height } = canvas;
  context.globalCompositeOperation = "source-over";
  const shine = context.createLinearGradient(0, 0, width, height);
  for (const [at, name] of [
    "--game-foil",
    "--game-foil-light",
    "--game-foil",
    "--game-foil-light",
    "--game-foil",
  ].entries()) {
    shine.addColorStop(at / 4, color(name));
  }
  context.fillStyle = shine;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 0.16;
  context.strokeStyle = color("--game-foil-ink");
  context.lineWidth = width / 260;
  const step = width / 14;
  for (let x = -height; x < width + height; x += step) {
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x + height, height);
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.fillStyle = color("--game-foil-ink");
  context.textAlign = "center";
  context.textBaseline = "middle";
  const text = stage.word("scratch_here");
  let size = width / 11;
  do {
    context.font = `700 ${size}px ${color("--wp-display") || "sans-serif"}`;
    size *= 0.92;
  } while (context.measureText(text).width > width * 0.84 && size > 8);
  context.fillText(text, width / 2, height / 2);
}
