import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";

/** The picture of a code, from a file that the API rendered. */
export function CodePicture({ src, name, size }: { src: string; name: string; size: number | string }) {
  return (
    <Box
      component="img"
      src={src}
      alt={t`QR code of ${name}`}
      loading="lazy"
      draggable={false}
      sx={{
        width: size,
        maxWidth: "100%",
        flexShrink: 0,
        aspectRatio: "1",
        objectFit: "contain",
        display: "block",
        borderRadius: 1.5,
        bgcolor: "common.white",
        border: 1,
        borderColor: "divider",
      }}
    />
  );
}
