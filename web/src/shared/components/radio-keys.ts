import type { KeyboardEvent } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Handles arrow keys in a radio group made of buttons: they choose the next one, as with native radio buttons. */
export function onRadioKey(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")];
  const at = radios.findIndex((radio) => radio === document.activeElement);
  if (step === undefined || at < 0) {
    return;
  }
  event.preventDefault();
  const next = radios[(at + step + radios.length) % radios.length];
  next?.focus();
  next?.click();
}
