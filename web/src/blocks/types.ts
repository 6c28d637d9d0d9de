/** The data of a page, as the editor stores it and the renderer reads it. */

export type InputType =
  | "text"
  | "email"
  | "phone"
  | "number"
  | "date"
  | "select"
  | "radio"
  | "checkbox"
  | "checkboxes"
  | "textarea"
  | "country"
  | "hidden"
  | "page_divider";

export interface FieldLimits {
  min_length?: number | null;
  max_length?: number | null;
  pattern?: string | null;
  min?: number | string | null;
  max?: number | string | null;
}

export interface ShowIf {
  field: string;
  equals?: string | null;
  not_equals?: string | null;
  filled?: boolean | null;
}

/** A channel through which a customer may be contacted. */
export type ConsentChannel = "email" | "sms" | "whatsapp" | "web_push" | "wallet_push";

export interface Field {
  name: string;
  input_display_name: string;
  placeholder_text?: string;
  required?: boolean;
  input_type: InputType;
  options?: string[] | null;
  /** The number of submissions that an option accepts, by its text. */
  capacities?: Record<string, number> | null;
  validation?: FieldLimits | null;
  /** A description in words of the pattern that its limits require. */
  pattern_text?: string;
  show_if?: ShowIf | null;
  /** For a phone number: accepted only with the passcode that was sent to it. */
  confirm?: boolean;
  /** For a checkbox: ticking it is the consent to news and offers through these channels. */
  consent_channels?: ConsentChannel[] | null;
  /** False for a field that the owner of a page can't remove. */
  deletable?: boolean;
}

export interface PictureChoice {
  id: string;
  label: string;
  picture_url?: string | null;
}

export interface SocialLink {
  network: string;
  url: string;
}

/** How a person is recognised who may answer a form once. */
type OnceBy = "email" | "phone" | "device";

type Align = "left" | "center" | "right";
export type Ratio = "16:9" | "4:3" | "1:1" | "4:5";

/** The props of each block, without its ID. */
export interface BlockProps {
  Heading: { text: string; level?: number; align?: Align };
  Text: { html: string; align?: Align };
  Picture: { url: string; alt: string; width?: "full" | "half" | "small"; href?: string | null; ratio?: Ratio | null };
  Video: { url: string; title: string; poster_url?: string | null };
  Button: {
    label: string;
    href: string;
    style?: "primary" | "outline" | "link" | "row" | "featured";
    block_width?: boolean;
    /** For rows and featured links: a second line, a network's icon, a picture. */
    note?: string;
    icon?: string | null;
    picture_url?: string | null;
  };
  Form: {
    form_id: string;
    title: string;
    fields: Field[];
    /** All questions of a step at once, or each on its own screen. */
    layout?: "page" | "one_question";
    submit_label?: string;
    consent_text?: string;
    consent_channels?: ConsentChannel[] | null;
    success_title?: string;
    success_text?: string;
    success_picture_url?: string | null;
    /** The label of the link to `next_url`. Without it, the visitor is redirected there at once. */
    success_link_label?: string;
    success_share?: boolean;
    success_confetti?: boolean;
    next_url?: string | null;
    /** The pass template from which everybody who answers gets a pass. */
    pass_template_id?: string;
    opens_at?: string | null;
    closes_at?: string | null;
    max_submissions?: number | null;
    once_by?: OnceBy[] | null;
    closed_text?: string | null;
  };
  Divider: { style?: "line" | "space" | "page" };
  Map: { latitude?: number | null; longitude?: number | null; label: string; address: string };
  Countdown: { to: string; label: string; done_text: string };
  Product: {
    name: string;
    description?: string;
    price_cents?: number | null;
    currency?: string;
    picture_url?: string | null;
    href?: string | null;
    button_label?: string;
    /** The number of a product in the connected shop, from which the block takes its data. */
    shop_product_id?: string | null;
  };
  Coupon: { title: string; code: string; terms?: string; expires_at?: string | null; reveal?: boolean };
  Wifi: { ssid: string; security?: "WPA" | "WEP" | "nopass"; password?: string; hidden?: boolean };
  Notifications: { title?: string; text: string; button_label?: string };
  Social: { links: SocialLink[] };
  Vote: {
    poll_id: string;
    question: string;
    choices: PictureChoice[];
    changeable?: boolean;
    show_results?: "always" | "after" | "never";
  };
  Game: { game_id: string; title: string };
  Wall: { wall_id: string; title: string; count?: number };
  Welcome: { html: string };
}

export type BlockType = keyof BlockProps;

/** The visitors for whom a block is shown. An absent condition excludes nobody. */
export interface Audience {
  for_devices?: ("phone" | "tablet" | "desktop" | "tv")[] | null;
  for_languages?: string[] | null;
  for_visitors?: "new" | "returning" | null;
  for_segments?: string[] | null;
  shown_from?: string | null;
  shown_until?: string | null;
}

export type BlockData = {
  [Type in BlockType]: { type: Type; props: BlockProps[Type] & Audience & { id: string } };
}[BlockType];

type Translations = Record<string, Record<string, string>>;

type Font =
  | "inter"
  | "dm-sans"
  | "manrope"
  | "nunito"
  | "outfit"
  | "archivo"
  | "space-grotesk"
  | "bricolage-grotesque"
  | "fraunces"
  | "playfair-display"
  | "lora"
  | "caveat";

/** Fonts, colours and shapes, as the server stores them. */
interface Theme {
  name: string;
  heading_font: Font;
  body_font: Font;
  accent?: string | null;
  background: "color" | "gradient" | "picture";
  color: string;
  color_to?: string | null;
  picture?: string | null;
  cover?: string | null;
  logo?: string | null;
  buttons: "pill" | "soft" | "square";
  cards: "raised" | "outlined" | "flat" | "bold";
  dark: "auto" | "light" | "dark";
}

export interface RootProps {
  title?: string;
  description?: string;
  preview_image?: string | null;
  background?: string | null;
  theme?: Theme | null;
  width?: "narrow" | "wide";
  language?: string;
  translations?: Translations;
}

export interface PageData {
  root: { props?: RootProps };
  content: BlockData[];
}

export interface Brand {
  name?: string | null;
  logo_url?: string | null;
  cover_url?: string | null;
  /** The style sheet of the theme, for rendering pages in the admin. Visitors get it from the server. */
  css?: string;
}
