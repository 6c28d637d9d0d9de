import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { Annotation } from "@/features/insights/analytics/api/annotations";
import type { TrendMark } from "@/shared/components/charts/trend-point";

const EDITS: Record<Exclude<Annotation["kind"], "note">, MessageDescriptor> = {
  destination: msg`New destination`,
  rules: msg`Rules changed`,
  paused: msg`Paused`,
  resumed: msg`Active again`,
  moved: msg`Moved`,
  deleted: msg`Deleted`,
  restored: msg`Restored`,
  published: msg`Page published`,
  unpublished: msg`Page taken offline`,
};

const PLACES: Record<NonNullable<Annotation["leads_to"]>["kind"], MessageDescriptor> = {
  note: msg`a note`,
  page: msg`a page`,
  poll: msg`a poll`,
  wall: msg`a wall`,
};

/** Returns the text of an annotation, in one line. */
export function textOf(annotation: Annotation): string {
  const { kind, text, before, after } = annotation;
  switch (kind) {
    case "note":
      return text;
    case "destination":
      if (annotation.leads_to) {
        const { kind: place, name } = annotation.leads_to;
        return t`New destination: ${name ? `“${name}”` : t(PLACES[place])}`;
      }
      return after
        ? t`New destination: ${shortAddress(after)}`
        : annotation.codes > 1
          ? t(EDITS.destination)
          : t`Destination removed`;
    case "rules":
      return before !== null && after !== null && before !== after
        ? t`Rules changed: ${before} before, now ${after}`
        : t(EDITS.rules);
    case "moved":
      return after !== null
        ? t`Moved to ${after}`
        : annotation.codes > 1
          ? t`Moved to other folders`
          : t`Moved out of its folder`;
    case "published":
    case "unpublished":
      return text ? `${t(EDITS[kind])}: ${text}` : t(EDITS[kind]);
    default:
      return t(EDITS[kind]);
  }
}

/** Returns the codes to which an annotation applies. */
export function subjectOf({ code_name, codes }: Annotation): string {
  if (codes > 1) {
    return plural(codes, { one: "# code", other: "# codes" });
  }
  return code_name ?? t`All codes`;
}

function shortAddress(address: string): string {
  const bare = address.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return bare.length > 60 ? `${bare.slice(0, 59)}…` : bare;
}

/**
 * Returns the positions of annotations in a series: one mark per point, and periods from their first point to their
 * last.
 */
export function marksOf(keys: readonly string[], annotations: readonly Annotation[]): TrendMark[] {
  const instants = keys.map((key) => Date.parse(key));
  const placeOf = (instant: number) => {
    let place = 0;
    while (place + 1 < instants.length && (instants[place + 1] ?? Infinity) <= instant) {
      place += 1;
    }
    return place;
  };
  const marks = new Map<string, TrendMark>();
  for (const annotation of annotations) {
    const first = placeOf(Date.parse(annotation.starts_at));
    const last = annotation.ends_at === null ? first : placeOf(Date.parse(annotation.ends_at) - 1);
    const from = keys[first];
    const to = keys[last];
    if (from === undefined || to === undefined) {
      continue;
    }
    const at = `${from} ${to}`;
    const mark = marks.get(at) ?? { from, to, texts: [] };
    marks.set(at, { ...mark, texts: [...mark.texts, `${subjectOf(annotation)}: ${textOf(annotation)}`] });
  }
  return [...marks.values()];
}
