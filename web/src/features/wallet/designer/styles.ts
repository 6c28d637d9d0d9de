import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { PassContent, PassStyle } from "@/shared/wallet/pass-content";

export const STYLE_NAMES: Readonly<Record<PassStyle, MessageDescriptor>> = {
  coupon: msg`Coupon`,
  store_card: msg`Store card`,
  event_ticket: msg`Event ticket`,
  boarding_pass: msg`Boarding pass`,
  generic: msg`Generic pass`,
};

const SOME_DAY = "2027-06-01T18:00:00Z";

/** The changes to the content that a new style requires: a ticket has an event, a boarding pass a trip. */
export function withStyle(content: PassContent, style: PassStyle): Partial<PassContent> {
  return {
    style,
    event:
      style === "event_ticket" ? (content.event ?? { name: t`Event`, venue: t`Venue`, starts_at: SOME_DAY }) : null,
    trip:
      style === "boarding_pass"
        ? (content.trip ?? { transit: "generic", origin: t`Origin`, destination: t`Destination` })
        : null,
  };
}
