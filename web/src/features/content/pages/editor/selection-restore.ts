import type { AppState, OnAction, PuckAction } from "@puckeditor/core";
import { type RefObject, useRef } from "react";
import { idOf, ROOT_ZONE } from "@/features/content/pages/editor/puck-config";

type Dispatch = (action: PuckAction) => void;
type Selector = AppState["ui"]["itemSelector"];

/** Where the block that was selected stands now; nothing when it is gone. */
function selectionIn(next: AppState, before: AppState): Selector | undefined {
  const selector = before.ui.itemSelector;
  if (selector === null) {
    return null;
  }
  const id = idOf(before.data.content[selector.index]);
  const index = next.data.content.findIndex((block) => idOf(block) === id);
  return id === undefined || index === -1 ? undefined : { index, zone: ROOT_ZONE };
}

/**
 * Undo and redo change what is written, not what is being set: Puck's history brings back what was selected
 * when a step was made, too, and the settings would leave the block that somebody writes in.
 */
export function useSelectionRestore(): { dispatchRef: RefObject<Dispatch | null>; onAction: OnAction } {
  const dispatchRef = useRef<Dispatch>(null);
  const onAction: OnAction = (action, next, before) => {
    // Puck's history alone sets the whole state.
    const selection = action.type === "set" ? selectionIn(next, before) : undefined;
    if (selection !== undefined) {
      // Before anything is drawn, and after Puck has taken the step.
      queueMicrotask(() =>
        dispatchRef.current?.({ type: "setUi", ui: { itemSelector: selection }, recordHistory: false }),
      );
    }
  };
  return { dispatchRef, onAction };
}
