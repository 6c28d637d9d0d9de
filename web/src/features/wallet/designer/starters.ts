import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import boardingFooter from "@/features/wallet/designer/art/boarding-footer.svg";
import boardingHero from "@/features/wallet/designer/art/boarding-hero.svg";
import boardingIcon from "@/features/wallet/designer/art/boarding-icon.svg";
import couponIcon from "@/features/wallet/designer/art/coupon-icon.svg";
import couponStrip from "@/features/wallet/designer/art/coupon-strip.svg";
import giftIcon from "@/features/wallet/designer/art/gift-icon.svg";
import giftStrip from "@/features/wallet/designer/art/gift-strip.svg";
import membershipHero from "@/features/wallet/designer/art/membership-hero.svg";
import membershipIcon from "@/features/wallet/designer/art/membership-icon.svg";
import membershipThumbnail from "@/features/wallet/designer/art/membership-thumbnail.svg";
import stampsIcon from "@/features/wallet/designer/art/stamps-icon.svg";
import stampsStrip from "@/features/wallet/designer/art/stamps-strip.svg";
import ticketIcon from "@/features/wallet/designer/art/ticket-icon.svg";
import ticketStrip from "@/features/wallet/designer/art/ticket-strip.svg";
import { wholeContent, type PassContent, type PictureSlot } from "@/shared/wallet/pass-content";

export interface Starter {
  id: string;
  name: MessageDescriptor;
  text: MessageDescriptor;
  /** Addresses of Waypost's drawings, by place. They become pictures of the organisation when a template is created. */
  pictures: Readonly<Partial<Record<PictureSlot, string>>>;
  content: (organization: string) => PassContent;
}

const GOAL = "{{stamps_goal}}";

/** A placeholder for a value of the person, with a default for people without that value. */
function personal(name: string, otherwise: string): string {
  return `{{${name}|${otherwise}}}`;
}

const SERIAL = { format: "qr", message: "{{serial}}", text: "{{serial}}" } as const;
const CODE = { format: "qr", message: "{{code}}", text: "{{code}}" } as const;

