import { renderToStaticMarkup } from "react-dom/server";
import { type PageContext, pageContext } from "@/blocks/context";
import { Page } from "@/blocks/page";
import { type Copies, previewStyles } from "@/blocks/pictures";
import { isBlockType } from "@/blocks/registry";
import { translate } from "@/blocks/translate";
import type { Brand, PageData } from "@/blocks/types";

export interface RenderRequest {
  data: PageData;
  language?: string | null;
  brand?: Brand | null;
  code_id?: string | null;
  page_id?: string | null;
  pictures?: Record<string, Copies>;
}

export interface RenderAnswer {
  html: string;
  /** Styles for a style element, which are shown until the pictures have loaded. */
  css: string;
  needs_script: boolean;
  blocks: string[];
  error?: string;
}

const MARKS = /\uE000(\/?wp:(?:welcome|shown|open|closed|full|wall|done):[\w.-]+)\uE001/g;

/** Renders a page to the HTML of its body. Anything that can't be rendered is reported as an error. */
export function renderPage(request: RenderRequest, shapes?: PageContext["shapes"]): RenderAnswer {
  try {
    const data = checked(request.data);
    const language = request.language || data.root.props?.language || "en";
    const { pictures = {} } = request;
    const isWide = data.root.props?.width === "wide";
    const page = {
      ...pageContext(language, request.brand ?? {}, request.page_id ?? "", false, shapes),
      pictures,
      isWide,
    };
    const written = renderToStaticMarkup(<Page data={translate(data, language)} page={page} />);
    const types = [...new Set(data.content.map((block) => block.type))];
    return {
      html: written.replace(MARKS, "<!--$1-->"),
      css: previewStyles(pictures),
      // Every page has the script, because it also counts views. No page needs it to be readable.
      needs_script: true,
      blocks: types,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { html: "", css: "", needs_script: false, blocks: [], error: message };
  }
}

/** Returns the data without our private marks. Throws if a block is unknown or appears twice. */
function checked(raw: unknown): PageData {
  const data = JSON.parse(JSON.stringify(raw ?? null).replace(/[\uE000\uE001]/g, "")) as Partial<PageData> | null;
  if (data === null || !Array.isArray(data.content)) {
    throw new Error("A page needs a list of blocks.");
  }
  const seen = new Set<string>();
  for (const block of data.content as { type?: unknown; props?: { id?: unknown } }[]) {
    const { type } = block;
    const id = block.props?.id;
    if (typeof type !== "string" || !isBlockType(type)) {
      throw new Error(`Unknown block: ${String(type)}`);
    }
    if (typeof id !== "string" || !/^[\w-]+$/.test(id) || seen.has(id)) {
      throw new Error(`The block ${type} needs an id of its own.`);
    }
    seen.add(id);
  }
  return { root: data.root ?? {}, content: data.content };
}
