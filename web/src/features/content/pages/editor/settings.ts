import { NETWORKS } from "@/blocks/icons";
import type { BlockType } from "@/blocks/types";
import { SHOWN_IN_LINKS } from "@/features/content/pages/editor/link-texts";

export type Setting = {
  name: string;
  label: string;
  help?: string;
  /** How many letters of it are shown. */ shown?: number;
} & (
  | { kind: "line" | "lines" | "link" | "picture" | "number" | "moment" | "switch" | "price" | "color" | "rich" }
  | { kind: "choice"; options: { value: string | number; label: string }[] }
  | { kind: "several"; options: { value: string; label: string }[] }
  | { kind: "places" }
  | { kind: "wall" }
  | { kind: "fields" | "links" | "choices" }
);

const named = (pairs: Record<string, string>) => Object.entries(pairs).map(([value, label]) => ({ value, label }));

/** Networks of the Social block, and icons of links. */
export const NETWORK_OPTIONS = Object.entries(NETWORKS).map(([value, { label }]) => ({ value, label }));

const ALIGN: Setting = {
  name: "align",
  label: "Alignment",
  kind: "choice",
  options: named({ left: "Left", center: "Centre", right: "Right" }),
};

const LANGUAGE_OPTIONS = named({
  en: "English",
  de: "German",
  es: "Spanish",
  fr: "French",
  it: "Italian",
  nl: "Dutch",
  pl: "Polish",
  pt: "Portuguese (Portugal)",
  "pt-BR": "Portuguese (Brazil)",
  tr: "Turkish",
  uk: "Ukrainian",
  ar: "Arabic",
  he: "Hebrew",
  ja: "Japanese",
  ko: "Korean",
  zh: "Chinese (Simplified)",
});

/** Whom any block can be for. */
export const AUDIENCE_SETTINGS: Setting[] = [
  {
    name: "for_devices",
    label: "Devices",
    kind: "several",
    options: named({ phone: "Phones", tablet: "Tablets", desktop: "Computers", tv: "Televisions" }),
  },
  {
    name: "for_visitors",
    label: "Visitors",
    kind: "choice",
    options: named({ "": "All", new: "First-time visitors", returning: "Returning visitors" }),
    help: "Based on a cookie. Visitors who refused it match neither.",
  },
  { name: "for_languages", label: "Languages", kind: "several", options: LANGUAGE_OPTIONS },
  { name: "shown_from", label: "From", kind: "moment" },
  { name: "shown_until", label: "Until", kind: "moment" },
];

