import type { ComponentProps } from "react";
import { PlainIcon } from "@/shared/components/plain-icon";

interface PlainButtonProps extends ComponentProps<"button"> {
  /** Outline of the icon before the words, in a square of 24. */
  icon: string;
}

/** An outlined button as one element, for first screens; it looks as MUI's. */
export function PlainButton({ icon, children, ...rest }: PlainButtonProps) {
  return (
    <button type="button" className="plain-button" {...rest}>
      <PlainIcon path={icon} size={20} />
      <span className="words">{children}</span>
    </button>
  );
}

interface PlainIconButtonProps extends ComponentProps<"button"> {
  icon: string;
  /** Its name, and what is shown to whom points at it. */
  label: string;
  /** What is shown, where that is shorter. */
  hint?: string;
}

/** A button that is an icon alone, inside `Hints`. */
export function PlainIconButton({ icon, label, hint = label, ...rest }: PlainIconButtonProps) {
  return (
    <button type="button" className="plain-icon-button" aria-label={label} data-hint={hint} {...rest}>
      <PlainIcon path={icon} size={24} />
    </button>
  );
}
