import { beginning } from "@/blocks/samples";
import type { BlockType, PageData } from "@/blocks/types";

/** The texts of new blocks that are mere placeholders. "Buy" or "A gift for you" can be published as they are. */
const PLACEHOLDERS: Partial<Record<BlockType, readonly string[]>> = {
  Heading: ["text"],
  Text: ["html"],
  Product: ["name"],
  Coupon: ["code"],
  Vote: ["question"],
};

export interface Placeholder {
  index: number;
  type: BlockType;
  setting: string;
  /** The text as it would be published. */
  text: string;
}

/** Returns the sample texts in a page that have not been changed, which nobody means to publish. */
export function untouchedPlaceholders(data: PageData): Placeholder[] {
  return data.content.flatMap(({ type, props }, index) => {
    const sample: Record<string, unknown> = { ...beginning(type, props.id, new Date(0)) };
    const own: Record<string, unknown> = { ...props };
    return (PLACEHOLDERS[type] ?? [])
      .filter((setting) => own[setting] === sample[setting])
      .map((setting) => ({ index, type, setting, text: plain(sample[setting]) }));
  });
}

const plain = (value: unknown) => String(value).replace(/<[^>]*>/g, "");
