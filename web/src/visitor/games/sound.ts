type Note = [tone: number, at: number, lasts: number];

const TUNES = {
  tick: [[1900, 0, 0.025]],
  tap: [[520, 0, 0.05]],
  flip: [
    [420, 0, 0.05],
    [640, 0.04, 0.05],
  ],
  stop: [[180, 0, 0.12]],
  match: [
    [660, 0, 0.1],
    [880, 0.09, 0.16],
  ],
  win: [
    [523, 0, 0.14],
    [659, 0.12, 0.14],
    [784, 0.24, 0.14],
    [1047, 0.36, 0.4],
  ],
  lose: [
    [392, 0, 0.18],
    [330, 0.16, 0.3],
  ],
} satisfies Record<string, Note[]>;

const LOUDNESS = 0.12;

/** Sounds that are synthesised when needed, without a file. Silent until somebody turns them on. */
export class Sound {
  isOn = false;
  private context: AudioContext | undefined;

  /** Turns sound on or off. It must be called on a press, because browsers block sound otherwise. */
  toggle(): boolean {
    this.isOn = !this.isOn;
    if (this.isOn) {
      this.context ??= new AudioContext();
      void this.context.resume();
      this.play("tap");
    }
    return this.isOn;
  }

  play(name: keyof typeof TUNES): void {
    const { context } = this;
    if (!this.isOn || context === undefined) {
      return;
    }
    for (const [tone, at, lasts] of TUNES[name]) {
      const begins = context.currentTime + at;
      const oscillator = new OscillatorNode(context, { type: "triangle", frequency: tone });
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setValueAtTime(0, begins);
      gain.gain.linearRampToValueAtTime(LOUDNESS, begins + 0.005);
      gain.gain.exponentialRampToValueAtTime(0.0001, begins + lasts);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(begins);
      oscillator.stop(begins + lasts);
    }
  }
}
