import { t } from "@lingui/core/macro";
import type { DictionaryTable } from "@/features/insights/analytics/api/data-dictionary";
import type { ReportInfo } from "@/features/insights/analytics/api/reports";
import { groupedReports } from "@/features/insights/analytics/report-groups";
import {
  type Dimension,
  DIMENSION_NAMES,
  dimensionsAmong,
  headingOf,
  isProperty,
  type Property,
} from "@/features/insights/analytics/dimensions";
import type { Filters } from "@/features/insights/analytics/filters";
import { formatChoices } from "@/shared/format/lists";

interface Choice {
  value: string;
  label: string;
  about: string;
  hasRange: boolean;
  /** The filters that its rows support, or null for all. */
  filters: readonly string[] | null;
}

interface Group {
  heading: string;
  choices: Choice[];
}

const REPORT = "report:";
const OF_RANGE = { hasRange: true, filters: null };

const trend = (): Choice => ({
  value: "series",
  label: t`Trend`,
  about: t`Every dashboard metric over time.`,
  ...OF_RANGE,
});

const events = (): Choice => ({
  value: "events",
  label: t`Raw events`,
  about: t`Every event, one per row.`,
  ...OF_RANGE,
});

const personalChoices = (): readonly Choice[] => [
  {
    value: "submissions",
    label: t`Form submissions`,
    about: t`Every submission with its answers and sender.`,
    hasRange: true,
    filters: [],
  },
  {
    value: "customers",
    label: t`Customers`,
    about: t`All customers with their activity.`,
    hasRange: false,
    filters: [],
  },
];

interface Offered {
  /** Whether personal data may be exported. */
  mayEdit: boolean;
  /** Whether only data of one code is offered. */
  ofCode: boolean;
  /** The properties of the organisation's codes. */
  properties: readonly Property[];
  /** Every report, with the filters that it supports. */
  reports: readonly Pick<ReportInfo, "name" | "filters">[];
  /** Whether the subject of a report exists. */
  isKept: (report: string) => boolean;
}

/** Returns the tables that can be exported, in groups. */
export function choicesOf(
  tables: readonly DictionaryTable[],
  { mayEdit, ofCode, properties, reports: known, isKept }: Offered,
): Group[] {
  const personal = mayEdit ? personalChoices().filter(({ hasRange }) => hasRange || !ofCode) : [];
  const reports = tables
    .filter(({ kind }) => kind === "report")
    .map(({ name, title, description }) => {
      const filters = known.find((one) => one.name === name)?.filters ?? null;
      return { value: `${REPORT}${name}`, label: title, about: description, hasRange: true, filters };
    })
    // Next to the numbers of one code, those of all codes would be mistaken for its own.
    .filter(({ filters }) => !ofCode || filters === null || filters.includes("code"));
  const dimensions = [...DIMENSION_NAMES, ...properties].map((name) => ({
    value: name,
    label: t`By ${headingOf(name).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`,
    about: t`Every dashboard metric for each value.`,
    ...OF_RANGE,
  }));
  const groups = [
    { heading: t`Metrics`, choices: [trend(), ...dimensions] },
    ...groupedReports(
      reports.map((choice) => ({ ...choice, name: choice.value.slice(REPORT.length), title: choice.label })),
      isKept,
    ).map(({ heading, reports: choices }) => ({ heading, choices })),
    { heading: t`Rows`, choices: [events(), ...personal] },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

/** Returns the active filters that a table does not support. */
export function beyondReach({ filters: able }: Pick<Choice, "filters">, set: Filters): Dimension[] {
  const active = dimensionsAmong(Object.entries(set).flatMap(([name, values]) => (values?.length ? [name] : [])));
  // Properties of codes are supported wherever placements are.
  return able === null ? [] : active.filter((one) => !able.includes(isProperty(one) ? "placement" : one));
}

/** Returns dimensions as words for a sentence: "country or UTM source". */
export function wordsOf(dimensions: readonly Dimension[]): string {
  return formatChoices(
    dimensions.map((one) => headingOf(one).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())),
  );
}
