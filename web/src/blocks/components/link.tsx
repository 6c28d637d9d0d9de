import type { ReactNode } from "react";
import { safeHref } from "@/blocks/links";

interface OutLinkProps {
  href: string | null | undefined;
  block: string;
  className?: string;
  label?: string;
  editing: boolean;
  children: ReactNode;
}

/** A link whose clicks are counted. Without a usable address it is plain text. */
export function OutLink({ href, block, className, label, editing, children }: OutLinkProps) {
  const address = safeHref(href);
  if (address === undefined || editing) {
    return (
      <span className={className} aria-label={label} role={label === undefined ? undefined : "img"}>
        {children}
      </span>
    );
  }
  return (
    <a className={className} href={address} data-block={block} rel="noopener" aria-label={label}>
      {children}
    </a>
  );
}
