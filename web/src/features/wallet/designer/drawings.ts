/** Converts an SVG drawing that has a width and a height to a PNG file of that size. */
export async function pngOf(address: string, name: string): Promise<File> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob === null) {
    throw new Error(`no picture of ${name}`);
  }
  return new File([blob], `${name}.png`, { type: "image/png" });
}
