import type { Deadlines } from "./deadlines";
import { codeId } from "./collect";
import { listen } from "./live";
import { newKey } from "./outbox";

const TIMEOUT_MS = 20_000;

interface Tally {
  choices: { id: string; votes: number | null; percent: number | null }[];
  total: number | null;
  my_choice: string | null;
  changeable: boolean;
  is_open: boolean;
}

/** Texts for the outcome of a vote: "voted", "failed", or a problem's code. */
type Words = Record<string, string>;

interface Problem {
  code?: string;
  detail?: string;
}

/** The server's response to a vote that it does not accept. */
class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

async function ask(path: string, body: object, headers: Record<string, string> = {}): Promise<Tally> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: (AbortSignal as Deadlines).timeout?.(TIMEOUT_MS),
  });
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as Problem;
    throw new Refused(response.status < 500 ? problem : {});
  }
  return (await response.json()) as Tally;
}

/** A poll of the page: an earlier choice, voting, and the visible part of the tally. */
class Poll {
  private readonly words: Words;
  private readonly status: HTMLElement | null;
  private readonly named: { code_id: string | undefined; poll_id: string };
  private isLive = false;

  constructor(private readonly form: HTMLFormElement) {
    this.words = JSON.parse(form.dataset["words"] ?? "{}") as Words;
    this.status = form.querySelector(".wp-status");
    this.named = { code_id: codeId, poll_id: form.dataset["poll"] ?? "" };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.vote();
    });
    this.refresh();
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) {
        this.refresh();
      }
    });
  }

  /** Fetches the state of the poll: since it was rendered, it may have been closed, or another tab may have voted. */
  private refresh(): void {
    void ask("/v1/get-votes", this.named).then(
      (tally) => this.draw(tally),
      () => undefined,
    );
  }

  private async vote(): Promise<void> {
    const choice = new FormData(this.form).values().next().value;
    if (typeof choice !== "string" || this.form.ariaBusy === "true") {
      return;
    }
    this.form.ariaBusy = "true";
    try {
      const key = { "Idempotency-Key": newKey() };
      this.draw(await ask("/v1/append-vote", { ...this.named, choice }, key));
      this.say(this.words["voted"] ?? "");
    } catch (error) {
      const { code = "", detail } = error instanceof Refused ? error.problem : {};
      const why = this.words[code] ?? detail;
      this.say(why || (this.words["failed"] ?? ""));
      if (why) {
        this.refresh();
      }
    } finally {
      this.form.ariaBusy = "false";
    }
  }

  private say(text: string): void {
    if (this.status !== null) {
      this.status.textContent = text;
    }
  }

  private draw(tally: Tally): void {
    const isFixed = !tally.is_open || (tally.my_choice !== null && !tally.changeable);
    for (const input of this.form.querySelectorAll<HTMLInputElement>("input[type=radio]")) {
      input.checked = tally.my_choice === null ? input.checked : input.value === tally.my_choice;
      input.disabled = isFixed;
    }
    for (const button of this.form.querySelectorAll<HTMLButtonElement>("button[type=submit]")) {
      button.disabled = isFixed;
      button.hidden = isFixed && tally.my_choice !== null;
      if (tally.my_choice !== null) {
        button.textContent = this.words["change"] ?? button.textContent;
      }
    }
    this.drawResult(new Map(tally.choices.map(({ id, votes }) => [id, votes])), tally.total);
    if (tally.total !== null) {
      this.follow();
    }
  }

  private drawResult(votes: Map<string, number | null>, total: number | null): void {
    for (const place of this.form.querySelectorAll<HTMLElement>("[data-choice]")) {
      const count = votes.get(place.dataset["choice"] ?? "") ?? 0;
      const share = total ? Math.round((100 * count) / total) : 0;
      const label = place.querySelector(".wp-choice-count");
      const bar = place.querySelector<HTMLElement>(".wp-choice-bar");
      if (label && bar && total !== null) {
        label.textContent = total === 0 ? "" : this.shareText(share, count);
        bar.style.width = `${share}%`;
      }
    }
  }

  /** "60% · 12", in the format of the page's language. */
  private shareText(share: number, count: number): string {
    const language = this.form.closest("[lang]")?.getAttribute("lang") ?? "en";
    const percent = new Intl.NumberFormat(language, { style: "percent" }).format(share / 100);
    return `${percent} · ${new Intl.NumberFormat(language).format(count)}`;
  }

  /** Follows the tally for as long as the page is open. */
  private follow(): void {
    if (this.isLive) {
      return;
    }
    this.isLive = true;
    const { code_id, poll_id } = this.named;
    const path = [code_id ?? "", poll_id].map(encodeURIComponent).join("/");
    const handleData = (data: string) => {
      const now = JSON.parse(data) as { votes: Record<string, number>; total: number };
      this.drawResult(new Map(Object.entries(now.votes)), now.total);
    };
    // A removed poll keeps showing its last result; voting shows an error.
    listen(`/v1/votes-live/${path}`, handleData, () => undefined);
  }
}

/** Makes the polls of the page interactive. */
export function enhanceVotes(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-poll]")) {
    new Poll(form);
  }
}
