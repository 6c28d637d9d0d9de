import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { NETWORKS } from "@/blocks/icons";
import type { BlockType } from "@/blocks/types";
import { displayNames } from "@/shared/format/formatters";
import { CONSENT_CHANNELS } from "@/features/content/pages/editor/consent-field";
import { SHOWN_IN_LINKS } from "@/features/content/pages/editor/link-texts";

/** A text, or a name that is the same in every language. */
type Label = MessageDescriptor | string;

export type Setting = {
  name: string;
  label: MessageDescriptor;
  help?: MessageDescriptor;
  /** How many letters of it are shown. */ shown?: number;
} & (
  | { kind: "line" | "lines" | "link" | "picture" | "number" | "moment" | "switch" | "price" | "color" | "rich" }
  | { kind: "choice"; options: { value: string | number; label: Label }[] }
  | { kind: "several"; options: { value: string; label: MessageDescriptor }[] }
  | { kind: "places" }
  | { kind: "wall" }
  | { kind: "passTemplate" }
  | { kind: "game" }
  | { kind: "shopProduct" }
  | { kind: "segments" }
  | { kind: "fields" | "links" | "choices" }
);

/** A placeholder of pass templates. */
const ANSWER = "{{row.seat}}";

/** The placeholder for a name in a greeting. */
const FIRST_NAME = "{first_name}";

const named = (pairs: Record<string, MessageDescriptor>) =>
  Object.entries(pairs).map(([value, label]) => ({ value, label }));

/** Returns the label of an option. */
export function labelText(label: Label): string {
  return typeof label === "string" ? label : t(label);
}

/** Networks of the Social block, and icons of links. */
export const NETWORK_OPTIONS = Object.entries(NETWORKS).map(([value, { label }]) => ({ value, label }));

const ALIGN: Setting = {
  name: "align",
  label: msg`Alignment`,
  kind: "choice",
  options: named({ left: msg`Left`, center: msg`Centre`, right: msg`Right` }),
};

const LANGUAGE_NAMES = {
  en: msg`English`,
  de: msg`German`,
  es: msg`Spanish`,
  fr: msg`French`,
  it: msg`Italian`,
  nl: msg`Dutch`,
  pl: msg`Polish`,
  pt: msg`Portuguese (Portugal)`,
  "pt-BR": msg`Portuguese (Brazil)`,
  tr: msg`Turkish`,
  uk: msg`Ukrainian`,
  ar: msg`Arabic`,
  he: msg`Hebrew`,
  ja: msg`Japanese`,
  ko: msg`Korean`,
  zh: msg`Chinese (Simplified)`,
};
const LANGUAGE_OPTIONS = named(LANGUAGE_NAMES);

/** The audience settings, which every block has. */
export const AUDIENCE_SETTINGS: Setting[] = [
  {
    name: "for_devices",
    label: msg`Devices`,
    kind: "several",
    options: named({ phone: msg`Phones`, tablet: msg`Tablets`, desktop: msg`Computers`, tv: msg`Televisions` }),
  },
  {
    name: "for_visitors",
    label: msg`Visitors`,
    kind: "choice",
    options: named({ "": msg`All`, new: msg`First-time visitors`, returning: msg`Returning visitors` }),
    help: msg`Based on a cookie. Visitors who refused it match neither.`,
  },
  { name: "for_languages", label: msg`Languages`, kind: "several", options: LANGUAGE_OPTIONS },
  {
    name: "for_segments",
    label: msg`Segments`,
    kind: "segments",
    help: msg`Known customers in at least one of these segments. Unknown visitors never see the block.`,
  },
  { name: "shown_from", label: msg`From`, kind: "moment" },
  { name: "shown_until", label: msg`Until`, kind: "moment" },
];

