import { SIGN_UP_FIELDS, signUpForm } from "@/blocks/forms/default-form";
import type { BlockData, BlockType, PageData } from "@/blocks/types";

/** One block of each kind with all its fields filled in. */
export const SAMPLES: { [Type in BlockType]: Extract<BlockData, { type: Type }> } = {
  Heading: { type: "Heading", props: { id: "heading", text: "Harbor Coffee", level: 1, align: "center" } },
  Text: { type: "Text", props: { id: "text", html: "<p>Open <strong>daily</strong></p>", align: "center" } },
  Picture: {
    type: "Picture",
    props: {
      id: "picture",
      url: "https://media.example/a.jpg",
      alt: "A cup",
      width: "half",
      href: "https://a.example",
    },
  },
  Video: { type: "Video", props: { id: "video", url: "https://youtu.be/abcdefghijk", title: "How we roast" } },
  Button: { type: "Button", props: { id: "button", label: "Order", href: "https://order.example", style: "primary" } },
  Form: { type: "Form", props: { id: "form", ...signUpForm("sign-up"), fields: SIGN_UP_FIELDS } },
  Divider: { type: "Divider", props: { id: "divider", style: "line" } },
  Map: {
    type: "Map",
    props: { id: "map", latitude: 53.55, longitude: 9.99, label: "The roastery", address: "Pier 1\nHamburg" },
  },
  Countdown: {
    type: "Countdown",
    props: { id: "countdown", to: "2027-01-01T00:00:00+01:00", label: "Until we open", done_text: "We are open" },
  },
  Product: {
    type: "Product",
    props: {
      id: "product",
      name: "House blend",
      description: "250 g",
      price_cents: 1250,
      currency: "EUR",
      picture_url: "https://media.example/b.jpg",
      href: "https://shop.example",
      button_label: "Buy",
    },
  },
  Coupon: {
    type: "Coupon",
    props: {
      id: "coupon",
      title: "A free cup",
      code: "CUP-2027",
      terms: "One each.",
      expires_at: "2027-02-01",
      reveal: true,
    },
  },
  Wifi: {
    type: "Wifi",
    props: { id: "wifi", ssid: "Harbor; guests", security: "WPA", password: "flat-white-4-two", hidden: true },
  },
  Notifications: {
    type: "Notifications",
    props: { id: "notifications", title: "Stay in touch", text: "Offers of the week, at most one a week." },
  },
  Social: {
    type: "Social",
    props: { id: "social", links: [{ network: "instagram", url: "https://instagram.com/a" }] },
  },
  Vote: {
    type: "Vote",
    props: {
      id: "vote",
      poll_id: "poll",
      question: "Which one?",
      choices: [
        { id: "a", label: "Kenya" },
        { id: "b", label: "Peru", picture_url: "https://media.example/c.jpg" },
      ],
      changeable: true,
      show_results: "after",
    },
  },
  Game: { type: "Game", props: { id: "game", game_id: "wheel", title: "Turn the wheel" } },
  Wall: { type: "Wall", props: { id: "wall", wall_id: "guests", title: "Our guests", count: 12 } },
  Welcome: { type: "Welcome", props: { id: "welcome", html: "<p>Good to see you, {first_name}</p>" } },
};

/** Returns a page of these blocks. */
export function pageOf(...content: BlockData[]): PageData {
  return { root: { props: { title: "A page" } }, content };
}
