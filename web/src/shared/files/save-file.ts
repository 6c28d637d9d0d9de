interface EncodedFile {
  file_name: string;
  media_type: string;
  /** The file's bytes in base64. */
  data: string;
}

/** Hands a file that came in an answer to the browser, to be saved under its name. */
export function saveFile({ file_name, media_type, data }: EncodedFile): void {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  saveBlob(file_name, new Blob([bytes], { type: media_type }));
}

/** Hands what was made here to the browser, to be saved under this name. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers begin to read only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
