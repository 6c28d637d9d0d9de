import { expect, it } from "vitest";
import { priceText } from "@/blocks/price";
import { directionOf } from "@/blocks/direction";
import { renderPage } from "@/blocks/render-page";
import { pageOf, SAMPLES } from "@/blocks/testing/samples";

it.each([
  ["en", "ltr"],
  ["ar", "rtl"],
  ["he-IL", "rtl"],
  ["AR-eg", "rtl"],
  ["az-Arab", "rtl"],
  ["ku-Arab-IQ", "rtl"],
  ["ar-Latn", "ltr"],
  ["arn", "ltr"],
])("%s is written %s", (language, direction) => {
  const data = pageOf(SAMPLES.Heading);
  const { html } = renderPage({
    data: { ...data, root: { props: { ...data.root.props, language } } },
    page_id: "page-1",
    language,
  });

  expect(directionOf(language)).toBe(direction);
  expect(html).toContain(`lang="${language}" dir="${direction}"`);
});

it("keeps the sign of a currency next to its letters in right-to-left text", () => {
  expect(priceText(350, "USD", "ar")).toMatch(/US\$\u200E$/);
  expect(priceText(350, "USD", "en")).toBe("$3.50");
});
