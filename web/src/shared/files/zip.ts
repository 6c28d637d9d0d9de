export interface ZipFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  }
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

const LITTLE = true;
const VERSION = 20;
const NAMES_ARE_UTF8 = 0x0800;
/** The first day that a ZIP archive knows: when a picture was fetched says nothing. */
const FIRST_DAY = (1 << 5) | 1;

/** What both headers of a file tell, from the version on. */
function writeFacts(view: DataView, at: number, name: Uint8Array, bytes: Uint8Array, sum: number): void {
  view.setUint16(at, VERSION, LITTLE);
  view.setUint16(at + 2, NAMES_ARE_UTF8, LITTLE);
  view.setUint16(at + 8, FIRST_DAY, LITTLE);
  view.setUint32(at + 10, sum, LITTLE);
  view.setUint32(at + 14, bytes.length, LITTLE);
  view.setUint32(at + 18, bytes.length, LITTLE);
  view.setUint16(at + 22, name.length, LITTLE);
}

/** A ZIP archive of these files as they are: pictures hardly get smaller. */
export function zipOf(files: readonly ZipFile[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const file of files) {
    const name = new TextEncoder().encode(file.name);
    const sum = crc32(file.bytes);
    const local = new Uint8Array(30);
    const localView = new DataView(local.buffer);
    localView.setUint32(0, 0x04034b50, LITTLE);
    writeFacts(localView, 4, name, file.bytes, sum);
    const entry = new Uint8Array(46);
    const entryView = new DataView(entry.buffer);
    entryView.setUint32(0, 0x02014b50, LITTLE);
    entryView.setUint16(4, VERSION, LITTLE);
    writeFacts(entryView, 6, name, file.bytes, sum);
    entryView.setUint32(42, offset, LITTLE);
    parts.push(local, name, file.bytes);
    directory.push(entry, name);
    offset += local.length + name.length + file.bytes.length;
  }
  const end = new Uint8Array(22);
  const endView = new DataView(end.buffer);
  endView.setUint32(0, 0x06054b50, LITTLE);
  endView.setUint16(8, files.length, LITTLE);
  endView.setUint16(10, files.length, LITTLE);
  endView.setUint32(12, directory.reduce((sum, part) => sum + part.length, 0), LITTLE);
  endView.setUint32(16, offset, LITTLE);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}
