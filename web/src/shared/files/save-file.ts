interface EncodedFile {
  file_name: string;
  media_type: string;
  /** The file's bytes in base64. */
  data: string;
}

/** Saves a file from a response under its name, through the browser. */
export function saveFile({ file_name, media_type, data }: EncodedFile): void {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  saveBlob(file_name, new Blob([bytes], { type: media_type }));
}

/** Saves content that was created in the browser under this name. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers start to read the file only after the click event has ended.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
