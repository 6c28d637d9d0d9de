import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";

const WIDTH = 390;
const HEIGHT = 640;

interface SampleFrameProps {
  label: string;
  /** A whole document; its last style element in the head takes the theme. */
  html: string;
  css: string;
}

function setTheme(frame: HTMLIFrameElement | null, css: string) {
  const style = [...(frame?.contentDocument?.head.querySelectorAll("style") ?? [])].at(-1);
  if (style && style.textContent !== css) {
    style.textContent = css;
  }
}

/** A document of visitors drawn small, whose theme changes without loading it again. */
export function SampleFrame({ label, html, css }: SampleFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
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
  useEffect(() => setTheme(frame.current, css), [css]);
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <Box
        ref={place}
        aria-hidden="true"
        sx={{
          position: "relative",
          overflow: "hidden",
          aspectRatio: `${WIDTH} / ${HEIGHT}`,
          border: 1,
          borderColor: "divider",
          borderRadius: 2,
          bgcolor: "action.hover",
        }}
      >
        {scale > 0 && html ? (
          <iframe
            ref={frame}
            title={label}
            tabIndex={-1}
            sandbox="allow-same-origin" // for the fonts; nothing in it runs
            srcDoc={html}
            onLoad={() => setTheme(frame.current, css)}
            style={{
              width: WIDTH,
              height: HEIGHT,
              border: 0,
              transform: `scale(${scale})`,
              transformOrigin: "0 0",
              pointerEvents: "none",
            }}
          />
        ) : null}
      </Box>
      <Typography component="figcaption" variant="caption" color="textSecondary" sx={{ display: "block", mt: 0.5 }}>
        {label}
      </Typography>
    </Box>
  );
}
