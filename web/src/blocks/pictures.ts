/** One of our own pictures: its size, the widths of its copies, and a few pixels to show until it has loaded. */
export interface Copies {
  width: number;
  height: number;
  preview?: string | null;
  webp: number[];
  avif: number[];
}

/** The position of a picture on a page, which determines its width. */
export type Room = "hero" | "column" | "half" | "small" | "thumbnail" | "logo";

export interface Sources {
  webp: string;
  /** Undefined if there is no AVIF copy. */
  avif: string | undefined;
  sizes: string;
  /** The name from which the class of its preview is derived. */
  preview: string | undefined;
}

const REM = 16;
/**
 * Nobody sees a difference above twice the pixels of the page, so phones with a pixel ratio of 3 get the copies for 2.
 */
const SHARPEST = 2;

/** The width of each position: as a fraction of a phone's screen, and in rem on a narrow and a wide page. */
const ROOMS: Record<Room, { phone?: number; narrow: number; wide: number }> = {
  hero: { phone: 0.9, narrow: 36, wide: 60 },
  column: { phone: 0.9, narrow: 36, wide: 60 },
  half: { phone: 0.6, narrow: 24, wide: 40 },
  small: { narrow: 7.5, wide: 7.5 },
  thumbnail: { narrow: 4, wide: 4 },
  logo: { narrow: 11, wide: 11 },
};

/** Returns the copies of a picture for its position and aspect ratio, or undefined if it is not one of our own. */
export function sourcesOf(
  url: string,
  copies: Copies | undefined,
  room: Room,
  frame: { width: number; height: number },
  isWide = false,
): Sources | undefined {
  const folder = /^(.*\/pictures\/([\w-]+)\/)full\.webp$/.exec(url);
  if (copies === undefined || folder === null || copies.webp.length < 2) {
    return undefined;
  }
  const [, path, name] = folder;
  const list = (widths: number[], ending: string): string =>
    widths
      .map((width) => `${path}${width === copies.width ? "full" : String(width)}.${ending} ${String(width)}w`)
      .join(", ");
  // If the frame crops the sides, the picture is larger than the frame.
  const shape = copies.width / copies.height;
  const cut = room === "logo" ? 1 : Math.max(1, shape * (frame.height / frame.width));
  // On a desktop, the hero fills the side of the page (blocks.css).
  const beside = room === "hero" ? `(min-width: 64rem) max(44vw, ${rounded(shape * 100)}vh), ` : "";
  return {
    webp: list(copies.webp, "webp"),
    avif: copies.avif.length === 0 ? undefined : list(copies.avif, "avif"),
    sizes: beside + sizesOf(room, cut, isWide),
    preview: copies.preview && room !== "logo" ? name : undefined,
  };
}

function sizesOf(room: Room, cut: number, isWide: boolean): string {
  const { phone, narrow, wide } = ROOMS[room];
  const rem = (isWide ? wide : narrow) * cut;
  if (phone === undefined) {
    return `${rounded(rem * REM)}px`;
  }
  const part = phone * 100 * cut;
  return [
    `(min-width: ${rounded((isWide ? wide : narrow) + 4)}rem) ${rounded(rem)}rem`,
    `(min-resolution: 2.5dppx) ${rounded((part * SHARPEST) / 3)}vw`,
    `${rounded(part)}vw`,
  ].join(", ");
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Returns the CSS rules that show a few pixels of each picture until it has loaded. */
export function previewStyles(pictures: Record<string, Copies>): string {
  const rules = Object.entries(pictures).map(([url, { preview }]) => {
    const name = /\/pictures\/([\w-]+)\/full\.webp$/.exec(url)?.[1];
    return name && preview && /^[\w+/=]+$/.test(preview)
      ? `img[data-preview="${name}"]{background:url(data:image/webp;base64,${preview}) center/cover}`
      : "";
  });
  return [...new Set(rules)].join("");
}
