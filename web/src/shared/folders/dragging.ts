import { type DragEvent, useState } from "react";

const CODES = "application/x-waypost-codes";
const FOLDER = "application/x-waypost-folder";

/** Starts dragging codes. */
export function dragCodes(event: DragEvent, codeIds: readonly string[]): void {
  event.dataTransfer.setData(CODES, JSON.stringify(codeIds));
  event.dataTransfer.setData("text/plain", codeIds.join("\n"));
  event.dataTransfer.effectAllowed = "move";
}

/** Starts dragging a folder. */
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
  /** Called when codes are dropped here. */
  onCodes?: (codeIds: string[]) => void;
  /** Called when a folder is dropped here. */
  onFolder?: (folderId: string) => void;
}

/** The handlers that make an element accept drops, and whether something is being dragged over it. */
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

/** The outline of an element that would accept what is being dragged over it. */
export function dropOutline(isOver: boolean) {
  return { outline: isOver ? 2 : 0, outlineColor: "primary.main", outlineStyle: "solid" };
}
