import { Zip, ZipPassThrough } from "fflate";

export interface ZipFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The earliest date that a ZIP archive supports. The time when a picture was fetched carries no information. */
const FIRST_DAY = new Date(1980, 0, 1);

/** A ZIP archive of these files without compression, since pictures hardly get smaller. */
export function zipOf(files: readonly ZipFile[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, part) => {
    if (error) {
      throw error;
    }
    parts.push(part);
  });
  for (const { name, bytes } of files) {
    const file = new ZipPassThrough(name);
    file.mtime = FIRST_DAY;
    archive.add(file);
    file.push(bytes, true);
  }
  archive.end();
  return new Blob(parts, { type: "application/zip" });
}
