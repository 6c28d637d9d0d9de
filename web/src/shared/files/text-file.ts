import { t } from "@lingui/core/macro";

const MAX_BYTES = 5_000_000;

/** Reads the text of a chosen file, or returns why that is not possible. */
export async function readTextFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > MAX_BYTES) {
    return { problem: t`The file is larger than 5 MB.` };
  }
  if (file.size === 0) {
    return { problem: t`This file is empty.` };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const problem = problemOfFile(bytes);
  return problem === null ? { text: textOfFile(bytes) } : { problem };
}

const SPREADSHEETS = ["80 75 3 4", "208 207 17 224"];

/**
 * Why a file is not a text table; null if it is one. Spreadsheets start with the bytes of a ZIP archive or of an old
 * Office file.
 */
function problemOfFile(bytes: Uint8Array): string | null {
  if (SPREADSHEETS.includes(bytes.slice(0, 4).join(" "))) {
    return t`This is a spreadsheet, not a CSV file. Save it as CSV and choose that file.`;
  }
  if (!isMarkedUtf16(bytes) && bytes.includes(0)) {
    return t`This is not a text file. Choose a table saved as CSV.`;
  }
  return null;
}

function isMarkedUtf16(bytes: Uint8Array): boolean {
  const mark = `${bytes[0]} ${bytes[1]}`;
  return mark === "255 254" || mark === "254 255";
}

/**
 * Decodes a file's text as its spreadsheet wrote it: UTF-8, UTF-16 with a byte order mark, or Windows-1252, which Excel
 * uses for its plain "CSV".
 */
function textOfFile(bytes: Uint8Array): string {
  if (isMarkedUtf16(bytes)) {
    return new TextDecoder(bytes[0] === 255 ? "utf-16le" : "utf-16be").decode(bytes);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
