import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import base from "@/blocks/base.css?inline";
import blocks from "@/blocks/blocks.css?inline";
import { renderPage } from "@/blocks/render-page";
import type { Brand, PageData } from "@/blocks/types";
import { brandOn } from "@/features/content/pages/use-brand";
import { ScaledDocument } from "@/shared/components/scaled-document";

const HEIGHT = 560;

/** The page as somebody sees it who was never here, without games: their frames would open pages of visitors. */
function withoutVisitorParts(data: PageData): PageData {
  const shown = data.content.filter((block) => block.type !== "Welcome");
  return {
    ...data,
    content: shown.map((block) =>
      block.type === "Game" ? { ...block, props: { ...block.props, game_id: "" } } : block,
    ),
  };
}

interface PageThumbnailProps {
  data: PageData;
  brand: Brand;
  /** How much of the page is shown, in its own pixels; it fades out where there is more. */
  height?: number;
}

/** A page drawn small, exactly as visitors get it; nothing in it runs or can be pressed. */
export function PageThumbnail({ data, brand, height = HEIGHT }: PageThumbnailProps) {
  const html = useMemo(() => {
    const drawn = renderPage({ data: withoutVisitorParts(data), brand: brandOn(data.root.props?.theme, brand) });
    return `<!doctype html><title>Page</title><style>html{overflow:hidden}${base}${blocks}${brand.css ?? ""}</style>${drawn.html}`;
  }, [data, brand]);
  return <ScaledDocument title={t`Page`} html={html} height={height} loading="lazy" />;
}
