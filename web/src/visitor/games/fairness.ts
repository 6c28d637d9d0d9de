import { Falsified, verify } from "./replay";
import { fillCounted, fillWord } from "./texts";

type Words = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>> | undefined>;

/** Lets the browser itself check every draw of a finished game, so that nobody has to trust Waypost. */
export function enhanceProof(root: HTMLElement): void {
  const { audit, commitment = "", publicKey = "" } = root.dataset;
  const button = root.querySelector<HTMLButtonElement>(".game-check-all");
  const verdict = root.querySelector<HTMLElement>(".game-verdict");
  if (!audit || button === null || verdict === null) {
    return;
  }
  const words = JSON.parse(root.dataset["words"] ?? "{}") as Words;
  const language = root.closest("[lang]")?.getAttribute("lang") ?? "en";
  const number = (n: number) => new Intl.NumberFormat(language).format(n);
  const say = (text: string, className = "") => {
    verdict.textContent = text;
    verdict.className = `game-verdict ${className}`;
  };
  const check = async () => {
    const file = await fetch(audit)
      .then((response) => (response.ok ? response.text() : undefined))
      .catch(() => undefined);
    if (file === undefined) {
      say(fillWord(words["fair_away"], {}), "problem");
      return;
    }
    try {
      const proof = await verify(file, commitment, publicKey, (n, all) =>
        say(fillWord(words["fair_checking"], { n: number(n), all: number(all) })),
      );
      const signature = fillWord(words[proof.isSigned ? "fair_signed" : "fair_unsigned"], {});
      say(`${fillCounted(words["fair_ok"], proof.plays, language)} ${signature}`, "is-good");
    } catch (error) {
      if (!(error instanceof Falsified)) {
        throw error;
      }
      say(fillWord(words["fair_bad"], { row: number(error.row), problem: error.message }), "problem");
    }
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    button.disabled = true;
    void check().finally(() => (button.disabled = false));
  });
}
