import type { BrowserMultiFormatReader } from "@zxing/browser";

/** Loads the code that reads QR codes and the other barcodes of passes: a hundred kilobytes, which only a till needs. */
export async function loadReader(): Promise<BrowserMultiFormatReader> {
  const { BarcodeFormat: formats, BrowserMultiFormatReader: Reader } = await import("@zxing/browser");
  const reader = new Reader();
  reader.possibleFormats = [formats.QR_CODE, formats.AZTEC, formats.PDF_417, formats.CODE_128];
  return reader;
}
