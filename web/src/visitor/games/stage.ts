import { el, own } from "./dom";
import { entryOf, positionOf } from "./entry";
import { Plays, type PlaysOf } from "./plays";
import { type Answer, type Input, NoAnswer, type Outcome, type Problem, Refused, type Setup } from "./protocol";
import { idleOf } from "./idle";
import { Phone } from "./phone";
import { nameOf, showRefusal, showResult } from "./result";
import { Sound } from "./sound";
import { fillCounted, fillWord } from "./texts";

/** The display of a game of chance: it moves at once, and stops at the outcome that the server returns. */
export interface Machine {
  start: (isByButton: boolean) => void;
  /** Resolves when the visitor has seen the outcome; at once and without motion for an earlier play. */
  settle: (outcome: Outcome, playId: string, isRestored: boolean) => Promise<void>;
  /** Stops without an outcome, because the play was refused or there was no response. */
  stop: () => Promise<void>;
}

/** Plays a round of skill to its end; `send` reports the player's actions to the server. */
export type RoundOf = (stage: Stage, answer: Answer, send: Send) => Promise<Answer>;
type Send = (inputs: Input[], isDone: boolean) => Promise<Answer>;

/** The page's settings of the game in this element. */
export function setupOf(root: HTMLElement): Setup {
  return JSON.parse(root.dataset["game"] ?? "{}") as Setup;
}

const SLOW_MS = 2500;

function canClaim({ outcome }: Answer): boolean {
  const claim = outcome?.claim;
  return Boolean(claim) && !claim?.claimed_at && !(claim?.until && Date.parse(claim.until) <= Date.now());
}

/** A game on a page: its button, its texts, and the play in progress. */
export class Stage {
  readonly setup: Setup;
  readonly sound = new Sound();
  readonly place: HTMLElement;
  readonly result: HTMLElement;
  readonly language: string;
  isPlaying = false;
  /** For how many milliseconds the round was running when this page entered it, if another page started it. */
  roundAge = 0;
  /** The player's actions in the current round, which are sent at its end. */
  inputs: Input[] = [];
  private readonly form: HTMLFormElement;
  private readonly button: HTMLButtonElement;
  private readonly status: HTMLElement;
  private readonly plays: PlaysOf;
  readonly phone: Phone | undefined;
  private machine: Machine | undefined;
  private round: RoundOf | undefined;

  constructor(
    readonly root: HTMLElement,
    plays?: PlaysOf,
  ) {
    this.setup = setupOf(root);
    this.language = root.closest("[lang]")?.getAttribute("lang") ?? "en";
    this.place = this.find(".game-stage");
    this.result = this.find(".game-result");
    this.form = this.find("form") as HTMLFormElement;
    this.button = this.find(".game-go") as HTMLButtonElement;
    this.status = this.find(".game-status");
    this.plays = plays ?? new Plays(this.setup.code_id);
    this.phone = this.setup.needs_phone && this.setup.can_play ? new Phone(this, this.form) : undefined;
  }

  private find(selector: string): HTMLElement {
    const found = this.root.querySelector<HTMLElement>(selector);
    if (found === null) {
      throw new Error(`A game without ${selector}`);
    }
    return found;
  }

  /** A text of the page with its placeholders filled in. */
  word(name: string, values: Record<string, string | number> = {}): string {
    return fillWord(this.setup.words[name], values);
  }

  /** The plural form of a text for this number. */
  count(name: string, n: number): string {
    return fillCounted(this.setup.words[name], n, this.language);
  }

  /** A number in the format of the language. */
  number(n: number): string {
    return new Intl.NumberFormat(this.language).format(n);
  }

  /** A date and time in the time zone of this device. */
  moment(at: string): string {
    const format = new Intl.DateTimeFormat(this.language === "en" ? "en-GB" : this.language, {
      dateStyle: "long",
      timeStyle: "short",
    });
    return format.format(Date.parse(at));
  }

  /** Shows a text and announces it to screen readers. */
  say(text: string): void {
    this.status.textContent = text;
  }

