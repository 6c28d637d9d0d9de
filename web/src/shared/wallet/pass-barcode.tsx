import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { SampleCode } from "@/shared/components/sample-code";
import type { PassBarcode } from "@/shared/wallet/pass-content";

const INK = "#000000";
const PAPER = "#ffffff";

/** The barcode of a pass on its white background, as wallets draw it. It looks like a barcode but encodes nothing. */
export function PassBarcodeView({ barcode }: { barcode: PassBarcode }) {
  const format = barcode.format ?? "qr";
  const isSquare = format === "qr" || format === "aztec";
  return (
    <Box
      sx={{
        bgcolor: PAPER,
        color: INK,
        borderRadius: 1.5,
        p: 1,
        width: isSquare ? 116 : "86%",
        mx: "auto",
        textAlign: "center",
      }}
    >
      {format === "qr" ? (
        <SampleCode foreground={INK} background={PAPER} quietZone={1} />
      ) : (
        <Box
          component="svg"
          viewBox={isSquare ? "0 0 23 23" : "0 0 120 34"}
          role="img"
          aria-label={t`An example of a barcode of the kind ${format}`}
          shapeRendering="crispEdges"
          preserveAspectRatio="none"
          sx={{ width: "100%", height: isSquare ? 100 : 54, display: "block" }}
        >
          <path d={format === "aztec" ? AZTEC : format === "pdf417" ? STACKED : BARS} fill={INK} />
        </Box>
      )}
      {barcode.text ? (
        <Box sx={{ fontSize: 11, lineHeight: 1.3, pt: 0.5, overflowWrap: "anywhere" }}>{barcode.text}</Box>
      ) : null}
    </Box>
  );
}

/** Looks random, but is always the same. */
function isDark(x: number, y: number): boolean {
  return ((x * 73 + y * 151 + x * y * 31) % 97) % 2 === 0;
}

function cells(width: number, height: number, size: (x: number, y: number) => string | null): string {
  const path: string[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      path.push(size(x, y) ?? "");
    }
  }
  return path.join("");
}

const AZTEC = cells(23, 23, (x, y) => {
  const ring = Math.max(Math.abs(x - 11), Math.abs(y - 11));
  return (ring <= 5 ? ring % 2 === 0 : isDark(x, y)) ? `M${x} ${y}h1v1h-1z` : null;
});
const STACKED = cells(60, 11, (x, y) => {
  const isEdge = x < 4 || x > 55;
  return (isEdge ? x % 4 !== 3 : isDark(x, y)) ? `M${x * 2} ${y * 3}h2v3h-2z` : null;
});
const BARS = cells(80, 1, (x) => (isDark(x, 3) || x < 2 || x > 77 ? `M${x * 1.5} 0h1v34h-1z` : null));
