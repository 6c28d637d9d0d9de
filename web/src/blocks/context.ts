import type { Copies } from "@/blocks/pictures";
import type { Brand } from "@/blocks/types";
import type { Shape } from "@/blocks/place-map";
import { type Words, wordsIn } from "@/blocks/words";

/** What a block knows of the page around it. */
export interface PageContext {
  language: string;
  words: Words;
  brand: Brand;
  pageId: string;
  /** Where links and buttons rest: in the editor nothing leads away and nothing is sent. */
  editing: boolean;
  /** The countries of the earth, where they are at hand; read only by what draws them. */
  shapes?: (() => readonly Shape[]) | undefined;
  /** Pictures of ours by their address: what they are kept in. */
  pictures?: Record<string, Copies> | undefined;
  /** Whether the page is as wide as a desktop. */
  isWide?: boolean | undefined;
}

export type BlockComponentProps<Props> = Props & { id: string; page: PageContext };

/** A context for a page in a language. */
export function pageContext(
  language: string,
  brand: Brand = {},
  pageId = "",
  editing = false,
  shapes?: PageContext["shapes"],
): PageContext {
  return { language, words: wordsIn(language), brand, pageId, editing, shapes };
}

/** Filled in by the server for each request. */
export const TOKENS = {
  codeId: "%%code_id%%",
  submissionKey: "%%submission_key%%",
  firstName: "%%first_name%%",
} as const;
