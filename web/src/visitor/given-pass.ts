/** The wallet pass that a form issued, as offered in the response to the form. */

interface WalletButton {
  label: string;
  url: string;
  badge: string | null;
}

export interface GivenPass {
  url: string;
  label: string;
  buttons: WalletButton[];
}

/**
 * Puts the wallet buttons below the thanks, with a link to continue, because visitors are no longer redirected at once.
 */
export function offerPass(done: HTMLElement | null, given: GivenPass, next?: string | null): void {
  const offered = document.createElement("div");
  offered.className = "wp-social";
  offered.dataset["pass"] = "";
  offered.append(...given.buttons.map(walletLink), link(given.url, given.label, "wp-button wp-button-link"));
  if (next && /^https?:\/\//i.test(next)) {
    offered.append(link(next, new URL(next).host, "wp-button wp-button-link"));
  }
  done?.querySelector("[data-pass]")?.remove();
  done?.append(offered);
}

function walletLink({ label, url, badge }: WalletButton): HTMLElement {
  const to = link(url, label, badge === null ? "wp-button wp-button-primary" : "");
  if (badge !== null) {
    const picture = to.ownerDocument.createElement("img");
    picture.src = badge;
    picture.alt = label;
    picture.height = 48;
    to.replaceChildren(picture);
  }
  return to;
}

function link(url: string, text: string, className: string): HTMLAnchorElement {
  const to = document.createElement("a");
  to.href = url;
  to.textContent = text;
  to.className = className;
  to.rel = "noopener";
  return to;
}
