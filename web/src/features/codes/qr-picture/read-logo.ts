const KINDS = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];
const MAX_BYTES = 450_000;
const MAX_BYTES_OF_SVG = 200_000;
const EDGES = [900, 600, 400, 250];

/** Reads a file as a data URI, scaled down if it is a large photo. Throws an error with a message for the user. */
export async function readLogo(file: File): Promise<string> {
  if (!KINDS.includes(file.type)) {
    throw new Error("Choose a PNG, JPEG, WebP or SVG image.");
  }
  if (file.size === 0) {
    throw new Error("This file is empty.");
  }
  if (file.type === "image/svg+xml" && file.size > MAX_BYTES_OF_SVG) {
    throw new Error("This SVG is too large. Use one below 200 KB, or a PNG.");
  }
  if (file.size <= MAX_BYTES) {
    return dataUri(file);
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error("This file is not a readable image.");
  });
  try {
    // Pictures full of detail compress badly, so smaller sizes are tried until one is small enough.
    for (const edge of EDGES) {
      const dataUrl = drawnWithin(bitmap, edge);
      if ((dataUrl.length * 3) / 4 <= MAX_BYTES) {
        return dataUrl;
      }
    }
  } finally {
    bitmap.close();
  }
  throw new Error("This image is too large. Use one below 450 KB.");
}

function drawnWithin(bitmap: ImageBitmap, edge: number): string {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", 0.9);
}

function dataUri(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("This file can’t be read."));
    reader.readAsDataURL(file);
  });
}

/** Fetches the organisation's own logo as a data URI, or null if there is none that can be fetched. */
export async function fetchLogo(address: string): Promise<string | null> {
  if (address === "" || address.startsWith("data:")) {
    return address || null;
  }
  try {
    const answer = await fetch(address);
    const file = await answer.blob();
    return answer.ok ? await readLogo(new File([file], "logo", { type: file.type })) : null;
  } catch {
    return null;
  }
}