/** Starting points for the most common trades. */
export const STARTERS: readonly Starter[] = [
  {
    id: "stamps",
    name: msg`Stamp card`,
    text: msg`Cafés and bakeries: collect stamps for a free item`,
    pictures: { icon: stampsIcon, strip: stampsStrip },
    content: (organization) =>
      wholeContent({
        style: "store_card",
        description: t`${organization} stamp card`,
        organization,
        title: organization,
        background: "#4a2c1a",
        foreground: "#ffffff",
        label_color: "#f3d9b8",
        barcode: SERIAL,
        fields: [
          { key: "tier", zone: "header", label: t`Tier`, value: personal("tier", t`Member`) },
          {
            key: "stamps",
            zone: "primary",
            label: t`Stamps out of ${GOAL}`,
            format: "number",
            value: "{{stamps}}",
            change_message: t`You now have %@ stamps`,
          },
          { key: "name", zone: "secondary", label: t`Name`, value: personal("customer.name", t`Guest`) },
          { key: "reward", zone: "secondary", label: t`Reward`, value: t`A free coffee` },
          { key: "terms", zone: "back", label: t`How it works`, value: t`One stamp for each coffee.` },
        ],
      }),
  },
  {
    id: "ticket",
    name: msg`Event ticket`,
    text: msg`Concerts, matches and fairs, with a seat for each person`,
    pictures: { icon: ticketIcon, strip: ticketStrip },
    content: (organization) =>
      wholeContent({
        style: "event_ticket",
        description: t`${organization} ticket`,
        organization,
        title: organization,
        background: "#1b1f4b",
        foreground: "#ffffff",
        label_color: "#b9c2ff",
        barcode: { format: "aztec", message: "{{code}}", text: "{{code}}" },
        event: { name: t`Summer concert`, venue: t`Harbor Hall`, starts_at: "2027-06-12T18:00:00Z" },
        fields: [
          { key: "date", zone: "header", label: t`Date`, format: "date", value: "2027-06-12T18:00:00Z" },
          { key: "event", zone: "primary", label: t`Event`, value: t`Summer concert` },
          { key: "venue", zone: "secondary", label: t`Venue`, value: t`Harbor Hall` },
          {
            key: "doors",
            zone: "secondary",
            label: t`Starts`,
            format: "time",
            value: "2027-06-12T18:00:00Z",
            change_message: t`It now starts at %@`,
          },
          { key: "section", zone: "auxiliary", label: t`Section`, value: personal("row.section", t`Free choice`) },
          { key: "seat", zone: "auxiliary", label: t`Seat`, value: personal("row.seat", t`Any`) },
          { key: "name", zone: "auxiliary", label: t`Name`, value: personal("customer.name", t`Guest`) },
        ],
      }),
  },
  {
    id: "coupon",
    name: msg`Coupon`,
    text: msg`One offer with an end date, redeemed once`,
    pictures: { icon: couponIcon, strip: couponStrip },
    content: (organization) =>
      wholeContent({
        style: "coupon",
        description: t`${organization} coupon`,
        organization,
        title: organization,
        background: "#9d174d",
        foreground: "#ffffff",
        label_color: "#fbd5e5",
        barcode: CODE,
        expires_at: "2027-12-31T23:00:00Z",
        fields: [
          {
            key: "offer",
            zone: "primary",
            label: t`On your next visit`,
            value: t`20% off`,
            change_message: t`Your offer is now %@`,
          },
          { key: "until", zone: "secondary", label: t`Valid until`, format: "date", value: "2027-12-31T23:00:00Z" },
          { key: "name", zone: "secondary", label: t`For`, value: personal("customer.first_name", t`You`) },
          { key: "terms", zone: "back", label: t`Terms`, value: t`One coupon per person.` },
        ],
      }),
  },
  {
    id: "membership",
    name: msg`Membership card`,
    text: msg`Clubs, gyms and museums: the member’s name and level`,
    pictures: { icon: membershipIcon, thumbnail: membershipThumbnail, hero: membershipHero },
    content: (organization) =>
      wholeContent({
        style: "generic",
        description: t`${organization} membership card`,
        organization,
        title: organization,
        background: "#0f4c4f",
        foreground: "#ffffff",
        label_color: "#bfe6e2",
        barcode: { format: "pdf417", message: "{{customer.number}}", text: "{{customer.number}}" },
        fields: [
          {
            key: "tier",
            zone: "header",
            label: t`Tier`,
            value: personal("tier", t`Member`),
            change_message: t`You are now %@`,
          },
          { key: "name", zone: "primary", label: t`Member`, value: personal("customer.name", t`Guest`) },
          { key: "number", zone: "secondary", label: t`Number`, value: personal("customer.number", t`New`) },
          { key: "points", zone: "secondary", label: t`Points`, format: "number", value: "{{points}}" },
          { key: "contact", zone: "back", label: t`Questions`, value: t`Ask at reception.` },
        ],
      }),
  },
  {
    id: "gift",
    name: msg`Gift card`,
    text: msg`A balance to spend bit by bit`,
    pictures: { icon: giftIcon, strip: giftStrip },
    content: (organization) =>
      wholeContent({
        style: "store_card",
        description: t`${organization} gift card`,
        organization,
        title: t`Gift card`,
        background: "#1f2937",
        foreground: "#ffffff",
        label_color: "#f6d58b",
        barcode: { format: "code128", message: "{{code}}", text: "{{code}}" },
        fields: [
          {
            key: "balance",
            zone: "primary",
            label: t`Balance`,
            format: "currency",
            currency: "USD",
            value: "{{row.balance|50}}",
            change_message: t`Your balance is now %@`,
          },
          { key: "from", zone: "secondary", label: t`From`, value: personal("row.from", t`A friend`) },
          { key: "number", zone: "secondary", label: t`Card`, value: "{{code}}" },
          { key: "terms", zone: "back", label: t`Terms`, value: t`Valid in all our shops.` },
        ],
      }),
  },
  {
    id: "boarding",
    name: msg`Boarding pass`,
    text: msg`Flights, trains, buses and ferries`,
    pictures: { icon: boardingIcon, footer: boardingFooter, hero: boardingHero },
    content: (organization) =>
      wholeContent({
        style: "boarding_pass",
        description: t`${organization} boarding pass`,
        organization,
        title: organization,
        background: "#0b3d77",
        foreground: "#ffffff",
        label_color: "#bcd7f7",
        barcode: { format: "aztec", message: "{{code}}", text: "{{code}}" },
        trip: {
          transit: "boat",
          origin: t`Harbor Pier`,
          origin_code: "HAR",
          destination: t`North Island`,
          destination_code: "NIS",
          departs_at: "2027-06-12T08:00:00Z",
        },
        fields: [
          {
            key: "gate",
            zone: "header",
            label: t`Gate`,
            value: "{{row.gate|1}}",
            change_message: t`Gate changed to %@`,
          },
          { key: "from", zone: "primary", label: t`Harbor Pier`, value: "HAR" },
          { key: "to", zone: "primary", label: t`North Island`, value: "NIS" },
          { key: "name", zone: "secondary", label: t`Passenger`, value: personal("customer.name", t`Guest`) },
          {
            key: "departs",
            zone: "auxiliary",
            label: t`Departs`,
            format: "time",
            value: "2027-06-12T08:00:00Z",
            change_message: t`Departure is now at %@`,
          },
          { key: "seat", zone: "auxiliary", label: t`Seat`, value: personal("row.seat", t`Any`) },
        ],
      }),
  },
];
