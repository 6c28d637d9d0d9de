import ArticleIcon from "@mui/icons-material/ArticleOutlined";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { pageThumbnailQuery } from "@/features/content/pages/api/pages";
import type { PageSummary } from "@/features/content/pages/types";
import { useBrand } from "@/features/content/pages/use-brand";
import { ErrorBoundary } from "@/shared/components/error-boundary";
import { whenIdle } from "@/shared/components/idle";
import { useNearViewport } from "@/shared/components/use-near-viewport";
import { paths } from "@/shared/config/paths";
import { useOrganizationData } from "@/shared/organization/organization";
import { themeCss } from "@/shared/organization/themes";

// The renderer of pages is as large as a screen, so the list does not wait for it.
const PageThumbnail = lazy(() =>
  import("@/features/content/pages/components/page-thumbnail").then((loaded) => ({ default: loaded.PageThumbnail })),
);

/** The height of the rendered part in the page's own pixels. The card crops it to its own height. */
const DRAWN_HEIGHT = 1100;

const FRAME = {
  position: "relative",
  overflow: "hidden",
  flexShrink: 0,
  width: 72,
  minHeight: 92,
  border: 1,
  borderColor: "divider",
  borderRadius: 1.5,
  bgcolor: "action.hover",
  color: "text.disabled",
} as const;

interface ListedThumbnailProps {
  page: Pick<PageSummary, "page_id" | "version">;
  mayEdit: boolean;
}

/**
 * A thumbnail of a page in a list, rendered when it is near the viewport and the browser is idle. For editors, a click
 * on it opens the page. Keyboards and screen readers skip it, because it only repeats the card.
 */
export function ListedThumbnail({ page, mayEdit }: ListedThumbnailProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(frame);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => (isNear ? whenIdle(() => setDrawn(true), "seen") : undefined), [isNear]);
  const link = mayEdit ? { component: Link, to: paths.updatePage(page.page_id), tabIndex: -1 } : {};
  return (
    <Box ref={frame} aria-hidden="true" sx={FRAME} {...link}>
      {isDrawn ? (
        <ErrorBoundary fallback={<NoThumbnail />}>
          <Suspense fallback={<Placeholder />}>
            <Drawing page={page} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </Box>
  );
}

function Drawing({ page }: Pick<ListedThumbnailProps, "page">) {
  const brand = useBrand();
  const organization = useOrganizationData().data?.brand;
  const blocks = useQuery(pageThumbnailQuery(page.page_id, page.version));
  const { theme, background } = blocks.data?.root.props ?? {};
  // Waits for the page's own theme, so that it is not rendered in another one first.
  const css = useQuery({ ...themeCss({ theme, background }, organization), enabled: blocks.isSuccess });
  const look = useMemo(() => ({ ...brand, css: css.data ?? "" }), [brand, css.data]);
  if (blocks.isError || css.isError) {
    return <NoThumbnail />;
  }
  return blocks.isSuccess && css.isSuccess ? (
    <CutOff>
      <PageThumbnail data={blocks.data} brand={look} height={DRAWN_HEIGHT} />
    </CutOff>
  ) : (
    <Placeholder />
  );
}

function Placeholder() {
  return <Skeleton variant="rectangular" animation={false} width="100%" height="100%" sx={{ position: "absolute" }} />;
}

/** Positioned out of the flow, so that a card is as high as its texts. */
function CutOff({ children }: { children: ReactNode }) {
  return <Box sx={{ position: "absolute", insetInline: 0, top: 0 }}>{children}</Box>;
}

function NoThumbnail() {
  return (
    <Box sx={{ position: "absolute", inset: 0, display: "grid", placeItems: "center" }} data-testid="no-thumbnail">
      <ArticleIcon />
    </Box>
  );
}
