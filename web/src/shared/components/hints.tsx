import Tooltip from "@mui/material/Tooltip";
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";

const ENTER_MS = 100;
const LEAVE_MS = 100;
/** How long a hint stays after a touch ends. */
const TOUCH_MS = 1500;

interface Hint {
  text: string;
  at: Element;
}

/**
 * Shows the `data-hint` of the elements inside as a tooltip: one for all of them, created when it is first needed.
 * Separate tooltips for twenty buttons would be two hundred components that nobody may ever see. The hint is only
 * visual: an element with one needs an accessible name that says the same.
 */
export function Hints({ children }: { children: ReactNode }) {
  const [hint, setHint] = useState<Hint | null>(null);
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const soon = (next: Hint | null, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setShown(next !== null);
      if (next !== null) {
        setHint(next);
      }
    }, delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        setShown(false);
      }
    };
    if (isShown) {
      document.addEventListener("keydown", close);
    }
    return () => document.removeEventListener("keydown", close);
  }, [isShown]);
  const over = ({ target }: PointerEvent) => {
    const next = hintOf(target);
    if (next !== null) {
      soon(next, isShown ? 0 : ENTER_MS);
    } else if (isOfHint(target)) {
      clearTimeout(timer.current); // it can be pointed at itself
    }
  };
  const out = ({ pointerType }: PointerEvent) => soon(null, pointerType === "touch" ? TOUCH_MS : LEAVE_MS);
  const focus = ({ target }: FocusEvent) => {
    const next = hintOf(target);
    if (next !== null && target.matches(":focus-visible")) {
      soon(next, 0);
    }
  };
  return (
    <div
      role="presentation"
      style={AS_IF_NOT_THERE}
      onPointerOver={over}
      onPointerOut={out}
      onFocus={focus}
      onBlur={() => soon(null, 0)}
    >
      {children}
      {hint === null ? null : (
        <Tooltip open={isShown} title={hint.text} describeChild slotProps={{ popper: { anchorEl: hint.at } }}>
          <span />
        </Tooltip>
      )}
    </div>
  );
}

const AS_IF_NOT_THERE = { display: "contents" } as const;

function hintOf(target: EventTarget): Hint | null {
  const at = target instanceof Element ? target.closest("[data-hint]") : null;
  const text = at?.getAttribute("data-hint");
  return at && text ? { at, text } : null;
}

function isOfHint(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[role=tooltip]") !== null;
}
