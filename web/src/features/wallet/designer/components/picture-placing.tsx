import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Slider from "@mui/material/Slider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type PointerEvent, useRef } from "react";
import type { SlotFrame } from "@/features/wallet/designer/pictures";
import type { PictureSlot } from "@/shared/wallet/pass-content";
import { PassPicture, type PlacedPicture } from "@/shared/wallet/pass-picture";

interface PicturePlacingProps {
  slot: PictureSlot;
  frame: SlotFrame;
  placed: PlacedPicture;
  ground: string;
  onChange: (placed: PlacedPicture) => void;
}

const within = (value: number) => Math.min(1, Math.max(0, value));

/**
 * Selects the visible part of a picture by dragging or with sliders, and marks the parts that wallets cover or crop.
 */
export function PicturePlacing({ slot, frame, placed, ground, onChange }: PicturePlacingProps) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const { x = 0.5, y = 0.5, zoom = 1 } = placed;
  const move = (event: PointerEvent<HTMLElement>) => {
    const last = from.current;
    if (last === null) {
      return;
    }
    const box = event.currentTarget.getBoundingClientRect();
    from.current = { x: event.clientX, y: event.clientY };
    onChange({
      ...placed,
      x: within(x - (event.clientX - last.x) / box.width / zoom),
      y: within(y - (event.clientY - last.y) / box.height / zoom),
    });
  };
  const sliders = [
    { name: "x", label: t`From left to right`, value: x, min: 0, max: 1 },
    { name: "y", label: t`From top to bottom`, value: y, min: 0, max: 1 },
    { name: "zoom", label: t`Zoom`, value: zoom, min: 1, max: 4 },
  ] as const;
  return (
    <Stack sx={{ gap: 1, mt: 1, maxWidth: 375 }}>
      <Box
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={move}
        onPointerUp={() => {
          from.current = null;
        }}
        sx={{
          position: "relative",
          width: Math.min(375, Math.max(96, frame.width)),
          maxWidth: "100%",
          aspectRatio: `${frame.width} / ${frame.height}`,
          bgcolor: ground,
          border: 1,
          borderColor: "divider",
          cursor: "grab",
          touchAction: "none",
          display: "grid",
          placeItems: "center",
          overflow: "hidden",
        }}
      >
        <PassPicture
          placed={placed}
          isWhole={frame.isWhole}
          sx={frame.isWhole ? { maxWidth: "100%", maxHeight: "100%" } : { width: "100%", height: "100%" }}
        />
        <SafeArea slot={slot} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {safeText(slot)}
      </Typography>
      <Box
        sx={{ display: "grid", gridTemplateColumns: "auto minmax(0, 1fr)", columnGap: 2, alignItems: "center", px: 1 }}
      >
        {sliders.map(({ name, label, value, min, max }) => (
          <Box key={name} sx={{ display: "contents" }}>
            <Typography variant="body2">{label}</Typography>
            <Slider
              size="small"
              aria-label={label}
              value={value}
              min={min}
              max={max}
              step={0.01}
              onChange={(_, next) => onChange({ ...placed, [name]: next })}
            />
          </Box>
        ))}
      </Box>
    </Stack>
  );
}

/** The safe area of each picture, as fractions of its frame. */
const SAFE: Readonly<Partial<Record<PictureSlot, { inset: string; radius?: string }>>> = {
  icon: { inset: "15%", radius: "50%" },
  strip: { inset: "8% 30% 8% 3%" },
  background: { inset: "6%" },
  artwork: { inset: "18% 6% 22%" },
  hero: { inset: "5%" },
  wide_logo: { inset: "6%" },
};

function SafeArea({ slot }: { slot: PictureSlot }) {
  const area = SAFE[slot];
  return area === undefined ? null : (
    <Box
      aria-hidden
      sx={{
        position: "absolute",
        inset: area.inset,
        borderRadius: area.radius ?? 0,
        border: "1px dashed",
        borderColor: "common.white",
        outline: "1px dashed",
        outlineColor: (theme) => theme.palette.common.black,
        pointerEvents: "none",
      }}
    />
  );
}

function safeText(slot: PictureSlot): string {
  switch (slot) {
    case "icon":
      return t`Google Wallet crops it to a circle: keep what matters inside.`;
    case "strip":
      return t`The primary field covers the marked area: keep it free of detail.`;
    case "background":
      return t`The edges are cropped, and the image is blurred.`;
    case "artwork":
      return t`The date and name appear above the marked area, the seat below it.`;
    case "hero":
    case "wide_logo":
      return t`The edges may be cropped on narrow phones.`;
    default:
      return t`The whole image is shown, as large as fits.`;
  }
}
