import { type Answer, ask, type Entry, type Input, newPlayId } from "./protocol";

const PATH = "/v1/game/play-game";

export interface Kept {
  play_id: string;
  /** The entry that was sent with the play, and that must be repeated unchanged. */
  entry?: Entry;
  /** Whether its result was shown, so that the next press starts another play. */
  isSeen?: boolean;
  /** Whether it won a prize that can still be claimed, so that its result is shown again. */
  hasPrize?: boolean;
  /** When its round was entered, by the clock of this device. */
  round_at?: number;
}

/** What a stage needs from the plays of its game. */
export interface PlaysOf {
  readonly open: Kept | undefined;
  readonly last: Kept | undefined;
  begin: (entry: Entry) => Kept;
  /** Enters the round of a play and returns how many milliseconds ago it was first entered. */
  enter: (play_id: string) => number;
  see: (play_id: string, hasPrize: boolean) => void;
  forget: () => void;
  start: (play: Kept, handleRetry: () => void) => Promise<Answer>;
  goOn: (play_id: string, token: string, inputs: Input[], isDone: boolean, handleRetry: () => void) => Promise<Answer>;
  leave: (play_id: string, token: string, inputs: Input[]) => void;
}

/**
 * The plays of this browser. A play is started once: a second press, another tab, a reload and Back all find the play
 * that is in progress or whose result nobody has seen.
 */
export class Plays implements PlaysOf {
  private readonly place: string;
  private memory: Kept | undefined;

  constructor(private readonly codeId: string) {
    this.place = `wp_play:${codeId}`;
  }

  /** The play that was started and whose result was not shown. */
  get open(): Kept | undefined {
    const kept = this.read();
    return kept?.isSeen ? undefined : kept;
  }

  /** The play in progress, otherwise a new one with this entry. */
  begin(entry: Entry): Kept {
    const kept = this.open ?? { play_id: newPlayId(), entry };
    this.write(kept);
    return kept;
  }

  /** The last play of this browser, seen or not. */
  get last(): Kept | undefined {
    return this.read();
  }

  /** The clock of the round continues through a reload and in another tab, as the server's does. */
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

  /** Records that the result of this play was shown, and whether its prize can still be claimed. */
  see(play_id: string, hasPrize: boolean): void {
    const kept = this.read();
    if (kept?.play_id === play_id) {
      this.write({ ...kept, isSeen: true, hasPrize });
    }
  }

  /** Drops a play that the server did not accept, so that the next press starts another one. */
  forget(): void {
    this.memory = undefined;
    try {
      localStorage.removeItem(this.place);
    } catch {
      // It was stored only in the page.
    }
  }

  start({ play_id, entry }: Kept, handleRetry: () => void): Promise<Answer> {
    return ask<Answer>(PATH, { code_id: this.codeId, play_id, ...entry }, handleRetry);
  }

  goOn(play_id: string, token: string, inputs: Input[], isDone: boolean, handleRetry: () => void): Promise<Answer> {
    return ask<Answer>(PATH, { code_id: this.codeId, play_id, token, inputs, done: isDone }, handleRetry);
  }

  /** Reports the progress of a round when the player leaves the page, without waiting for a response. */
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
      // If the browser has no storage, the play exists only in the page.
    }
  }
}
