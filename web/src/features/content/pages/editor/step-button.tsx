import IconButton from "@mui/material/IconButton";
import type { ReactNode } from "react";

interface StepButtonProps {
  label: string;
  isPossible: boolean;
  onStep: () => void;
  children: ReactNode;
}

/**
 * Goes one step through the history. At the end of it, the button only looks disabled and keeps the focus: a really
 * disabled button would lose it, and after five undos a keyboard user would start at the top of the page.
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
