import type { Kept, PlaysOf } from "./plays";
import { type Answer, type Input, newPlayId, type Outcome, type Practice } from "./protocol";

const POINTS = 1000;

/** Plays that no server knows about: the results rotate, so that all of them can be seen. */
export class PracticePlays implements PlaysOf {
  readonly open = undefined;
  readonly last = undefined;
  private turn = 0;
  private turned: number[] = [];
  private deck: number[] = [];

  constructor(private readonly practice: Practice) {}

  begin(): Kept {
    return { play_id: newPlayId() };
  }

  enter(): number {
    return 0;
  }

  see(): void {
    this.turn += 1;
  }

  forget(): void {
    this.turned = [];
  }

  start({ play_id }: Kept): Promise<Answer> {
    const { round } = this.practice;
    if (round === null) {
      return Promise.resolve({ ...NOTHING, play_id, number: this.turn + 1, outcome: this.next(() => true) });
    }
    this.turned = [];
    this.deck = shuffled(round.cards ?? 0);
    return Promise.resolve({ ...NOTHING, play_id, token: play_id, round });
  }

  leave(): void {
    this.turned = [];
  }

  goOn(play_id: string, _token: string, inputs: Input[], isDone: boolean): Promise<Answer> {
    const { round, correct } = this.practice;
    if (round?.cards) {
      return Promise.resolve(this.turnCards(play_id, inputs, isDone));
    }
    const answers = inputs.flatMap((it) => ("question" in it ? [it] : []));
    const right = answers.filter(({ question, choice }) => correct[question] === choice);
    const score = round?.questions ? right.length * POINTS : inputs.length;
    return Promise.resolve({ ...this.ended(play_id, score), correct });
  }

  private turnCards(play_id: string, inputs: Input[], isDone: boolean): Answer {
    const cards = inputs.flatMap((it) => ("card" in it ? [it.card] : []));
    this.turned.push(...cards);
    const matched: number[] = [];
    let first: number | undefined;
    for (const card of this.turned) {
      if (matched.includes(card) || card === first) {
        continue;
      }
      if (first === undefined) {
        first = card;
        continue;
      }
      if (this.deck[card] === this.deck[first]) {
        matched.push(first, card);
      }
      first = undefined;
    }
    const isOver = isDone || matched.length === this.deck.length;
    const answer = isOver ? this.ended(play_id, (matched.length / 2) * POINTS) : { ...NOTHING, play_id };
    return { ...answer, matched, cards: Object.fromEntries(cards.map((card) => [card, this.deck[card] ?? 0])) };
  }

  private ended(play_id: string, score: number): Answer {
    const outcome = this.next((place) => score >= (this.practice.min_scores[place] ?? 0));
    return { ...NOTHING, play_id, number: this.turn + 1, score, outcome };
  }

  private next(isReached: (place: number) => boolean): Outcome {
    const { outcomes } = this.practice;
    const place = this.turn % outcomes.length;
    const lost = outcomes[outcomes.length - 1] as Outcome;
    return isReached(place) ? (outcomes[place] ?? lost) : lost;
  }
}

const NOTHING: Omit<Answer, "play_id"> = {
  number: null,
  token: null,
  round: null,
  score: null,
  rank: null,
  outcome: null,
};

function shuffled(cards: number): number[] {
  const deck = Array.from({ length: cards }, (_, card) => Math.floor(card / 2));
  for (let place = deck.length - 1; place > 0; place -= 1) {
    const other = Math.floor(Math.random() * (place + 1));
    [deck[place], deck[other]] = [deck[other] ?? 0, deck[place] ?? 0];
  }
  return deck;
}
