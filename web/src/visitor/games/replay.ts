import { type Curve, curveOf, microseconds, winningMoments } from "./curve";
import { type Bytes, bytesOf, draw, sha256 } from "./hashes";

/** Something in the log does not follow from what was published before the start. */
export class Falsified extends Error {
  constructor(
    readonly row: number,
    problem: string,
  ) {
    super(problem);
  }
}

interface PrizePlan {
  prize_id: string;
  odds_ppm: number;
  stock: number | null;
  moments: number;
  spread: string;
  paced: boolean;
  catch_up: number;
  per_person: number | null;
  per_day: number | null;
  per_place: number | null;
  min_score: number | null;
  is_consolation: boolean;
}

interface Plan {
  starts_at: string;
  ends_at: string;
  time_zone: string;
  hours: number[];
  prizes: PrizePlan[];
}

interface Entry {
  type: string;
  number: number;
  at: string;
  player: string;
  player_seed: string;
  place: string | null;
  score: number | null;
  prize_id: string | null;
  by_moment: boolean;
}

interface Won {
  prize_id: string;
  by_moment: boolean;
}

class Counts extends Map<string, number> {
  of(...name: string[]): number {
    return this.get(name.join("/")) ?? 0;
  }

  add(by: number, ...name: string[]): void {
    this.set(name.join("/"), this.of(...name) + by);
  }
}

const hasRoom = (cap: number | null, used: number) => cap === null || used < cap;

/** Replays every draw of a log, as api/domains/promotions/games/deciding.py does on the server. */
class Replay {
  private readonly counts = new Counts();
  private readonly days: Intl.DateTimeFormat;
  private plays = 0;

  private constructor(
    private readonly plan: Plan,
    private readonly key: CryptoKey,
    private readonly curve: Curve,
    private readonly moments: Map<string, bigint[]>,
  ) {
    const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    this.days = new Intl.DateTimeFormat("en-CA", { timeZone: plan.time_zone, ...parts });
  }

  static async of(plan: Plan, seed: Bytes): Promise<Replay> {
    const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const curve = curveOf(plan.starts_at, plan.ends_at, plan.time_zone, plan.hours);
    const moments = new Map<string, bigint[]>();
    for (const { prize_id, moments: count, spread } of plan.prizes) {
      if (count > 0) {
        moments.set(prize_id, await winningMoments(key, prize_id, count, spread, curve));
      }
    }
    return new Replay(plan, key, curve, moments);
  }

  async apply(row: number, entry: Entry): Promise<void> {
    const { type, prize_id } = entry;
    if (type === "play") {
      await this.play(row, entry);
    } else if (prize_id === null) {
      throw new Falsified(row, "no prize");
    } else if (type === "take") {
      this.counts.add(1, "total", prize_id);
    } else if (type === "return") {
      this.counts.add(-1, "total", prize_id);
      if (this.counts.of("moment", prize_id) > 0) {
        this.counts.add(-1, "moment", prize_id);
      }
    } else if (type === "close") {
      this.counts.set(`closed/${prize_id}`, 1);
    } else {
      throw new Falsified(row, "unknown entry");
    }
    this.checkStock(row, prize_id);
  }

  get count(): number {
    return this.plays;
  }

  private async play(row: number, entry: Entry): Promise<void> {
    this.plays += 1;
    if (entry.number !== this.plays) {
      throw new Falsified(row, `play ${entry.number} in place of ${this.plays}`);
    }
    const won = await this.decide(entry);
    if ((won?.prize_id ?? null) !== entry.prize_id || (won?.by_moment ?? false) !== entry.by_moment) {
      throw new Falsified(row, `play ${entry.number}: ${won?.prize_id ?? "–"} ≠ ${entry.prize_id ?? "–"}`);
    }
    if (won !== undefined) {
      const { prize_id } = won;
      this.counts.add(1, "total", prize_id);
      this.counts.add(1, "day", this.dayOf(entry), prize_id);
      this.counts.add(1, "own", entry.player, prize_id);
      if (won.by_moment) {
        this.counts.add(1, "moment", prize_id);
      }
      if (entry.place !== null) {
        this.counts.add(1, "place", entry.place, prize_id);
      }
    }
  }

  private dayOf = ({ at }: Entry) => this.days.format(new Date(at));

  private async decide(entry: Entry): Promise<Won | undefined> {
    const open = new Set(this.plan.prizes.filter((it) => this.isOpen(it, entry)).map(({ prize_id }) => prize_id));
    const due = this.dueOf(entry, open);
    if (due !== undefined) {
      return { prize_id: due, by_moment: true };
    }
    const drawn = await this.drawnOf(entry);
    if (drawn !== undefined && open.has(drawn)) {
      return { prize_id: drawn, by_moment: false };
    }
    const consolation = this.plan.prizes.find((it) => it.is_consolation && open.has(it.prize_id));
    return consolation && { prize_id: consolation.prize_id, by_moment: false };
  }