/** The settings of each block, in their order on the screen. */
export const SETTINGS: Record<BlockType, Setting[]> = {
  Heading: [
    { name: "text", label: msg`Text`, kind: "line" },
    {
      name: "level",
      label: msg`Size`,
      kind: "choice",
      options: [
        { value: 1, label: msg`Page title` },
        { value: 2, label: msg`Section` },
        { value: 3, label: msg`Smaller` },
      ],
    },
    ALIGN,
  ],
  Text: [{ name: "html", label: msg`Text`, kind: "rich" }, ALIGN],
  Picture: [
    { name: "url", label: msg`Image URL`, kind: "picture" },
    {
      name: "alt",
      label: msg`Alt text`,
      kind: "line",
      help: msg`Read by screen readers. Leave empty for decorative images.`,
    },
    {
      name: "width",
      label: msg`Width`,
      kind: "choice",
      options: named({ full: msg`Full`, half: msg`Medium`, small: msg`Small and round` }),
    },
    {
      name: "ratio",
      label: msg`Shape`,
      kind: "choice",
      options: named({
        "": msg`Default`,
        "16:9": msg`Wide`,
        "4:3": msg`Classic`,
        "1:1": msg`Square`,
        "4:5": msg`Tall`,
      }),
    },
    { name: "href", label: msg`Link URL`, kind: "link" },
  ],
  Video: [
    { name: "url", label: msg`Video URL`, kind: "link", help: msg`YouTube, Vimeo or an MP4 file` },
    { name: "title", label: msg`Title`, kind: "line" },
    { name: "poster_url", label: msg`Cover image`, kind: "picture" },
  ],
  Button: [
    { name: "label", label: msg`Label`, kind: "line" },
    { name: "href", label: msg`Link URL`, kind: "link", help: msg`A URL, mailto: or tel:` },
    {
      name: "style",
      label: msg`Style`,
      kind: "choice",
      options: named({
        primary: msg`Filled`,
        outline: msg`Outlined`,
        link: msg`Plain link`,
        row: msg`Row with thumbnail`,
        featured: msg`Featured card`,
      }),
    },
    { name: "note", label: msg`Second line`, kind: "line", help: msg`For rows and featured cards` },
    {
      name: "icon",
      label: msg`Icon`,
      kind: "choice",
      options: [{ value: "", label: msg`Default` }, ...NETWORK_OPTIONS],
      help: msg`For rows without a picture`,
    },
    { name: "picture_url", label: msg`Thumbnail or picture`, kind: "picture", help: msg`For rows and featured cards` },
    { name: "block_width", label: msg`Full width`, kind: "switch" },
  ],
  Form: [
    { name: "title", label: msg`Title`, kind: "line" },
    {
      name: "layout",
      label: msg`Show questions`,
      kind: "choice",
      options: named({ page: msg`Together`, one_question: msg`One at a time` }),
      help: msg`One at a time shows a progress bar. Without JavaScript, all questions are shown together.`,
    },
    { name: "fields", label: msg`Questions`, kind: "fields" },
    { name: "submit_label", label: msg`Button label`, kind: "line" },
    {
      name: "consent_text",
      label: msg`Consent`,
      kind: "lines",
      help: msg`Shown next to a required checkbox. Leave empty for no checkbox.`,
    },
    {
      name: "consent_channels",
      label: msg`Consent to news and offers by`,
      kind: "several",
      options: named(CONSENT_CHANNELS),
      help: msg`The consent above counts for these channels once the address is confirmed. To let visitors choose freely, use a “Yes or no” question.`,
    },
    { name: "success_title", label: msg`Thank-you title`, kind: "line" },
    { name: "success_text", label: msg`Thank-you message`, kind: "lines" },
    {
      name: "success_picture_url",
      label: msg`Thank-you image`,
      kind: "picture",
      help: msg`Shown instead of the check mark`,
    },
    { name: "next_url", label: msg`Next URL`, kind: "link" },
    {
      name: "success_link_label",
      label: msg`Label of the next link`,
      kind: "line",
      help: msg`Leave empty to redirect visitors to the next URL right away.`,
    },
    {
      name: "pass_template_id",
      label: msg`Wallet pass`,
      kind: "passTemplate",
      help: msg`Everyone who answers gets a pass from this template. Placeholders such as ${ANSWER} show the answer to the question with that name.`,
    },
    { name: "success_share", label: msg`Share button on the thank-you page`, kind: "switch" },
    {
      name: "success_confetti",
      label: msg`Confetti`,
      kind: "switch",
      help: msg`Not shown to visitors whose device is set to reduce motion`,
    },
    { name: "opens_at", label: msg`Opens`, kind: "moment", help: msg`Leave empty to open when published` },
    { name: "closes_at", label: msg`Closes`, kind: "moment", help: msg`Leave empty to stay open` },
    {
      name: "max_submissions",
      label: msg`Maximum submissions`,
      kind: "number",
      help: msg`The form closes when this is reached. Leave empty for no limit.`,
    },
    {
      name: "once_by",
      label: msg`One submission per`,
      kind: "several",
      options: named({ email: msg`Email`, phone: msg`Phone number`, device: msg`Device` }),
      help: msg`Email or phone must be a required field. Devices are recognised by a cookie.`,
    },
    {
      name: "closed_text",
      label: msg`Message when closed`,
      kind: "lines",
      help: msg`Shown before opening, after closing and when full`,
    },
    { name: "places", label: msg`Show remaining places`, kind: "places" },
  ],
  Divider: [
    {
      name: "style",
      label: msg`Style`,
      kind: "choice",
      options: named({ line: msg`Line`, space: msg`Space`, page: msg`Large space` }),
    },
  ],
  Map: [
    { name: "label", label: msg`Location name`, kind: "line" },
    { name: "address", label: msg`Address`, kind: "lines" },
    { name: "latitude", label: msg`Latitude`, kind: "number" },
    { name: "longitude", label: msg`Longitude`, kind: "number" },
  ],
  Countdown: [
    { name: "label", label: msg`Label`, kind: "line" },
    { name: "to", label: msg`Until`, kind: "moment" },
    { name: "done_text", label: msg`Text after the countdown`, kind: "line" },
  ],
  Product: [
    { name: "shop_product_id", label: msg`Product of your shop`, kind: "shopProduct" },
    { name: "name", label: msg`Name`, kind: "line" },
    { name: "description", label: msg`Description`, kind: "lines" },
    { name: "price_cents", label: msg`Price`, kind: "price" },
    {
      name: "currency",
      label: msg`Currency`,
      kind: "choice",
      options: ["USD", "EUR", "GBP", "CAD", "AUD", "CHF", "JPY", "MXN"].map((value) => ({ value, label: value })),
    },
    { name: "picture_url", label: msg`Picture`, kind: "picture" },
    { name: "href", label: msg`Shop URL`, kind: "link" },
    { name: "button_label", label: msg`Button label`, kind: "line" },
  ],
  Coupon: [
    { name: "title", label: msg`Title`, kind: "line" },
    { name: "code", label: msg`Code`, kind: "line" },
    { name: "terms", label: msg`Terms`, kind: "lines" },
    { name: "expires_at", label: msg`Valid until`, kind: "moment" },
    { name: "reveal", label: msg`Hide until tapped`, kind: "switch" },
  ],
  Wifi: [
    { name: "ssid", label: msg`Network name`, kind: "line" },
    {
      name: "security",
      label: msg`Security`,
      kind: "choice",
      options: named({ WPA: msg`WPA, WPA2 or WPA3`, WEP: msg`WEP`, nopass: msg`Open, no password` }),
    },
    { name: "password", label: msg`Password`, kind: "line" },
    { name: "hidden", label: msg`Hidden network`, kind: "switch" },
  ],
  Notifications: [
    { name: "title", label: msg`Title`, kind: "line" },
    {
      name: "text",
      label: msg`What you will send, and how often`,
      kind: "lines",
      help: msg`Visitors agree to this text before their browser asks. It is stored as their consent.`,
    },
    { name: "button_label", label: msg`Button label`, kind: "line" },
  ],
  Social: [{ name: "links", label: msg`Links`, kind: "links" }],
  Vote: [
    { name: "question", label: msg`Question`, kind: "line" },
    { name: "choices", label: msg`Answers`, kind: "choices" },
    {
      name: "show_results",
      label: msg`Result`,
      kind: "choice",
      options: named({ always: msg`Always`, after: msg`After voting`, never: msg`Never` }),
    },
    { name: "changeable", label: msg`Allow changing votes`, kind: "switch" },
  ],
  Game: [
    { name: "title", label: msg`Title`, kind: "line" },
    { name: "game_id", label: msg`Game`, kind: "game" },
  ],
  Wall: [
    { name: "title", label: msg`Title`, kind: "line" },
    { name: "wall_id", label: msg`Wall`, kind: "wall" },
  ],
  Welcome: [
    {
      name: "html",
      label: msg`Greeting`,
      kind: "rich",
      help: msg`${FIRST_NAME} is replaced with the visitor’s first name.`,
    },
  ],
};

