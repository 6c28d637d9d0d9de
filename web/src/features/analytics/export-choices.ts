import type { DictionaryTable } from "@/features/analytics/api/data-dictionary";
import { DIMENSION_NAMES, headingOf, type Property } from "@/features/analytics/dimensions";

interface Choice {
  value: string;
  label: string;
  about: string;
  hasRange: boolean;
  hasFilters: boolean;
}

interface Group {
  heading: string;
  choices: Choice[];
}

const OF_RANGE = { hasRange: true, hasFilters: true };

const TREND: Choice = {
  value: "series",
  label: "Trend",
  about: "Every number of the dashboard, point by point.",
  ...OF_RANGE,
};

const EVENTS: Choice = {
  value: "events",
  label: "Raw events",
  about: "Every event behind the numbers, one a row.",
  ...OF_RANGE,
};

const PERSONAL: readonly Choice[] = [
  {
    value: "submissions",
    label: "Forms that were sent",
    about: "Every form with its answers and who sent it.",
    hasRange: true,
    hasFilters: false,
  },
  {
    value: "customers",
    label: "Customers",
    about: "Everybody you know, with what they did so far.",
    hasRange: false,
    hasFilters: false,
  },
];

interface Offered {
  /** Whether what says who somebody is may be saved. */
  mayEdit: boolean;
  /** Only what belongs to one code. */
  ofCode: boolean;
  /** What codes say of themselves. */
  properties: readonly Property[];
}

/** What can be saved, in groups. */
export function choicesOf(tables: readonly DictionaryTable[], { mayEdit, ofCode, properties }: Offered): Group[] {
  const personal = mayEdit ? PERSONAL.filter(({ hasRange }) => hasRange || !ofCode) : [];
  const reports = tables
    .filter(({ kind }) => kind === "report")
    .map(({ name, title, description }) => ({ value: `report:${name}`, label: title, about: description, ...OF_RANGE }));
  const dimensions = [...DIMENSION_NAMES, ...properties].map((name) => ({
    value: name,
    label: `By ${headingOf(name).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`,
    about: "Every number of the dashboard for each value.",
    ...OF_RANGE,
  }));
  const groups = [
    { heading: "Numbers", choices: [TREND, ...dimensions] },
    { heading: "Reports", choices: reports },
    { heading: "Rows", choices: [EVENTS, ...personal] },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}
