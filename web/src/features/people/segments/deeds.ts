import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { Leaf } from "@/features/people/segments/api/segments";

type Act = NonNullable<Extract<Leaf, { kind: "behaviour" }>["act"]>;

/** Labels of the things that customers do. */
export const ACTS: Record<Act, MessageDescriptor> = {
  any: msg`Any activity`,
  scan: msg`Scanned a code`,
  view: msg`Viewed a page`,
  use: msg`Used something on a page`,
  submit: msg`Sent a form`,
  vote: msg`Voted`,
  play: msg`Played a game`,
  redemption: msg`Redeemed something`,
  order: msg`Ordered`,
  pass: msg`Added a wallet pass`,
  pass_removed: msg`Removed a wallet pass`,
};

interface Deed {
  once: () => string;
  often: (times: number) => string;
  never: () => string;
  /** Text for fewer than so many times. */
  rarely: (times: number) => string;
  onMost: (days: number) => string;
  onLeast: (days: number) => string;
}

/** Each is a complete sentence, because translators cannot build one from a verb and its object. */
const DEEDS: Record<Act, Deed> = {
  any: {
    once: () => t`Was active`,
    often: (times) => plural(times, { one: "Was active at least # time", other: "Was active at least # times" }),
    never: () => t`Was not active`,
    rarely: (times) => plural(times, { one: "Was active less than # time", other: "Was active fewer than # times" }),
    onMost: (days) => plural(days, { one: "Was active on at most # day", other: "Was active on at most # days" }),
    onLeast: (days) => plural(days, { one: "Was active on at least # day", other: "Was active on at least # days" }),
  },
  scan: {
    once: () => t`Scanned a code`,
    often: (times) =>
      plural(times, { one: "Scanned a code at least # time", other: "Scanned a code at least # times" }),
    never: () => t`Did not scan a code`,
    rarely: (times) =>
      plural(times, { one: "Scanned a code less than # time", other: "Scanned a code fewer than # times" }),
    onMost: (days) =>
      plural(days, { one: "Scanned a code on at most # day", other: "Scanned a code on at most # days" }),
    onLeast: (days) =>
      plural(days, { one: "Scanned a code on at least # day", other: "Scanned a code on at least # days" }),
  },
  view: {
    once: () => t`Viewed a page`,
    often: (times) => plural(times, { one: "Viewed a page at least # time", other: "Viewed a page at least # times" }),
    never: () => t`Did not view a page`,
    rarely: (times) =>
      plural(times, { one: "Viewed a page less than # time", other: "Viewed a page fewer than # times" }),
    onMost: (days) => plural(days, { one: "Viewed a page on at most # day", other: "Viewed a page on at most # days" }),
    onLeast: (days) =>
      plural(days, { one: "Viewed a page on at least # day", other: "Viewed a page on at least # days" }),
  },
  use: {
    once: () => t`Used something on a page`,
    often: (times) =>
      plural(times, {
        one: "Used something on a page at least # time",
        other: "Used something on a page at least # times",
      }),
    never: () => t`Did not use anything on a page`,
    rarely: (times) =>
      plural(times, {
        one: "Used something on a page less than # time",
        other: "Used something on a page fewer than # times",
      }),
    onMost: (days) =>
      plural(days, {
        one: "Used something on a page on at most # day",
        other: "Used something on a page on at most # days",
      }),
    onLeast: (days) =>
      plural(days, {
        one: "Used something on a page on at least # day",
        other: "Used something on a page on at least # days",
      }),
  },
  submit: {
    once: () => t`Sent a form`,
    often: (times) => plural(times, { one: "Sent a form at least # time", other: "Sent a form at least # times" }),
    never: () => t`Did not send a form`,
    rarely: (times) => plural(times, { one: "Sent a form less than # time", other: "Sent a form fewer than # times" }),
    onMost: (days) => plural(days, { one: "Sent a form on at most # day", other: "Sent a form on at most # days" }),
    onLeast: (days) => plural(days, { one: "Sent a form on at least # day", other: "Sent a form on at least # days" }),
  },
  vote: {
    once: () => t`Voted`,
    often: (times) => plural(times, { one: "Voted at least # time", other: "Voted at least # times" }),
    never: () => t`Did not vote`,
    rarely: (times) => plural(times, { one: "Voted less than # time", other: "Voted fewer than # times" }),
    onMost: (days) => plural(days, { one: "Voted on at most # day", other: "Voted on at most # days" }),
    onLeast: (days) => plural(days, { one: "Voted on at least # day", other: "Voted on at least # days" }),
  },
  play: {
    once: () => t`Played a game`,
    often: (times) => plural(times, { one: "Played a game at least # time", other: "Played a game at least # times" }),
    never: () => t`Did not play a game`,
    rarely: (times) =>
      plural(times, { one: "Played a game less than # time", other: "Played a game fewer than # times" }),
    onMost: (days) => plural(days, { one: "Played a game on at most # day", other: "Played a game on at most # days" }),
    onLeast: (days) =>
      plural(days, { one: "Played a game on at least # day", other: "Played a game on at least # days" }),
  },
  redemption: {
    once: () => t`Redeemed something`,
    often: (times) =>
      plural(times, { one: "Redeemed something at least # time", other: "Redeemed something at least # times" }),
    never: () => t`Did not redeem anything`,
    rarely: (times) =>
      plural(times, { one: "Redeemed something less than # time", other: "Redeemed something fewer than # times" }),
    onMost: (days) =>
      plural(days, { one: "Redeemed something on at most # day", other: "Redeemed something on at most # days" }),
    onLeast: (days) =>
      plural(days, { one: "Redeemed something on at least # day", other: "Redeemed something on at least # days" }),
  },
  order: {
    once: () => t`Ordered`,
    often: (times) => plural(times, { one: "Ordered at least # time", other: "Ordered at least # times" }),
    never: () => t`Did not order`,
    rarely: (times) => plural(times, { one: "Ordered less than # time", other: "Ordered fewer than # times" }),
    onMost: (days) => plural(days, { one: "Ordered on at most # day", other: "Ordered on at most # days" }),
    onLeast: (days) => plural(days, { one: "Ordered on at least # day", other: "Ordered on at least # days" }),
  },
  pass: {
    once: () => t`Added a wallet pass`,
    often: (times) =>
      plural(times, { one: "Added a wallet pass at least # time", other: "Added a wallet pass at least # times" }),
    never: () => t`Did not add a wallet pass`,
    rarely: (times) =>
      plural(times, {
        one: "Added a wallet pass less than # time",
        other: "Added a wallet pass fewer than # times",
      }),
    onMost: (days) =>
      plural(days, { one: "Added a wallet pass on at most # day", other: "Added a wallet pass on at most # days" }),
    onLeast: (days) =>
      plural(days, {
        one: "Added a wallet pass on at least # day",
        other: "Added a wallet pass on at least # days",
      }),
  },
  pass_removed: {
    once: () => t`Removed a wallet pass`,
    often: (times) =>
      plural(times, { one: "Removed a wallet pass at least # time", other: "Removed a wallet pass at least # times" }),
    never: () => t`Did not remove a wallet pass`,
    rarely: (times) =>
      plural(times, {
        one: "Removed a wallet pass less than # time",
        other: "Removed a wallet pass fewer than # times",
      }),
    onMost: (days) =>
      plural(days, { one: "Removed a wallet pass on at most # day", other: "Removed a wallet pass on at most # days" }),
    onLeast: (days) =>
      plural(days, {
        one: "Removed a wallet pass on at least # day",
        other: "Removed a wallet pass on at least # days",
      }),
  },
};

/** Describes whether and how often a customer did something. */
export function deedInWords({ act, op, times = 1 }: Extract<Leaf, { kind: "behaviour" }>): string {
  const deed = DEEDS[act ?? "any"];
  if (op === "is_not") {
    return times > 1 ? deed.rarely(times) : deed.never();
  }
  return times > 1 ? deed.often(times) : deed.once();
}

/** Describes on how many days a customer did something. */
export function daysInWords({ act, op, days }: Extract<Leaf, { kind: "frequency" }>): string {
  const deed = DEEDS[act ?? "any"];
  return op === "at_most" ? deed.onMost(days) : deed.onLeast(days);
}