/** The settings of the page itself. */
export const PAGE_SETTINGS: Setting[] = [
  {
    name: "title",
    label: msg`Title`,
    kind: "line",
    help: msg`Shown in the browser tab and in link previews`,
    shown: SHOWN_IN_LINKS.title,
  },
  {
    name: "description",
    label: msg`Description`,
    kind: "lines",
    help: msg`One or two sentences, shown in link previews`,
    shown: SHOWN_IN_LINKS.description,
  },
  { name: "preview_image", label: msg`Preview image`, kind: "picture" },
  { name: "background", label: msg`Background`, kind: "color" },
  {
    name: "width",
    label: msg`Width`,
    kind: "choice",
    options: named({ narrow: msg`Narrow, like a phone`, wide: msg`Wide` }),
  },
  { name: "language", label: msg`Language`, kind: "choice", options: LANGUAGE_OPTIONS },
];

/** Languages in which a page can be written and into which it can be translated, by their tag. */
export const LANGUAGES: Readonly<Record<string, MessageDescriptor>> = LANGUAGE_NAMES;

/** Returns the name of a language, from the browser for one in which pages cannot be written. */
export function languageName(tag: string): string {
  const name = LANGUAGES[tag];
  return name === undefined ? (displayNames("en", { type: "language" }).of(tag) ?? tag) : t(name);
}
