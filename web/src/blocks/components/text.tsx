import type { ReactNode } from "react";
import { type BlockComponentProps, TOKENS } from "@/blocks/context";
import type { BlockProps } from "@/blocks/types";

const TAGS: Partial<Record<number, "h1" | "h2" | "h3">> = { 1: "h1", 2: "h2", 3: "h3" };

/** A headline. */
export function Heading({ text, level = 2, align = "left" }: BlockComponentProps<BlockProps["Heading"]>) {
  const Tag = TAGS[level] ?? "h2";
  return <Tag className={`wp-heading wp-${align}`}>{text}</Tag>;
}

/** Rich text: HTML that the server has sanitised, or the live content of the editor. */
function RichText({ html, className }: { html: string | ReactNode; className: string }) {
  return typeof html === "string" ? (
    <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
  ) : (
    <div className={className}>{html}</div>
  );
}

/** Rich text directly on the background of the page. */
export function Text({ html, align = "left" }: BlockComponentProps<BlockProps["Text"]>) {
  return <RichText html={html} className={`wp-text wp-${align}`} />;
}

/** A private mark that the renderer turns into a slot for the server. */
export function slotMark(name: string): string {
  return `\uE000${name}\uE001`;
}

/** A greeting for returning visitors. The server shows or drops it and fills in the name. */
export function Welcome({ id, html, page }: BlockComponentProps<BlockProps["Welcome"]>) {
  if (page.editing || typeof html !== "string") {
    return (
      <div className="wp-card wp-welcome">
        <RichText html={html} className="wp-text" />
      </div>
    );
  }
  const filled = html.replaceAll("{first_name}", TOKENS.firstName);
  return (
    <>
      {slotMark(`wp:welcome:${id}`)}
      <div className="wp-card wp-welcome">
        <RichText html={filled} className="wp-text" />
      </div>
      {slotMark(`/wp:welcome:${id}`)}
    </>
  );
}

/** Space or a line between blocks. */
export function Divider({ style = "line" }: BlockComponentProps<BlockProps["Divider"]>) {
  return style === "line" ? (
    <hr className="wp-line" />
  ) : (
    <div className={`wp-gap wp-gap-${style}`} aria-hidden="true" />
  );
}
