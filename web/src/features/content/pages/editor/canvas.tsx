import puck from "@puckeditor/core/no-external.css?inline";
import { type ReactNode, useEffect } from "react";
import base from "@/blocks/base.css?inline";
import blocks from "@/blocks/blocks.css?inline";

/** Inside Puck's frame, the blocks are stacked in one additional element. */
const IN_EDITOR = `
body { display: block; padding: 1rem; }
.wp-page { padding-top: 1rem; }
.wp-page [data-puck-dropzone] { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); min-height: 12rem; }
.wp-page [data-puck-dropzone]:not(:has([data-puck-component])) { border: 2px dashed color-mix(in srgb, currentColor 30%, transparent); border-radius: 12px; align-content: center; }
.wp-page [data-puck-dropzone]:not(:has([data-puck-component]))::before { content: "This page is empty. Choose a block under “Add”: a heading, a picture, a form."; padding: 2rem; text-align: center; opacity: 0.75; }
.wp-page .wp-block { pointer-events: none; }
.wp-step { display: grid !important; }
.wp-field[data-conditional] { display: grid !important; opacity: 0.7; }
`;

/** The frame in which the page is rendered, with the visitors' styles and none of the app's. */
export function Canvas({ children, document }: { children: ReactNode; document?: Document }) {
  useEffect(() => {
    if (document === undefined) {
      return;
    }
    const style = document.createElement("style");
    style.textContent = puck + base + blocks + IN_EDITOR;
    document.head.append(style);
    document.documentElement.setAttribute("lang", "en");
    document.defaultView?.frameElement?.setAttribute("title", "Page editor canvas");
    return () => style.remove();
  }, [document]);
  return <>{children}</>;
}
