import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { formatCount } from "@/shared/format/numbers";

export type PictureFormat = "png" | "svg" | "pdf" | "eps";

export interface PictureChoice {
  format: PictureFormat;
  millimetres: number;
}

export const PICTURE_FORMATS: readonly (readonly [PictureFormat, MessageDescriptor])[] = [
  ["pdf", msg`PDF, for print`],
  ["svg", msg`SVG, for design tools`],
  ["png", msg`PNG, 300 dots per inch`],
  ["eps", msg`EPS, for older print software`],
];

const MIN = 5;
/** Larger PNGs are rendered one by one on a code's own screen, because each takes the server a long time. */
const MAX: Record<PictureFormat, number> = { png: 100, svg: 1000, pdf: 1000, eps: 1000 };

/** Returns what is wrong with the choice, or null. */
export function choiceProblem({ format, millimetres }: PictureChoice): string | null {
  const most = MAX[format];
  return millimetres >= MIN && millimetres <= most ? null : t`From ${MIN} to ${formatCount(most)} mm`;
}

export function pictureAddress(codeId: string, { format, millimetres }: PictureChoice): string {
  return `/v1/code-picture/${encodeURIComponent(codeId)}.${format}?width_mm=${millimetres}`;
}

/**
 * Returns unique file names that any system can unpack: the names of the codes, with the ID added if two are the same.
 */
export function pictureNames(codes: readonly { code_id: string; name: string }[], format: PictureFormat): string[] {
  const plain = codes.map(
    ({ name }) =>
      name
        .replace(/[\p{Cc}\\/:*?"<>|]+/gu, " ")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, 80)
        .replace(/[. ]+$/, "") || t`Code`,
  );
  const count = new Map<string, number>();
  plain.forEach((name) => count.set(name.toLowerCase(), (count.get(name.toLowerCase()) ?? 0) + 1));
  return plain.map(
    (name, at) => `${name}${count.get(name.toLowerCase()) === 1 ? "" : ` (${codes[at]?.code_id})`}.${format}`,
  );
}
