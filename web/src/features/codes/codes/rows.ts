import { msg, t } from "@lingui/core/macro";
import { formatCount } from "@/shared/format/numbers";

/** Returns the cells of a CSV text (RFC 4180), whether separated by commas, semicolons or tabs. */
export function parseCsv(text: string): string[][] {
  return readCsv(text).rows;
}

function readCsv(text: string): { rows: string[][]; isCellOpen: boolean } {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const head = plain.split("\n", 1)[0] ?? "";
  const separator = [",", ";", "\t"].reduce(
    (best, one) => (head.split(one).length > head.split(best).length ? one : best),
    ",",
  );
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < plain.length; at += 1) {
    const letter = plain.charAt(at);
    if (quoted) {
      if (letter === '"' && plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (letter === '"') {
        quoted = false;
      } else {
        cell += letter;
      }
    } else if (letter === '"' && cell.trim() === "") {
      quoted = true;
      cell = "";
    } else if (letter === separator || letter === "\n") {
      row.push(cell.trim());
      cell = "";
      if (letter === "\n") {
        rows.push(row);
        row = [];
      }
    } else {
      cell += letter;
    }
  }
  row.push(cell.trim());
  rows.push(row);
  return { rows: rows.filter((cells) => cells.some((one) => one !== "")), isCellOpen: quoted };
}

/** The error of a table that can't be used. */
export const NO_ROWS = msg`There are no rows below the header line.`;

/** Returns why part of a table would be lost silently, or null if nothing would be. */
export function problemOfTable(text: string): string | null {
  const { rows, isCellOpen } = readCsv(text);
  const [head = [], ...lines] = rows;
  if (isCellOpen) {
    return lines.length === 0
      ? t`The first line has a quotation mark that is never closed.`
      : t`Row ${formatCount(lines.length)} has a quotation mark that is never closed.`;
  }
  for (const [column, name] of head.entries()) {
    const other =
      name === ""
        ? undefined
        : head.slice(0, column).find((one) => one !== "" && isSamePlace(placeOf(one), placeOf(name)));
    if (other !== undefined) {
      return other === name
        ? t`Two columns are named “${name}”. Remove one of them.`
        : t`The columns “${other}” and “${name}” mean the same. Remove one of them.`;
    }
  }
  for (const [at, cells] of lines.entries()) {
    const lost = cells.find((cell, column) => cell !== "" && (head[column] ?? "") === "");
    if (lost !== undefined) {
      return t`Row ${formatCount(at + 1)} has “${lost.slice(0, 60)}” in a column without a header.`;
    }
  }
  return null;
}

/** The target of a column's cells: a field of the code, or one of its properties. */
interface Place {
  field: string | null;
  property: string;
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.field === other.field && one.property === other.property;
}

const ALSO: Readonly<Record<string, string>> = { tag: "tags", url: "destination", link: "destination" };

function placeOf(name: string): Place {
  const written = name.toLowerCase().replace(/\s+/g, "_");
  const field = Object.hasOwn(ALSO, written) ? (ALSO[written] ?? written) : written;
  return FIELDS.includes(field)
    ? { field, property: "" }
    : { field: null, property: name.replace(/^propert(y|ies)[.:]/i, "").trim() };
}

const FIELDS = [
  "name",
  "slug",
  "destination",
  "forwards_query",
  "fallback_url",
  "expired_url",
  "tags",
  "active_from",
  "active_until",
  "folder_id",
  "scan_limit",
  "visitor_limit",
];

/** Returns rows for clone-multiple: known columns are fields, every other column is a property of the code. */
export function rowsOf(text: string): Record<string, unknown>[] {
  const [head = [], ...lines] = parseCsv(text);
  const places = head.map((name) => (name === "" ? null : placeOf(name)));
  return lines.map((cells) => {
    const row: Record<string, unknown> = {};
    const properties: Record<string, string> = {};
    places.forEach((place, column) => {
      const value = cells[column] ?? "";
      if (value === "" || place === null) {
        return;
      }
      if (place.field === null) {
        properties[place.property] = value;
      } else {
        row[place.field] =
          place.field === "tags"
            ? value
                .split(/[,;|]/)
                .map((tag) => tag.trim())
                .filter((tag) => tag !== "")
            : value;
      }
    });
    return Object.keys(properties).length > 0 ? { ...row, properties } : row;
  });
}

export interface RowProblem {
  /** Counted from 1, and 0 for the whole file. */
  row: number;
  field: string;
  message: string;
}

/** Converts the server's field errors to numbered rows that users can find. */
export function problemsOf(errors: readonly { field: string; message: string }[]): RowProblem[] {
  return errors.map(({ field, message }) => {
    const match = /^\w+\[(\d+)\]\.?(.*)$/.exec(field);
    return match ? { row: Number(match[1]) + 1, field: match[2] || "row", message } : { row: 0, field, message };
  });
}

/** Returns an error of a row as a sentence. An error of no row is returned as it is. */
export function rowProblemText({ row, field, message }: { row: number; field: string; message: string }): string {
  const text = `${field} ${message}`.trim();
  return row > 0 ? t`Row ${formatCount(row)}: ${text}` : text;
}
