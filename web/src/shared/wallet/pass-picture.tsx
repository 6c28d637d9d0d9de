import Box from "@mui/material/Box";
import type { SxProps } from "@mui/material/styles";
import { use } from "react";
import type { components } from "@/shared/api/schema";
import { useOrganization } from "@/shared/organization/organization";
import { PassPictureAddress } from "@/shared/wallet/pass-picture-address";

export type PlacedPicture = components["schemas"]["Placed"];

interface PassPictureProps {
  placed: PlacedPicture;
  /** Whether the picture is scaled to fit instead of cropped to fill. */
  isWhole?: boolean;
  sx?: SxProps;
}

/** A picture in its place on a pass; the visible part follows its focus and zoom, as on the pass itself. */
export function PassPicture({ placed, isWhole = false, sx }: PassPictureProps) {
  const { org_id } = useOrganization();
  const { media_id, x = 0.5, y = 0.5, zoom = 1 } = placed;
  const addressOf = use(PassPictureAddress);
  const focus = `${x * 100}% ${y * 100}%`;
  return (
    <Box sx={[{ overflow: "hidden" }, ...(Array.isArray(sx) ? (sx as readonly SxProps[]) : [sx ?? {}])] as SxProps}>
      <Box
        component="img"
        alt=""
        draggable={false}
        src={addressOf?.(media_id) ?? `/media/org/${org_id}/pictures/${media_id}/full.webp`}
        sx={{
          display: "block",
          width: isWhole ? "auto" : "100%",
          height: isWhole ? "auto" : "100%",
          maxWidth: "100%",
          maxHeight: "inherit",
          objectFit: isWhole ? "contain" : "cover",
          objectPosition: focus,
          transform: zoom === 1 ? "none" : `scale(${zoom})`,
          transformOrigin: focus,
        }}
      />
    </Box>
  );
}
