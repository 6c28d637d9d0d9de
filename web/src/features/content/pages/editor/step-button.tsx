import IconButton from "@mui/material/IconButton";
import type { ReactNode } from "react";

interface StepButtonProps {
  label: string;
  isPossible: boolean;
  onStep: () => void;
  children: ReactNode;
}

/**
 * Goes one step through the history. At its end the button is off, but stays where the keyboard is: a button
 * that is really disabled lets go of the focus, and anyone who undid five times would begin at the top of the page.
 */
export function StepButton({ label, isPossible, onStep, children }: StepButtonProps) {
  return (
    <IconButton
      aria-label={label}
      aria-disabled={!isPossible}
      disableRipple={!isPossible}
      onClick={() => isPossible && onStep()}
      sx={{ "&[aria-disabled=true]": { color: "action.disabled", cursor: "default" } }}
    >
      {children}
    </IconButton>
  );
}
