import { expect, test, vi } from "vitest";
import { readLogo } from "@/features/codes/qr-picture/read-logo";

function photo(sizeOf: (edge: number) => number): File {
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 3000, height: 2000, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockImplementation(function (this: HTMLCanvasElement) {
    return `data:image/webp;base64,${this.width},`.padEnd(sizeOf(this.width), "A");
  });
  return new File([new Uint8Array(500_000)], "photo.png", { type: "image/png" });
}

test("a photo that is too large is scaled down until the server accepts it", async () => {
  const logo = await readLogo(photo((edge) => edge * 1_200));

  expect(logo).toMatch(/^data:image\/webp;base64,400,/);
});

test("a picture that is too large at every size is rejected with a message", async () => {
  await expect(readLogo(photo(() => 900_000))).rejects.toThrow("too large");
});
