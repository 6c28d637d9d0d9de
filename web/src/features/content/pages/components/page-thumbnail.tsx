import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import base from "@/blocks/base.css?inline";
import blocks from "@/blocks/blocks.css?inline";
import { renderPage } from "@/blocks/render-page";
import type { Brand, PageData } from "@/blocks/types";
import { brandOn } from "@/features/content/pages/use-brand";
import { ScaledDocument } from "@/shared/components/scaled-document";

const HEIGHT = 560;

/** Returns the page as a first-time visitor sees it, without games, because their frames would open visitor pages. */
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
  /** The visible height of the page in its own pixels. The rest fades out. */
  height?: number;
}

/** A small rendering of a page, exactly as visitors get it. Nothing in it runs or can be clicked. */
export function PageThumbnail({ data, brand, height = HEIGHT }: PageThumbnailProps) {
  const html = useMemo(() => {
    const drawn = renderPage({ data: withoutVisitorParts(data), brand: brandOn(data.root.props?.theme, brand) });
    return `<!doctype html><title>Page</title><style>html{overflow:hidden}${base}${blocks}${brand.css ?? ""}</style>${drawn.html}`;
  }, [data, brand]);
  return <ScaledDocument title={t`Page`} html={html} height={height} loading="lazy" />;
}
