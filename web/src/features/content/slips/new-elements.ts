import { t } from "@lingui/core/macro";
import type { Draft, SlipElement } from "@/features/content/slips/types";

export type NewType = SlipElement["type"];

function freshId(draft: Draft, type: NewType): string {
  const taken = new Set(draft.elements.map((it) => it.id));
  let number = 1;
  while (taken.has(`${type}_${number}`)) {
    number += 1;
  }
  return `${type}_${number}`;
}

/** Returns a new element in the middle of the slip. */
export function newElement(draft: Draft, type: NewType, url = ""): SlipElement {
  const middle = (width: number, height: number) => ({
    id: freshId(draft, type),
    x: Math.max(0, Math.round((draft.width_mm - width) / 2)),
    y: Math.max(0, Math.round((draft.height_mm - height) / 2)),
    width,
    height,
    rotation: 0 as const,
  });
  switch (type) {
    case "text":
      return {
        ...middle(Math.min(60, draft.width_mm - 4), 8),
        type,
        text: t`Your text`,
        font: "sans",
        size: 14,
        weight: 400,
        align: "left",
        color: "#000000",
      };
    case "picture":
      return { ...middle(30, 30), type, url, fit: "contain" };
    case "code":
      return { ...middle(30, 30), type };
    case "line":
      return { ...middle(50, 1), type, color: "#000000", thickness: 0.3, dashed: false };
    case "rectangle":
      return { ...middle(40, 20), type, fill: "#e1e4ea", stroke: null, thickness: 0.3, radius: 2 };
  }
}

/** Returns a copy of an element, slightly offset. */
export function copyOf(draft: Draft, element: SlipElement): SlipElement {
  return { ...element, id: freshId(draft, element.type), x: element.x + 3, y: element.y + 3 };
}
