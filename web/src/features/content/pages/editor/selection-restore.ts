import type { AppState, OnAction, PuckAction } from "@puckeditor/core";
import { type RefObject, useRef } from "react";
import { idOf, ROOT_ZONE } from "@/features/content/pages/editor/puck-config";

type Dispatch = (action: PuckAction) => void;
type Selector = AppState["ui"]["itemSelector"];

/** Returns the current position of the block that was selected, null if none was, or undefined if it is gone. */
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
 * Preserves the selection across undo and redo. Puck's history also restores the selection at the time of a step, so
 * the settings would leave the block that is being edited.
 */
export function useSelectionRestore(): { dispatchRef: RefObject<Dispatch | null>; onAction: OnAction } {
  const dispatchRef = useRef<Dispatch>(null);
  const onAction: OnAction = (action, next, before) => {
    // Only Puck's history sets the whole state.
    const selection = action.type === "set" ? selectionIn(next, before) : undefined;
    if (selection !== undefined) {
      // Runs before the next render, and after Puck has applied the step.
      queueMicrotask(() =>
        dispatchRef.current?.({ type: "setUi", ui: { itemSelector: selection }, recordHistory: false }),
      );
    }
  };
  return { dispatchRef, onAction };
}
