import { type RefObject, useEffect } from "react";

const FLASH_MS = 1200;
/** A block that was just added is rendered some frames later. */
const MAX_FRAMES = 60;
const CANVAS = "iframe";

/** The fraction of a block that must be visible for the canvas not to scroll to it. */
const ENOUGH = 0.6;

const hasReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function isSeen(element: Element, height: number): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const seen = Math.min(bottom, height) - Math.max(top, 0);
  return seen >= ENOUGH * Math.min(bottom - top, height);
}

function flash(element: Element): void {
  const ring = (width: number, alpha: number) => `0 0 0 ${width}px rgba(37, 99, 235, ${alpha})`;
  element.animate([{ boxShadow: ring(6, 0.7) }, { boxShadow: ring(6, 0.7), offset: 0.5 }, { boxShadow: ring(2, 0) }], {
    duration: FLASH_MS,
    easing: "ease-out",
  });
}

/** Scrolls the canvas to the block that was added or selected, and highlights it for a moment. */
export function useBlockReveal(
  canvas: RefObject<HTMLElement | null>,
  blockId: string | undefined,
  isShown: boolean,
  /** Another number reveals the same block again. */
  times: number,
) {
  useEffect(() => {
    if (blockId === undefined || !isShown) {
      return undefined;
    }
    let frame = 0;
    let frames = 0;
    const look = () => {
      const inside = canvas.current?.querySelector<HTMLIFrameElement>(CANVAS)?.contentDocument;
      const block = inside?.querySelector(`[data-puck-component="${CSS.escape(blockId)}"]`);
      if (inside && block) {
        const height = inside.documentElement.clientHeight;
        if (!isSeen(block, height)) {
          const isTall = block.getBoundingClientRect().height > height;
          block.scrollIntoView({
            block: isTall ? "start" : "center",
            behavior: hasReducedMotion() ? "auto" : "smooth",
          });
        }
        flash(block);
      } else if (frames < MAX_FRAMES) {
        frames += 1;
        frame = requestAnimationFrame(look);
      }
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [blockId, canvas, isShown, times]);
}

/** A place in a page's data: the block or the page itself, its setting, and the row within that setting. */
export interface ProblemPlace {
  index: number | null;
  setting: string | undefined;
  row: number | undefined;
}

const OF_BLOCK = /^blocks\.content\[(\d+)\](?:\.props\.(\w+)(?:\[(\d+)\])?)?/;
const OF_PAGE = /^blocks\.root\.props\.(\w+)/;

/** Returns the place of a problem from its path, or undefined if it does not belong to a setting. */
export function placeOf(path: string): ProblemPlace | undefined {
  const block = OF_BLOCK.exec(path);
  if (block) {
    return { index: Number(block[1]), setting: block[2], row: block[3] === undefined ? undefined : Number(block[3]) };
  }
  const page = OF_PAGE.exec(path);
  return page ? { index: null, setting: page[1], row: undefined } : undefined;
}

/** Expands the section that contains a setting, and focuses the setting. */
export function openSetting(panel: HTMLElement, { setting, row }: ProblemPlace): void {
  const whole = setting === undefined ? panel : panel.querySelector<HTMLElement>(`[data-setting="${setting}"]`);
  if (whole === null) {
    panel.focus();
    return;
  }
  const folded = whole.closest(".MuiAccordion-root");
  unfold(folded);
  const rows = whole.querySelectorAll(".MuiAccordion-root");
  const target = (row === undefined ? undefined : rows[row]) ?? whole;
  unfold(target);
  // The expanded section must render first.
  requestAnimationFrame(() => {
    const inputs = target.querySelectorAll<HTMLElement>(
      ".MuiAccordionDetails-root input, .MuiAccordionDetails-root textarea, .MuiAccordionDetails-root [role=combobox]",
    );
    const first =
      inputs[0] ??
      target.querySelector<HTMLElement>(
        "input:not([type=hidden]), textarea, [role=combobox], [contenteditable=true]",
      ) ??
      target.querySelector<HTMLElement>("button");
    target.scrollIntoView({ block: "center", behavior: hasReducedMotion() ? "auto" : "smooth" });
    first?.focus({ preventScroll: true });
  });
}

function unfold(element: Element | null): void {
  element?.querySelector<HTMLElement>(":scope > * > [aria-expanded=false], :scope > [aria-expanded=false]")?.click();
}
