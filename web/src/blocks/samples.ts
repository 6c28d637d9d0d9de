import { signUpForm } from "@/blocks/forms/default-form";
import type { BlockProps, BlockType } from "@/blocks/types";

interface BlockKind {
  label: string;
  description: string;
}

/** Blocks as the editors offer them. */
export const KINDS: Record<BlockType, BlockKind> = {
  Heading: { label: "Heading", description: "A headline" },
  Text: { label: "Text", description: "Paragraphs, lists and links" },
  Picture: { label: "Picture", description: "An image, optionally with a link" },
  Video: { label: "Video", description: "YouTube, Vimeo or a video file" },
  Button: { label: "Button", description: "A prominent link" },
  Form: { label: "Form", description: "Sign-up, questions or feedback" },
  Divider: { label: "Divider", description: "A line or some space" },
  Map: { label: "Map", description: "A location with directions" },
  Countdown: { label: "Countdown", description: "Time left until an event" },
  Product: { label: "Product", description: "Image, price and shop link" },
  Coupon: { label: "Coupon", description: "A code to show or copy" },
  Wifi: { label: "Wi-Fi", description: "A network to join, with a code and copy buttons" },
  Notifications: { label: "Notifications", description: "Asks visitors whether you may notify them" },
  Social: { label: "Social links", description: "Your profiles elsewhere" },
  Vote: { label: "Vote", description: "A question with live results" },
  Game: { label: "Game", description: "A wheel, quiz or other game to play" },
  Wall: { label: "Wall", description: "Photos from visitors" },
  Welcome: { label: "Welcome back", description: "Only for people who submitted a form before" },
};

/** Returns the label of a block in the editor. */
export function labelOf(type: string): string {
  return (KINDS as Partial<Record<string, BlockKind>>)[type]?.label ?? type;
}

const IN_A_MONTH_MS = 30 * 24 * 3600 * 1000;

/** Returns the initial data of a new block. `id` is its own ID, from which polls and forms derive theirs. */
export function beginning(type: BlockType, id: string, now: Date): BlockProps[BlockType] {
  const short = id.replace(/[^\w-]/g, "").slice(-24);
  const all: { [Type in BlockType]: () => BlockProps[Type] } = {
    Heading: () => ({ text: "A headline", level: 2, align: "left" }),
    Text: () => ({ html: "<p>Write something.</p>", align: "left" }),
    Picture: () => ({ url: "", alt: "", width: "full", href: null, ratio: null }),
    Video: () => ({ url: "", title: "Watch", poster_url: null }),
    Button: () => ({ label: "Learn more", href: "", style: "primary", block_width: true }),
    Form: () => signUpForm(`form-${short}`),
    Divider: () => ({ style: "line" }),
    Map: () => ({ latitude: null, longitude: null, label: "Find us", address: "" }),
    Countdown: () => ({
      to: new Date(now.getTime() + IN_A_MONTH_MS).toISOString().replace(/\.\d+Z$/, "Z"),
      label: "Only",
      done_text: "It has started",
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
    Coupon: () => ({ title: "A gift for you", code: "WELCOME", terms: "", expires_at: null, reveal: true }),
    Wifi: () => ({ ssid: "", security: "WPA", password: "", hidden: false }),
    Notifications: () => ({ title: "", text: "", button_label: "" }),
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
