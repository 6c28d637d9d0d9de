import { signUpForm } from "@/blocks/forms/default-form";
import type { BlockProps, BlockType } from "@/blocks/types";

interface BlockKind {
  label: string;
  says: string;
}

/** Blocks as editors offer them. A game is offered where there are games. */
export const KINDS: Record<Exclude<BlockType, "Game">, BlockKind> = {
  Heading: { label: "Heading", says: "A headline" },
  Text: { label: "Text", says: "Paragraphs, lists, links" },
  Picture: { label: "Picture", says: "A picture, perhaps a link" },
  Video: { label: "Video", says: "YouTube, Vimeo or a file" },
  Button: { label: "Button", says: "A link that stands out" },
  Form: { label: "Form", says: "Sign-up, questions, feedback" },
  Divider: { label: "Divider", says: "A line or room" },
  Map: { label: "Map", says: "A place and the way there" },
  Countdown: { label: "Countdown", says: "Time until something" },
  Product: { label: "Product", says: "Picture, price, where to buy" },
  Coupon: { label: "Coupon", says: "A code to show or copy" },
  Social: { label: "Social links", says: "Your other places" },
  Vote: { label: "Vote", says: "A question with a live result" },
  Wall: { label: "Wall", says: "Visitors' pictures" },
  Welcome: { label: "Welcome back", says: "Only for who gave a form before" },
};

/** How a block of the editor is called. */
export function labelOf(type: string): string {
  return (KINDS as Partial<Record<string, BlockKind>>)[type]?.label ?? type;
}

const IN_A_MONTH_MS = 30 * 24 * 3600 * 1000;

/** What a new block begins with. `id` is its own id, from which polls and forms take theirs. */
export function beginning(type: BlockType, id: string, now: Date): BlockProps[BlockType] {
  const short = id.replace(/[^\w-]/g, "").slice(-24);
  const all: { [Type in BlockType]: () => BlockProps[Type] } = {
    Heading: () => ({ text: "A headline", level: 2, align: "left" }),
    Text: () => ({ html: "<p>Write something.</p>", align: "left" }),
    Picture: () => ({ url: "", alt: "", width: "full", href: null, ratio: null }),
    Video: () => ({ url: "", title: "Watch", poster_url: null }),
    Button: () => ({ label: "Find out more", href: "", style: "primary", block_width: true }),
    Form: () => signUpForm(`form-${short}`),
    Divider: () => ({ style: "line" }),
    Map: () => ({ latitude: null, longitude: null, label: "Find us", address: "" }),
    Countdown: () => ({
      to: new Date(now.getTime() + IN_A_MONTH_MS).toISOString().replace(/\.\d+Z$/, "Z"),
      label: "Only",
      done_text: "It has begun",
    }),
    Product: () => ({
      name: "Product",
      description: "",
      price_cents: null,
      currency: "USD",
      picture_url: null,
      href: null,
      button_label: "Buy",
    }),
    Coupon: () => ({ title: "A present for you", code: "WELCOME", terms: "", expires_at: null, reveal: true }),
    Social: () => ({ links: [{ network: "instagram", url: "" }] }),
    Vote: () => ({
      poll_id: `poll-${short}`,
      question: "What do you think?",
      choices: [
        { id: "c1", label: "Yes", picture_url: null },
        { id: "c2", label: "No", picture_url: null },
      ],
      changeable: true,
      show_results: "after",
    }),
    Game: () => ({ game_id: "", title: "Play" }),
    Wall: () => ({ wall_id: "", title: "Our wall", count: 12 }),
    Welcome: () => ({ html: "<p>Welcome back, {first_name}!</p>" }),
  };
  return all[type]();
}
