import Box from "@mui/material/Box";
import { type RefObject, useEffect, useRef, useState } from "react";

/** Width of a phone, in pixels of the document. */
const WIDTH = 390;

interface ScaledDocumentProps {
  title: string;
  /** A whole document; nothing is drawn while it is empty. */
  html: string;
  /** How much of it is shown, in its own pixels. */
  height: number;
  frame?: RefObject<HTMLIFrameElement | null>;
  onLoad?: () => void;
  loading?: "lazy";
  hasBorder?: boolean;
}

/** A document as a phone shows it, scaled to the room there is. Nothing in it runs or can be pressed. */
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
