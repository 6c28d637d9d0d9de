import { picture, svg } from "./dom";
import { mod } from "./motion";
import type { Segment } from "./protocol";

/** Drawings of 48 by 48 units: paths with their fills. */
const SYMBOLS: [fill: string, path: string][][] = [
  [
    ["#2f8f46", "M24 8c6-4 12-3 15 1-5 4-11 4-15-1z"],
    ["#3b2a1a", "M23 8c-1 8-6 12-9 17l2 1c4-5 7-9 9-15 1 6 4 11 7 15l2-1c-4-6-7-11-9-18z"],
    ["#d6203a", "M14 24a9 9 0 1 0 .1 0zM34 24a9 9 0 1 0 .1 0z"],
    ["#ff8c9b", "M10 28a3 3 0 1 0 .1 0zM30 28a3 3 0 1 0 .1 0z"],
  ],
  [
    [
      "#f2b90f",
      "M24 5l5.600 12.200 13.300 1.500-9.900 9 2.700 13.200L24 34.400l-11.700 6.500L15 27.700l-9.900-9 13.300-1.500z",
    ],
    ["#ffe28a", "M24 11l3.600 8.600 9 .9-6.600 6L24 24z"],
  ],
  [
    ["#d98a00", "M20 39a4 4 0 0 0 8 0z"],
    ["#f5b921", "M24 6c2 0 3 1 3 3 6 2 9 6 9 13 0 7 2 10 5 13v2H7v-2c3-3 5-6 5-13 0-7 3-11 9-13 0-2 1-3 3-3z"],
    ["#ffe08a", "M18 15c-3 4-3 9-4 15 0-8-1-12 4-15z"],
  ],
  [
    ["#c3162f", "M10 8h29v6c-8 9-11 16-12 26H15c1-10 6-17 13-24H17l-1 4h-6z"],
    ["#ff7d8b", "M13 10h23v2H13z"],
  ],
  [
    ["#0f7fbd", "M13 8h22l9 11-20 23L4 19z"],
    ["#5cc0ee", "M13 8l4 11H4zM35 8l9 11H31z"],
    ["#a9e1fa", "M17 19h14l-7 23z"],
    ["#d7f2fd", "M13 8h22l-4 11H17z"],
  ],
  [
    ["#2c7a3d", "M24 24c-2 7-4 12-8 17h4c3-4 5-9 5-15z"],
    [
      "#37a350",
      "M24 24c-8 2-15 0-15-6 0-4 4-6 7-4-1-5 2-8 5-8 5 0 6 8 3 18zM24 24c2-8 6-14 12-11 4 2 3 6 1 7 4 1 6 5 4 8-3 5-11 2-17-4z",
    ],
    ["#82d18f", "M16 17c2 1 4 3 6 5-4 0-6-2-6-5zM33 17c-3 1-4 3-6 5 4 0 6-2 6-5z"],
  ],
  [
    ["#e8a20c", "M6 14l9 8 9-14 9 14 9-8-4 24H10z"],
    ["#ffd766", "M10 34h28l-.7 4H10.700z"],
    ["#c3162f", "M24 22a4 4 0 1 0 .1 0z"],
  ],
  [
    ["#d9265e", "M24 41C12 32 5 25 5 17c0-6 4-10 9-10 4 0 8 2 10 7 2-5 6-7 10-7 5 0 9 4 9 10 0 8-7 15-19 24z"],
    ["#ff9cba", "M13 12c-3 1-4 3-4 6 2-3 4-4 8-5-1-1-2-1-4-1z"],
  ],
  [
    ["#5a4fcf", "M31 6a18 18 0 1 0 11 25A15 15 0 0 1 31 6z"],
    ["#b7b0ff", "M38 11l1.500 3.500L43 16l-3.500 1.500L38 21l-1.500-3.500L33 16l3.500-1.500z"],
  ],
  [
    ["#ef7d00", "M24 4l4 8 8-3-3 8 9 4-9 4 3 8-8-3-4 9-4-9-8 3 3-8-9-4 9-4-3-8 8 3z"],
    ["#ffc65c", "M24 13a9 9 0 1 0 .1 0z"],
  ],
  [
    ["#f0a400", "M28 4L9 27h11l-4 17 21-25H25z"],
    ["#ffe08a", "M27 8L14 25h4z"],
  ],
  [
    ["#d9265e", "M24 3a8 8 0 0 1 7 12 8 8 0 0 1-3 15h-8a8 8 0 0 1-3-15 8 8 0 0 1 7-12z"],
    ["#ffcf4a", "M24 14a5.500 5.500 0 1 0 .1 0z"],
    ["#2c7a3d", "M22.500 29h3v15h-3z"],
    ["#37a350", "M25 40c2-6 7-8 12-7-1 6-6 9-12 7z"],
  ],
  [
    ["#0f8f8a", "M24 6c11 6 16 13 16 20a16 16 0 0 1-32 0c0-7 5-14 16-20z"],
    ["#8ae0d8", "M15 25c0 6 3 10 8 12-6 0-11-5-8-12z"],
  ],
];

export const DRAWINGS = SYMBOLS.length;

/** A drawing by its index; indexes beyond the last start over. */
export function drawing(index: number, className = "game-symbol"): SVGSVGElement {
  const drawn = svg("svg", { viewBox: "0 0 48 48", class: className, "aria-hidden": "true" });
  for (const [fill, d] of SYMBOLS[mod(index, DRAWINGS)] ?? []) {
    drawn.append(svg("path", { d, fill }));
  }
  return drawn;
}

/** The symbol of a prize on a reel: its picture, otherwise a drawing. */
export function symbolOf(segment: Segment | undefined, index: number): Element {
  if (segment?.picture_url) {
    const shown = picture(segment.picture_url, 96);
    shown.className = "game-symbol";
    return shown;
  }
  return drawing(index);
}

/** A gift in the colors of the theme, for prizes without a picture. */
export function gift(className: string): SVGSVGElement {
  const drawn = svg("svg", { viewBox: "0 0 48 48", class: className, "aria-hidden": "true" });
  for (const [part, d] of [
    ["box", "M8 20h32v22H8z"],
    ["lid", "M5 13h38v8H5z"],
    ["ribbon", "M21 13h6v29h-6zM24 13c-9 0-12-3-11-6 2-4 9-2 11 6 2-8 9-10 11-6 1 3-2 6-11 6z"],
  ]) {
    drawn.append(svg("path", { d, class: `game-present-${part}` }));
  }
  return drawn;
}
