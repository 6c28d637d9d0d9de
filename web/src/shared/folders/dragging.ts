import type { DragEvent } from "react";

const TYPE = "application/x-waypost-codes";

/** Begins to drag codes. */
export function dragCodes(event: DragEvent, codeIds: readonly string[]): void {
  event.dataTransfer.setData(TYPE, JSON.stringify(codeIds));
  event.dataTransfer.setData("text/plain", codeIds.join("\n"));
  event.dataTransfer.effectAllowed = "move";
}

/** Whether what is dragged are codes. */
export function bringsCodes(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(TYPE);
}

/** The codes that were dropped. */
export function droppedCodes(event: DragEvent): string[] {
  const text = event.dataTransfer.getData(TYPE);
  const ids: unknown = text === "" ? [] : JSON.parse(text);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}