  /** Shows the game; `make` creates the display of a game of chance, `round` plays one of skill. */
  open(make: ((stage: Stage) => Machine) | undefined, round?: RoundOf): void {
    this.machine = make?.(this);
    this.round = round;
    if (round !== undefined) {
      this.place.append(idleOf(this.setup.kind));
      this.button.disabled = !this.setup.can_play;
    }
    this.root.classList.add("is-live");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.go();
    });
    if (this.setup.offers_sound) {
      this.addSound();
    }
    const { open, last } = this.plays;
    if (open !== undefined) {
      // A play that began in another tab or before a reload: only its result is shown.
      void this.play(true, this.machine !== undefined);
    } else if (last !== undefined && (last.hasPrize || !this.setup.can_play)) {
      // Phones unload pages in the background; a winner who returns must find the prize.
      void this.play(true, true);
    }
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && !this.isPlaying) {
        location.reload();
      }
    });
  }

  private addSound(): void {
    const button = el("button", { type: "button", class: "game-sound", "aria-pressed": "false" }, this.word("sound"));
    button.addEventListener("click", () => button.setAttribute("aria-pressed", String(this.sound.toggle())));
    this.find(".game-tools").prepend(button);
  }

  /** Starts a play, unless one is in progress or a field is incomplete. Returns whether it did. */
  go(isByButton = true): boolean {
    if (this.isPlaying || this.button.disabled || !this.form.reportValidity()) {
      return false;
    }
    if (this.phone && !this.phone.isProven && this.plays.open === undefined) {
      void this.confirmPhone(this.phone, isByButton);
    } else {
      void this.play(isByButton, false);
    }
    return true;
  }

  private async confirmPhone(phone: Phone, isByButton: boolean): Promise<void> {
    this.isPlaying = true;
    let isProven = false;
    try {
      isProven = await phone.confirm();
    } catch {
      this.say(this.word("no_answer"));
    } finally {
      this.isPlaying = false;
    }
    if (isProven) {
      void this.play(isByButton, false);
    }
  }

  private async play(isByButton: boolean, isRestored: boolean): Promise<void> {
    this.isPlaying = true;
    this.root.classList.add("is-playing");
    this.result.hidden = true;
    this.button.setAttribute("aria-disabled", "true");
    this.say(this.word("playing"));
    if (!isRestored) {
      this.machine?.start(isByButton);
    }
    const slow = setTimeout(() => this.say(this.word("waiting")), SLOW_MS);
    const handleRetry = () => this.say(this.word("asking_again"));
    try {
      const entry = entryOf(this.form);
      this.phone?.fill(entry);
      if (this.setup.needs_position && !isRestored && this.plays.open === undefined) {
        entry.position = await positionOf();
      }
      const play = isRestored ? (this.plays.last ?? this.plays.begin(entry)) : this.plays.begin(entry);
      let answer = await this.plays.start(play, handleRetry);
      clearTimeout(slow);
      if (answer.token !== null && answer.outcome === null && !answer.held && this.round !== undefined) {
        const { token } = answer;
        this.say("");
        this.root.classList.add("is-in-round");
        this.roundAge = this.plays.enter(play.play_id);
        const leave = () => this.plays.leave(play.play_id, token, this.inputs);
        addEventListener("pagehide", leave);
        try {
          answer = await this.round(this, answer, (inputs, isDone) => {
            removeEventListener("pagehide", leave);
            return this.plays.goOn(play.play_id, token, inputs, isDone, handleRetry);
          });
        } finally {
          removeEventListener("pagehide", leave);
        }
      }
      if (answer.outcome !== null) {
        await this.machine?.settle(answer.outcome, play.play_id, isRestored);
      }
      this.plays.see(play.play_id, canClaim(answer));
      if (answer.phone_proof) {
        this.phone?.keep(answer.phone_proof);
      }
      this.show(answer, isRestored);
    } catch (error) {
      await this.fail(error);
    } finally {
      clearTimeout(slow);
      this.isPlaying = false;
      this.root.classList.remove("is-playing", "is-in-round");
      this.button.removeAttribute("aria-disabled");
    }
  }

  /** Called when the prize of the last play was claimed. */
  claimed(): void {
    const { last } = this.plays;
    if (last !== undefined) {
      this.plays.see(last.play_id, false);
    }
  }

  private show(given: Answer, isRestored: boolean): void {
    // The stored answer of an earlier play counts the plays of its own time; the page knows whether there are more now.
    const answer = isRestored && this.setup.can_play ? { ...given, plays_left: null, next_play_at: null } : given;
    const isAgain = answer.plays_left === undefined || answer.plays_left === null || answer.plays_left > 0;
    this.button.disabled = !isAgain;
    this.root.classList.add("is-over");
    const again = el("button", { type: "button", class: "wp-button wp-button-outline" }, this.word("play_again"));
    again.addEventListener("click", () => {
      this.list(answer.outcome);
      this.root.classList.remove("is-over");
      this.result.hidden = true;
      this.button.focus();
      this.go();
    });
    showResult(this, answer, isAgain ? again : undefined, isRestored);
    this.say("");
  }

  /** Adds a prize to the list of those won earlier, which stays while the visitor plays again. */
  private list(outcome: Outcome | null): void {
    const earlier = this.root.querySelector<HTMLElement>(".game-earlier");
    if (!outcome?.claim || earlier === null) {
      return;
    }
    const address = `/game/${this.setup.code_id}/claim?token=${encodeURIComponent(outcome.claim.token)}`;
    if (earlier.querySelector(`a[href="${CSS.escape(address)}"]`) === null) {
      const link = el("a", { href: address }, own(nameOf(outcome, this.language)));
      earlier.querySelector("ul")?.prepend(el("li", {}, link));
    }
    earlier.hidden = false;
  }

  private async fail(error: unknown): Promise<void> {
    const problem: Problem = error instanceof Refused ? error.problem : {};
    if (error instanceof Refused) {
      // A rate limit says nothing about the play: if it was stored before its response was lost, it is requested again.
      if (problem.code !== "too_many_requests") {
        this.plays.forget();
      }
      if (problem.code === "phone_needed") {
        this.phone?.forget();
      }
    } else if (!(error instanceof NoAnswer)) {
      console.error(error);
    }
    await this.machine?.stop();
    const text = showRefusal(this, problem, error instanceof Refused);
    this.say(text);
  }

  /** The field of a gate, so that its error is shown beside it. */
  field(name: string): HTMLElement | undefined {
    return this.form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`) ?? undefined;
  }
}
