import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from "@zxing/library";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Wifi } from "@/blocks/components/wifi";
import { pageContext } from "@/blocks/context";
import { joiningCode, joiningText } from "@/blocks/qr";

const GUESTS = { ssid: "Harbor; guests", password: 'a"b,c:d\\e', security: "WPA", hidden: true } as const;

test("the text for phones contains the network with its special characters", () => {
  expect(joiningText(GUESTS)).toBe('WIFI:T:WPA;S:Harbor\\; guests;P:a\\"b\\,c\\:d\\\\e;H:true;;');
  expect(joiningText({ ...GUESTS, security: "nopass", hidden: false })).toBe("WIFI:S:Harbor\\; guests;;");
});

test("the rendered code can be read", () => {
  const { side, path } = joiningCode(GUESTS);
  const [quiet, pixels] = [4, 8];
  const width = (side + 2 * quiet) * pixels;
  const grey = new Uint8ClampedArray(width * width).fill(255);
  for (const [, x, y, across] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = 0; row < pixels; row += 1) {
      const begin = ((Number(y) + quiet) * pixels + row) * width + (Number(x) + quiet) * pixels;
      grey.fill(0, begin, begin + Number(across) * pixels);
    }
  }
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, width)));

  expect(new QRCodeReader().decode(bitmap).getText()).toBe(joiningText(GUESTS));
});

test("network and password are copied by buttons whose labels distinguish them", () => {
  document.body.innerHTML = renderToStaticMarkup(<Wifi id="w" {...GUESTS} page={pageContext("de")} />);
  const named = [...document.querySelectorAll("button")].map((button) =>
    (button.getAttribute("aria-labelledby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent)
      .join(" "),
  );

  expect(named).toEqual(["Kopieren Netzwerk", "Kopieren WLAN-Passwort"]);
  expect(document.querySelector("svg")?.getAttribute("aria-label")).toBe("QR-Code, der mit Harbor; guests verbindet");
  expect([...document.querySelectorAll("code")].map((it) => it.textContent)).toEqual([GUESTS.ssid, GUESTS.password]);

  document.body.innerHTML = renderToStaticMarkup(
    <Wifi id="w" ssid="Open" security="nopass" page={pageContext("de")} />,
  );
  expect(document.querySelectorAll("button")).toHaveLength(1);
  expect(document.body.textContent).toContain("Es ist kein Passwort nötig.");
});
