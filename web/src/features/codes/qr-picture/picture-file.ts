import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";

export type Format = "png" | "svg" | "pdf" | "eps";
export type Unit = "px" | "mm";

export const FORMATS: readonly { value: Format; label: string; note: MessageDescriptor }[] = [
  { value: "png", label: "PNG", note: msg`Pixels, for screens and documents` },
  { value: "svg", label: "SVG", note: msg`Vector, for web and design tools` },
  { value: "pdf", label: "PDF", note: msg`Vector, for print` },
  { value: "eps", label: "EPS", note: msg`Vector, for older print software` },
];

const MAX: Record<Unit, number> = { px: 10_000, mm: 846 };
const MAX_OF_LINES: Record<Unit, number> = { px: 19_200, mm: 5080 };

/** Returns what is wrong with a size, or null. A PNG in millimetres has 300 dots per inch. */
export function sizeProblem(format: Format, unit: Unit, size: number): string | null {
  const least = unit === "px" ? 64 : 5;
  const most = (format === "png" ? MAX : MAX_OF_LINES)[unit];
  if (!Number.isFinite(size) || size < least) {
    return t`At least ${least} ${unit}`;
  }
  if (size > most) {
    return format === "png" ? t`At most ${most} ${unit}; other formats allow more` : t`At most ${most} ${unit}`;
  }
  return null;
}

/** Returns the address of a code's picture as a file of this kind and size. The link to it sets the file's name. */
export function fileAddress(codeId: string, format: Format, unit: Unit, size: number): string {
  const sizeQuery = unit === "mm" ? `width_mm=${size}` : `size=${Math.round(size)}`;
  return `/v1/code-picture/${encodeURIComponent(codeId)}.${format}?${sizeQuery}`;
}

/** Returns a name under which any system can save a file. */
export function fileName(name: string, format: Format): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .toLowerCase();
  return `${plain.slice(0, 60) || "code"}.${format}`;
}
