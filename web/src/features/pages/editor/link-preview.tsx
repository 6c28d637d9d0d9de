import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { safePicture } from "@/blocks/links";
import type { RootProps } from "@/blocks/types";

/** How a link to the page looks in a message. */
export function LinkPreview({ root, address }: { root: RootProps; address: string }) {
  const picture = safePicture(root.preview_image);
  return (
    <Box component="section" aria-label="Link preview">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.75 }}>
        A link to this page looks like this in messages
      </Typography>
      <Box sx={{ border: 1, borderColor: "divider", borderRadius: 2, overflow: "hidden", bgcolor: "background.paper" }}>
        {picture ? (
          <Box component="img" src={picture} alt="" sx={{ display: "block", width: "100%", aspectRatio: "1.91", objectFit: "cover" }} />
        ) : null}
        <Box sx={{ p: 1.5 }}>
          <Typography variant="caption" color="textSecondary" noWrap sx={{ display: "block" }}>
            {new URL(address, window.location.origin).host}
          </Typography>
          <Typography variant="subtitle2">{root.title || "Untitled page"}</Typography>
          {root.description ? (
            <Typography variant="body2" color="textSecondary">
              {root.description}
            </Typography>
          ) : null}
        </Box>
      </Box>
    </Box>
  );
}
