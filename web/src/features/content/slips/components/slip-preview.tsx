import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { useEffect } from "react";
import { ElementView, inPrintOrder, placeOf } from "@/features/content/slips/components/element-view";
import { loadFonts } from "@/features/content/slips/fonts";
import type { Draft } from "@/features/content/slips/types";

interface SlipPreviewProps {
  slip: Pick<Draft, "name" | "width_mm" | "height_mm" | "background" | "elements" | "code_id">;
  maxWidth: number;
  maxHeight: number;
}

/** A slip as it will be printed, scaled to fit its space. */
export function SlipPreview({ slip, maxWidth, maxHeight }: SlipPreviewProps) {
  useEffect(loadFonts, []);
  const scale = Math.min(maxWidth / slip.width_mm, maxHeight / slip.height_mm);
  return (
    <Box
      role="img"
      aria-label={t`Preview of ${slip.name}`}
      sx={{ position: "relative", overflow: "hidden", boxShadow: 2, flexShrink: 0 }}
      style={{
        width: slip.width_mm * scale,
        height: slip.height_mm * scale,
        background: slip.background,
      }}
    >
      {inPrintOrder(slip.elements).map((element) => (
        <div key={element.id} style={placeOf(element, scale)}>
          <ElementView element={element} scale={scale} codeId={slip.code_id} />
        </div>
      ))}
    </Box>
  );
}
