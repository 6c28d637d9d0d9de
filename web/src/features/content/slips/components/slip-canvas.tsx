import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ElementView, inPrintOrder, targetOf } from "@/features/content/slips/components/element-view";
import { describe } from "@/features/content/slips/describe";
import { loadFonts } from "@/features/content/slips/fonts";
import { GRID_MM, onGrid, placed, type Snapped, sized, snapped } from "@/features/content/slips/geometry";
import type { SlipElement } from "@/features/content/slips/types";
import type { Design } from "@/features/content/slips/use-design";

interface SlipCanvasProps {
  design: Design;
  selected: string | null;
  onSelect: (id: string | null) => void;
  snaps: boolean;
}

interface Gesture {
  id: string;
  kind: "move" | "resize";
  pointer: number;
  fromX: number;
  fromY: number;
  start: SlipElement;
  /** Whether the pointer has moved further than in an unsteady click. */
  isMoving: boolean;
}

const NOTHING: Snapped["guides"] = { x: null, y: null };
const MAX_HEIGHT_PX = 640;
const BIG_STEP_MM = 5;
const UNSTEADY_PX = 4;

/** The editable slip: drag, resize, or use the keyboard. */
export function SlipCanvas({ design, selected, onSelect, snaps }: SlipCanvasProps) {
  const { draft } = design;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(320);
  const [gesture, setGesture] = useState<Gesture | null>(null);
  const [guides, setGuides] = useState(NOTHING);
  useEffect(loadFonts, []);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) {
      return undefined;
    }
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 320));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(width / draft.width_mm, MAX_HEIGHT_PX / draft.height_mm, 8);
  const selectedElement = draft.elements.find((it) => it.id === selected);

  const begin = (event: PointerEvent<HTMLElement>, element: SlipElement, kind: Gesture["kind"]) => {
    if (event.button !== 0) {
      return;
    }
    event.stopPropagation();
    if (event.pointerType === "touch" && element.id !== selected) {
      // A finger that scrolls past moves nothing. An element must be tapped before it can be dragged.
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    design.pause();
    onSelect(element.id);
    setGesture({
      id: element.id,
      kind,
      pointer: event.pointerId,
      fromX: event.clientX,
      fromY: event.clientY,
      start: element,
      isMoving: false,
    });
  };
  const end = () => {
    setGesture(null);
    setGuides(NOTHING);
    design.pause();
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (gesture === null || gesture.pointer !== event.pointerId) {
      return;
    }
    if (event.pointerType === "mouse" && event.buttons === 0) {
      // The dragged element was removed during the drag, and no event reported the release.
      end();
      return;
    }
    if (!gesture.isMoving) {
      if (Math.hypot(event.clientX - gesture.fromX, event.clientY - gesture.fromY) < UNSTEADY_PX) {
        return;
      }
      setGesture({ ...gesture, isMoving: true });
    }
    const dx = (event.clientX - gesture.fromX) / scale;
    const dy = (event.clientY - gesture.fromY) / scale;
    const { start, id } = gesture;
    if (gesture.kind === "resize") {
      const wide = snaps ? onGrid(start.width + dx) : start.width + dx;
      const high = snaps ? onGrid(start.height + dy) : start.height + dy;
      design.changeElement(id, sized(start, wide, high), `resize ${id}`);
      return;
    }
    const box = { ...start, x: start.x + dx, y: start.y + dy };
    const to = snaps && !event.altKey ? snapped(box, draft, id) : { x: box.x, y: box.y, guides: NOTHING };
    setGuides(to.guides);
    design.changeElement(id, placed(start, to.x, to.y, draft), `move ${id}`);
  };
  const press = (event: KeyboardEvent<HTMLElement>, element: SlipElement) => {
    const step = event.shiftKey ? BIG_STEP_MM : GRID_MM;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way !== undefined) {
      event.preventDefault();
      const [dx = 0, dy = 0] = way.map((sign) => sign * step);
      if (event.altKey) {
        const grown = element.type === "code" ? dx + dy : 0;
        const size = sized(element, element.width + (grown || dx), element.height + (grown || dy));
        design.changeElement(element.id, size, `key-size ${element.id}`);
      } else {
        design.changeElement(element.id, placed(element, element.x + dx, element.y + dy, draft), `key ${element.id}`);
      }
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      end();
      design.remove(element.id);
      onSelect(null);
    } else if (event.key === "Escape" && gesture?.isMoving) {
      // Restores the position from before the drag.
      const { x, y, width: wide, height: high } = gesture.start;
      design.changeElement(gesture.id, { x, y, width: wide, height: high }, `${gesture.kind} ${gesture.id}`);
      end();
    } else if (event.key === "Escape") {
      onSelect(null);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onSelect(element.id);
    }
  };

  return (
    <Box ref={frame} sx={{ width: "100%", display: "flex", justifyContent: "center" }}>
      <Box
        role="group"
        aria-label={t`Slip, ${draft.width_mm} by ${draft.height_mm} millimetres`}
        data-testid="slip-canvas"
        data-scale={scale}
        onPointerDown={() => onSelect(null)}
        sx={{ position: "relative", overflow: "clip", boxShadow: 3, flexShrink: 0 }}
        style={{ width: draft.width_mm * scale, height: draft.height_mm * scale, background: draft.background }}
      >
        {inPrintOrder(draft.elements).map((element) => {
          const target = targetOf(element, scale);
          return (
            <Box
              key={element.id}
              role="button"
              tabIndex={0}
              aria-pressed={element.id === selected}
              aria-label={describe(element)}
              data-element={element.id}
              onFocus={() => onSelect(element.id)}
              onKeyDown={(event) => press(event, element)}
              onClick={() => onSelect(element.id)}
              onPointerDown={(event) => begin(event, element, "move")}
              onPointerMove={move}
              onPointerUp={end}
              onPointerCancel={end}
              sx={{
                cursor: "move",
                touchAction: element.id === selected ? "none" : "pan-x pan-y",
                userSelect: "none",
                outline: element.id === selected ? "2px solid #1f4fa3" : "1px dashed transparent",
                "&:hover": { outlineColor: "#4a78c9" },
                "&:focus-visible": { outline: "3px solid #1f4fa3" },
              }}
              style={target.outer}
            >
              <div style={target.inner}>
                <ElementView element={element} scale={scale} codeId={draft.code_id} />
              </div>
            </Box>
          );
        })}
        <Guide at={guides.x} scale={scale} isAcross={false} />
        <Guide at={guides.y} scale={scale} isAcross />
        {selectedElement?.rotation === 0 ? (
          <Box
            aria-hidden
            data-testid="resize-handle"
            onPointerDown={(event) => begin(event, selectedElement, "resize")}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
            sx={{
              position: "absolute",
              width: 24,
              height: 24,
              ml: "-12px",
              mt: "-12px",
              display: "grid",
              placeItems: "center",
              cursor: "nwse-resize",
              touchAction: "none",
              "&::after": {
                content: '""',
                width: 12,
                height: 12,
                borderRadius: "3px",
                bgcolor: "#ffffff",
                border: "2px solid #1f4fa3",
                boxSizing: "border-box",
              },
            }}
            style={{
              left: Math.min((selectedElement.x + selectedElement.width) * scale, draft.width_mm * scale - 6),
              top: Math.min((selectedElement.y + selectedElement.height) * scale, draft.height_mm * scale - 6),
            }}
          />
        ) : null}
      </Box>
    </Box>
  );
}

function Guide({ at, scale, isAcross }: { at: number | null; scale: number; isAcross: boolean }) {
  if (at === null) {
    return null;
  }
  const line = { position: "absolute", pointerEvents: "none", bgcolor: "#d81b60" } as const;
  return isAcross ? (
    <Box aria-hidden sx={{ ...line, left: 0, right: 0, height: "1px" }} style={{ top: at * scale }} />
  ) : (
    <Box aria-hidden sx={{ ...line, top: 0, bottom: 0, width: "1px" }} style={{ left: at * scale }} />
  );
}
