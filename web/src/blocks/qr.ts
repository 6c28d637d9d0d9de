import { QRCodeDecoderErrorCorrectionLevel, QRCodeEncoder } from "@zxing/library";

interface Network {
  ssid: string;
  password: string;
  security: "WPA" | "WEP" | "nopass";
  hidden: boolean;
}

/**
 * Returns the code with which a phone joins a network: the number of modules per side, and the dark modules as an SVG
 * path.
 */
export function joiningCode(network: Network): { side: number; path: string } {
  const level = QRCodeDecoderErrorCorrectionLevel.M;
  const matrix = QRCodeEncoder.encode(joiningText(network), level).getMatrix();
  const side = matrix.getWidth();
  let path = "";
  for (let y = 0; y < side; y += 1) {
    // Adjacent modules form one piece, which avoids seams and saves two thirds of the bytes.
    for (let x = 0; x < side; x += 1) {
      const begin = x;
      while (x < side && matrix.get(x, y) === 1) {
        x += 1;
      }
      if (x > begin) {
        path += `M${begin} ${y}h${x - begin}v1h-${x - begin}z`;
      }
    }
  }
  return { side, path };
}

/**
 * Returns the text that phones recognise as a Wi-Fi network, in the same form as the API writes it for codes of a
 * network.
 */
export function joiningText({ ssid, password, security, hidden }: Network): string {
  const isOpen = security === "nopass";
  const parts = [isOpen ? "" : `T:${security};`, `S:${escaped(ssid)};`, isOpen ? "" : `P:${escaped(password)};`];
  return `WIFI:${parts.join("")}${hidden ? "H:true;" : ""};`;
}

const escaped = (text: string) => text.replace(/[\\;,:"]/g, "\\$&");
