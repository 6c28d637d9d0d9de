import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";

/** “HTTPS://WAYPOST.EXAMPLE” as a code, row by row. */
const ROWS = [
  "1111111010011011101111111",
  "1000001000110110001000001",
  "1011101010010011101011101",
  "1011101000001010001011101",
  "1011101000111111101011101",
  "1000001010100000001000001",
  "1111111010101010101111111",
  "0000000001001011100000000",
  "1010001100000110100100101",
  "0001100101010110010101001",
  "0100111010101000111010101",
  "0011100000100101101001001",
  "0111001100101100010001110",
  "0110000111001000001101001",
  "1100011110001111011101010",
  "0011110101011010010000010",
  "1111001010000111111110011",
  "0000000010000111100011111",
  "1111111010010000101010110",
  "1000001001100100100011111",
  "1011101001111100111110110",
  "1011101000101001101001000",
  "1011101010001111110000111",
  "1000001001011011101010101",
  "1111111011100110101101011",
] as const;

interface SampleCodeProps {
  foreground: string;
  background: string;
  quietZone: number;
}

/** A sample code, for places where no real one exists yet. */
export function SampleCode({ foreground, background, quietZone }: SampleCodeProps) {
  const side = ROWS.length + 2 * quietZone;
  const modules = ROWS.map((row, y) =>
    Array.from(row, (cell, x) => (cell === "1" ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : "")).join(""),
  ).join("");
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={t`An example of a QR code`}
      shapeRendering="crispEdges"
      sx={{ width: "100%", display: "block", borderRadius: 1.5 }}
    >
      <rect width={side} height={side} fill={background} />
      <path d={modules} fill={foreground} />
    </Box>
  );
}
