import { type Answer, ask, type Entry, type Input } from "./protocol";

const PATH = "/v1/game/play-game";

export interface Kept {
  play_id: string;
  /** What was sent with it: the same must be sent again. */
  entry?: Entry;
  /** Its result was shown, so that the next press begins another play. */
  isSeen?: boolean;
  /** When its round was entered, by this device's clock. */
  round_at?: number;
}

/** What a stage asks of the plays of its game. */
export interface PlaysOf {
  readonly open: Kept | undefined;
  readonly last: Kept | undefined;
  begin: (entry: Entry) => Kept;
  /** Enters the round of a play; answers how many milliseconds ago that was first done. */
  enter: (play_id: string) => number;
  see: (play_id: string) => void;
  forget: () => void;
  start: (play: Kept, handleRetry: () => void) => Promise<Answer>;
  goOn: (play_id: string, token: string, inputs: Input[], isDone: boolean, handleRetry: () => void) => Promise<Answer>;
  leave: (play_id: string, token: string, inputs: Input[]) => void;
}

/**
 * The plays of this browser. A play is begun once: a second press, another tab, a reload and the way back find the
 * one that is under way, or that nobody has seen the end of.
 */
export class Plays implements PlaysOf {
  private readonly place: string;
  private memory: Kept | undefined;

  constructor(private readonly codeId: string) {
    this.place = `wp_play:${codeId}`;
  }

  /** The play that was begun and whose end was not shown. */
  get open(): Kept | undefined {
    const kept = this.read();
    return kept?.isSeen ? undefined : kept;
  }

  /** The play that is under way, else a new one with this entry. */
  begin(entry: Entry): Kept {
    const kept = this.open ?? { play_id: crypto.randomUUID(), entry };
    this.write(kept);
    return kept;
  }

  /** The last play of this browser, seen or not. */
  get last(): Kept | undefined {
    return this.read();
  }

  /** Its clock runs on through a reload and in another tab, as the server's does. */
  enter(play_id: string): number {
    const kept = this.read();
    if (kept?.play_id !== play_id) {
      return 0;
    }
    const now = Date.now();
    const { round_at = now } = kept;
    this.write({ ...kept, round_at });
    return Math.max(0, now - round_at);
  }

  /** The end of this play was shown. */
  see(play_id: string): void {
    const kept = this.read();
    if (kept?.play_id === play_id) {
      this.write({ ...kept, isSeen: true });
    }
  }

  /** The server took no such play: the next press begins another. */
  forget(): void {
    this.memory = undefined;
    try {
      localStorage.removeItem(this.place);
    } catch {
      // It was kept by the page only.
    }
  }

  start({ play_id, entry }: Kept, handleRetry: () => void): Promise<Answer> {
    return ask<Answer>(PATH, { code_id: this.codeId, play_id, ...entry }, handleRetry);
  }

  goOn(play_id: string, token: string, inputs: Input[], isDone: boolean, handleRetry: () => void): Promise<Answer> {
    return ask<Answer>(PATH, { code_id: this.codeId, play_id, token, inputs, done: isDone }, handleRetry);
  }

  /** Tells how far the player came in a round that the page leaves; nobody waits for an answer. */
  leave(play_id: string, token: string, inputs: Input[]): void {
    const body = JSON.stringify({ code_id: this.codeId, play_id, token, inputs, left: true });
    navigator.sendBeacon(PATH, new Blob([body], { type: "application/json" }));
  }

  private read(): Kept | undefined {
    try {
      const text = localStorage.getItem(this.place);
      return text === null ? this.memory : (JSON.parse(text) as Kept);
    } catch {
      return this.memory;
    }
  }

  private write(kept: Kept): void {
    this.memory = kept;
    try {
      localStorage.setItem(this.place, JSON.stringify(kept));
    } catch {
      // Kept by the page only, where the browser keeps nothing.
    }
  }
}
