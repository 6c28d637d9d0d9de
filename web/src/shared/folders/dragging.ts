import { type DragEvent, useState } from "react";

const CODES = "application/x-waypost-codes";
const FOLDER = "application/x-waypost-folder";

/** Begins to drag codes. */
export function dragCodes(event: DragEvent, codeIds: readonly string[]): void {
  event.dataTransfer.setData(CODES, JSON.stringify(codeIds));
  event.dataTransfer.setData("text/plain", codeIds.join("\n"));
  event.dataTransfer.effectAllowed = "move";
}

/** Begins to drag a folder. */
export function dragFolder(event: DragEvent, folderId: string): void {
  event.dataTransfer.setData(FOLDER, folderId);
  event.dataTransfer.effectAllowed = "move";
}

function droppedCodes(event: DragEvent): string[] {
  const text = event.dataTransfer.getData(CODES);
  const ids: unknown = text === "" ? [] : JSON.parse(text);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

interface Takes {
  /** Codes were dropped here. */
  onCodes?: (codeIds: string[]) => void;
  /** A folder was dropped here. */
  onFolder?: (folderId: string) => void;
}

/** What makes a place take in what is dragged over it, and whether something is over it right now. */
export function useDropTarget({ onCodes, onFolder }: Takes) {
  const [isOver, setOver] = useState(false);
  const accepts = ({ dataTransfer: { types } }: DragEvent) =>
    (onCodes !== undefined && types.includes(CODES)) || (onFolder !== undefined && types.includes(FOLDER));
  const handleOver = (event: DragEvent) => {
    if (accepts(event)) {
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
      setOver(true);
    }
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (accepts(event)) {
      event.preventDefault();
      if (event.dataTransfer.types.includes(FOLDER)) {
        onFolder?.(event.dataTransfer.getData(FOLDER));
      } else {
        onCodes?.(droppedCodes(event));
      }
    }
  };
  const handlers = { onDragOver: handleOver, onDragEnter: handleOver, onDragLeave: () => setOver(false), onDrop: drop };
  return { isOver, handlers };
}

/** The line around a place that would take in what is over it. */
export function dropOutline(isOver: boolean) {
  return { outline: isOver ? 2 : 0, outlineColor: "primary.main", outlineStyle: "solid" };
}
