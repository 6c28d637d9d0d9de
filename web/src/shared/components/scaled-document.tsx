import Box from "@mui/material/Box";
import { type RefObject, useEffect, useRef, useState } from "react";

/** The width of a phone, in pixels of the document. */
const WIDTH = 390;

interface ScaledDocumentProps {
  title: string;
  /** A complete HTML document; nothing is rendered while it is empty. */
  html: string;
  /** The visible height, in pixels of the document. */
  height: number;
  frame?: RefObject<HTMLIFrameElement | null>;
  onLoad?: () => void;
  loading?: "lazy";
  hasBorder?: boolean;
}

/**
 * Shows a document as it looks on a phone, scaled to the available space. It runs no scripts and is not interactive.
 */
export function ScaledDocument({
  title,
  html,
  height,
  frame,
  onLoad,
  loading,
  hasBorder = false,
}: ScaledDocumentProps) {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) {
      return;
    }
    const watch = new ResizeObserver(() => setScale(element.clientWidth / WIDTH));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <Box
      ref={place}
      aria-hidden="true"
      sx={{
        position: "relative",
        overflow: "hidden",
        aspectRatio: `${WIDTH} / ${height}`,
        bgcolor: "action.hover",
        width: "100%",
        ...(hasBorder ? { border: 1, borderColor: "divider", borderRadius: 2 } : {}),
      }}
    >
      {scale > 0 && html ? (
        <iframe
          ref={frame}
          title={title}
          tabIndex={-1}
          sandbox="allow-same-origin" // for the fonts; nothing in it runs
          srcDoc={html}
          loading={loading}
          onLoad={onLoad}
          style={{
            width: WIDTH,
            height,
            border: 0,
            transform: `scale(${scale})`,
            transformOrigin: "0 0",
            pointerEvents: "none",
          }}
        />
      ) : null}
    </Box>
  );
}
