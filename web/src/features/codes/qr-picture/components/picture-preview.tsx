import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Card from "@mui/material/Card";
import GlobalStyles from "@mui/material/GlobalStyles";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { pictureQuery } from "@/features/codes/qr-picture/api/render-picture";
import { findingsProps, Note, Warnings } from "@/features/codes/qr-picture/components/warnings";
import type { DesignProps } from "@/features/codes/qr-picture/types";
import { messageOf } from "@/shared/api/errors";
import { useSession } from "@/shared/auth/session";
import { SampleCode } from "@/shared/components/sample-code";
import { SHORT } from "@/shared/theme/short";
import { useDebouncedValue } from "@/shared/components/use-debounced-value";

interface PicturePreviewProps extends DesignProps {
  content: string;
  note?: string;
}

/** The picture as it will be printed. The server renders it and reports what may be hard to scan. */
export function PicturePreview({ design, onChange, content, note }: PicturePreviewProps) {
  const { status } = useSession();
  const settled = useDebouncedValue(design, 250);
  const picture = useQuery({ ...pictureQuery(content, settled), enabled: status === "authenticated" });
  const card = useRef<HTMLDivElement>(null);
  const findings = useRef<HTMLDivElement>(null);
  const isBehind = settled !== design || picture.isPlaceholderData;
  return (
    <Card
      ref={card}
      component="section"
      aria-label={t`Preview`}
      sx={{ p: 2.5, position: { md: "sticky" }, top: { md: 88 } }}
    >
      <Typography variant="subtitle1" component="h2" sx={{ mb: 1.5 }}>
        <Trans>Picture</Trans>
      </Typography>
      {status === "anonymous" ? (
        <SampleCode foreground={design.foreground} background={design.background} quietZone={design.quiet_zone} />
      ) : picture.data && !picture.isError ? (
        <RenderedPicture
          data={picture.data.data}
          mediaType={picture.data.media_type}
          isTransparent={settled.transparent}
        />
      ) : picture.isError ? null : (
        <Skeleton variant="rounded" sx={{ width: "100%", height: "auto", aspectRatio: "1" }} />
      )}
      <Stack
        ref={findings}
        {...findingsProps()}
        spacing={1.5}
        sx={{ mt: 2, outline: "none" }}
        aria-live="polite"
        aria-busy={isBehind && status === "authenticated"}
      >
        {status === "anonymous" ? (
          <Note good text={t`Example in your colours. Your code is generated when you save.`} />
        ) : picture.isError ? (
          <Note text={messageOf(picture.error)} />
        ) : picture.data ? (
          <Warnings check={picture.data} design={design} onChange={onChange} place={findings} />
        ) : null}
        {note ? (
          <Typography variant="caption" color="textSecondary">
            {note}
          </Typography>
        ) : null}
      </Stack>
      {picture.data && !picture.isError ? (
        <Thumbnail of={card} src={`data:${picture.data.media_type};base64,${picture.data.data}`} />
      ) : null}
    </Card>
  );
}

/** Prevents the small picture from covering the focused element. */
const ROOM = (
  <GlobalStyles
    styles={{ "@media (max-width: 899.95px) and (min-height: 480.05px)": { html: { scrollPaddingBlockEnd: 176 } } }}
  />
);

/** On a phone, the picture is far below its settings, so a small one stays visible until it is reached. */
function Thumbnail({ of, src }: { of: RefObject<HTMLElement | null>; src: string }) {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setIsNeeded(entry?.isIntersecting === false));
    if (of.current) {
      observer.observe(of.current);
    }
    return () => observer.disconnect();
  }, [of]);
  return isNeeded ? (
    <>
      {ROOM}
      <ButtonBase
        aria-label={t`Show preview`}
        onClick={() => of.current?.scrollIntoView({ block: "center" })}
        sx={{
          display: { xs: "block", md: "none" },
          [SHORT]: { display: "none" },
          position: "fixed",
          right: 12,
          bottom: "calc(72px + env(safe-area-inset-bottom))",
          zIndex: "appBar",
          p: 0.5,
          borderRadius: 2,
          bgcolor: "common.white",
          boxShadow: 6,
          "&:focus-visible": { outline: 2, outlineColor: "primary.main", outlineOffset: 2 },
        }}
      >
        <Box component="img" src={src} alt="" sx={{ width: 84, height: 84, display: "block" }} />
      </ButtonBase>
    </>
  ) : null;
}

const CHECKS = "repeating-conic-gradient(#d9dde4 0% 25%, #ffffff 0% 50%) 0 0 / 20px 20px";

/** The picture that the server rendered. */
export function RenderedPicture({
  data,
  mediaType,
  isTransparent,
}: {
  data: string;
  mediaType: string;
  isTransparent: boolean;
}) {
  return (
    <Box
      component="img"
      src={`data:${mediaType};base64,${data}`}
      alt={t`QR code of this design`}
      sx={{
        width: "100%",
        maxWidth: 380,
        mx: "auto",
        display: "block",
        aspectRatio: "1",
        borderRadius: 1.5,
        border: 1,
        borderColor: "divider",
        background: isTransparent ? CHECKS : "common.white",
      }}
    />
  );
}
