import type { ComponentProps } from "react";
import { PlainIcon } from "@/shared/components/plain-icon";

interface PlainButtonProps extends ComponentProps<"button"> {
  /** The path of the icon before the label, in a 24 × 24 square. */
  icon: string;
}

/** An outlined button as a single element, for first screens; it looks like MUI's. */
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
  /** The accessible name, also shown on hover. */
  label: string;
  /** A shorter text for the tooltip. */
  hint?: string;
}

/** A button with only an icon, for use inside `Hints`. */
export function PlainIconButton({ icon, label, hint = label, ...rest }: PlainIconButtonProps) {
  return (
    <button type="button" className="plain-icon-button" aria-label={label} data-hint={hint} {...rest}>
      <PlainIcon path={icon} size={24} />
    </button>
  );
}
