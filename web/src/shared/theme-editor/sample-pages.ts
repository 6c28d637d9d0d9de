import base from "@/blocks/base.css?inline";
import blocks from "@/blocks/blocks.css?inline";
import { signUpForm } from "@/blocks/forms/default-form";
import { renderPage } from "@/blocks/render-page";
import type { BlockData, Brand } from "@/blocks/types";

const PAGE: BlockData[] = [
  { type: "Picture", props: { id: "picture", url: "/visitor/assets/art/cafe.svg", alt: "", width: "full" } },
  { type: "Heading", props: { id: "heading", text: "Good coffee, good morning", level: 1, align: "center" } },
  { type: "Text", props: { id: "text", html: "<p>Open every day from 7 to 6.</p>", align: "center" } },
  { type: "Button", props: { id: "order", label: "Order ahead", href: "https://example.com/", block_width: true } },
  {
    type: "Button",
    props: { id: "find", label: "Find us", href: "https://example.com/", style: "outline", block_width: true },
  },
  {
    type: "Social",
    props: {
      id: "social",
      links: [
        { network: "instagram", url: "https://example.com/" },
        { network: "website", url: "https://example.com/" },
      ],
    },
  },
];

/** A page and a form as complete documents, rendered with the blocks that visitors get; they run no scripts. */
export function samplePages(brand: Brand): { page: string; form: string } {
  const document = (content: BlockData[]) =>
    `<!doctype html><title>Sample</title><style>html{overflow:hidden}${base}${blocks}</style><style></style>${renderPage({ data: { root: {}, content }, brand }).html}`;
  return {
    page: document(PAGE),
    form: document([
      { type: "Heading", props: { id: "heading", text: "Stay in touch", level: 1 } },
      { type: "Form", props: { id: "form", ...signUpForm("sample") } },
    ]),
  };
}
