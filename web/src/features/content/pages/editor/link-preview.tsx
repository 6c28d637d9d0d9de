import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { safePicture } from "@/blocks/links";
import type { RootProps } from "@/blocks/types";
import { SHOWN_IN_LINKS, shortened } from "@/features/content/pages/editor/link-texts";

/** Limits a text to as many lines as a message shows, whatever the width of the letters. */
const lines = (most: number) => ({
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: most,
  overflow: "hidden",
  overflowWrap: "anywhere",
});

/** Shows how a link to the page looks in a message. */
export function LinkPreview({ root, address }: { root: RootProps; address: string }) {
  const picture = safePicture(root.preview_image);
  const [missing, setMissing] = useState<string>();
  return (
    <Box component="section" aria-label={t`Link preview`}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.75 }}>
        <Trans>How a link to this page looks in messages</Trans>
      </Typography>
      <Box sx={{ border: 1, borderColor: "divider", borderRadius: 2, overflow: "hidden", bgcolor: "background.paper" }}>
        {picture === undefined ? null : picture === missing ? (
          <Typography
            role="status"
            variant="body2"
            color="error"
            sx={{ p: 1.5, borderBottom: 1, borderColor: "divider" }}
          >
            <Trans>The preview image can’t be loaded from its URL, so messages won’t show one.</Trans>
          </Typography>
        ) : (
          <Box
            component="img"
            src={picture}
            alt=""
            onError={() => setMissing(picture)}
            sx={{ display: "block", width: "100%", aspectRatio: "1.91", objectFit: "cover" }}
          />
        )}
        <Box sx={{ p: 1.5 }}>
          <Typography variant="caption" color="textSecondary" noWrap sx={{ display: "block" }}>
            {new URL(address, window.location.origin).host}
          </Typography>
          <Typography variant="subtitle2" dir="auto" sx={lines(2)}>
            {shortened(root.title ?? "", SHOWN_IN_LINKS.title) || t`Untitled page`}
          </Typography>
          {root.description ? (
            <Typography variant="body2" color="textSecondary" dir="auto" sx={lines(3)}>
              {shortened(root.description, SHOWN_IN_LINKS.description)}
            </Typography>
          ) : null}
        </Box>
      </Box>
    </Box>
  );
}
