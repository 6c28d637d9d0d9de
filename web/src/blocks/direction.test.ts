import { expect, it } from "vitest";
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
