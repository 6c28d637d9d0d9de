import { useEffect, useEffectEvent } from "react";
import type { Action } from "@/features/content/walls/types";

const ACTIONS: Record<string, Action> = { a: "approve", r: "reject", p: "pin", u: "unpin" };
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, j: 1, k: -1 };

interface Keys {
  isOn: boolean;
  onStep: (step: number) => void;
  onAction: (action: Action) => void;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      "input, textarea, select, [role=dialog], [role=tab], [role=menu], [role=listbox], [contenteditable=true]",
    ) !== null
  );
}

/** Keyboard shortcuts for moderation: arrows move, A approves, R rejects, P pins, U unpins. */
export function useModerationKeys({ isOn, onStep, onAction }: Keys): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
      return;
    }
    const step = STEPS[event.key];
    const action = ACTIONS[event.key.toLowerCase()];
    if (step !== undefined) {
      event.preventDefault();
      onStep(step);
    } else if (action !== undefined && !event.repeat) {
      event.preventDefault();
      onAction(action);
    }
  });
  useEffect(() => {
    if (!isOn) {
      return undefined;
    }
    const listen = (event: KeyboardEvent) => pressed(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [isOn]);
}
