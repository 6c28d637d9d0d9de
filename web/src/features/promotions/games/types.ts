import type { components } from "@/shared/api/schema";

type Schemas = components["schemas"];
export type Game = Schemas["GameRead"];
export type ListedGame = Schemas["GameListed"];
export type GameNote = Schemas["GameNotes"];
export type Forecast = Schemas["ForecastRead"];
export type LiveGame = Schemas["LiveRead"];
export type LivePrize = Schemas["LivePrize"];
export type Winner = Schemas["WinnerRead"];
export type Kind = Game["kind"];
export type Gives = Schemas["PrizeRead"]["gives"];
type AsSaved<Type> = { [Name in keyof Type]-?: Exclude<Type[Name], undefined> };

/** A prize in a draft, which has no ID until it is saved. */
export type PrizeDraft = AsSaved<Schemas["PrizeDraft"]>;
export type Limits = AsSaved<Schemas["Limits"]>;
export type Gates = AsSaved<Schemas["Gates"]>;
type Round = AsSaved<Schemas["RoundDraft"]>;
export type Team = Schemas["TeamDraft"];
export type Question = Round["questions"][number];
export type Texts = AsSaved<Schemas["GameTexts"]>;
export type Look = AsSaved<Schemas["Look"]>;

/** The editable part of a game. */
export interface Draft {
  name: string;
  kind: Kind;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  texts: Record<string, Texts>;
  look: Look;
  hours: number[];
  at_end_of_stock: Game["at_end_of_stock"];
  limits: Limits;
  gates: Gates;
  round: Round;
  teams: Team[];
  prizes: PrizeDraft[];
}