  private isOpen(it: PrizePlan, entry: Entry): boolean {
    const { counts } = this;
    return (
      counts.of("closed", it.prize_id) === 0 &&
      hasRoom(it.stock, counts.of("total", it.prize_id)) &&
      hasRoom(it.per_person, counts.of("own", entry.player, it.prize_id)) &&
      hasRoom(it.per_day, counts.of("day", this.dayOf(entry), it.prize_id)) &&
      (it.per_place === null || entry.place !== null) &&
      hasRoom(it.per_place, counts.of("place", entry.place ?? "", it.prize_id)) &&
      (it.min_score === null || (entry.score !== null && entry.score >= it.min_score))
    );
  }

  /** The open prize whose winning moment has waited longest. */
  private dueOf({ at }: Entry, open: Set<string>): string | undefined {
    const now = microseconds(at);
    let found: { moment: bigint; prize_id: string } | undefined;
    for (const [prize_id, moments] of this.moments) {
      const moment = moments[this.counts.of("moment", prize_id)];
      if (open.has(prize_id) && moment !== undefined && moment <= now) {
        if (!found || moment < found.moment || (moment === found.moment && prize_id < found.prize_id)) {
          found = { moment, prize_id };
        }
      }
    }
    return found?.prize_id;
  }

  private async drawnOf(entry: Entry): Promise<string | undefined> {
    let value = await draw(this.key, entry.number, entry.player_seed);
    for (const it of this.plan.prizes) {
      const [odds, isOnPace] = this.oddsOf(it, entry);
      if (value < odds) {
        return isOnPace ? it.prize_id : undefined;
      }
      value -= odds;
    }
    return undefined;
  }

  private oddsOf(it: PrizePlan, { at }: Entry): [odds: bigint, isOnPace: boolean] {
    const odds = BigInt(it.odds_ppm);
    if (!it.paced || it.stock === null || it.odds_ppm === 0) {
      return [odds, true];
    }
    const due = this.curve.share(BigInt(it.stock - it.moments), microseconds(at));
    const won = BigInt(this.counts.of("total", it.prize_id) - this.counts.of("moment", it.prize_id));
    const grown = (odds * (due + 1n)) / (won + 1n);
    const most = odds * BigInt(it.catch_up);
    const capped = grown < most ? grown : most;
    return [capped > odds ? capped : odds, won <= due];
  }

  private checkStock(row: number, prize_id: string | null): void {
    const prize = this.plan.prizes.find((it) => it.prize_id === prize_id);
    const gone = prize_id === null ? 0 : this.counts.of("total", prize_id);
    if (prize_id !== null && (prize === undefined || gone < 0 || (prize.stock !== null && gone > prize.stock))) {
      throw new Falsified(row, `${gone} > ${prize?.stock ?? 0}`);
    }
  }
}

const parse = (row: number, text: string | undefined) => {
  try {
    return JSON.parse(text ?? "") as Record<string, unknown>;
  } catch {
    throw new Falsified(row, "unreadable");
  }
};

interface Proof {
  plays: number;
  /** Whether the signature is genuine; undefined if this browser cannot check it. */
  isSigned: boolean | undefined;
}

/**
 * Verifies an audit file against what was published before the start: the fingerprint of plan and seed, the chain of
 * the log, every draw, the stock and the signature. Throws `Falsified`, which names the row.
 */
export async function verify(
  file: string,
  commitment: string,
  publicKey: string,
  handleProgress: (done: number, all: number) => void,
): Promise<Proof> {
  const lines = file.split("\n").filter((line) => line !== "");
  const header = parse(1, lines[0]);
  const plan = String(header["plan"]);
  const seed = String(header["seed"]);
  if ((await sha256(`${plan}\n${seed}`)) !== commitment || header["commitment"] !== commitment) {
    throw new Falsified(1, "fingerprint");
  }
  const replay = await Replay.of(parse(1, plan) as unknown as Plan, bytesOf(seed));
  let head = commitment;
  for (const [index, text] of lines.slice(1, -1).entries()) {
    const row = index + 2;
    const { entry, line, hash } = parse(row, text) as { entry?: number; line?: string; hash?: string };
    head = await sha256(`${head}\n${line}`);
    if (entry !== index + 1 || hash !== head) {
      throw new Falsified(row, "chain");
    }
    await replay.apply(row, parse(row, line) as unknown as Entry);
    if (index % 200 === 0) {
      handleProgress(index + 1, lines.length - 2);
      await new Promise((done) => setTimeout(done));
    }
  }
  const last = lines.length;
  const end = parse(last, lines.at(-1));
  if (last < 2 || end["type"] !== "end" || end["entries"] !== last - 2 || end["head"] !== head) {
    throw new Falsified(last, "end");
  }
  const { entries, type, signature } = end;
  const signed =
    lines
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join("") + JSON.stringify({ entries, head, type });
  const isSigned = await isGenuine(publicKey, String(signature), await sha256(signed));
  if (isSigned === false) {
    throw new Falsified(last, "signature");
  }
  return { plays: replay.count, isSigned };
}

async function isGenuine(publicKey: string, signature: string, digest: string): Promise<boolean | undefined> {
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, bytesOf(signature), bytesOf(digest));
  } catch {
    return undefined;
  }
}
