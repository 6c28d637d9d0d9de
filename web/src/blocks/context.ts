import type { Copies } from "@/blocks/pictures";
import type { Brand } from "@/blocks/types";
import type { Shape } from "@/blocks/place-map";
import { type Words, wordsIn } from "@/blocks/words";

/** The data of the page that is available to each block. */
export interface PageContext {
  language: string;
  words: Words;
  brand: Brand;
  pageId: string;
  /** Whether links and buttons are inactive: in the editor nothing navigates away and nothing is sent. */
  editing: boolean;
  /** The shapes of the world's countries, if available. Only blocks that draw a map read them. */
  shapes?: (() => readonly Shape[]) | undefined;
  /** The copies of our own pictures, by address. */
  pictures?: Record<string, Copies> | undefined;
  /** Whether the page is as wide as a desktop. */
  isWide?: boolean | undefined;
}

export type BlockComponentProps<Props> = Props & { id: string; page: PageContext };

/** Returns the context of a page in a language. */
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