/** What can be set of each block, in the order in which it is asked. */
export const SETTINGS: Record<BlockType, Setting[]> = {
  Heading: [
    { name: "text", label: "Text", kind: "line" },
    {
      name: "level",
      label: "Size",
      kind: "choice",
      options: [
        { value: 1, label: "Page title" },
        { value: 2, label: "Section" },
        { value: 3, label: "Smaller" },
      ],
    },
    ALIGN,
  ],
  Text: [{ name: "html", label: "Text", kind: "rich" }, ALIGN],
  Picture: [
    { name: "url", label: "Image URL", kind: "picture" },
    {
      name: "alt",
      label: "Alt text",
      kind: "line",
      help: "Read by screen readers. Leave empty for decorative images.",
    },
    {
      name: "width",
      label: "Width",
      kind: "choice",
      options: named({ full: "Full", half: "Medium", small: "Small and round" }),
    },
    {
      name: "ratio",
      label: "Shape",
      kind: "choice",
      options: named({
        "": "Default",
        "16:9": "Wide",
        "4:3": "Classic",
        "1:1": "Square",
        "4:5": "Tall",
      }),
    },
    { name: "href", label: "Link URL", kind: "link" },
  ],
  Video: [
    { name: "url", label: "Video URL", kind: "link", help: "YouTube, Vimeo or an MP4 file" },
    { name: "title", label: "Title", kind: "line" },
    { name: "poster_url", label: "Cover image", kind: "picture" },
  ],
  Button: [
    { name: "label", label: "Label", kind: "line" },
    { name: "href", label: "Link URL", kind: "link", help: "A URL, mailto: or tel:" },
    {
      name: "style",
      label: "Style",
      kind: "choice",
      options: named({
        primary: "Filled",
        outline: "Outlined",
        link: "Plain link",
        row: "Row with thumbnail",
        featured: "Featured card",
      }),
    },
    { name: "note", label: "Second line", kind: "line", help: "Of rows and featured cards" },
    {
      name: "icon",
      label: "Icon",
      kind: "choice",
      options: [{ value: "", label: "Default" }, ...NETWORK_OPTIONS],
      help: "Of rows without a picture",
    },
    { name: "picture_url", label: "Thumbnail or picture", kind: "picture", help: "Of rows and featured cards" },
    { name: "block_width", label: "Full width", kind: "switch" },
  ],
  Form: [
    { name: "title", label: "Title", kind: "line" },
    {
      name: "layout",
      label: "Show questions",
      kind: "choice",
      options: named({ page: "Together", one_question: "One at a time" }),
      help: "One at a time shows a progress bar. Without JavaScript, all questions are shown together.",
    },
    { name: "fields", label: "Questions", kind: "fields" },
    { name: "submit_label", label: "Button label", kind: "line" },
    {
      name: "consent_text",
      label: "Consent",
      kind: "lines",
      help: "Shown next to a required checkbox. Leave empty for no checkbox.",
    },
    { name: "success_title", label: "Thank-you title", kind: "line" },
    { name: "success_text", label: "Thank-you message", kind: "lines" },
    { name: "success_picture_url", label: "Thank-you image", kind: "picture", help: "Shown instead of the check mark" },
    { name: "next_url", label: "Next URL", kind: "link" },
    {
      name: "success_link_label",
      label: "Label of the next link",
      kind: "line",
      help: "Leave empty to redirect visitors to the next URL right away.",
    },
    { name: "success_share", label: "Share button on the thank-you", kind: "switch" },
    {
      name: "success_confetti",
      label: "Confetti",
      kind: "switch",
      help: "Not shown to visitors who asked their device for less motion",
    },
    { name: "opens_at", label: "Opens", kind: "moment", help: "Leave empty to open when published" },
    { name: "closes_at", label: "Closes", kind: "moment", help: "Leave empty to stay open" },
    {
      name: "max_submissions",
      label: "Maximum submissions",
      kind: "number",
      help: "The form closes when this is reached. Leave empty for no limit.",
    },
    {
      name: "once_by",
      label: "One submission per",
      kind: "several",
      options: named({ email: "Email", phone: "Phone number", device: "Device" }),
      help: "Email or phone must be a required field. Devices are recognised by a cookie.",
    },
    {
      name: "closed_text",
      label: "Message when closed",
      kind: "lines",
      help: "Shown before opening, after closing and when full",
    },
    { name: "places", label: "Show remaining places", kind: "places" },
  ],
  Divider: [
    {
      name: "style",
      label: "Style",
      kind: "choice",
      options: named({ line: "Line", space: "Space", page: "Large space" }),
    },
  ],
  Map: [
    { name: "label", label: "Location name", kind: "line" },
    { name: "address", label: "Address", kind: "lines" },
    { name: "latitude", label: "Latitude", kind: "number" },
    { name: "longitude", label: "Longitude", kind: "number" },
  ],
  Countdown: [
    { name: "label", label: "Label", kind: "line" },
    { name: "to", label: "Until", kind: "moment" },
    { name: "done_text", label: "Text after the countdown", kind: "line" },
  ],
  Product: [
    { name: "name", label: "Name", kind: "line" },
    { name: "description", label: "Description", kind: "lines" },
    { name: "price_cents", label: "Price", kind: "price" },
    {
      name: "currency",
      label: "Currency",
      kind: "choice",
      options: ["USD", "EUR", "GBP", "CAD", "AUD", "CHF", "JPY", "MXN"].map((value) => ({ value, label: value })),
    },
    { name: "picture_url", label: "Picture", kind: "picture" },
    { name: "href", label: "Shop URL", kind: "link" },
    { name: "button_label", label: "Button label", kind: "line" },
  ],
  Coupon: [
    { name: "title", label: "Title", kind: "line" },
    { name: "code", label: "Code", kind: "line" },
    { name: "terms", label: "Terms", kind: "lines" },
    { name: "expires_at", label: "Valid until", kind: "moment" },
    { name: "reveal", label: "Hide until tapped", kind: "switch" },
  ],
  Social: [{ name: "links", label: "Links", kind: "links" }],
  Vote: [
    { name: "question", label: "Question", kind: "line" },
    { name: "choices", label: "Answers", kind: "choices" },
    {
      name: "show_results",
      label: "Result",
      kind: "choice",
      options: named({ always: "Always", after: "After voting", never: "Never" }),
    },
    { name: "changeable", label: "Allow changing votes", kind: "switch" },
  ],
  Game: [{ name: "title", label: "Title", kind: "line" }],
  Wall: [
    { name: "title", label: "Title", kind: "line" },
    { name: "wall_id", label: "Wall", kind: "wall" },
  ],
  Welcome: [
    { name: "html", label: "Greeting", kind: "rich", help: "{first_name} is replaced with the visitor’s first name." },
  ],
};

/** What can be set of the page itself. */
export const PAGE_SETTINGS: Setting[] = [
  {
    name: "title",
    label: "Title",
    kind: "line",
    help: "Shown in the browser tab and in link previews",
    shown: SHOWN_IN_LINKS.title,
  },
  {
    name: "description",
    label: "Description",
    kind: "lines",
    help: "One or two sentences, shown in link previews",
    shown: SHOWN_IN_LINKS.description,
  },
  { name: "preview_image", label: "Preview image", kind: "picture" },
  { name: "background", label: "Background", kind: "color" },
  { name: "width", label: "Width", kind: "choice", options: named({ narrow: "Narrow, like a phone", wide: "Wide" }) },
  { name: "language", label: "Language", kind: "choice", options: LANGUAGE_OPTIONS },
];

/** Languages a page can be written in and translated to, by their tag. */
export const LANGUAGES: Record<string, string> = Object.fromEntries(
  PAGE_SETTINGS.flatMap((setting) =>
    setting.name === "language" && setting.kind === "choice"
      ? setting.options.map(({ value, label }) => [String(value), label])
      : [],
  ),
);
