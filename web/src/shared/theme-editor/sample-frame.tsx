import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { ScaledDocument } from "@/shared/components/scaled-document";

const HEIGHT = 640;

interface SampleFrameProps {
  label: string;
  /** A complete HTML document; the theme is written to the last style element in its head. */
  html: string;
  css: string;
}

function setTheme(frame: HTMLIFrameElement | null, css: string) {
  const style = [...(frame?.contentDocument?.head.querySelectorAll("style") ?? [])].at(-1);
  if (style && style.textContent !== css) {
    style.textContent = css;
  }
}

/** Shows a scaled-down document for visitors, whose theme changes without a reload. */
export function SampleFrame({ label, html, css }: SampleFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => setTheme(frame.current, css), [css]);
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }}>
      <ScaledDocument
        title={label}
        html={html}
        height={HEIGHT}
        frame={frame}
        onLoad={() => setTheme(frame.current, css)}
        hasBorder
      />
      <Typography component="figcaption" variant="caption" color="textSecondary" sx={{ display: "block", mt: 0.5 }}>
        {label}
      </Typography>
    </Box>
  );
}
