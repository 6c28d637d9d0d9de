import { fraction } from "./hashes";

const QUARTER_MS = 900_000;
const BITS = 64n;

/** The microseconds since 1970 of an instant in the format of plans and logs: `2026-11-28T10:00:00.000000+00:00`. */
export function microseconds(at: string): bigint {
  const [, whole = "", digits = "", zone = ""] = /^([^.]*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(at) ?? [];
  return BigInt(Date.parse(whole + zone)) * 1000n + BigInt(digits.padEnd(6, "0"));
}

/** The number of elements of a sorted list that are at most `value`. */
function countUpTo(sorted: readonly bigint[], value: bigint): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0n) <= value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** The cumulative weight of a schedule up to each instant, in whole numbers. */
export class Curve {
  private readonly before: bigint[] = [0n];

  constructor(
    private readonly starts: readonly bigint[],
    private readonly weights: readonly bigint[],
    private readonly end: bigint,
  ) {
    for (const [place, start] of starts.entries()) {
      const length = (starts[place + 1] ?? end) - start;
      this.before.push((this.before[place] ?? 0n) + (weights[place] ?? 0n) * length);
    }
  }

  private get total(): bigint {
    return this.before.at(-1) ?? 0n;
  }

  /** How many of `amount` are due at an instant. */
  share(amount: bigint, moment: bigint): bigint {
    return (amount * this.weightAt(moment)) / this.total;
  }

  private weightAt(moment: bigint): bigint {
    const place = countUpTo(this.starts, moment) - 1;
    if (moment >= this.end || place < 0) {
      return place < 0 ? 0n : this.total;
    }
    return (this.before[place] ?? 0n) + (this.weights[place] ?? 0n) * (moment - (this.starts[place] ?? 0n));
  }

  /** The first instant at which a position, out of 2^64, of the total weight is reached. */
  instant(position: bigint): bigint {
    const wanted = (position * this.total) >> BITS;
    const place = countUpTo(this.before, wanted) - 1;
    const weight = this.weights[place] ?? 1n;
    const into = (wanted - (this.before[place] ?? 0n) + weight - 1n) / weight;
    return (this.starts[place] ?? 0n) + into;
  }
}

/** The curve of a schedule; `hours` are the weights of the 24 hours of the day. If it is empty, all are equal. */
export function curveOf(startsAt: string, endsAt: string, timeZone: string, hours: readonly number[]): Curve {
  const start = microseconds(startsAt);
  const end = microseconds(endsAt);
  if (hours.length === 0) {
    return new Curve([start], [1n], end);
  }
  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone });
  const starts: bigint[] = [];
  const weights: bigint[] = [];
  const first = Math.floor(Number(start / 1000n) / QUARTER_MS) * QUARTER_MS;
  for (let quarter = first; BigInt(quarter) * 1000n < end; quarter += QUARTER_MS) {
    const weight = BigInt(hours[Number(clock.format(quarter))] ?? 0);
    if (weights.at(-1) !== weight) {
      const from = BigInt(quarter) * 1000n;
      starts.push(from > start ? from : start);
      weights.push(weight);
    }
  }
  return new Curve(starts, weights, end);
}

/** The instants from which a prize can be won, derived from the seed. */
export async function winningMoments(
  key: CryptoKey,
  prizeId: string,
  count: number,
  spread: string,
  curve: Curve,
): Promise<bigint[]> {
  const moments: bigint[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = await fraction(key, "moment", prizeId, String(index));
    const position = spread === "even" ? ((BigInt(index) << BITS) + place) / BigInt(count) : place;
    moments.push(curve.instant(position));
  }
  return moments.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}
