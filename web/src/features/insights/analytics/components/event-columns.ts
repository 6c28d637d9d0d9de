import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useState } from "react";
import { labelOf } from "@/features/insights/analytics/dimensions";
import { deviceOf, type EventRow, familyOf, placeOf, verdictOf } from "@/features/insights/analytics/events";
import { formatDateTime } from "@/shared/format/dates";

interface Column {
  name: string;
  heading: MessageDescriptor;
  cell: (event: EventRow, zone: string) => string;
}

/** The columns that can be shown for an event. */
export const COLUMNS = [
  { name: "occurred_at", heading: msg`When`, cell: (event, zone) => formatDateTime(event.occurred_at, zone) },
  { name: "type", heading: msg`Event`, cell: familyOf },
  { name: "code", heading: msg`Code`, cell: (event) => event.code_name ?? event.code_id ?? "" },
  { name: "visitor", heading: msg`Visitor`, cell: (event) => event.visitor ?? "" },
  { name: "place", heading: msg`Place`, cell: placeOf },
  { name: "device", heading: msg`Device`, cell: deviceOf },
  { name: "referrer", heading: msg`Referrer`, cell: (event) => event.referrer ?? "" },
  { name: "verdict", heading: msg`Verdict`, cell: verdictOf },
  {
    name: "language",
    heading: msg`Language`,
    cell: (event) => (event.language ? labelOf("language", event.language) : ""),
  },
  { name: "region", heading: msg`Region`, cell: (event) => event.region ?? "" },
  {
    name: "campaign",
    heading: msg`UTM`,
    cell: (event) => [event.utm_source, event.utm_medium, event.utm_campaign].filter(Boolean).join(" / "),
  },
  { name: "outcome", heading: msg`Outcome`, cell: (event) => [event.outcome, event.rule].filter(Boolean).join(": ") },
  { name: "page", heading: msg`Page`, cell: (event) => event.page_id ?? "" },
  { name: "received_at", heading: msg`Received`, cell: (event, zone) => formatDateTime(event.received_at, zone) },
] as const satisfies readonly Column[];

export type ColumnName = (typeof COLUMNS)[number]["name"];

const USUAL: readonly ColumnName[] = ["occurred_at", "type", "code", "visitor", "place", "device", "verdict"];
const STORAGE_KEY = "event-columns";

/**
 * Returns the visible columns, which this browser stores, and a function that toggles one. The last one can't be
 * hidden.
 */
export function useColumns(): [ReadonlySet<ColumnName>, (name: ColumnName) => void] {
  const [columns, setColumns] = useState<ReadonlySet<ColumnName>>(readStored);
  const toggle = (name: ColumnName) => {
    const next = new Set(columns);
    if (!next.delete(name)) {
      next.add(name);
    }
    if (next.size > 0) {
      setColumns(next);
      localStorage.setItem(STORAGE_KEY, [...next].join(" "));
    }
  };
  return [columns, toggle];
}

function readStored(): ReadonlySet<ColumnName> {
  const stored = (localStorage.getItem(STORAGE_KEY) ?? "").split(" ");
  const known = COLUMNS.map(({ name }) => name).filter((name) => stored.includes(name));
  return new Set(known.length > 0 ? known : USUAL);
}
