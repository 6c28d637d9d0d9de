import Box from "@mui/material/Box";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";

/** Distance from the edges of the window and from the button. */
const MARGIN = 16;
const GAP = 8;

interface DropPanelProps {
  id: string;
  label: string;
  /** The button below which the panel opens. */
  anchor: HTMLElement;
  /** Called on Escape, on a press outside, or when the focus leaves the panel. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog that opens below a button and leaves the page usable (ARIA authoring practices: non-modal dialog). It has
 * less than a tenth of the code of MUI's Popover, for places where opening must be instant.
 */
export function DropPanel({ id, label, anchor, onClose, children }: DropPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (panel.current !== null) {
        const { left, top } = placeOf(panel.current.getBoundingClientRect(), anchor.getBoundingClientRect());
        panel.current.style.transform = `translate(${left}px, ${top}px)`;
      }
    };
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !panel.current?.contains(target) && !anchor.contains(target)) {
        onClose();
      }
    };
    place();
    window.addEventListener("resize", place);
    window.addEventListener("scroll", place, { capture: true, passive: true });
    document.addEventListener("pointerdown", press);
    return () => {
      window.removeEventListener("resize", place);
      window.removeEventListener("scroll", place, { capture: true });
      document.removeEventListener("pointerdown", press);
    };
  }, [anchor, onClose]);

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget) && !anchor.contains(relatedTarget)) {
      onClose();
    }
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
      anchor.focus();
    }
  };
  return createPortal(
    <Box
      ref={panel}
      id={id}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={escape}
      onBlur={leave}
      sx={PANEL}
    >
      {children}
    </Box>,
    document.body,
  );
}

const PANEL = {
  position: "fixed",
  insetBlockStart: 0,
  insetInlineStart: 0,
  zIndex: "modal",
  maxWidth: `calc(100vw - ${2 * MARGIN}px)`,
  maxHeight: `calc(100dvh - ${2 * MARGIN}px)`,
  overflow: "auto",
  border: 1,
  borderColor: "divider",
  borderRadius: 3,
  bgcolor: "background.paper",
  color: "text.primary",
  boxShadow: 8,
  "@media print": { display: "none" },
} as const;

/** Places the panel below the button with their right edges aligned, shifted as far as the window requires. */
function placeOf(panel: DOMRect, button: DOMRect): { left: number; top: number } {
  const within = (preferred: number, size: number, room: number) =>
    Math.max(MARGIN, Math.min(preferred, room - size - MARGIN));
  return {
    left: Math.round(within(button.right - panel.width, panel.width, document.documentElement.clientWidth)),
    top: Math.round(within(button.bottom + GAP, panel.height, window.innerHeight)),
  };
}
