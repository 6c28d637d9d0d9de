import Box from "@mui/material/Box";
import { useEffect, useMemo, useRef, useState } from "react";
import base from "@/blocks/base.css?inline";
import blocks from "@/blocks/blocks.css?inline";
import { renderPage } from "@/blocks/render-page";
import type { Brand, PageData } from "@/blocks/types";

const WIDTH = 390;
const HEIGHT = 560;

/** The page as somebody sees it who was never here. */
function withoutGreeting(data: PageData): PageData {
  return { ...data, content: data.content.filter((block) => block.type !== "Welcome") };
}

interface PageThumbnailProps {
  data: PageData;
  brand: Brand;
  /** How much of the page is shown, in its own pixels; it fades out where there is more. */
  height?: number;
}

/** A page drawn small, exactly as visitors get it; nothing in it runs or can be pressed. */
export function PageThumbnail({ data, brand, height = HEIGHT }: PageThumbnailProps) {
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
  const html = useMemo(() => {
    const drawn = renderPage({ data: withoutGreeting(data), brand });
    return `<!doctype html><title>Page</title><style>html{overflow:hidden}${base}${blocks}${brand.css ?? ""}</style>${drawn.html}`;
  }, [data, brand]);
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
      }}
    >
      {scale > 0 ? (
        <iframe
          title="Page"
          tabIndex={-1}
          sandbox="allow-same-origin" // for the fonts; nothing in it runs
          srcDoc={html}
          loading="lazy"
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
