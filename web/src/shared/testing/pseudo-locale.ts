import { i18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";

/** Shows each text that goes through Lingui in full-width letters, which no test data contains. */
export function speakPseudo(): void {
  i18n.setMessagesCompiler((text) => compileMessage(text, wide));
}

/** English again. */
export function speakEnglish(): void {
  i18n.setMessagesCompiler(compileMessage);
}

function wide(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}

const SPOKEN = ["aria-label", "alt", "title", "placeholder", "data-hint"];

/** Texts that a screen shows or announces without Lingui, except for data, names and dates that `data` matches. */
export function untranslated(screen: Element, data: RegExp): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (walker.currentNode.parentElement?.closest("style, script, code, svg") === null) {
      texts.push(walker.currentNode.textContent ?? "");
    }
  }
  for (const element of screen.querySelectorAll("*")) {
    texts.push(...SPOKEN.map((name) => element.getAttribute(name) ?? ""));
  }
  return texts.filter((text) => /[A-Za-z]{2,}/.test(text.replaceAll(data, "")));
}
