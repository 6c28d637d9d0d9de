import { describe, expect, it } from "vitest";
import { renderPage } from "@/blocks/render-page";
import { BLOCKS } from "@/blocks/registry";
import { pageOf, SAMPLES } from "@/blocks/testing/samples";
import { wordsIn } from "@/blocks/words";
import type { BlockData } from "@/blocks/types";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

function drawn(html: string): HTMLElement {
  const place = document.createElement("div");
  place.innerHTML = html;
  return place;
}

/** Makes every text of a block hostile, except names of kinds and IDs. */
function hostile(block: BlockData): BlockData {
  const kept = new Set([
    "id",
    "form_id",
    "poll_id",
    "input_type",
    "currency",
    "level",
    "align",
    "width",
    "style",
    "show_results",
    "html",
  ]);
  const change = (value: unknown, name = ""): unknown => {
    if (typeof value === "string") {
      return kept.has(name) ? value : HOSTILE;
    }
    if (Array.isArray(value)) {
      return value.map((item) => change(item, name));
    }
    return typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner, key)]))
      : value;
  };
  return { ...block, props: change(block.props) } as BlockData;
}

describe("a rendered page", () => {
  it.each(Object.keys(BLOCKS))("draws a %s", (type) => {
    const block = SAMPLES[type as keyof typeof SAMPLES];

    const answer = renderPage({ data: pageOf(block), page_id: "page-1" });

    expect(answer.error).toBeUndefined();
    expect(answer.blocks).toEqual([type]);
    expect(drawn(answer.html).querySelector(`main #${block.props.id}`)?.innerHTML).not.toBe("");
  });

  it.each(Object.keys(BLOCKS))("escapes what is written into a %s", (type) => {
    const block = hostile(SAMPLES[type as keyof typeof SAMPLES]);

    const { html, error } = renderPage({
      data: pageOf(block),
      brand: { name: HOSTILE, logo_url: HOSTILE, cover_url: HOSTILE },
    });

    expect(error).toBeUndefined();
    const page = drawn(html);
    expect(page.querySelector("script, [onerror]")).toBeNull();
    for (const link of page.querySelectorAll("a[href]")) {
      expect(link.getAttribute("href")).toMatch(/^(https?:|\/)/);
    }
  });

  it.each([
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "/\\evil.example",
    "vbscript:x",
  ])("makes no link of %s", (href) => {
    const { html } = renderPage({ data: pageOf({ type: "Button", props: { id: "b", label: "Go", href } }) });

    expect(drawn(html).querySelector("a")).toBeNull();
    expect(html).toContain("Go");
  });

  it("rejects an unknown block and a block without its own id", () => {
    const unknown = renderPage({ data: pageOf({ type: "Marquee", props: { id: "m" } } as never) });
    const inherited = renderPage({ data: pageOf({ type: "constructor", props: { id: "m" } } as never) });
    const twice = renderPage({ data: pageOf(SAMPLES.Heading, SAMPLES.Heading) });

    expect(unknown).toMatchObject({ html: "", error: "Unknown block: Marquee" });
    expect(inherited.error).toContain("Unknown block");
    expect(twice.error).toContain("id of its own");
    expect(renderPage({ data: null as never }).error).toBeDefined();
  });

  it("leaves a slot for a returning visitor, which only Welcome can create", () => {
    const mark = { type: "Heading", props: { id: "h", text: "\uE000wp:welcome:h\uE001 <!--wp:welcome:h-->" } } as const;

    const { html } = renderPage({ data: pageOf(mark, SAMPLES.Welcome) });

    expect(html.match(/<!--\/?wp:welcome:[\w-]+-->/g)).toEqual([
      "<!--wp:welcome:welcome-->",
      "<!--/wp:welcome:welcome-->",
    ]);
    expect(html).toContain("Good to see you, %%first_name%%");
  });

  it("renders a form that works without script", () => {
    const page = drawn(renderPage({ data: pageOf(SAMPLES.Form), page_id: "page-1" }).html);

    const form = page.querySelector("form");
    expect(form?.getAttribute("action")).toBe("/code/%%code_id%%/submit");
    expect(form?.getAttribute("method")).toBe("post");
    expect(page.querySelector<HTMLInputElement>("[name=page_id]")?.value).toBe("page-1");
    expect(page.querySelector<HTMLInputElement>("[name=form_id]")?.value).toBe("sign-up");
    expect(page.querySelector<HTMLInputElement>("[name=submission_key]")?.value).toBe("%%submission_key%%");
    expect([...page.querySelectorAll("input:not([type=hidden])")].map((it) => it.getAttribute("name"))).toEqual([
      "first_name",
      "last_name",
      "email",
      "phone",
      "consent",
    ]);
    expect(page.querySelector("label[for=form-email]")?.textContent).toBe("Email");
  });

  it("marks options that can be full, and the text of a closed form, for the server to show", () => {
    const options = ["Mon", "Tue"];
    const fields = (["radio", "select"] as const).map((input_type) => ({
      name: input_type,
      input_display_name: "Day",
      input_type,
      options,
      capacities: { Tue: 2 },
    }));
    const props = { ...SAMPLES.Form.props, fields, closed_text: "Come again" };

    const { html } = renderPage({ data: pageOf({ type: "Form", props }) });

    for (const name of ["radio", "select"]) {
      const place = `sign-up.${name}.1`;
      expect(html).toContain(`data-place="${place}"`);
      expect(html).toContain(`<!--wp:full:${place}--> – Full<!--/wp:full:${place}-->`);
    }
    expect(html.match(/data-place/g)).toHaveLength(2);
    expect(html).toMatch(/<!--wp:open:sign-up--><section.*<\/section><!--\/wp:open:sign-up-->/s);
    expect(html).toMatch(/<!--wp:closed:sign-up-->.*Come again.*<!--\/wp:closed:sign-up-->/s);
  });

  it("marks blocks with an audience for the server to show", () => {
    const some = { ...SAMPLES.Text, props: { ...SAMPLES.Text.props, for_devices: ["phone" as const] } };

    const { html } = renderPage({ data: pageOf(SAMPLES.Heading, some) });

    expect(html).toMatch(/<!--wp:shown:text--><div class="wp-block wp-block-text".*<\/div><!--\/wp:shown:text-->/s);
    expect(html.match(/wp:shown/g)).toHaveLength(2);
  });

  it("is written in the requested language, text by text where there is a translation", () => {
    const data = pageOf(SAMPLES.Heading, SAMPLES.Form);
    data.root.props = {
      translations: { de: { "heading.text": "Hafenkaffee", "form.fields.email.input_display_name": "E-Mail" } },
    };

    const german = drawn(renderPage({ data, language: "de-AT" }).html);

    expect(german.querySelector("h1")?.textContent).toBe("Hafenkaffee");
    expect(german.querySelector("label[for=form-email]")?.textContent).toBe("E-Mail");
    expect(german.querySelector("main")?.lang).toBe("de-AT");
    expect(german.textContent).toContain("ohne Namen");
    expect(german.querySelector("label[for=form-phone]")?.textContent).toBe("Phone");
  });

  it("shows the cover above the logo, and accepts only addresses of pictures", () => {
    const data = pageOf(SAMPLES.Text);

    const { html } = renderPage({ data, brand: { name: "Harbor", cover_url: "/media/cover.webp" } });
    const hostile = renderPage({ data, brand: { name: "Harbor", cover_url: "javascript:alert(1)" } });

    expect(drawn(html).querySelector("img.wp-cover + .wp-brand")).not.toBeNull();
    expect(drawn(hostile.html).querySelector("img")).toBeNull();
  });

  it("has one main headline, even when no block is a headline", () => {
    const without = renderPage({ data: pageOf(SAMPLES.Text) });

    expect(drawn(without.html).querySelectorAll("h1")).toHaveLength(1);
  });

  it("reserves space for pictures before they load", () => {
    const page = drawn(renderPage({ data: pageOf(SAMPLES.Picture, SAMPLES.Product) }).html);

    for (const picture of page.querySelectorAll("img")) {
      expect(picture.getAttribute("width")).toMatch(/^\d+$/);
      expect(picture.getAttribute("height")).toMatch(/^\d+$/);
    }
  });

  it("links to polls and walls that answer in the language of the page", () => {
    const page = drawn(renderPage({ data: pageOf(SAMPLES.Vote, SAMPLES.Wall), language: "pt-BR" }).html);

    expect(page.querySelector("form[data-poll]")?.getAttribute("action")).toMatch(
      /^\/code\/%%code_id%%\/poll\/\w+\?lang=pt-BR$/,
    );
    expect(page.querySelector("a[href^='/wall/']")?.getAttribute("href")).toMatch(/\/\?lang=pt-BR$/);
  });

  it("has a text for each reason why a vote is rejected", () => {
    const page = drawn(renderPage({ data: pageOf(SAMPLES.Vote), language: "de" }).html);
    const rendered = JSON.parse(page.querySelector<HTMLElement>("form[data-poll]")?.dataset["words"] ?? "{}") as object;
    const { poll_closed, already_voted, too_many_requests, only_people_vote, code_not_open, not_an_option } =
      wordsIn("de");

    expect(rendered).toMatchObject({
      ...{ poll_closed, already_voted, too_many_requests, only_people_vote, code_not_open },
      ...{ invalid: not_an_option, poll_not_found: poll_closed, code_not_found: poll_closed },
    });
  });

  it("leaves a slot for the pictures of a wall, which the server fills in", () => {
    const wall = { type: "Wall", props: { id: "w", wall_id: "wall_1", title: "Faces", count: 6 } } as const;

    const { html } = renderPage({ data: { root: {}, content: [wall] } });

    expect(html).toContain("<!--wp:wall:wall_1.6-->");
    expect(html).toContain('href="/wall/wall_1/?lang=en"');
  });
});
